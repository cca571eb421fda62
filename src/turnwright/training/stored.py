"""Games to learn from that somebody has played before."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import turnwright
from turnwright.arena.record import GameRecord
from turnwright.arena.replay import positions
from turnwright.arena.store import Store, StoredGame
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.spec import SpecError, parse_spec
from turnwright.training.plan import TrainingError, TrainingPlan


def stored_games(plan: TrainingPlan) -> list[GameRecord]:
    """The finished games of the plan's store that were played by the rules of the plan's game, oldest first.

    Nothing in the store is run: its games are replayed by the game that the plan names.
    """
    game = turnwright.game(plan.game)
    with Store(plan.stored, create=False) as store:
        found = [one.record for one in _by_the_rules(game, store.search()) if not one.record.forfeit]
    if len(found) < 2 * plan.held_out:
        raise TrainingError(
            f"the store {plan.stored!r} has {len(found)} finished games of {game.spec}; "
            f"learning needs at least {2 * plan.held_out}"
        )
    for number, record in enumerate(found, 1):
        _check(game, number, record, plan.stored)
    return found


def _by_the_rules(game: Game, stored: Iterable[StoredGame]) -> Iterator[StoredGame]:
    """Games that differ in how a position is read, not in the rules."""
    wanted = _rules_of(game, game.spec)
    for one in stored:
        try:
            rules = _rules_of(game, one.record.setup.game)
        except SpecError:  # a game of another time or place
            continue
        if rules == wanted:
            yield one


def _rules_of(game: Game, text: str) -> tuple[str, dict[str, str]]:
    spec = parse_spec(text)
    return spec.label, {name: value for name, value in spec.raw.items() if name not in game.readings}


def _check(game: Game, number: int, record: GameRecord, place: str) -> None:
    """Refuse a game that does not replay, before anything is fitted to it."""
    played_here = replace(record, setup=replace(record.setup, game=game.spec))
    try:
        for _ in positions(played_here, trusted=True):  # by the plan's own game, whatever the store calls it
            pass
    except TurnwrightError as error:
        raise TrainingError(f"game {number} of {game.name} in the store {place!r} does not replay: {error}") from error
