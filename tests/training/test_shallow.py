"""A network's training is a function of its plan: stopped or not, it comes to the same network."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.core.state import State
from turnwright.evaluators.model import read_model
from turnwright.training.plan import Matches, TrainingError
from turnwright.training.shallow import train as training
from turnwright.training.shallow.fit import FitSettings, fit
from turnwright.training.shallow.lessons import SIBLINGS, Lessons, lessons_of
from turnwright.training.shallow.plan import NetworkPlan, read_network_plan
from turnwright.training.shallow.train import NetworkGeneration, train_network

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=3"
FAST = Matches(agents=("greedy_action@100ev",), games=4)
PLAN = NetworkPlan(
    game=TINY,
    players=("current@32", "described@32"),
    games=12,
    part=6,
    replies=32,
    generations=2,
    fit=FitSettings(epochs=2),
    held_out=3,
    seed=4,
    gate=FAST,
    test=FAST,
)


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    game, player = turnwright.game(TINY), turnwright.game(TINY).variant(evaluation="described")
    return lessons_of(game, game, player, games=40, genomes=32, replies=64, share=1.0, seed=7)


def test_siblings_are_turns_of_one_position(lessons):
    """The same player, the same turn number, different ends."""
    states = lessons.states.reshape(-1, SIBLINGS)
    assert (states["turn"] == states["turn"][:, :1]).all()
    assert (states["player"] == states["player"][:, :1]).all()
    assert (np.ptp(lessons.linear.reshape(-1, SIBLINGS), axis=1) > 0).mean() > 0.5
    assert set(np.unique(lessons.result)) <= {-1.0, 0.0, 1.0}


def test_the_linear_value_is_that_of_the_game_itself(lessons):
    """The positions come from a player with another evaluation."""
    game = turnwright.game(TINY)
    for i in range(0, len(lessons), 97):
        records = game.blank()
        records[:] = lessons.states[i]
        state = game.parse_state(game.format_state(State(game, records)).partition(" ")[2])
        assert state.evaluate(int(lessons.states["player"][i])) == lessons.linear[i]


def test_a_network_learns_which_turn_is_better_after_the_reply(lessons):
    """On the games that it learns from; so few say little about others."""
    inputs = turnwright.game(TINY).shallow_inputs()
    doubled = replace(lessons, game=lessons.game * 0 + np.arange(len(lessons)) // SIBLINGS % 2)
    both = Lessons(
        **{name: np.concatenate([getattr(doubled, name)] * 2) for name in ("states", "linear", "reply", "result")},
        game=np.concatenate([np.zeros(len(lessons), np.int64), np.ones(len(lessons), np.int64)]),
    )
    found = fit(both, inputs, FitSettings(epochs=40, batch=16, decay=0.0), held_out=2, seed=1)
    assert found.after.pair_loss < 0.9 * found.before.pair_loss
    assert found.after.regret < found.before.regret


@pytest.mark.slow
def test_a_stopped_training_goes_on_to_the_same_network(tmp_path, monkeypatch):
    monkeypatch.setattr(NetworkGeneration, "passed", property(lambda made: True))  # so few games never pass a gate

    def trained(store: str, folder: str):
        with Store(store) as opened:
            report = train_network(PLAN, ArenaConfig(store=opened, workers=1), Path(folder))
        return report, [read_model(Path(folder, f"{name}.json")).content for name in ("generation-1", "model")]

    monkeypatch.chdir(tmp_path)
    whole, models = trained("whole.db", "models")
    assert [made.number for made in whole.generations] == [1, 2]
    assert models[0] != models[1]
    Path("models").rename("undisturbed")
    usual, calls = training.lessons_of, []

    def stopping(*args, **asked):
        calls.append(asked["seed"])
        if len(calls) in (2, 4):
            raise KeyboardInterrupt
        return usual(*args, **asked)

    monkeypatch.setattr(training, "lessons_of", stopping)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            trained("stopped.db", "models")
    read_model.__globals__["_read"].cache_clear()
    again, resumed = trained("stopped.db", "models")
    assert resumed == models
    assert len(calls) == 6  # four parts, two of them asked for twice
    assert [score.as_dict() for score in again.tests] == [score.as_dict() for score in whole.tests]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('game = "locm"', "no inputs for shallow networks"),
        ('players = ["oep"]', "is no player"),
        ("players = []", "players is empty"),
        ("share = 2.0", "share is 2"),
        ("[fit]\nepochs = 0", "epochs"),
        ("rounds = 3", "no key 'rounds'"),
    ],
)
def test_a_plan_that_cannot_be_is_one_sentence(tmp_path, text, expected):
    file = tmp_path / "plan.toml"
    file.write_text(text)
    with pytest.raises(TrainingError, match=expected) as refused:
        read_network_plan(file)
    assert "\n" not in str(refused.value)
