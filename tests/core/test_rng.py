"""Random numbers: splitmix64 as published, evenly spread, the same everywhere."""

import numpy as np
from scipy.stats import chisquare

from turnwright.core.compiled import entry
from turnwright.core.rng import below, draw, fork, generator, uniform, words

# The first outputs of splitmix64 for the seed 1234567, as published with the algorithm.
PUBLISHED = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]


@entry
def _draws(rng, out):
    for i in range(out.size):
        out[i] = draw(rng)


@entry
def _uniforms(rng, out):
    for i in range(out.size):
        out[i] = uniform(rng)


@entry
def _below(rng, n, counts, times):
    for _ in range(times):
        counts[below(rng, n)] += 1


@entry
def _fork(rng):
    return fork(rng)


def drawn(rng: np.ndarray, count: int) -> list[int]:
    out = np.zeros(count, dtype=np.uint64)
    _draws(rng, out)
    return out.tolist()


def test_draws_are_those_of_splitmix64():
    assert drawn(np.array([1234567], dtype=np.uint64), 4) == PUBLISHED


def test_numbers_below_a_bound_are_uniform():
    for n in (1, 2, 7, 60, 1000):
        counts = np.zeros(n, dtype=np.int64)
        _below(generator(n), n, counts, 1000 * n)
        assert counts.sum() == 1000 * n
        assert n == 1 or chisquare(counts).pvalue > 1e-6


def test_uniform_floats_fill_the_unit_interval():
    out = np.zeros(100_000)
    _uniforms(generator(1), out)
    assert 0.0 <= out.min() < 1e-3
    assert 1 - 1e-3 < out.max() < 1.0
    assert chisquare(np.histogram(out, 20, (0, 1))[0]).pvalue > 1e-6


def test_every_seed_and_path_has_its_own_generator():
    """Also (1, 2), (2, 1), (1,) and negative or very large seeds."""
    paths = [(), (0,), (0, 0), (1,), (1, 2), (2, 1), (-1,), (2**63,), (2**64 - 2,), (1, 2, 3)]
    states = [int(generator(*path)[0]) for path in paths]
    assert len(set(states)) == len(states)
    assert drawn(generator(5, 6), 3) == drawn(generator(5, 6), 3)


def test_a_fork_shares_no_numbers_with_its_origin():
    rng = generator(3)
    other = np.array([_fork(rng)], dtype=np.uint64)
    assert not set(drawn(rng, 1000)) & set(drawn(other, 1000))


def test_words_for_tables_are_distinct():
    every = words(0, 1000) + words(1, 1000) + words(2, 1000)
    assert len(set(every)) == len(every)
    assert words(1, 5) == words(1, 1000)[:5]
