"""NTBEA: it finds what is to be found, does what the specification says, and goes on where it was stopped."""

from itertools import pairwise
from math import exp

import numpy as np
import pytest
from scipy import stats

from turnwright.core.errors import TurnwrightError
from turnwright.tuning.ntbea import VARIANTS, Ntbea, NtbeaSettings
from turnwright.tuning.space import Point, Space

SPACE = Space.of({name: range(6) for name in ("damage", "danger", "board", "items", "cards")})


def weights(point: Point) -> float:
    """A win rate that falls with the distance from the weights of the LOCM paper."""
    return 1 / (1 + exp(0.05 * sum((a - b) ** 2 for a, b in zip(point, (3, 2, 5, 1, 1), strict=True)) - 1.2))


def one_max(point: Point) -> float:
    """The more ones the better."""
    return 0.3 + 0.4 * sum(point) / len(point)


def interacting(point: Point) -> float:
    """Single values say nothing, pairs of values all."""
    return 0.3 + 0.1 * sum((a + b) % 3 == 1 for a, b in zip(point[::2], point[1::2], strict=True))


PROBLEMS = {
    "weights": (SPACE, weights),
    "one_max": (Space.of({f"bit{i}": [0, 1] for i in range(10)}), one_max),
    "interacting": (Space.of({f"d{i}": range(3) for i in range(6)}), interacting),
}


class Noisy:
    """The share of twelve games won, when each is won with the true chance."""

    def __init__(self, truth, seed: int) -> None:
        self._truth = truth
        self._rng = np.random.default_rng([seed, 77])

    def __call__(self, point: Point) -> float:
        return self._rng.binomial(12, self._truth(point)) / 12


def search(optimiser: Ntbea, evaluate, iterations: int) -> Point:
    for _ in range(iterations):
        point = optimiser.suggest()
        optimiser.tell(point, evaluate(point))
    return optimiser.recommend()


def random_search(space: Space, evaluate, seed: int, iterations: int) -> Point:
    """The first point that scored best among points drawn by lot."""
    rng = np.random.default_rng([seed, 99])
    points = [space.drawn(rng.random(len(space.sizes))) for _ in range(iterations)]
    return max(points, key=evaluate)


@pytest.mark.parametrize("name", PROBLEMS)
def test_it_recommends_far_better_points_than_random_search(name):
    """Twenty seeds, 1,000 evaluations each: less than half the regret, and no chance result (paired t-test)."""
    space, truth = PROBLEMS[name]
    best = max(truth(point) for point in np.ndindex(*space.sizes))
    ours = [best - truth(search(Ntbea(space, seed=seed), Noisy(truth, seed), 1000)) for seed in range(20)]
    theirs = [best - truth(random_search(space, Noisy(truth, seed), seed, 1000)) for seed in range(20)]
    assert np.mean(ours) < np.mean(theirs) / 2
    assert stats.ttest_rel(ours, theirs, alternative="less").pvalue < 0.001


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_finds_a_peak_without_noise(variant):
    """The peak, or a point beside it: its values may also have been seen in worse company than a neighbour's."""
    space = Space.of({"x": range(12), "y": range(12)})
    x, y = search(Ntbea(space, VARIANTS[variant], seed=4), lambda point: -abs(point[0] - 9) - abs(point[1] - 2), 400)
    assert abs(x - 9) + abs(y - 2) <= 1


def test_it_recommends_the_evaluated_point_that_its_tuples_think_best():
    """Counted again by brute force over what was evaluated."""
    optimiser = Ntbea(SPACE, seed=2)
    search(optimiser, Noisy(weights, 2), 120)

    def expected(point: Point) -> float:
        means = []
        for dimensions in optimiser.model.tuples:
            seen = [value for other, value in optimiser.evaluations if all(other[d] == point[d] for d in dimensions)]
            means.append(np.mean(seen))
        return float(np.mean(means))

    values = {point: expected(point) for point, _ in optimiser.evaluations}
    assert values[optimiser.recommend()] == pytest.approx(max(values.values()))
    assert optimiser.estimate(optimiser.recommend()) == pytest.approx(max(values.values()))


