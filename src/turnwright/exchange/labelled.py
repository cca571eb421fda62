"""Positions with labels, to learn from: what was played there, what the player thought of it, and who won."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from turnwright.arena.record import GameRecord
from turnwright.arena.replay import positions
from turnwright.arena.store import StoredGame
from turnwright.core.errors import TurnwrightError


@dataclass(frozen=True, kw_only=True)
class LabelledPosition:
    """The start of a turn."""

    game: str
    """Spec of the game."""
    game_key: str
    """The game that it comes from: positions of one game belong on one side of a split."""
    turn: int
    """The number of the turn in that game, from 1."""
    state: str
    """The whole state in notation, hidden things included."""
    player: int
    """Who moves: 0 or 1."""
    agent: str
    """Spec of the agent that moves."""
    budget: str | None
    """What it may spend on the turn; None without a limit."""
    view: str
    """What it may know of the state."""
    played: str
    """The turn that it played, in notation."""
    value: float | None
    """What it thought the turn is worth, in its own unit; None if unknown."""
    outcome: int
    """How the game ended: 1 if player 0 won, -1 if player 1 did, 0 for a draw."""
    points: float
    """The same for the player who moves: 1 for a win, 0.5 for a draw, 0 for a loss."""
    forfeited: bool
    """Whether the game ended by forfeit, so that the outcome says little about the position."""

    def as_dict(self) -> dict[str, Any]:
        """The position as plain data."""
        return asdict(self)


def labelled_positions(games: Iterable[StoredGame], *, trusted: bool = False) -> Iterator[LabelledPosition]:
    """The positions of stored games, turn by turn, each game checked by its rules."""
    for stored in games:
        try:
            yield from _of_game(stored.record, trusted=trusted)
        except TurnwrightError as error:
            raise TurnwrightError(f"game {stored.id} cannot be exported: {error}") from error


def _of_game(record: GameRecord, *, trusted: bool) -> list[LabelledPosition]:
    setup, values = record.setup, record.figure("value")
    states = list(positions(record, trusted=trusted))
    return [
        LabelledPosition(
            game=setup.game,
            game_key=setup.key,
            turn=number,
            state=state.text,
            player=state.player,
            agent=(player := setup.players[state.player]).agent,
            budget=None if player.budget is None else str(player.budget),
            view=setup.view,
            played=turn,
            value=value,
            outcome=record.outcome,
            points=record.points(state.player),
            forfeited=bool(record.forfeit),
        )
        for number, (state, turn, value) in enumerate(zip(states, record.turns, values, strict=False), 1)
    ]
