"""Fits a shallow network to lessons, and rounds it to integers."""

from dataclasses import dataclass
from math import cos, pi

import numpy as np

from turnwright.evaluators.shallow import Inputs, Shallow, packed
from turnwright.evaluators.shallow_kernel import FULL, HIDDEN, MOST_WEIGHT
from turnwright.training.plan import TrainingError
from turnwright.training.shallow.fit_kernel import Numbers, Pace, Samples, corrections, learn
from turnwright.training.shallow.lessons import SIBLINGS, Lessons

_POINTS = 1e4
"""Points that scales are computed in."""
_DECIDED = 30_000.0
"""Values after a reply are clipped here: beyond it the game is won or lost."""
_FINE = 64
"""What a weight of 1 is in a file."""
_NEAR = 0.01
"""Siblings whose replies differ by less of a logit are not compared in reports."""


@dataclass(frozen=True, kw_only=True)
class FitSettings:
    """How a network is fitted."""

    epochs: int = 6
    """How often it goes through all lessons."""
    rate: float = 0.002
    """Of Adam at the beginning; it falls to 0 along a cosine."""
    decay: float = 0.001
    pairs: float = 16.0
    """What telling siblings apart counts for, against the chances to win."""
    sharpness: float = 6.0
    """By what differences of logits are multiplied where siblings are compared."""
    result: float = 0.5
    """Share of a label that is the result of the game; the rest is the chance after the reply."""
    batch: int = 256
    """Positions to a step."""


@dataclass(frozen=True, kw_only=True)
class Quality:
    """How well an evaluation orders the turns of held-out games."""

    pair_loss: float
    """Log loss of which of two siblings is better after the reply."""
    right: float
    """Share of pairs in the right order."""
    regret: float
    """What the sibling that it prefers lacks of the best one after the reply, in points."""


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """A network, and how much better than the evaluation that it corrects."""

    network: Shallow
    before: Quality
    after: Quality
    scale: float
    """Points to a unit of the logit."""


def fit(lessons: Lessons, inputs: Inputs, settings: FitSettings, *, held_out: int, seed: int) -> Fitted:
    """Fit a network; every `held_out`th game is not fitted to, but measures the fit."""
    decided = lessons.result != 0
    if not decided.any():
        raise TrainingError("no game of self-play was decided, so points have no scale; give turns more genomes")
    chance = (lessons.result + 1.0) / 2.0
    after = np.clip(lessons.reply, -_DECIDED, _DECIDED)
    slope, tempo = _logistic(lessons.linear[decided], chance[decided])
    reply_slope, reply_tempo = _logistic(after[decided], chance[decided])
    replied = (reply_slope * after + reply_tempo).astype(np.float32)
    label = settings.result * chance + (1.0 - settings.result) / (1.0 + np.exp(-replied))
    active, counts = inputs.seen(lessons.states)
    base = (slope * lessons.linear + tempo).astype(np.float32)
    samples = Samples(active, counts, base, label.astype(np.float32), replied)
    groups = lessons.game[::SIBLINGS]
    held = np.flatnonzero(groups % held_out == held_out - 1)
    chosen = np.flatnonzero(groups % held_out != held_out - 1)
    chaos = np.random.default_rng(seed)
    net = _begun(chaos, inputs.count)
    slopes, first, second = (Numbers(*map(np.zeros_like, net)) for _ in range(3))
    steps = 0
    for epoch in range(settings.epochs):
        rate = settings.rate * (1.0 + cos(pi * epoch / settings.epochs)) / 2.0
        pace = Pace(rate, settings.decay, settings.pairs, settings.sharpness, settings.batch)
        steps = learn(chaos.permutation(chosen), SIBLINGS, samples, net, slopes, first, second, pace, steps)
    added = np.zeros(len(base), np.float32)
    corrections(samples, net, added)
    quality = [_quality(logits, samples, held, settings.sharpness, slope) for logits in (base, base + added)]
    return Fitted(network=rounded(net, 1.0 / slope), before=quality[0], after=quality[1], scale=1.0 / slope)


def rounded(net: Numbers, scale: float) -> Shallow:
    """A network in integers; `scale` is in points to a unit of the logit."""
    most = MOST_WEIGHT
    return Shallow(
        rows=packed(np.round(net.rows * FULL)),
        bias=tuple(round(float(bias) * FULL) for bias in net.bias),
        weight=tuple(max(-most, min(most, round(float(weight) * _FINE))) for weight in net.weight),
        unit=scale / (_FINE * FULL * FULL),
    )


def _begun(chaos: np.random.Generator, inputs: int) -> Numbers:
    return Numbers(
        (0.05 * chaos.standard_normal((inputs, HIDDEN))).astype(np.float32),
        np.full(HIDDEN, 0.3, np.float32),
        (0.3 * chaos.standard_normal(HIDDEN)).astype(np.float32),
    )


def _logistic(values: np.ndarray, chance: np.ndarray) -> tuple[float, float]:
    """Slope and intercept of the chance to win by a value in points."""
    from scipy.optimize import minimize

    scaled = values / _POINTS

    def loss(numbers: np.ndarray) -> float:
        logit = numbers[0] * scaled + numbers[1]
        return float(np.mean(np.logaddexp(0.0, logit) - chance * logit))

    found = minimize(loss, np.array([1.0, 0.0])).x
    return float(found[0]) / _POINTS, float(found[1])


def _quality(logits: np.ndarray, samples: Samples, held: np.ndarray, sharpness: float, slope: float) -> Quality:
    if not len(held):
        raise TrainingError("no game is held out, so the fit cannot be measured; play more games")
    said = logits.reshape(-1, SIBLINGS)[held].astype(np.float64)
    came = samples.reply.reshape(-1, SIBLINGS)[held].astype(np.float64)
    a, b = np.triu_indices(SIBLINGS, 1)
    more_said, more_came = said[:, a] - said[:, b], came[:, a] - came[:, b]
    wanted = 1.0 / (1.0 + np.exp(-sharpness * more_came))
    loss = np.logaddexp(0.0, sharpness * more_said) - wanted * sharpness * more_said
    clear = np.abs(more_came) > _NEAR
    best = came.max(axis=1) - np.take_along_axis(came, said.argmax(axis=1)[:, None], axis=1)[:, 0]
    return Quality(
        pair_loss=float(loss.mean()),
        right=float((np.sign(more_said) == np.sign(more_came))[clear].sum() / max(1, clear.sum())),
        regret=float(best.mean() / slope),
    )
