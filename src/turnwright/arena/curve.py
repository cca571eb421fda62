"""Strength curves: agents with growing budgets against one fixed opponent.

`curve` is the front door, also from a script.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any, Unpack

import turnwright
from turnwright.arena.growing_budgets import amount_of, growing_budgets, players_of
from turnwright.arena.match import Playing, arena_for, compile_for, play_pairings, reader
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.players import Player
from turnwright.arena.plots import draw_strength
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import Score, score_of
from turnwright.arena.statistics import Interval, difference_interval
from turnwright.arena.text import WIDE, curve_text
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME


@dataclass(frozen=True, kw_only=True)
class Curve:
    """Agents that meet one opponent with every budget. All of them play the same deals."""

    agents: tuple[str, ...]
    """The agents' specs."""
    budgets: tuple[Budget, ...]
    """The budgets, the lowest first."""
    opponent: Player
    """The fixed opponent."""
    pairings: tuple[Pairing, ...]
    """What is played: the agents one after the other, each with every budget."""

    @property
    def amounts(self) -> list[float]:
        """The budgets as numbers."""
        return [amount_of(budget) for budget in self.budgets]


@dataclass(frozen=True, kw_only=True)
class Dip:
    """A budget with which an agent scored less than with the one before."""

    agent: str
    lower: Budget
    higher: Budget
    change: float
    """By how much the share of points changed, below 0."""
    interval: Interval
    """Where the true change lies, with 95 % confidence."""

    def __str__(self) -> str:
        low, high = self.interval
        doubt = "chance can explain it" if 0 in self.interval else "chance hardly explains it"
        return (
            f"{self.agent} scores {-100 * self.change:.1f} points less with {self.higher} than with {self.lower} "
            f"(change {100 * low:+.1f} to {100 * high:+.1f}): {doubt}."
        )


