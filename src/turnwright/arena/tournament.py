"""Tournaments: everyone against everyone, or one against all others."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.standing import CrossTable, score_of
from turnwright.arena.store import Store
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_toml
from turnwright.core.views import ViewKind

Format = Literal["round_robin", "gauntlet"]


class TournamentError(TurnwrightError):
    """A tournament that cannot be played as it is written."""


_READER = Reader(error=TournamentError)


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """What is played, by whom, and how often."""

    players: tuple[Player, ...]
    """Who takes part."""
    game: str = "hero_academy"
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
            raise TournamentError(f"a tournament needs at least two agents; {len(self.players)} were given")
        if twice := [player for player, times in Counter(self.players).items() if times > 1]:
            raise TournamentError(f"{twice[0]} takes part twice; a match lets an agent play against itself")

    def matches(self) -> list[tuple[int, int, Pairing]]:
        """Who plays whom, by their places."""
        everyone = range(len(self.players))
        places = combinations(everyone, 2) if self.format == "round_robin" else ((0, other) for other in everyone[1:])
        return [(one, other, self._pairing(one, other)) for one, other in places]

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

    def table(self, store: Store, *, any_source: bool = False) -> CrossTable:
        """The cross table, as far as the games have been played."""
        scores = tuple(
            (one, other, score_of(pairing, store, any_source=any_source)) for one, other, pairing in self.matches()
        )
        return CrossTable(players=self.players, scores=scores)


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
    data = read_toml(file, "tournament", TournamentError)
    try:
        return tournament_from(data)
    except TurnwrightError as error:
        raise TournamentError(f"the tournament {str(file)!r}: {error}") from error


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
