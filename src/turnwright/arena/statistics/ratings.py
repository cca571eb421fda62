"""Ratings of a whole field from its cross table: Bradley and Terry's model on the Elo scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnwright.arena.statistics.elo import EloDifference
from turnwright.arena.statistics.intervals import Interval, normal_quantile
from turnwright.core.errors import TurnwrightError

PRIOR_DEVIATION = 500.0
"""Before any game, ratings are taken to be normal around the field's mean with this deviation in Elo. It keeps who
won everything finite, and weighs at most half a game between equals."""

_NATURAL = log(10) / 400
"""One Elo point in the natural unit of the model."""


@dataclass(frozen=True, kw_only=True)
class Ratings:
    """How strong each agent of a field is."""

    elo: tuple[float, ...]
    """Ratings in the order of the table; the mean of every group is 0."""
    errors: tuple[float, ...]
    """What is written after ± (95 %, or the confidence asked for), relative to the group's mean; infinite for who met
    nobody."""
    covariance: NDArray[np.float64]
    """Of the ratings, in Elo²: the errors of different agents hang together."""
    groups: tuple[tuple[int, ...], ...]
    """Agents that met, at least through others; ratings compare only within a group."""
    statement: str
    """Warnings about the ratings; empty if there are none."""
    confidence: float
    """Of the errors."""

    def difference(self, one: int, other: int) -> EloDifference:
        """By how much one agent is stronger than another: unknown between groups, and surer than two errors suggest."""
        if not any(one in group and other in group for group in self.groups):
            return EloDifference(elo=None, interval=Interval(-inf, inf))
        elo = self.elo[one] - self.elo[other]
        variance = self.covariance[one, one] + self.covariance[other, other] - 2 * self.covariance[one, other]
        error = normal_quantile(self.confidence) * sqrt(max(0.0, float(variance)))
        return EloDifference(elo=elo, interval=Interval(elo - error, elo + error))

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON, which knows no infinity: None stands for an error without bound."""
        return {
            "elo": list(self.elo),
            "errors": [None if isinf(error) else error for error in self.errors],
            "groups": [list(group) for group in self.groups],
            "statement": self.statement,
        }


def bradley_terry(
    points: ArrayLike, games: ArrayLike, names: Sequence[str] | None = None, confidence: float = 0.95
) -> Ratings:
    """Ratings from a cross table: `points[i][j]` of i against j (draws half) in `games[i][j]` games.

    The ratings are the most likely ones under the model and a weak prior; their errors come from the inverse of the
    information. Draws and pairs make the truth a little surer than the errors say. `names` are for the statement.
    """
    scored, played = _checked_table(points, games)
    labels = [f"agent {place}" for place in range(1, len(scored) + 1)] if names is None else list(names)
    if len(labels) != len(scored):
        raise TurnwrightError(f"{len(labels)} names were given for a table of {len(scored)} agents; give one for each")
    groups = _components(played > 0, "weak")
    elo, covariance = np.zeros(len(scored)), np.zeros(played.shape)
    for group in groups:
        block = np.ix_(group, group)
        elo[list(group)], covariance[block] = _fit(scored[block], played[block])
    z = normal_quantile(confidence)
    alone = {group[0] for group in groups if len(group) == 1}
    errors = [inf if agent in alone else z * sqrt(covariance[agent, agent]) for agent in range(len(elo))]
    return Ratings(
        elo=tuple(map(float, elo)),
        errors=tuple(map(float, errors)),
        covariance=covariance,
        groups=groups,
        statement=_statement(scored, groups, labels),
        confidence=confidence,
    )


def _checked_table(points: ArrayLike, games: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    scored, played = np.asarray(points, dtype=np.float64), np.asarray(games, dtype=np.float64)
    if scored.ndim != 2 or scored.shape != played.shape or len(scored) != scored.shape[1]:
        raise TurnwrightError(
            f"a cross table cannot have points of shape {scored.shape} and games of shape {played.shape}; "
            "both must be square and of one size"
        )
    if not (np.isfinite(played).all() and np.isfinite(scored).all() and (scored >= 0).all()):
        raise TurnwrightError("a cross table has points that are negative or no number; they must be 0 or more")
    if np.diag(played).any() or (played != played.T).any() or np.abs(scored + scored.T - played).max(initial=0) > 1e-9:
        raise TurnwrightError(
            "a cross table does not add up; no agent plays itself, both sides count the same games, "
            "and their points must add up to the games"
        )
    return scored, played


def _fit(points: NDArray[np.float64], games: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ratings of a connected group and their covariance, in Elo, by Newton's method with damped steps.

    The games say nothing of the mean, and the prior wants it at 0: it is 0 at the maximum.
    """
    size = len(points)
    prior = 1 / (PRIOR_DEVIATION * _NATURAL) ** 2
    strengths = np.zeros(size)

    def fitness(at: NDArray[np.float64]) -> float:
        gaps = at[:, np.newaxis] - at
        return float(-(points * np.logaddexp(0.0, -gaps)).sum() - prior * (at**2).sum() / 2)

    while True:
        expected = 1 / (1 + np.exp(strengths - strengths[:, np.newaxis]))
        gradient = (points - games * expected).sum(axis=1) - prior * strengths
        weights = games * expected * (1 - expected)
        information = np.diag(weights.sum(axis=1) + prior) - weights
        step = np.linalg.solve(information, gradient)
        step -= step.mean()
        if np.abs(step).max() < 1e-9:
            break
        size_of_step, here = 1.0, fitness(strengths)
        while fitness(strengths + size_of_step * step) < here and size_of_step > 1e-6:
            size_of_step /= 2
        strengths = strengths + size_of_step * step
    centring = np.eye(size) - 1 / size
    covariance = centring @ np.linalg.inv(information) @ centring
    return strengths / _NATURAL, covariance / _NATURAL**2


def _components(links: NDArray[np.bool_], connection: str) -> tuple[tuple[int, ...], ...]:
    """Agents that links connect, in the table's order; a strong connection leads both ways."""
    reached = links | np.eye(len(links), dtype=np.bool_)
    if connection == "weak":
        reached = reached | reached.T
    while True:  # every round doubles the length of the ways that count
        farther = reached @ reached
        if (farther == reached).all():
            break
        reached = farther
    return tuple(sorted({tuple(np.flatnonzero(row).tolist()) for row in reached & reached.T}))


def _statement(points: NDArray[np.float64], groups: tuple[tuple[int, ...], ...], names: list[str]) -> str:
    sentences = []
    if len(groups) > 1:
        sentences.append(
            f"These groups have not played each other: {_listed(groups, names)}. Compare ratings only within a group."
        )
    for group in groups:
        block = points[np.ix_(group, group)]
        sides = [tuple(group[agent] for agent in side) for side in _components(block > 0, "strong")]
        if len(sides) > 1:
            sentences.append(
                f"Between these groups, one side won every game: {_listed(sides, names)}. Only the prior "
                f"({PRIOR_DEVIATION:g} Elo around the mean) keeps their rating differences finite."
            )
    return " ".join(sentences)


def _listed(groups: Sequence[Sequence[int]], names: list[str]) -> str:
    """`a, b | c | d`."""
    return " | ".join(", ".join(names[agent] for agent in group) for group in groups)