@dataclass(frozen=True, kw_only=True)
class CurveResult:
    """How agents did against the opponent, budget by budget. Prints as a table."""

    planned: Curve
    """What was played."""
    scores: tuple[Score, ...]
    """The scores, in the order of the pairings."""
    store: str
    """Where the games are."""
    _read: Callable[[], list[tuple[SeatedGame, GameRecord]]] = field(repr=False)

    @property
    def games(self) -> list[GameRecord]:
        """The games, pairing by pairing; read from the store."""
        return [record for _, record in self._read()]

    @cached_property
    def lines(self) -> list[tuple[str, list[Score]]]:
        """Every agent with its scores, the lowest budget first."""
        number = len(self.planned.budgets)
        places = range(0, len(self.scores), number)
        parts = [list(self.scores[first : first + number]) for first in places]
        return list(zip(self.planned.agents, parts, strict=True))

    @cached_property
    def dips(self) -> list[Dip]:
        """Where a larger budget scored less."""
        found = []
        for agent, scores in self.lines:
            for lower, higher in pairwise(range(len(scores))):
                before, after = scores[lower], scores[higher]
                change = after.points / after.games - before.points / before.games
                if change < 0:
                    budgets = self.planned.budgets
                    interval = difference_interval(after.points, after.games, before.points, before.games)
                    found.append(
                        Dip(
                            agent=agent,
                            lower=budgets[lower],
                            higher=budgets[higher],
                            change=change,
                            interval=interval,
                        )
                    )
        return found

    def sentences(self) -> list[str]:
        """What the curves say about larger budgets, in words."""
        falling = {dip.agent for dip in self.dips}
        steady = [
            f"{agent} never scores less with a larger budget." for agent in self.planned.agents if agent not in falling
        ]
        return [*steady, *map(str, self.dips)]

    def text(self, width: int = WIDE) -> str:
        """The scores by agent and budget, and where a larger budget scored less."""
        title = f"{self._where()}: score in % against {self.planned.opponent}, with 95 % intervals of the pairs"
        return "\n".join(
            [curve_text(self.lines, list(map(str, self.planned.budgets)), title, width), *self.sentences()]
        )

    def _where(self) -> str:
        played = self.planned.pairings[0]
        return f"{played.game}, view {turnwright.game(played.game).view_text(played.view)}"

    def draw(self, file: str | Path) -> None:
        """Draw the scores over the budgets, a line for every agent, as .svg or .png."""
        title = f"{self.planned.pairings[0].game}: score against {self.planned.opponent}"
        draw_strength(self.lines, self.planned.budgets, self.planned.amounts, title, Path(file))

    def as_dict(self) -> dict[str, Any]:
        """Everything but the games, ready for JSON."""
        planned, played = self.planned, self.planned.pairings[0]
        return {
            "game": played.game,
            "seed": played.seed,
            "view": played.view,
            "store": self.store,
            "opponent": str(planned.opponent),
            "budgets": list(map(str, planned.budgets)),
            "curves": [
                {"agent": agent, "scores": [score.as_dict() for score in scores]} for agent, scores in self.lines
            ],
            "dips": [
                {
                    "agent": dip.agent,
                    "lower": str(dip.lower),
                    "higher": str(dip.higher),
                    "change": dip.change,
                    "interval": list(dip.interval),
                }
                for dip in self.dips
            ],
        }

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def curve(
    agents: Sequence[str] | Curve,
    budgets: Sequence[str | Budget] = (),
    against: str = "",
    *,
    game: str = DEFAULT_GAME,
    games: int | Sequence[int] = 100,
    seed: int = 0,
    view: ViewKind = "open",
    **playing: Unpack[Playing],
) -> CurveResult:
    """Let agents meet one opponent with growing budgets, and say how their scores grow.

    agents: such as ["oep", "mcts"]; or a `Curve`, which says also what is played.
    budgets: such as ["10ms", "30ms", "100ms"]: growing, in one currency.
    against: the opponent with its own budget, such as "oep@100ms"; it is the same for all.
    games: with every budget, an even number: every deal is played twice, seats swapped. Several numbers are one for
        each budget.
    store, workers, backend, patience, any_source, progress: as in `match`.
    """
    planned = agents if isinstance(agents, Curve) else planned_curve(agents, budgets, against, game, games, seed, view)
    pairings = planned.pairings
    with arena_for(pairings, playing) as (arena, progress):
        before = sum(score_of(pairing, arena).games for pairing in pairings)
        compile_for(pairings)
        with progress.following(pairings, before) as follow:
            play_pairings(pairings, arena, listener=follow)
        scores = tuple(score_of(pairing, arena) for pairing in pairings)
    read = reader(pairings, arena, playing.get("store"))
    return CurveResult(planned=planned, scores=scores, store=arena.store.place, _read=read)


def planned_curve(
    agents: Sequence[str],
    budgets: Sequence[str | Budget],
    against: str,
    game: str,
    games: int | Sequence[int],
    seed: int,
    view: ViewKind,
) -> Curve:
    """The curve that a call describes; what is wrong with it is said before anything is played."""
    limits = growing_budgets(budgets, "a curve")
    counts = [games] * len(limits) if isinstance(games, int) else list(games)
    if len(counts) == 1:
        counts *= len(limits)
    if len(counts) != len(limits):
        raise TurnwrightError(
            f"{len(counts)} numbers of games were given for {len(limits)} budgets; give one for all, or one for each"
        )
    players = players_of(agents, limits, "a curve")
    opponent = Player.parse(against)
    spec = turnwright.game(game).spec
    pairings = tuple(
        Pairing(game=spec, players=(player, opponent), games=count, seed=seed, view=view)
        for player, count in zip(players, counts * len(agents), strict=True)
    )
    if len(set(players)) < len(players):
        raise TurnwrightError("an agent takes part twice; name every agent once")
    specs = tuple(player.agent for player in players[:: len(limits)])
    return Curve(agents=specs, budgets=limits, opponent=opponent, pairings=pairings)
