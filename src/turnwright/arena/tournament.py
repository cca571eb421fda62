"""Tournaments: everyone against everyone, or one against all others.

`tournament` is the front door, also from a script.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, Unpack

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.frames import games_frame
from turnwright.arena.match import Playing, arena_for, compile_for, play_pairings, reader
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import CrossTable, score_of
from turnwright.arena.statistics import Ratings
from turnwright.arena.text import WIDE, cross_table_text
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_described
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME

Format = Literal["round_robin", "gauntlet"]


class TournamentError(TurnwrightError):
    """A tournament that cannot be played as it is written."""


_READER = Reader(error=TournamentError)


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """What is played, by whom, and how often."""

    players: tuple[Player, ...]
    """Who takes part."""
    game: str = DEFAULT_GAME
    """Spec of the game."""
    games: int = 100
    """Games of every pair of players, an even number."""
    seed: int = 0
    """The deals follow from it; all pairs of players play the same ones."""
    view: ViewKind = "open"
    """What the players may know."""
    format: Format = "round_robin"
    """`round_robin`: everyone against everyone; `gauntlet`: the first against all others."""

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise TournamentError(f"a tournament needs at least two agents, not {len(self.players)}")
        if twice := [player for player, times in Counter(self.players).items() if times > 1]:
            raise TournamentError(f"{twice[0]} is listed twice; use 'turnwright match' to play an agent against itself")

    def matches(self) -> list[tuple[int, int, Pairing]]:
        """Who plays whom, by their places."""
        return self._matches

    @cached_property
    def _matches(self) -> list[tuple[int, int, Pairing]]:
        return [(one, other, self._pairing(one, other)) for one, other in self.meetings()]

    def meetings(self) -> Iterable[tuple[int, int]]:
        """Who meets whom, by their places."""
        everyone = range(len(self.players))
        return combinations(everyone, 2) if self.format == "round_robin" else ((0, other) for other in everyone[1:])

    def _pairing(self, one: int, other: int) -> Pairing:
        return Pairing(
            game=self.game,
            players=(self.players[one], self.players[other]),
            games=self.games,
            seed=self.seed,
            view=self.view,
        )

    def pairings(self) -> list[Pairing]:
        """All pairings, in order."""
        return [pairing for _, _, pairing in self.matches()]

    def table(self, arena: ArenaConfig) -> CrossTable:
        """The cross table, as far as the games have been played."""
        scores = tuple((one, other, score_of(pairing, arena)) for one, other, pairing in self.matches())
        return CrossTable(players=self.players, scores=scores)


@dataclass(frozen=True, kw_only=True)
class TournamentResult:
    """The result of a tournament. Prints as a cross table."""

    planned: Tournament
    """What was played."""
    table: CrossTable
    """All figures; the commonest are properties here."""
    store: str
    """Where the games are."""
    _read: Callable[[], list[tuple[SeatedGame, GameRecord]]] = field(repr=False)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who took part."""
        return self.planned.players

    @property
    def ranking(self) -> list[Player]:
        """The players, the strongest first."""
        return [self.players[place] for place in self.table.ranking()]

    @property
    def ratings(self) -> Ratings:
        """Bradley–Terry ratings on the Elo scale, with errors, in the order of the players."""
        return self.table.ratings

    @property
    def games(self) -> list[GameRecord]:
        """The games, pairing by pairing; read from the store."""
        return [record for _, record in self._read()]

    def to_frame(self, library: str | None = None) -> Any:
        """A row per game, as a frame of pandas or polars: the library named, or the first that is installed."""
        return games_frame(self.games, library)

    def as_dict(self) -> dict[str, Any]:
        """Everything but the games, ready for JSON."""
        planned = self.planned
        settings = {"game": planned.game, "seed": planned.seed, "view": planned.view, "store": self.store}
        return settings | self.table.as_dict()

    def text(self, width: int = WIDE) -> str:
        """The cross table with ratings, for a page of that width."""
        where = f"{self.planned.game}, view {turnwright.game(self.planned.game).view_text(self.planned.view)}"
        return cross_table_text(self.table, f"{where}: points in %, with 95 % intervals; Elo ± 95 %", width)

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        """What a notebook shows: the cross table, and the same as text with its intervals."""
        return f"{self.table._repr_html_()}<details><summary>as text</summary><pre>{escape(str(self))}</pre></details>"


def tournament(
    agents: Sequence[str] | Tournament,
    *,
    game: str = DEFAULT_GAME,
    games: int = 100,
    budget: str | Budget | None = None,
    seed: int = 0,
    view: ViewKind = "open",
    format: Format = "round_robin",
    **playing: Unpack[Playing],
) -> TournamentResult:
    """Play a tournament, by default a round robin, and rate the agents.

    agents: such as ["oep", "mcts@1s"]; or a `Tournament`, which also names the game and options (`read_tournament`).
    games: per pair of agents, an even number: every deal is played twice, with swapped seats.
    budget: the budget for a turn of agents that name none: "100ms", "20kev".
    format: "round_robin", or "gauntlet": the first against all others.
    store, workers, backend, patience, any_source, progress: as in `match`.
    """
    planned = agents if isinstance(agents, Tournament) else _planned(agents, game, games, budget, seed, view, format)
    pairings = planned.pairings()
    with arena_for(pairings, playing) as (arena, progress):
        before = sum(score.games for _, _, score in planned.table(arena).scores)
        compile_for(pairings)
        with progress.following(pairings, before) as follow:
            play_pairings(pairings, arena, listener=follow, finder=progress.found)
        table = planned.table(arena)
    read = reader(pairings, arena, playing.get("store"))
    return TournamentResult(planned=planned, table=table, store=arena.store.place, _read=read)


def _planned(
    agents: Sequence[str],
    game: str,
    games: int,
    budget: str | Budget | None,
    seed: int,
    view: ViewKind,
    format: Format,
) -> Tournament:
    """The tournament that a call describes, checked as one from a file."""
    data: dict[str, Any] = {"agents": list(agents), "game": game, "games": games, "seed": seed, "view": view}
    return tournament_from(data | {"format": format} | ({} if budget is None else {"budget": str(budget)}))


@dataclass(frozen=True, kw_only=True)
class _TournamentFile:
    """A tournament as its file has it."""

    agents: tuple[str, ...]
    budget: str | None = None
    game: str = Tournament.game
    games: int = Tournament.games
    seed: int = Tournament.seed
    view: ViewKind = Tournament.view
    format: Format = Tournament.format


def read_tournament(file: Path) -> Tournament:
    """The tournament that a TOML file describes; what is wrong with it is said before anything is played."""
    return read_described(file, "tournament", TournamentError, tournament_from)


def tournament_from(data: Mapping[str, Any]) -> Tournament:
    """The tournament that plain data describe: the settings of `Tournament`, with `agents` and a common `budget`."""
    read = _READER.record(_TournamentFile, data)
    budget = None if read.budget is None else Budget.parse(read.budget)
    tournament = Tournament(
        players=tuple(Player.parse(agent, budget) for agent in read.agents),
        game=turnwright.game(read.game).spec,
        games=read.games,
        seed=read.seed,
        view=read.view,
        format=read.format,
    )
    tournament.pairings()
    return tournament
