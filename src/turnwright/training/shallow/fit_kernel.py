"""Gradient descent of a shallow network, in floating point: what `fit` runs.

`pairs` are possible turns of one position: the network learns which of two is better, and how good each is.
"""

from typing import NamedTuple

import numpy as np

from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule

MOST = np.float32(1.5)
"""Of a row's numbers: so the sum of all rows fits into 16 bits."""
_FIRST, _SECOND = np.float32(0.9), np.float32(0.999)
_TINY = np.float32(1e-8)
_ONE, _NONE = np.float32(1.0), np.float32(0.0)


class Numbers(NamedTuple):
    """The numbers of a network, or their gradients, or means of these."""

    rows: np.ndarray
    bias: np.ndarray
    weight: np.ndarray


class Samples(NamedTuple):
    """What a network learns from."""

    active: np.ndarray
    """By state and view (the player who moved, the other one): the inputs that are 1."""
    counts: np.ndarray
    base: np.ndarray
    """The logit that the network corrects."""
    label: np.ndarray
    """The chance to win."""
    reply: np.ndarray
    """The logit after the reply, by which siblings are compared."""


class Pace(NamedTuple):
    """How fast it learns."""

    rate: float
    decay: float
    pairs: float
    sharpness: float
    batch: int


@rule
def _forward(active, counts, net, sums):
    total = _NONE
    for view in range(2):
        sign = np.float32(1 - 2 * view)
        for j in range(net.bias.size):
            sums[view, j] = net.bias[j]
        for place in range(counts):
            row = active[view, place]
            for j in range(net.bias.size):
                sums[view, j] += net.rows[row, j]
        for j in range(net.bias.size):
            activity = min(_ONE, max(_NONE, sums[view, j]))
            total += sign * net.weight[j] * activity * activity
    return total


@rule
def _backward(active, counts, slope, net, sums, slopes, back):
    for view in range(2):
        signed = np.float32(1 - 2 * view) * slope
        for j in range(net.bias.size):
            activity = min(_ONE, max(_NONE, sums[view, j]))
            slopes.weight[j] += signed * activity * activity
            inside = _NONE < sums[view, j] < _ONE
            back[j] = signed * net.weight[j] * np.float32(2.0) * activity if inside else _NONE
            slopes.bias[j] += back[j]
        for place in range(counts):
            row = active[view, place]
            for j in range(net.bias.size):
                slopes.rows[row, j] += back[j]


@rule
def _step(numbers, slopes, first, second, share, step, decay, most):
    """Adam with decoupled decay; the slopes are cleared."""
    for i in range(numbers.size):
        slope = slopes[i] * share
        slopes[i] = _NONE
        first[i] = _FIRST * first[i] + (_ONE - _FIRST) * slope
        second[i] = _SECOND * second[i] + (_ONE - _SECOND) * slope * slope
        moved = numbers[i] - step * first[i] / (np.sqrt(second[i]) + _TINY) - decay * numbers[i]
        numbers[i] = min(most, max(-most, moved))


@rule
def _sigmoid(logit):
    return 1.0 / (1.0 + np.exp(-np.float64(logit)))


@rule
def _update(net, slopes, first, second, pace, count, steps):
    share = np.float32(1.0 / count)
    fading = np.sqrt(1.0 - np.float64(_SECOND) ** steps) / (1.0 - np.float64(_FIRST) ** steps)
    step, decay = np.float32(pace.rate * fading), np.float32(pace.rate * pace.decay)
    _step(net.rows.ravel(), slopes.rows.ravel(), first.rows.ravel(), second.rows.ravel(), share, step, decay, MOST)
    _step(net.bias, slopes.bias, first.bias, second.bias, share, step, decay, MOST)
    free = np.float32(np.inf)
    _step(net.weight, slopes.weight, first.weight, second.weight, share, step, _NONE, free)


@entry
def learn(order, siblings, samples, net, slopes, first, second, pace, steps):
    """Go once through positions in an order; return the steps made so far."""
    samples, net, slopes = borrowed(samples), borrowed(net), borrowed(slopes)
    hidden = net.bias.size
    sums, back = np.empty((siblings, 2, hidden), np.float32), np.empty(hidden, np.float32)
    logits, errors = np.empty(siblings, np.float64), np.empty(siblings, np.float64)
    pairs = siblings * (siblings - 1) / 2.0
    waiting = 0
    for number in range(order.size):
        start = order[number] * siblings
        for k in range(siblings):
            at = start + k
            logits[k] = samples.base[at] + _forward(samples.active[at], samples.counts[at], net, sums[k])
            errors[k] = (_sigmoid(logits[k]) - samples.label[at]) / siblings
        for a in range(siblings):
            for b in range(a):
                wanted = _sigmoid(pace.sharpness * (samples.reply[start + a] - samples.reply[start + b]))
                error = pace.pairs * (_sigmoid(pace.sharpness * (logits[a] - logits[b])) - wanted) / pairs
                errors[a] += error
                errors[b] -= error
        for k in range(siblings):
            at = start + k
            _backward(samples.active[at], samples.counts[at], np.float32(errors[k]), net, sums[k], slopes, back)
        waiting += 1
        if waiting == pace.batch or number == order.size - 1:
            steps += 1
            _update(net, slopes, first, second, pace, waiting, steps)
            waiting = 0
    return steps


@entry
def corrections(samples, net, out):
    """What the network adds to the logit of every state."""
    samples, net = borrowed(samples), borrowed(net)
    sums = np.empty((2, net.bias.size), np.float32)
    for at in range(out.size):
        out[at] = _forward(samples.active[at], samples.counts[at], net, sums)
