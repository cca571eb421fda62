"""Our bot in the contest of Legends of Code and Magic: from the referee's messages to states, from turns to answers."""

from collections.abc import Iterable
from dataclasses import replace

from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.games.locm.contest.knowledge import Knowledge
from turnwright.games.locm.contest.protocol import block_of, read_block, write_turn
from turnwright.games.locm.game import Locm
from turnwright.games.locm.state_codec import take_apart


class Contestant:
    """What a bot knows and says in one game."""

    agent = "greedy_turn:visited=all,evaluation=answered"
    """Who plays by default: every own turn is judged after the reply of the enemy creatures."""
    nothing = "PASS"
    """The answer where there is no turn to plan."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game, Locm):
            raise TurnwrightError(f"the contest's protocol is for locm, not for {game.name}")
        self._game = game
        self._knowledge = Knowledge(game)

    def rehearsal(self) -> list[str]:
        """A message of a battle that does not count: whoever answers it has loaded all that answers take."""
        start = Locm(replace(self._game.settings, draft="ranked")).start(0)
        return block_of(take_apart(start)).lines

    def note(self, lines: list[str], answer: str) -> None:
        """A message of the draft, and what was answered at once."""
        self._knowledge.note_pick(read_block(lines), int(answer.split()[1]))

    def state(self, lines: list[str]) -> State | None:
        """The state that a message of the battle shows; none if the game is lost or won already."""
        block = read_block(lines)
        if block.me.health <= 0 or block.foe.health <= 0:
            return None  # a player who fell by drawing is still asked
        return self._knowledge.note_turn(block)

    def answer(self, state: State, actions: Iterable[int]) -> str:
        """A turn as the referee wants it."""
        return write_turn(state, actions)
