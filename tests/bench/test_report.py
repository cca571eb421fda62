"""The benchmark: what it measures on, and the form in which it reports. How fast anything is, is not
tested."""

from collections import Counter

import pytest
from typer.testing import CliRunner

import turnwright
from turnwright import TurnwrightError
from turnwright.bench import environment
from turnwright.bench import report as report_module
from turnwright.bench.report import run
from turnwright.bench.search import POSITIONS, views_of
from turnwright.bench.ticks import chain
from turnwright.bench.workload import workloads
from turnwright.cli import app
from turnwright.games.hero_academy.recorded.positions import reference_positions

REQUIRED = {
    "random_step",
    "random_step_sampled",
    "copy",
    "evaluation",
    "listing",
    "pruned_listing",
    "random_game",
    "oep_offspring",
    "mcts_iteration",
    "greedy_turn_leaf",
    "greedy_action_decision",
    "emcts_genome",
}


def test_a_tick_is_a_step_of_the_published_chain():
    """x = mix(x + 0x9E3779B97F4A7C15), `mix` being splitmix64's finaliser, computed here with whole
    numbers."""
    mask = 2**64 - 1
    x = 1
    for _ in range(5):
        x = (x + 0x9E3779B97F4A7C15) & mask
        x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & mask
        x = ((x ^ x >> 27) * 0x94D049BB133111EB) & mask
        x ^= x >> 31
    assert int(chain(5)) == x


@pytest.mark.slow
def test_the_report_has_what_others_rely_on(monkeypatch):
    """Environments apart, which are compiled by a slow test."""
    monkeypatch.setattr(report_module, "available_cores", lambda: 2)
    monkeypatch.setattr(environment, "environment_measures", lambda game, wanted: [])
    report = run(turnwright.game("hero_academy"), rounds=1, effort=0.01).as_dict()
    assert report["tick_ns"] > 0
    figures = report["hero_academy"]
    assert set(figures.pop("islands_speedup")) == {"ratio"}
    assert set(figures) >= REQUIRED
    for figure in figures.values():
        assert set(figure) == {"ns", "rate", "ticks"}
        assert figure["rate"] == pytest.approx(1e9 / figure["ns"])
        assert figure["ticks"] == pytest.approx(figure["ns"] / report["tick_ns"])


def test_only_some_figures_are_measured_and_the_tick_always():
    report = run(turnwright.game("hero_academy"), rounds=1, effort=0.001, only=["copy", "oep_offspring"]).as_dict()
    assert report["tick_ns"] > 0
    assert set(report["hero_academy"]) == {"copy", "oep_offspring"}


@pytest.mark.slow
def test_environments_are_measured():
    """Stepped in compiled code, a step costs a small part of what PettingZoo's way costs."""
    report = run(turnwright.game("hero_academy:map=a-tiny"), rounds=1, only=environment.NAMES).as_dict()
    figures = report["hero_academy"]
    assert set(figures) == set(environment.NAMES)
    assert figures["environment_step"]["ns"] < figures["environment_observed"]["ns"]
    assert 10 * figures["environment_observed"]["ns"] < figures["environment_pettingzoo"]["ns"]


def test_islands_are_left_out_where_there_is_but_one_core(monkeypatch):
    monkeypatch.setattr(report_module, "available_cores", lambda: 1)
    report = run(turnwright.game("hero_academy"), rounds=1, only=["islands_speedup"]).as_dict()
    assert report["hero_academy"] == {}


def test_searches_run_on_the_mid_game_positions_with_five_action_points():
    """60 of the 94, of which each round takes the same twenty."""
    loads = workloads(turnwright.game("hero_academy"))
    largest = max(loads, key=lambda load: len(load.positions))
    assert len(largest.positions) == 60
    assert Counter(largest.positions["ap"].tolist()) == {5: 60}
    assert len({view.world().text for view in views_of(largest, POSITIONS)}) == POSITIONS


def test_hero_academy_is_measured_on_the_recorded_mid_game_positions():
    """Each in the settings it was played with."""
    expected = {position.state.text for position in reference_positions() if position.phase == "mid"}
    found = set()
    for load in workloads(turnwright.game("hero_academy")):
        for i in range(len(load.positions)):
            found.add(turnwright.State(load.game, load.positions[i : i + 1]).text)
    assert len(expected) == 94
    assert {text.partition(" ")[2] for text in found} == {text.partition(" ")[2] for text in expected}


@pytest.mark.parametrize("spec", ["hero_academy:map=a-tiny", "hero_academy:action_points=7"])
def test_other_settings_are_measured_on_random_play(spec: str):
    """None of its positions is over."""
    (load,) = workloads(turnwright.game(spec))
    assert load.game.spec == turnwright.game(spec).spec
    assert len({turnwright.State(load.game, load.positions[i : i + 1]).hash for i in range(200)}) > 150
    assert not load.positions["over"].any()


def test_a_part_that_is_not_there_is_refused_in_one_sentence():
    result = CliRunner().invoke(app, ["compile", "hero_academy", "--part", "agent"])
    assert isinstance(result.exception, TurnwrightError)
    assert "there is no part 'agent' (did you mean 'agents'?)" in str(result.exception)


def test_an_agent_that_is_not_there_is_refused_before_anything_is_compiled():
    result = CliRunner().invoke(app, ["compile", "hero_academy", "--agents", "random,opp"])
    assert isinstance(result.exception, TurnwrightError)
    assert "there is no agent 'opp' (did you mean 'oep'?)" in str(result.exception)


def test_bad_names_are_refused_in_one_sentence():
    for command in ("bench", "perft", "compile"):
        result = CliRunner().invoke(app, [command, "heroacademy"])
        assert isinstance(result.exception, TurnwrightError)
        assert "there is no game 'heroacademy' (did you mean 'hero_academy'?)" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--only", "oep_ofspring"], "there is no figure 'oep_ofspring' (did you mean 'oep_offspring'?)"),
        (["--scaling", "--only", "oep"], "there is no cost 'oep'"),
        (["--cold", "--only", "oeep"], "there is no agent 'oeep' (did you mean 'oep'?)"),
        (["--scaling", "--cold"], "choose one of them"),
        (["--plot", "x.svg"], "add --scaling"),
        (["--scaling", "--plot", "x.doc"], "'x.doc' must end in .png or .svg"),
        (["--collisions", "10", "--only", "copy"], "leave one of them out"),
    ],
)
def test_bad_wishes_are_refused_in_one_sentence(arguments: list[str], sentence: str):
    result = CliRunner().invoke(app, ["bench", "hero_academy", *arguments])
    assert isinstance(result.exception, TurnwrightError)
    assert sentence in str(result.exception)
