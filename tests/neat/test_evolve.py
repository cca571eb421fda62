"""Evolutions by real games: what a fitness is, what rises when, and that a stop changes nothing."""

import json
from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.store import Store
from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.model import read_model, write_model
from turnwright.evaluators.network import Network, Node
from turnwright.neat.evolve import EvolutionProgress, evolve
from turnwright.neat.fitness import Fixture, deals_of, scores_against_evaluation, scores_against_policy
from turnwright.neat.load import plan_from, read_plan
from turnwright.neat.plan import Plan
from turnwright.neat.plots import draw_evolution
from turnwright.neat.report import champion_model
from turnwright.neat.settings import NeatError
from turnwright.neat.workers import points_of, points_of_task

GAME = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=40"
SENSIBLE = Network(inputs=5, nodes=(Node(sources=(0, 1, 2, 3), weights=(0.3, -0.3, 0.3, -0.3)),))
"""Likes its own hit points, and not the opponent's."""
FOOLISH = Network(inputs=5, nodes=(Node(sources=(0, 1, 2, 3), weights=(-0.3, 0.3, -0.3, 0.3)),))


def plan_of(**changes: object) -> Plan:
    small = {"game": GAME, "inputs": "simple", "generations": 6, "games": 4, "epsilon_step": 0.5, "play_off": 6}
    return plan_from(small | {"neat": {"population": 8}} | changes)


def evolved(
    plan: Plan, store: Store, workers: int = 1, progress: EvolutionProgress | None = None, backend: str = "threads"
):
    arena = ArenaConfig(store=store, workers=workers, backend=backend)
    return evolve(plan, arena, progress or EvolutionProgress())


# Games


def test_games_in_compiled_code_go_as_games_of_the_arena_do(tmp_path):
    """The same players in the arena score alike; the seeds are fixed, and the margin is five standard errors."""
    file = tmp_path / "champion.json"
    with Store.in_memory() as store:
        report = evolved(plan_of(generations=1), store)
    model = champion_model(report)
    write_model(model, file)
    players = (Player.parse(f"greedy_action:evaluation=neat({file})"), Player.parse("random:policy=global,greedy=0.8"))
    pairing = Pairing(game=GAME, players=players, games=300)
    arena = [play_game(game.setup).outcome / 2 + 0.5 for game in pairing if game.seats == (0, 1)]
    judged = turnwright.game(f"{GAME},evaluation=neat({file})")
    compiled = scores_against_policy(judged, deals_of(0, 0, 600), "global", 0.8)
    margin = 5 * np.sqrt(np.var(arena) / len(arena) + np.var(compiled) / len(compiled))
    assert 0.1 < np.mean(compiled) < 0.98
    assert abs(np.mean(arena) - np.mean(compiled)) < margin


def test_scores_follow_from_the_deals_alone():
    game = turnwright.game(GAME).evaluated_by(SENSIBLE)
    first = scores_against_policy(game, deals_of(1, 0, 40), "global", 0.5)
    assert list(scores_against_policy(game, deals_of(1, 0, 40), "global", 0.5)) == list(first)
    assert list(scores_against_policy(game, deals_of(1, 1, 40), "global", 0.5)) != list(first)
    assert set(first) <= {0.0, 0.5, 1.0}


def test_a_sensible_network_beats_a_foolish_one_and_stronger_opponents_are_stronger():
    sensible, foolish = (turnwright.game(GAME).evaluated_by(network) for network in (SENSIBLE, FOOLISH))
    deals = deals_of(2, 0, 200)
    assert scores_against_evaluation(sensible, foolish, deals).mean() > 0.9
    assert scores_against_evaluation(foolish, sensible, deals).mean() < 0.1
    by_epsilon = [scores_against_policy(sensible, deals, "global", epsilon).mean() for epsilon in (0.0, 1.0)]
    assert by_epsilon[0] > by_epsilon[1]


# Evolutions


def test_the_opponent_grows_stronger_when_a_network_wins_all_its_games():
    with Store.in_memory() as store:
        report = evolved(plan_of(generations=8), store)
    history = report.history
    assert [one.number for one in history] == list(range(len(history)))
    for before, after in pairwise(history):
        rises = before.best == 4
        assert after.epsilon == min(1.0, before.epsilon + 0.5 * rises)
    assert history[0].epsilon == 0.0
    assert any(one.best == 4 for one in history)
    assert report.is_beaten == (history[-1].epsilon == 1 and history[-1].best == 4)


def test_it_ends_when_the_last_opponent_is_beaten():
    with Store.in_memory() as store:
        report = evolved(plan_of(generations=200, epsilon_step=1.0, games=1), store)
    assert report.is_beaten
    assert len(report.history) < 200
    assert report.beaten[-1] == (1.0, report.history[-1].number)


