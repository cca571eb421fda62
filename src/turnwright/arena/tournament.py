"""Tournaments: everyone against everyone, or one against all others."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import combinations
from pathlib import Path
from typing import Any

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.scores import CrossTable, score_of
from turnwright.arena.store import Store
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose
from turnwright.core.views import VIEW_KINDS, ViewKind
from turnwright.games.registry import DEFAULT_GAME

FORMATS = ["round_robin", "gauntlet"]


class TournamentError(TurnwrightError):
    """A tournament that cannot be played as it is written."""


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
    format: str = "round_robin"
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


def read_tournament(file: Path) -> Tournament:
    """The tournament that a TOML file describes; what is wrong with it is said before anything is played."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise TournamentError(f"the tournament {str(file)!r} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TournamentError(f"the tournament {str(file)!r} is not TOML: {error}") from error
    try:
        return tournament_from(data)
    except TurnwrightError as error:
        raise TournamentError(f"the tournament {str(file)!r}: {error}") from error


def tournament_from(data: Mapping[str, Any]) -> Tournament:
    """The tournament that plain data describe: the settings of `Tournament`, with `agents` and a common `budget`."""
    known = [field.name for field in fields(Tournament) if field.name != "players"] + ["agents", "budget"]
    for key in data:
        choose(key, known, "key")
    settings: dict[str, Any] = {}
    for key, kind in (("games", int), ("seed", int), ("game", str), ("view", str), ("format", str), ("budget", str)):
        if key in data:
            if type(data[key]) is not kind:
                wanted = "a whole number" if kind is int else "text"
                raise TournamentError(f"{key} is {data[key]!r}; it must be {wanted}")
            settings[key] = data[key]
    agents = data.get("agents")
    if not isinstance(agents, list) or not all(isinstance(agent, str) for agent in agents):
        raise TournamentError('agents must be a list of agents such as ["greedy_action", "oep@20kev"]')
    choose(settings.get("format", "round_robin"), FORMATS, "format")
    choose(settings.get("view", "open"), list(VIEW_KINDS), "view")
    budget = Budget.parse(settings.pop("budget")) if "budget" in settings else None
    settings["game"] = turnwright.game(settings.get("game", DEFAULT_GAME)).spec
    tournament = Tournament(players=tuple(Player.parse(agent, budget) for agent in agents), **settings)
    tournament.pairings()
    return tournament
