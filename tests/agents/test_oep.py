"""Online Evolutionary Planning: what populations, fitness and the variants promise."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chisquare

from turnwright import Budget, State
from turnwright.agents.memory import DOUBLE, genome_width, new_workspace
from turnwright.agents.oep import Oep, _migrate, new_population
from turnwright.agents.oep_kernel import evolve
from turnwright.agents.registry import agent
from turnwright.core.control import new_control
from turnwright.core.hash_table import new_table
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError

GAMES = ("hero_academy", "hero_academy:map=a-small,deck=SMALL,action_points=8,pruning=reference", "pairs")
ENDLESS = 2**60


@pytest.fixture(params=GAMES)
def state(request, midgame, pairs) -> State:
    return midgame(pairs if request.param == "pairs" else request.param, 1, seed=2)[0]


def choices(state: State) -> list[int]:
    return state.candidates() or [state.end_action]


def best_choices(state: State) -> list[int]:
    """The candidates whose successor evaluates best for the player to move."""
    me = state.player
    values = {action: state.play(action).evaluate(me) for action in choices(state)}
    return [action for action, value in values.items() if value == max(values.values())]


SPECS = (
    "oep",
    "oep:greedy=0.2,repair=greedy",
    "oep:diversity=tabu",
    "oep:diversity=niche",
    "oep:islands=3,migration=2",
)


@pytest.mark.parametrize("spec", [*SPECS, "oep:variant=reference", "oep:horizon=9"])
def test_the_best_value_never_falls(spec, state):
    """With static fitness: along the curve of a search, and with a larger budget, whose search begins the same way
    (islands share a budget out, so theirs does not)."""
    values = []
    for iterations in (50, 400, 1500, 5000):
        turn = agent(spec).plan(state.view(), Budget(iterations=iterations), seed=3)
        along = [value for _, _, value in turn.report.curve]
        assert along == sorted(set(along))
        assert along[-1] == turn.value
        spent = [evaluations for evaluations, _, _ in turn.report.curve]
        assert spent == sorted(spent)
        values.append(turn.value)
    assert values == sorted(values) or "islands" in spec


@pytest.mark.parametrize("spec", SPECS)
def test_the_value_is_that_of_the_state_after_the_turn(spec, state):
    """Judged after the end of the turn: own knocked-out units are gone and cards are drawn."""
    turn = agent(spec).plan(state.view(), Budget(iterations=2000), seed=4)
    assert turn.value == state.play(*turn.actions).evaluate(state.player)


def test_a_generation_breeds_as_many_as_die(state):
    """The first population, then half of it anew for every generation. Survivors are not evaluated again, except by
    the published code."""
    for generations in (1, 2, 7):
        budget = Budget(iterations=100 + 50 * (generations - 1))
        report = agent("oep").plan(state.view(), budget).report
        assert (report.generations, report.evaluations) == (generations, report.iterations)
        report = agent("oep:variant=reference").plan(state.view(), budget).report
        assert report.evaluations == report.iterations + 50 * (generations - 1)
    report = agent("oep:population=40,survival=0.25").plan(state.view(), Budget(iterations=40 + 30 * 4)).report
    assert report.generations == 5


def test_greedy_genomes_are_greedy_turns(state):
    """A share of the first population is made by Greedy Action, the rest at random."""
    for seed in range(3):
        here = state
        for action in agent("oep:greedy=0.2").plan(state.view(), Budget(iterations=1), seed=seed).actions:
            assert action in best_choices(here)
            here = here.play(action)
    evaluations = [
        agent(f"oep:greedy={share}").plan(state.view(), Budget(iterations=100)).report.evaluations
        for share in (0, 0.2, 0.5, 1)
    ]
    assert evaluations[0] == 100
    assert evaluations == sorted(set(evaluations))


@pytest.mark.parametrize("more", ["", ",greedy=0.2,repair=greedy", ",mutation=0.9", ",patience=3"])
def test_tabu_never_evaluates_an_end_twice(more, midgame):
    """Every evaluation is of a state not seen before (greedy repairs evaluate besides)."""
    for state in midgame("hero_academy", 3, seed=5):
        report = agent(f"oep:diversity=tabu{more}").plan(state.view(), Budget(iterations=4000)).report
        if "greedy" in more:
            assert report.unique < report.evaluations
        else:
            assert report.unique == report.evaluations <= report.iterations
        plain = agent("oep").plan(state.view(), Budget(iterations=4000)).report
        assert report.unique > plain.unique


def test_tabu_stops_when_nothing_new_is_left(midgame, positions):
    """A budget of evaluations alone would otherwise never be spent."""
    few = midgame("hero_academy:map=a-tiny,deck=TINY,action_points=1", 1, seed=2)[0]
    for state in (few, positions["ap5-107"].state):
        turn = agent("oep:diversity=tabu").plan(state.view(), Budget(evaluations=10**6))
        ends = {state.play(*_ended(state, action)).text for action in choices(state)}
        assert turn.report.unique == len(ends)
        assert turn.report.exhausted
        assert turn.value == max(state.play(*_ended(state, action)).evaluate(state.player) for action in choices(state))


def _ended(state: State, action: int) -> list[int]:
    return [action] if action == state.end_action else [action, state.end_action]


def population(state: State, spec: str, generations: int, budget: Budget | None = None, seed: int = 1):
    """A population after some generations, and its control record."""
    player = agent(spec)
    assert isinstance(player, Oep)
    budget = budget or Budget(iterations=10**6)
    table = new_table(DOUBLE, 1 << 16)
    width = genome_width(state.game, player.settings.horizon)
    room = new_population(state, player.settings.population, width, table)
    control = new_control(budget)
    work = new_workspace(state, generator(seed))
    for _ in range(generations):
        evolve(state.game, state.records, control, player.options, room, 1, work)
        yield room, control


def genome_of(room, slot: int) -> tuple[int, ...]:
    return tuple(room.genes[slot, : room.individuals[slot].length].tolist())


@pytest.mark.parametrize("spec", ["oep", "oep:history=yes,population=20", "oep:repair=greedy"])
def test_a_copy_of_a_parent_is_worth_what_playing_it_would_give(spec, midgame):
    """Evolution without the short cut for copies is the same in every gene, value and count."""
    copies = 0
    for state in midgame("hero_academy", 3, seed=4):
        both = zip(population(state, spec, 60), population(state, spec, 60), strict=True)
        for (room, control), (other, other_control) in both:
            copies += int(room.individuals["repeatable"].sum())
            other.individuals["repeatable"] = 0  # so that every child of the next generation is played
            assert (room.genes[:-2] == other.genes[:-2]).all()
            assert (room.individuals["value"] == other.individuals["value"]).all()
            assert (room.individuals["length"] == other.individuals["length"]).all()
            for count in ("evaluations", "steps", "iterations", "unique", "best_value"):
                assert control[0][count] == other_control[0][count], count
    assert copies > 0


@pytest.mark.parametrize(
    "spec", ["oep:rollouts=1", "oep:rollouts=3,history=yes", "oep:rollouts=1,history=yes,mutation=0.5"]
)
def test_values_of_rollouts_are_the_lowest_seen(spec, midgame):
    """A survivor meets new rollouts in every generation and keeps its minimum. With the history table it shares the
    minimum of all genomes that led to the same state."""
    state = midgame("hero_academy", 1, seed=6)[0]
    before: dict[tuple[int, ...], float] = {}
    fallen = 0
    for room, _ in population(state, spec, 12):
        individuals, ends, seen = room.individuals, room.ends, room.seen
        now = {}
        for slot in range(individuals.size):
            genome, value = genome_of(room, slot), float(individuals[slot].value)
            now[genome] = min(value, now.get(genome, np.inf))
        fallen += sum(value < before[genome] for genome, value in now.items() if genome in before)
        if "history" in spec:
            known = {int(key): float(low) for key, low in zip(seen.keys, seen.values, strict=True) if key}
            for slot in range(individuals.size):
                assert known[State(state.game, ends[slot : slot + 1]).hash] <= float(individuals[slot].value)
            assert all(value <= before[genome] for genome, value in now.items() if genome in before)
        before = now
    assert fallen > 0


def test_the_turn_played_is_the_best_by_its_lowest_value(midgame):
    """With rollouts a lucky first value does not count: the best of the final population is played."""
    for number, state in enumerate(midgame("hero_academy", 3, seed=6)):
        *_, (room, control) = population(state, "oep:rollouts=1", 15, seed=number)
        individuals = room.individuals
        best = float(individuals["value"].max())
        assert float(control[0].best_value) == best
        turn = tuple(control[0].best_turn[: control[0].best_length].tolist())
        assert turn in {genome_of(room, slot) for slot in range(100) if individuals[slot].value == best}


def test_rollouts_play_the_opponents_turn(midgame):
    """With a policy that leaves nothing to chance, the value is that after the opponent's best-ordered reply."""
    for state in midgame("hero_academy", 4, seed=7):
        turn = agent("oep:rollouts=1,rollout_greedy=1,ties=list").plan(state.view(), Budget(iterations=1500))
        after = state.play(*turn.actions)
        while not after.is_over and after.player != state.player:
            after = after.play(max(choices(after), key=after.priority))
        assert turn.value == after.evaluate(state.player)


