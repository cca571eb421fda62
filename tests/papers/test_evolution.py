"""The experiments with NEAT, small: evolutions, and matches in which the network always begins."""

import pytest

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.neat.fitness import deals_of, scores_against_evaluation
from turnwright.papers.cost import cost
from turnwright.papers.evolution_experiment import plans_of
from turnwright.papers.experiment import EvolutionPart, Experiment
from turnwright.papers.load import experiment
from turnwright.papers.published import ExperimentError, Quantity
from turnwright.papers.report import report_page
from turnwright.papers.reproduce import Laboratory, reproduce
from turnwright.papers.scale import Size

TINY = "hero_academy:map=a-tiny,deck=TINY"
PLAN = {
    "game": f"{TINY},action_points=2,turn_limit=40", "inputs": "simple", "generations": 4, "games": 4,
    "epsilon_step": 0.5, "play_off": 4, "neat": {"population": 6},
}  # fmt: skip


def quantity(key, published):
    return Quantity(key=f"small {key}", label=key, published=published)


@pytest.fixture
def small():
    """An experiment with one evolution, three runs of it."""
    return Experiment(
        name="th-small", paper="th", title="Small", about="A test.", kind="evolution", game=TINY,
        evolutions={"small": EvolutionPart(label="small", plan=PLAN, runs=3, game_milliseconds=1.0)},
        quantities=(
            quantity("epsilon@1", "0"), quantity("epsilon@4", "7"), quantity("epsilon@9", "0.5"),
            quantity("last", None), quantity("neurons", "6"), quantity("met", "1"), quantity("beaten", "1"),
        ),
    )  # fmt: skip


def played(one, size=Size()):  # noqa: B008 (it is a constant)
    with Store.in_memory() as store:
        return reproduce(one, size, Laboratory(arena=ArenaConfig(store=store)))


def test_an_evolution_is_compared_with_the_range_of_its_runs(small):
    result = played(small)
    found = {one.label: one for one in result.findings}
    assert (found["epsilon@1"].ours, found["epsilon@1"].word) == ("0, 0, 0", "agrees")
    assert found["epsilon@4"].word == "differs"
    assert (found["epsilon@9"].ours, found["epsilon@9"].word) == ("–, –, –", None)
    assert found["last"].word is None
    assert found["neurons"].ours.count(",") == found["beaten"].ours.count(",") == 2
    (curve,) = result.curves
    assert [line.label for line in curve.lines] == ["run 1", "run 2", "run 3"]
    assert "ε of the opponent" in report_page(result)


def test_runs_differ_in_their_seeds_and_a_scale_shortens_them(small):
    plans = plans_of(small.evolutions["small"], Size(scale=0.5, seed=7))
    assert [(plan.seed, plan.generations) for plan in plans] == [(7, 2), (8, 2), (9, 2)]
    assert cost(small, Size()).games == 3 * 4 * 6 * 4
    reference = plans_of(small.evolutions["small"], Size(variant="reference"))[0]
    assert (reference.policy, "ordering=reference" in reference.game) == ("local", True)


def test_a_figure_that_does_not_exist_is_named(small):
    from dataclasses import replace

    with pytest.raises(ExperimentError, match="no figure 'colour'"):
        played(replace(small, quantities=(quantity("colour", None),)))


def test_matches_of_starters_are_begun_by_the_player():
    """Greedy Action against itself: the first seat's score, which is no half."""
    with Store.in_memory() as store:
        laboratory = Laboratory(arena=ArenaConfig(store=store))
        result = reproduce(experiment("th-tab5.2"), Size(games=200), laboratory, ["player=greedy_action"])
    (score,) = result.scores
    game = turnwright.game(f"{TINY},turn_limit=100,evaluation=described")
    scores = list(scores_against_evaluation(game, game, deals_of(0, 0, 200)))
    assert (score.wins, score.draws, score.losses) == tuple(scores.count(points) for points in (1.0, 0.5, 0.0))
    assert score.verdict is not None
    assert ("Greedy Action", "greedy_action:evaluation=described") in result.settings
