"""What an experiment of a paper is: its players, its games, and the numbers that were published for it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Literal

import turnwright
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME
from turnwright.papers.published import (
    Published,
    Quantity,
    SearchFigure,
    Series,
    Statement,
    Table,
    column_label,
    published_score,
)

Variant = Literal["described", "reference"]
Kind = Literal["matches", "starters", "turn_starts", "complexity", "evaluation_table", "tuning", "evolution", "people"]
PAPERS = {
    "th": "Justesen, thesis 2015",
    "s0": "Online Evolution, 2016",
    "bc": "Evolutionary MCTS, 2018",
    "fh": "Flexible-Horizon EMCTS, 2018",
    "locm": "OEP for LOCM tuned by NTBEA",
    "tc": "T-CIAIG article, 2017",
    "raw": "raw results of the thesis' repository, 2015",
    "open": "Open readings, an experiment of ours",
}


@dataclass(frozen=True, kw_only=True)
class Role:
    """A player of an experiment, under the name that the paper gives it."""

    label: str
    """As tables show it."""
    described: str
    """Our agent, as the papers describe it; {at} stands for the place on the axis and {ap} for the turn's length."""
    reference: str | None = None
    """Our agent as the published code has it, where that differs."""
    tuned: dict[str, int] = field(default_factory=dict)
    """Settings tuned to the published budget. With a share of it they shrink by its square root; with another budget
    they are left to the agent."""
    shrinks: dict[str, int] = field(default_factory=dict)
    """Settings of the described agent that shrink with the budget, with their value at the published one."""
    rate: int | None = None
    """Iterations that a second of the paper is worth, where it differs from the common rate of the agent."""
    rate_note: str = ""
    """Where that rate is from."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """Games that positions are taken from."""

    player: str
    """Role."""
    opponent: str
    """Role."""
    turn_length: int | None = None
    """Actions a turn; if not given, as the game is set."""


@dataclass(frozen=True, kw_only=True)
class EvolutionPart:
    """One of the evolutions of an experiment."""

    label: str
    """As tables and legends show it."""
    plan: dict[str, Any]
    """As files for `turnwright evolve` have it."""
    runs: int = 1
    """How often it is run, with other seeds."""
    game_milliseconds: float
    """What a game takes, for estimates."""
    usual_generations: int | None = None
    """After how many generations a run ends by itself, for estimates; none: it runs through the plan's."""


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One number of an experiment: a player's score against an opponent, under given conditions."""

    table: str
    row: str
    column: str
    series: str
    player: str
    opponent: str
    turn_length: int | None
    """Actions a turn; None where the game has no such setting."""
    seconds: float
    opponent_seconds: float
    at: float | None
    games: int
    game: str
    extra: bool
    published: Published | None
    view: ViewKind | None = None
    """What players see, where the variant does not decide it."""
    margin: float = 10.0
    """Points up to which a difference is taken as none."""
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """An experiment of a paper. One data file each."""

    name: str
    paper: str
    """Which paper, by its short name."""
    title: str
    about: str
    """What was done and what it is to show."""
    kind: Kind
    """How it is played: matches, matches in which the player always begins, searches on turn starts, measurements of
    one game, a tuning, evolutions, or games of people."""
    measure: str = ""
    """What is measured, where the kind is complexity or evaluation_table."""
    game: str = DEFAULT_GAME
    """Spec of the game, as described; a series can set another length of the turns."""
    reference_game: str = ""
    """Spec of the game as the published code has it, where settings named `reference` do not say it."""
    games: int = 100
    """Games behind every published number."""
    seconds: float = 6.0
    """The paper's time a turn."""
    margin: float = 10.0
    """Points up to which a difference between ours and the published score is taken as none."""
    counted: bool = True
    """Whether its scores are among the published numbers that are counted: not where they repeat those of another
    experiment or were never published in print."""
    explains: str = ""
    """Name of an experiment whose differences it tries to explain: its numbers are the same, a setting is another."""
    change: str = ""
    """That setting in words."""
    notes: tuple[str, ...] = ()
    """Misprints, readings and known differences."""
    by_deck: bool = False
    """Whether scores are also shown deck by deck, where the game is played with a database of decks."""
    tuning: dict[str, Any] = field(default_factory=dict)
    """The plan of a tuning, as files for `turnwright tune` have it."""
    held_out: dict[str, Any] = field(default_factory=dict)
    """Settings of the game for a match that tuned players play in the end, on deals that the tuning has not seen."""
    evolutions: dict[str, EvolutionPart] = field(default_factory=dict)
    """By name; quantities are named by it and a figure: see `evolution_experiment`."""
    players: dict[str, Role] = field(default_factory=dict)
    """By role."""
    tables: tuple[Table, ...] = ()
    series: tuple[Series, ...] = ()
    statements: tuple[Statement, ...] = ()
    search: tuple[SearchFigure, ...] = ()
    quantities: tuple[Quantity, ...] = ()
    sources: tuple[Source, ...] = ()
    """Pairings that positions are drawn from."""
    source_scale: float = 0.1
    """Share of the paper's budget at which those are played."""
    source_games: int = 20
    """Games of each."""
    positions: int = 200
    """Positions drawn from them."""

    @property
    def primary(self) -> Variant:
        """The reading in which it is compared first: that of the public testbed for Hero Academy."""
        is_played = self.kind in ("matches", "turn_starts")
        return "reference" if is_played and turnwright.game(self.game).readings else "described"

    @property
    def cells(self) -> list[Cell]:
        """All its scores, in the order of the paper."""
        return [*self._table_cells(), *self._series_cells()]

    def _table_cells(self) -> Iterator[Cell]:
        for table in self.tables:
            corrections = {(fix.row, fix.column): fix for fix in table.corrections}
            for (i, row), (j, column) in product(enumerate(table.rows), enumerate(table.columns)):
                if row == column:
                    continue
                fix = corrections.get((row, column))
                yield Cell(
                    table=table.title,
                    row=self.players[row].label,
                    column=self.players[column].label,
                    series="",
                    player=row,
                    opponent=column,
                    turn_length=turnwright.game(self.game).turn_length,
                    seconds=self.seconds,
                    opponent_seconds=self.seconds,
                    at=None,
                    games=self.games,
                    game=self.game,
                    extra=False,
                    published=published_score(table.published[i][j], self.games, fix),
                    margin=self.margin,
                    note=fix.note if fix else "",
                )

    def _series_cells(self) -> Iterator[Cell]:
        for series in self.series:
            games = series.games or self.games
            places: tuple[float | None, ...] = series.at or (None,)
            for i, at in enumerate(places):
                game = series.game or self.game
                seconds = series.seconds or self.seconds
                if series.over == "seconds" and at is not None:
                    seconds = at
                yield Cell(
                    table=series.table or self.title,
                    row=series.label,
                    column=column_label(series, i, turnwright.game(game)),
                    series=series.name,
                    player=series.player,
                    opponent=series.opponent,
                    turn_length=_turn_length(series, game, at),
                    seconds=seconds,
                    opponent_seconds=series.opponent_seconds or seconds,
                    at=at,
                    games=games,
                    game=game,
                    extra=series.extra,
                    view=series.view,
                    published=published_score(
                        series.published[i], series.published_games or games, None, series.best_of
                    )
                    if series.published
                    else None,
                    margin=self.margin,
                    note=f"the best of {series.best_of} on the same games" if series.best_of > 1 else "",
                )


def _turn_length(series: Series, game: str, at: float | None) -> int | None:
    """How many actions a turn has at a place of a series."""
    if series.over == "turn_length" and at is not None:
        return int(at)
    return series.turn_length or turnwright.game(game).turn_length