def test_ties_between_recommendations_are_broken_by_lot():
    found = set()
    for seed in range(30):
        optimiser = Ntbea(Space.of({"x": range(2)}), seed=seed)
        for point in ((0,), (1,)):
            optimiser.tell(point, 0.5)
        found.add(optimiser.recommend())
    assert found == {(0,), (1,)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_resumed_search_goes_on_bit_for_bit(variant):
    """Told the same evaluations, a new optimiser suggests and recommends what the old one does, ever after."""
    evaluate = Noisy(weights, 3)
    old = Ntbea(SPACE, VARIANTS[variant], seed=3)
    search(old, evaluate, 150)
    new = Ntbea(SPACE, VARIANTS[variant], seed=3)
    for point, fitness in old.evaluations:
        new.tell(point, fitness)
    for _ in range(50):
        point = old.suggest()
        assert new.suggest() == point
        assert new.recommend() == old.recommend()
        fitness = evaluate(point)
        old.tell(point, fitness)
        new.tell(point, fitness)


def test_seeds_make_searches_and_the_same_seed_the_same_one():
    def points(seed: int) -> list[Point]:
        optimiser = Ntbea(SPACE, seed=seed)
        search(optimiser, weights, 30)
        return [point for point, _ in optimiser.evaluations]

    assert points(1) == points(1)
    assert points(1) != points(2)


def test_a_suggestion_stays_until_a_fitness_is_told():
    optimiser = Ntbea(SPACE, seed=1)
    assert optimiser.suggest() == optimiser.suggest()


def mutants(settings: NtbeaSettings, space: Space = SPACE, start: Point = (2, 2, 2, 2, 2)) -> np.ndarray:
    return Ntbea(space, settings)._neighbours(start, np.random.default_rng(1))


def test_a_neighbour_has_one_forced_change_and_others_by_chance():
    """10 % for each dimension beside the forced one: 1 + 4 × 0.1 changes on average."""
    changed = (mutants(NtbeaSettings(neighbours=20_000)) != 2).sum(axis=1)
    assert changed.min() == 1
    assert changed.mean() == pytest.approx(1.4, abs=0.02)


def test_changes_are_uniform_over_the_other_values():
    values = mutants(NtbeaSettings(neighbours=20_000, mutation=1.0))[:, 0]
    counts = np.bincount(values, minlength=6)
    assert counts[2] == 0
    assert stats.chisquare(counts[counts > 0]).pvalue > 0.001


def test_new_values_may_be_the_old_ones_if_told_so():
    values = mutants(NtbeaSettings(neighbours=20_000, mutation=1.0, new_value="any"))[:, 0]
    assert stats.chisquare(np.bincount(values, minlength=6)).pvalue > 0.001


def test_mutation_can_be_given_in_positions():
    """2 / F for each dimension, one forced: 1 + 4 × 0.4 changes on average."""
    changed = (mutants(NtbeaSettings(neighbours=20_000, mutation=2.0, mutation_unit="positions")) != 2).sum(axis=1)
    assert changed.mean() == pytest.approx(2.6, abs=0.04)


def test_without_a_forced_flip_a_neighbour_may_be_the_point_itself():
    changed = (mutants(NtbeaSettings(neighbours=1000, forced_flip=False)) != 2).sum(axis=1)
    assert changed.min() == 0


@pytest.mark.parametrize(("width", "expected"), [(2, 5), (6, 9), (30, 100)])
def test_neighbours_can_be_limited_to_a_quarter_of_the_space(width, expected):
    space = Space.of({"x": range(width), "y": range(width)})
    assert len(mutants(NtbeaSettings(limit="quarter"), space, (0, 0))) == expected


def test_unique_neighbours_all_differ():
    rows = mutants(NtbeaSettings(unique=True, neighbours=50)).tolist()
    assert len(rows) == 50
    assert len({tuple(row) for row in rows}) == 50
    few = mutants(NtbeaSettings(unique=True, neighbours=50), Space.of({"x": range(3), "y": range(2)}), (0, 0)).tolist()
    assert len(few) == len({tuple(row) for row in few}) <= 5


def test_the_walk_leads_from_neighbour_to_neighbour():
    """With one change at a time, each point differs from the last in one dimension only."""
    optimiser = Ntbea(SPACE, NtbeaSettings(mutation=0.0), seed=1)
    search(optimiser, weights, 50)
    for (one, _), (other, _) in pairwise(optimiser.evaluations):
        assert sum(a != b for a, b in zip(one, other, strict=True)) == 1


def test_the_elitist_walk_leaves_the_best_point_only_for_one_as_good():
    optimiser = Ntbea(SPACE, NtbeaSettings(mutation=0.0, walk="best"), seed=1)
    search(optimiser, weights, 80)
    best = optimiser.evaluations[0]
    for evaluation in optimiser.evaluations[1:]:
        assert sum(a != b for a, b in zip(evaluation[0], best[0], strict=True)) == 1
        if evaluation[1] >= best[1]:
            best = evaluation


def test_initial_points_are_drawn_by_lot():
    """They differ from their predecessors in 5 × 5/6 dimensions on average, steps of the walk in few."""
    optimiser = Ntbea(SPACE, NtbeaSettings(initial=300), seed=1)
    search(optimiser, weights, 300)
    changes = [
        sum(a != b for a, b in zip(one, other, strict=True)) for (one, _), (other, _) in pairwise(optimiser.evaluations)
    ]
    assert np.mean(changes) == pytest.approx(25 / 6, abs=0.2)


def test_the_published_variants_are_those_of_the_specification():
    assert (VARIANTS["locm"].k, VARIANTS["locm"].epsilon, VARIANTS["locm"].neighbours) == (1.4, 0.5, 100)
    assert (VARIANTS["locm"].mutation, VARIANTS["locm"].mutation_unit) == (0.1, "probability")
    assert VARIANTS["locm"].tuples == (1, 2, "all")
    assert (VARIANTS["java"].k, VARIANTS["java"].epsilon, VARIANTS["java"].neighbours) == (100, 0.5, 100)
    assert (VARIANTS["python"].k, VARIANTS["python"].tuples, VARIANTS["python"].neighbours) == (100, (1, "all"), 50)
    assert (VARIANTS["tag"].k, VARIANTS["tag"].epsilon, VARIANTS["tag"].tuples) == (1, 0.1, (1, 2))
    assert (VARIANTS["gameai"].k, VARIANTS["gameai"].initial, VARIANTS["gameai"].walk) == (1.4, 100, "best")


def test_marginals_are_means_over_everything_else():
    optimiser = Ntbea(SPACE, seed=5)
    search(optimiser, Noisy(weights, 5), 200)
    single, pair = optimiser.marginal(2), optimiser.marginal(2, 4)
    for value in range(6):
        seen = [fitness for point, fitness in optimiser.evaluations if point[2] == value]
        assert single.counts[value] == len(seen)
        if len(seen) > 1:
            assert single.means[value] == pytest.approx(np.mean(seen))
            assert single.errors[value] == pytest.approx(stats.sem(seen))
        for other in range(6):
            both = [fitness for point, fitness in optimiser.evaluations if (point[2], point[4]) == (value, other)]
            assert pair.counts[value, other] == len(both)
            assert np.isnan(pair.means[value, other]) if not both else True
            assert not both or pair.means[value, other] == pytest.approx(np.mean(both))


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"k": -1.0}, "k is"),
        ({"epsilon": 0.0}, "epsilon is"),
        ({"neighbours": 0}, "neighbours is"),
        ({"mutation": 1.5}, "at most 1"),
        ({"mutation": 0.0, "forced_flip": False}, "never leave"),
        ({"initial": 0}, "initial is"),
        ({"k": float("nan")}, "k is"),
    ],
)
def test_settings_without_sense_are_refused(settings, says):
    with pytest.raises(TurnwrightError, match=says):
        NtbeaSettings(**settings)


def test_what_is_no_fitness_and_no_point_is_refused():
    optimiser = Ntbea(SPACE)
    with pytest.raises(TurnwrightError, match="nothing has been evaluated"):
        optimiser.recommend()
    with pytest.raises(TurnwrightError, match="not a number"):
        optimiser.tell((0, 0, 0, 0, 0), float("nan"))
    with pytest.raises(TurnwrightError, match="not a point"):
        optimiser.tell((0, 0, 0, 0, 6), 0.5)
    with pytest.raises(TurnwrightError, match="seed"):
        Ntbea(SPACE, seed=-1)
