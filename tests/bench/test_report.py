"""The benchmark: what it measures on, and the form in which it reports. How fast anything is, is not
tested."""

import pytest
from typer.testing import CliRunner

import turnwright
from turnwright import TurnwrightError
from turnwright.bench.report import run
from turnwright.bench.ticks import chain
from turnwright.bench.workload import workloads
from turnwright.cli import app
from turnwright.games.hero_academy.positions import reference_positions

REQUIRED = {
    "random_step",
    "random_step_sampled",
    "copy",
    "evaluation",
    "listing",
    "pruned_listing",
    "random_game",
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


def test_the_report_has_what_others_rely_on():
    report = run(turnwright.game("hero_academy"), rounds=1).as_dict()
    assert report["tick_ns"] > 0
    figures = report["hero_academy"]
    assert set(figures) >= REQUIRED
    for figure in figures.values():
        assert set(figure) == {"ns", "rate", "ticks"}
        assert figure["rate"] == pytest.approx(1e9 / figure["ns"])
        assert figure["ticks"] == pytest.approx(figure["ns"] / report["tick_ns"])


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


def test_bad_names_are_refused_in_one_sentence():
    for command in ("bench", "perft", "compile"):
        result = CliRunner().invoke(app, [command, "heroacademy"])
        assert isinstance(result.exception, TurnwrightError)
        assert "there is no game 'heroacademy' (did you mean 'hero_academy'?)" in str(result.exception)