def test_new_genomes_are_uniform_random_turns(midgame):
    """The first action of a new genome is any candidate, equally often (at one in a million)."""
    state = midgame("hero_academy", 1, seed=3)[0]
    candidates = state.candidates()
    size = 60 * len(candidates)
    [(room, _)] = population(state, f"oep:population={size}", 1)
    firsts = room.genes[:size, 0].tolist()
    counts = [firsts.count(action) for action in candidates]
    assert sum(counts) == size
    assert chisquare(counts).pvalue > 1e-6


def test_islands_send_their_second_best_round_the_ring(midgame):
    """Each in place of the worst of the next island; its own copy stays."""
    state = midgame("hero_academy", 1, seed=8)[0]
    rooms = []
    for seed in range(3):
        *_, (room, _) = population(state, "oep:population=10", 3, seed=seed)
        rooms.append(room)
    ranks = [np.argsort(-room.individuals["value"], kind="stable") for room in rooms]
    seconds = [
        (genome_of(room, int(rank[1])), float(room.individuals[int(rank[1])].value))
        for room, rank in zip(rooms, ranks, strict=True)
    ]
    worst = [int(np.argmin(room.individuals["value"])) for room in rooms]
    others = [
        {genome_of(room, slot) for slot in range(10) if slot != last} for room, last in zip(rooms, worst, strict=True)
    ]
    _migrate(rooms)
    for island, room in enumerate(rooms):
        genome, value = seconds[island - 1]
        assert (genome_of(room, worst[island]), float(room.individuals[worst[island]].value)) == (genome, value)
        assert {genome_of(room, slot) for slot in range(10) if slot != worst[island]} == others[island]