def test_a_stop_at_any_moment_changes_nothing(tmp_path):
    """Stopped after every generation, in the middle of it, and in the play-off, by turns."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    plan = plan_of()
    with Store.in_memory() as store:
        undisturbed = evolved(plan, store).as_dict()
        model = champion_model(evolved(plan, store))
    with Store(tmp_path / "games.db") as store:
        for _ in range(plan.generations):
            with pytest.raises(KeyboardInterrupt):
                evolved(plan, store, progress=EvolutionProgress(generation=stop))
        with pytest.raises(KeyboardInterrupt):
            evolved(plan, store, progress=EvolutionProgress(finalist=stop))
        resumed = evolved(plan, store, workers=2)
    assert resumed.as_dict() == undisturbed
    assert champion_model(resumed) == model


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["processes", "ray"])
def test_processes_and_a_cluster_evolve_what_threads_do(backend):
    plan = plan_of()
    with Store.in_memory() as first, Store.in_memory() as second:
        assert evolved(plan, first, 2, backend=backend).as_dict() == evolved(plan, second).as_dict()


def test_networks_travel_as_plain_data_and_other_sources_are_refused():
    plan, fixture = plan_of(), Fixture(part=3, games=4, epsilon=0.5)
    data = json.loads(json.dumps({"plan": plan.as_dict(), "fixture": asdict(fixture), "networks": [asdict(SENSIBLE)]}))
    assert points_of_task(**data, source=plan.source) == [points_of(plan, SENSIBLE, fixture)]
    with pytest.raises(NeatError, match="other sources"):
        points_of_task(**data, source="0")


def test_what_the_store_has_is_not_played_again_and_more_generations_continue_it():
    played: list[int] = []
    progress = EvolutionProgress(generation=lambda one: played.append(one.number))
    with Store.in_memory() as store:
        evolved(plan_of(generations=3), store, progress=progress)
        evolved(plan_of(generations=3), store, progress=progress)
        evolved(plan_of(generations=5), store, progress=progress)
        evolved(plan_of(generations=3, seed=1), store, progress=progress)
    assert played == [0, 1, 2, 3, 4, 0, 1, 2]


def test_a_damaged_evolution_is_told_in_one_sentence():
    from turnwright.neat.journal import _evolutions

    with Store.in_memory() as store:
        evolved(plan_of(generations=1), store)
        with store.transaction() as connection:
            connection.execute(_evolutions.update().values(state=b'{"level": 0'))
        with pytest.raises(TurnwrightError, match="has a damaged evolution"):
            evolved(plan_of(generations=1), store)


def test_the_champion_is_a_model_with_its_settings(tmp_path):
    with Store.in_memory() as store:
        report = evolved(plan_of(generations=2), store)
    write_model(champion_model(report), tmp_path / "champion.json")
    model = read_model(tmp_path / "champion.json")
    assert (model.kind, model.game_name) == ("neat", "hero_academy")
    assert model.card.settings["population"] == "8"
    judged = turnwright.game(f"{GAME},evaluation=neat({tmp_path / 'champion.json'})")
    assert judged.evaluator.network == report.champion.network
    drawn = draw_evolution(report, tmp_path)
    assert [file.name for file in drawn] == ["curve.svg", "network.svg"]
    assert all("<svg" in file.read_text() for file in drawn)
    assert json.loads(json.dumps(report.as_dict()))["champion"]["inputs"] == 5


# Plans


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"inputs": "both"}, "inputs cannot be 'both'; available: simple, complex"),
        ({"epsilon_step": 0.0}, "epsilon_step is 0; it must be above 0"),
        ({"games": 0}, "games is 0; it must be at least 1"),
        ({"game": "locm"}, "locm has no inputs for networks"),
        ({"neat": {"populaton": 8}}, "did you mean 'population'"),
        ({"colour": 1}, "there is no key 'colour'"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(changes, words):
    with pytest.raises(NeatError, match=words):
        plan_of(**changes)


def test_the_levels_of_a_plan_end_at_one():
    plan = plan_of(epsilon_step=0.05)
    assert [plan.epsilon(level) for level in (0, 1, 17, 20)] == [0.0, 0.05, 0.85, 1.0]
    assert plan.levels == 21
    assert [plan_of(epsilon_step=step).levels for step in (1.0, 0.3, 0.5)] == [2, 5, 3]


def test_a_file_that_is_no_plan_is_named(tmp_path):
    file = tmp_path / "plan.toml"
    file.write_text('game = "hero_academy"\n')
    with pytest.raises(NeatError, match=r"plan\.toml"):
        read_plan(file)
