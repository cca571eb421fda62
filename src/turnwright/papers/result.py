"""The result of an experiment: our numbers compared with the published ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import turnwright
from turnwright.arena.statistics import (
    GameCounts,
    Interval,
    PairCounts,
    Verdict,
    VerdictWord,
    cluster_interval,
    games_to_decide,
    paired_score,
    verdict,
    wilson_interval,
)
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.kept_games import KeptPairing
from turnwright.papers.scale import Size, view_of


@dataclass(frozen=True, kw_only=True)
class CellScore(GameCounts):
    """A cell, played."""

    cell: Cell
    player: str
    """Our agent and its budget."""
    opponent: str
    wanted: int
    """Games that were to be played."""
    p: float | None = None
    """Of the papers' own test, Wilcoxon's signed ranks, over the pairs of games."""
    pairs: PairCounts | None = None
    """Pairs of games of one deal that brought 0, ½, 1, 1½ and 2 points; none where deals are played once."""
    clusters: tuple[tuple[float, int], ...] = ()
    """Points and games of clusters of games that are alike, where there are any."""
    is_judged: bool = True
    """Whether budgets are the published ones; no verdict otherwise."""
    is_mirror: bool = False
    """Whether an earlier cell has the same games from the other side: the two are one result."""
    source: tuple[int, int] | None = None
    """Which of the result's pairings it is from, and from which player's side."""

    @property
    def unit(self) -> str:
        """What is independent of each other, and so counted for the interval: clusters, pairs or games."""
        if len(self.clusters) > 2:
            return "clusters"
        return "pairs" if self.pairs is not None and 0 < 2 * sum(self.pairs) == self.games else "games"

    @cached_property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 % confidence, from whatever is independent."""
        if self.unit == "clusters":
            return cluster_interval(self.clusters) or Interval(0.0, 1.0)
        if self.unit == "pairs" and self.pairs is not None:
            return paired_score(self.pairs).interval
        return wilson_interval(self.points, self.games)

    @property
    def _spread(self) -> float:
        """The width of the interval as a share of that of as many independent games."""
        return self.interval.half_width / wilson_interval(self.points, self.games).half_width

    @property
    def _published(self) -> tuple[float, float] | None:
        """The published share and its games: where print leaves a range, the nearest; clusters make the games fewer, as
        they do ours."""
        published = self.cell.published
        if published is None or self.share is None:
            return None
        nearest = min(max(100 * self.share, published.low), published.high)
        return nearest / 100, published.games / max(1.0, self._spread if self.clusters else 1.0) ** 2

    @cached_property
    def verdict(self) -> Verdict | None:
        """Ours against the published score; none for a scaled budget."""
        theirs = self._published
        if theirs is None or not self.is_judged:
            return None
        return verdict(self.points, self.games, *theirs, margin=self.cell.margin / 100, interval=self.interval)

    @property
    def needed(self) -> int | None:
        """How many games in all would decide what is undecided, if the score stays; none if no number would."""
        theirs = self._published
        if theirs is None or self.share is None:
            return None
        return games_to_decide(self.share, self.interval, self.games, *theirs, margin=self.cell.margin / 100)

    def as_dict(self) -> dict[str, Any]:
        cell, found = self.cell, self.verdict
        return {
            "table": cell.table,
            "row": cell.row,
            "column": cell.column,
            "action_points": cell.turn_length,
            "seconds": cell.seconds,
            "player": self.player,
            "opponent": self.opponent,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "games": self.games,
            "wanted": self.wanted,
            "pairs": None if self.pairs is None else list(self.pairs),
            "interval_from": self.unit,
            "pairing": None if self.source is None else self.source[0],
            "side": None if self.source is None else self.source[1],
            "mirror": self.is_mirror,
            "wilcoxon_p": self.p,
            "score": None if self.share is None else 100 * self.share,
            "low": 100 * self.interval.low,
            "high": 100 * self.interval.high,
            "published": None if cell.published is None else cell.published.value,
            "published_games": None if cell.published is None else cell.published.games,
            "difference": None if found is None or found.difference is None else 100 * found.difference,
            "difference_low": None if found is None else 100 * found.interval.low,
            "difference_high": None if found is None else 100 * found.interval.high,
            "margin": cell.margin,
            "verdict": None if found is None else found.word,
            "games_needed": self.needed if found is not None and found.word == "undecided" else None,
            "note": cell.note,
        }