def test_islands_have_their_share_of_the_budget_and_exchange(midgame):
    state = midgame("hero_academy", 1, seed=9)[0]
    alone, together = (
        agent(f"oep:islands=3,migration={migration}").plan(state.view(), Budget(iterations=3000))
        for migration in (ENDLESS, 1)
    )
    assert [part.iterations for part in alone.report.parts] == [1000, 1000, 1000]
    assert [part.iterations for part in together.report.parts] == [1000, 1000, 1000]
    assert [p.unique for p in alone.report.parts] != [p.unique for p in together.report.parts]
    assert together.value == max(part.curve[-1][2] for part in together.report.parts)


def test_niches_keep_more_different_genomes_than_plain_selection(midgame):
    """Distinct ends of the turn in the population after many generations."""
    kept = []
    for spec in ("oep", "oep:diversity=niche,patience=0"):
        total = 0
        for state in midgame("hero_academy", 3, seed=10):
            *_, (room, _) = population(state, spec, 40)
            total += len({state.play(*genome_of(room, slot)).text for slot in range(100)})
        kept.append(total)
    assert kept[1] > 2 * kept[0]


def test_a_converged_population_starts_again_and_the_best_turn_is_kept(midgame):
    state = midgame("hero_academy", 1, seed=11)[0]
    values = []
    for room, control in population(state, "oep:patience=5,population=10", 80):
        values.append((float(room.progress[0].best), float(control[0].best_value)))
    assert any(later < earlier for (earlier, _), (later, _) in pairwise(values))
    best = [overall for _, overall in values]
    assert best == sorted(best)


def test_the_horizon_reaches_into_the_opponents_turn(midgame):
    """Genomes are judged after so many actions, the opponent's greedy reply among them; only the first turn is
    played."""
    for state in midgame("hero_academy", 3, seed=12):
        *_, (room, _) = population(state, "oep:horizon=8,model_top=0,population=20", 4)
        for slot in range(20):
            here, played = state, 0
            for gene in genome_of(room, slot):
                if here.player != state.player and len(choices(here)) > 1:
                    assert gene in best_choices(here)
                played += gene != here.end_action
                here = here.play(gene)
            assert played == 8 or here.is_over
            assert float(room.individuals[slot].value) == here.evaluate(state.player)


@pytest.mark.parametrize(
    "wrong", ["population=1", "survival=1", "survival=0", "population=3,survival=0.5", "islands=0"]
)
def test_impossible_settings_are_refused(wrong):
    with pytest.raises(SpecError):
        agent(f"oep:{wrong}")


@pytest.mark.parametrize(
    "spec",
    ["oep", "oep:diversity=tabu", "oep:rollouts=1", "oep:islands=2,migration=3", "oep:diversity=niche,patience=5"],
)
def test_a_kept_population_changes_nothing_and_tells_how_it_grew(spec, midgame):
    """Leaving an evolution to look at it is not noticed by it: the same turn, for the same counts."""
    state = midgame("hero_academy", 1, seed=6)[0]
    player = agent(spec)
    assert isinstance(player, Oep)
    plain = player.plan(state.view(), Budget(iterations=4000), 7)
    kept = player.plan(state.view(), Budget(iterations=4000), 7, keep_tree=True)
    assert (kept.actions, kept.value) == (plain.actions, plain.value)
    assert kept.report.evaluations == plain.report.evaluations
    snapshots, genomes = kept.tree["snapshots"], kept.tree["genomes"]
    generations = [entry["generation"] for entry in snapshots]
    assert generations == sorted(set(generations))
    assert len(generations) < 80
    for entry in snapshots:
        assert entry["values"] == sorted(entry["values"], reverse=True)
        assert len(entry["values"]) <= player.settings.population * player.settings.islands
    counts = [entry["evaluations"] for entry in snapshots]
    assert counts == sorted(counts)
    assert counts[-1] == kept.report.evaluations
    assert len({tuple(genome["actions"]) for genome in genomes}) == len(genomes) > 0
    assert genomes[0]["value"] == max(snapshots[-1]["values"])
    for genome in genomes:
        assert state.walk(genome["actions"]).is_whole
