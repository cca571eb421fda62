"""Positions at the start of a turn, with what four published agents found in them.

192 of them ship with the package: map `a`, standard decks, 3 to 15 action points, from games between agents.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import as_file, files
from os import PathLike
from types import MappingProxyType
from typing import Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.hero_academy.engine.maps import parse_map
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.recorded.files import recorded_settings
from turnwright.games.hero_academy.recorded.lines import Json, read_action, read_state
from turnwright.games.record_files import RecordingError, read_lines

_RUN_KEYS = {"raw", "norm", "raw_before_end", "term", "win", "unspent_ap", "noops", "actions"}


@dataclass(frozen=True, kw_only=True)
class ReferenceRun:
    """What an agent played in a position, and how good it was by the reference's heuristic for the mover."""

    value: float
    """Heuristic value after the end of the turn."""
    normalised: float
    """The same, mapped to [0, 1]."""
    value_before_end: float
    """Heuristic value just before the turn was ended."""
    over: bool
    """Whether the turn ended the game."""
    winner: int
    """1 or 2, 0 for no winner."""
    unspent_points: int
    """Action points that the agent left."""
    noops: int
    """Actions of the agent that the published engine ignored."""
    actions: tuple[int, ...]
    """The turn, its end included."""
    statistics: Mapping[str, Any]
    """What else the agent reported, such as cpu_ms, unique, generations or iterations."""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A recorded position."""

    id: str
    """Its name, which begins with the action points per turn."""
    phase: str
    """opening, mid or end."""
    state: State
    """The position, in a game with the default evaluation, ordering and pruning."""
    origin: str
    """The game it was taken from."""
    origin_turns: int
    """How many turns that game had."""
    origin_players: tuple[str, str]
    """Who played it: agent and milliseconds a turn."""
    origin_winner: int
    """Who won it: 1, 2, or 0 for a draw."""
    budget_ms: float
    """Processor time that every agent had for its turn here."""
    legal: int
    """Number of legal actions."""
    pruned: int
    """Number of them that the reference's pruning leaves."""
    value: float
    """The reference's heuristic for the player to move."""
    normalised: float
    """The same, mapped to [0, 1]."""
    results: Mapping[str, tuple[ReferenceRun, ...]]
    """By agent (greedy_action, greedy_turn, online_evolution, ne_mcts), its runs."""
    best: float
    """The best value after the turn over all runs."""
    best_by: str
    """The agent that found it."""

    @property
    def game(self) -> HeroAcademy:
        """The game of the position."""
        game = self.state.game
        assert isinstance(game, HeroAcademy)
        return game


def reference_positions() -> list[Position]:
    """The positions that ship with the package."""
    with as_file(files(__package__) / "data" / "positions.jsonl.gz") as path:
        return list(read_positions(path))


def read_positions(path: str | PathLike[str]) -> Iterator[Position]:
    """The positions of a file, plain or gzipped."""
    for number, line in read_lines(path):
        try:
            yield _position(line)
        except KeyError as error:
            raise RecordingError(path, number, f"the position has no {error}") from error
        except TurnwrightError as error:
            raise RecordingError(path, number, error) from error
        except (TypeError, ValueError, AttributeError) as error:
            raise RecordingError(path, number, f"a value is of the wrong kind ({error})") from error


def _position(line: Json) -> Position:
    rows = parse_map(line["map"]).rows
    deck = line.get("deck", "STANDARD")
    game = HeroAcademy(recorded_settings(rows, deck, line["ap_per_turn"], line["start_ap"], line["turn_limit"]))
    runs = {agent: tuple(_run(game, run) for run in found) for agent, found in line["res"].items()}
    return Position(
        id=line["id"],
        phase=line["phase"],
        state=read_state(game, line["s"]),
        origin=line["game"],
        origin_turns=line["game_turns"],
        origin_players=(line["p1"], line["p2"]),
        origin_winner=line["game_winner"],
        budget_ms=line["budget_cpu_ms"],
        legal=line["legal"],
        pruned=line["pruned"],
        value=line["raw0"],
        normalised=line["norm0"],
        results=MappingProxyType(runs),
        best=line["best"]["raw"],
        best_by=line["best"]["agent"],
    )


def _run(game: HeroAcademy, run: Json) -> ReferenceRun:
    board = game.settings.board
    return ReferenceRun(
        value=run["raw"],
        normalised=run["norm"],
        value_before_end=run["raw_before_end"],
        over=bool(run["term"]),
        winner=run["win"],
        unspent_points=run["unspent_ap"],
        noops=run["noops"],
        actions=tuple(read_action(board, text) for text in run["actions"]),
        statistics=MappingProxyType({key: value for key, value in run.items() if key not in _RUN_KEYS}),
    )
