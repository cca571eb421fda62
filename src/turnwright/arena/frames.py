"""Games as a data frame: a row per game."""

from collections.abc import Iterable
from typing import Any

from turnwright.arena.record import GameRecord
from turnwright.core.frames import frame_of

COLUMNS = (
    "game", "first", "second", "first_budget", "second_budget", "view", "seed", "outcome", "ending", "forfeit", "turns",
    "seconds", "overrun_ms",
)  # fmt: skip
"""Of a frame of games; `turns` is how many there were, None is unknown."""


def games_frame(games: Iterable[GameRecord], library: str | None = None) -> Any:
    """A row per game."""
    return frame_of([_row(record) for record in games], COLUMNS, library)


def _row(record: GameRecord) -> dict[str, Any]:
    data = record.as_dict()
    first_budget, second_budget = data.pop("budgets")
    return data | {"first_budget": first_budget, "second_budget": second_budget, "turns": len(record.turns)}