@dataclass(frozen=True, kw_only=True)
class Mean:
    """A measured mean as numbers, for pictures."""

    mean: float
    low: float
    high: float
    published: float | None = None


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A figure that is measured or counted, in words ready to be shown."""

    group: str
    """What it belongs to: an agent, as a rule."""
    label: str
    ours: str
    interval: str = ""
    """95 %, where it is a mean."""
    published: str = ""
    ratio: str = ""
    """Ours divided by the published figure."""
    word: VerdictWord | None = None
    note: str = ""
    measured: Mean | None = None


@dataclass(frozen=True, kw_only=True)
class SearchMeans:
    """How an agent's searches went in the games, on average over its turns."""

    group: str
    """Which agent, with the length of its turns and the time of the paper."""
    turns: int
    means: dict[str, float]
    """By figure of the report; those that are zero everywhere are left out."""


@dataclass(frozen=True, kw_only=True)
class Tested:
    """A statement, tested."""

    says: str
    word: VerdictWord | None
    """None for scaled budgets."""
    detail: str
    """The scores that it was tested on."""


@dataclass(frozen=True, kw_only=True)
class CurveLine:
    """Points of a curve with their intervals."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    published: tuple[float | None, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Curves:
    """A figure with curves."""

    title: str
    x_label: str
    y_label: str
    lines: tuple[CurveLine, ...]
    logarithmic: bool = False
    """Whether the x axis is."""
    percent: bool = True
    """Whether the y axis goes from 0 to 100."""
    tick_labels: tuple[str, ...] = ()
    """How the places of the first line are written, where not as numbers."""
    scattered: bool = False
    """Whether the points stand alone, without a line through them."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """Everything about one run of an experiment."""

    experiment: Experiment
    size: Size
    command: str
    """What was run."""
    machine: dict[str, str]
    """Where, and with which versions."""
    settings: tuple[tuple[str, str], ...] = ()
    """Games and players, as specs."""
    scores: tuple[CellScore, ...] = ()
    statements: tuple[Tested, ...] = ()
    findings: tuple[Finding, ...] = ()
    searches: tuple[SearchMeans, ...] = ()
    curves: tuple[Curves, ...] = ()
    remarks: tuple[str, ...] = ()
    """What a reader must know of this run."""
    pairings: tuple[KeptPairing, ...] = ()
    """The games behind the scores."""
    played: tuple[str, str] | None = None
    """The days of the first and the last game, or of the measurement."""

    @property
    def words(self) -> str:
        """Reading and size, as every table must say them; where nothing is played there is no size."""
        one = self.experiment
        if one.evolutions:
            scaled = "" if self.size.scale == 1 else f"; SCALED to {self.size.scale:g} of the planned generations"
            return f"{self.size.variant}{scaled}"
        if not (one.players or one.tuning):
            return self.size.variant
        if one.kind == "complexity" and one.sources:
            share = one.source_scale * self.size.scale
            return f"{self.size.variant}; measured in games at {share:g} of the papers' counts"
        view = view_of(self.experiment.game, self.size.variant)
        shown = turnwright.game(self.experiment.game).view_text(view)
        return self.size.words if shown == view else f"{self.size.words}; players see everything (view {shown})"

    def having(
        self,
        *,
        scores: Sequence[CellScore] = (),
        statements: Sequence[Tested] = (),
        findings: Sequence[Finding] = (),
        searches: Sequence[SearchMeans] = (),
        curves: Sequence[Curves] = (),
        remarks: Sequence[str] = (),
        pairings: Sequence[KeptPairing] = (),
        played: tuple[str, str] | None = None,
    ) -> "Result":
        """The same run with what came of it."""
        return replace(
            self,
            scores=tuple(scores),
            statements=tuple(statements),
            findings=tuple(findings),
            searches=tuple(searches),
            curves=tuple(curves),
            remarks=tuple(remarks),
            pairings=tuple(pairings),
            played=played or self.played,
        )

    def as_dict(self) -> dict[str, Any]:
        """The result as plain data, for JSON."""
        experiment = self.experiment
        return {
            "name": experiment.name,
            "paper": experiment.paper,
            "title": experiment.title,
            "size": self.words,
            "variant": self.size.variant,
            "full": self.size.is_full,
            "budget": self.size.budget,
            "scale": self.size.scale,
            "seed": self.size.seed,
            "command": self.command,
            "provenance": {
                "played": None if self.played is None else list(self.played),
                "sources": sorted({one.source for one in self.pairings}),
                "games": sum(len(one.games) for one in self.pairings),
            },
            "machine": self.machine,
            "settings": [{"what": what, "spec": spec} for what, spec in self.settings],
            "scores": [score.as_dict() for score in self.scores],
            "statements": [{"says": one.says, "verdict": one.word, "detail": one.detail} for one in self.statements],
            "findings": [
                {name: getattr(one, name) for name in ("group", "label", "ours", "interval", "published", "ratio")}
                | {"verdict": one.word, "note": one.note}
                for one in self.findings
            ],
            "searches": [{"of": one.group, "turns": one.turns, **one.means} for one in self.searches],
            "remarks": list(self.remarks),
            "notes": list(experiment.notes),
        }
