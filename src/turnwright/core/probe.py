"""A first check of a game from outside the package, before any agent plays it.

Searches are compiled without bounds checks: a list that is longer than the game allows would overwrite other memory,
and an error in a rule would look like the agent's. So every rule is compiled and tried here, during a few hundred
random actions. The games of the package are checked by their tests.
"""

import numpy as np

from turnwright.core import probe_kernel
from turnwright.core.compile_errors import explained, place_outside
from turnwright.core.errors import ContractError, TurnwrightError, in_one_line
from turnwright.core.game import Game
from turnwright.core.rng import generator

_STEPS = 300
_ROOM = 1 << 16
_OWN = "turnwright.games."

_tried: set[tuple[type[Game], int, bytes]] = set()


def ensure_playable(game: Game) -> None:
    """Raise an error if the rules of a game cannot be compiled or obviously break the contract. Each game is checked
    once."""
    if game.is_tried:
        return
    key = type(game), game.max_turn, game.params.tobytes()
    if key not in _tried and not type(game).__module__.startswith(_OWN):
        _try_rules(game)
    _tried.add(key)
    game.is_tried = True


def _try_rules(game: Game) -> None:
    states = game.blank(4)
    out = np.zeros(game.max_actions + _ROOM, dtype=np.int32)
    try:
        states[:1] = game.start(0).records
        found, number = probe_kernel.probe(game, states, out, game.max_actions, game.max_turn, _STEPS, generator(1))
    except TurnwrightError:
        raise
    except Exception as error:
        raise ContractError(f"a rule of {game.name} does not work: {explained(error) or _told(error)}") from error
    if found != probe_kernel.FINE:
        raise ContractError(f"{game.name} breaks the contract: {_fault(game, int(found), int(number))}")


def _fault(game: Game, found: int, number: int) -> str:
    if found == probe_kernel.STUCK:
        return "in a state `may_end` is false and there are no candidates; one of them must be otherwise"
    if found == probe_kernel.TURN:
        return (
            f"a turn had more than {game.max_turn} actions, which is its max_turn; "
            "count the end of the turn where the player plays it"
        )
    rule = {
        probe_kernel.LEGAL: "legal_actions", probe_kernel.CANDIDATES: "candidates",
        probe_kernel.POSSIBLE: "possible_actions",
    }[found]  # fmt: skip
    if number > game.max_actions:
        return f"{rule} listed {number} actions, max_actions is {game.max_actions}"
    return (
        f"{rule} wrote beyond max_actions, {game.max_actions}, although it listed {number} actions; "
        "add 16 to max_actions if it lists with spread, which writes ahead"
    )


def _told(error: Exception) -> str:
    """The message of an error in a rule that is not compiled."""
    return f"{in_one_line(error)} ({place_outside(error.__traceback__)})"
