"""A training is a function of its plan: stopped or not, it comes to the same weights."""

from pathlib import Path

import pytest

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import games_of
from turnwright.arena.store import Store
from turnwright.core.plain_data import Reader
from turnwright.core.spec import SpecError
from turnwright.evaluators.model import read_model
from turnwright.training import train as training
from turnwright.training.plan import TrainingError, TrainingPlan, read_plan
from turnwright.training.plots import draw_training
from turnwright.training.train import Generation, train


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """Models are named by their paths, so equal trainings need equal folders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("training"))
        patch.setattr(Generation, "passed", property(lambda made: made.number < 2))  # so few games never pass a gate
        yield


def trained(plan, store: str):
    with Store(store) as opened:
        return train(plan, ArenaConfig(store=opened, workers=1), Path("models"))


@pytest.fixture(scope="module")
def whole(here, small_plan):
    """An undisturbed training, and the files that it wrote."""
    report = trained(small_plan, "whole.db")
    return report, {file.name: file.read_bytes() for file in Path("models").glob("*.json")}


class StoppedError(Exception):
    pass


@pytest.mark.slow
def test_a_stopped_training_goes_on_to_the_same_weights(small_plan, whole, monkeypatch):
    """Stopped in the middle of its first games to learn from, and of its last gate."""
    report, files = whole
    assert sorted(files) == ["generation-1.json", "generation-2.json", "model.json"]
    for name in files:
        Path("models", name).unlink()
    usual = training.play_pairings
    stages = []

    def stopping(pairings, arena, **options):
        """Play half of the games of two of the stages, and stop."""
        if str(pairings) not in stages:
            stages.append(str(pairings))
            if len(stages) in (1, 4):
                usual(pairings, arena, wanted=lambda pairing, pair: pair < pairing.pairs // 2, **options)
                raise StoppedError
        usual(pairings, arena, **options)

    monkeypatch.setattr(training, "play_pairings", stopping)
    for _ in range(2):
        with pytest.raises(StoppedError):
            trained(small_plan, "stopped.db")
    again = trained(small_plan, "stopped.db")
    assert len(stages) == 5
    assert {file.name: file.read_bytes() for file in Path("models").glob("*.json")} == files
    assert [made.loss for made in again.generations] == [made.loss for made in report.generations]
    assert [score.as_dict() for score in again.tests] == [score.as_dict() for score in report.tests]


@pytest.mark.slow
def test_a_generation_that_does_not_pass_ends_it(whole):
    """Here the second one, so the model is that of the first."""
    report, _ = whole
    assert [made.passed for made in report.generations] == [True, False]
    assert report.model is not None
    first, best = read_model(Path("models/generation-1.json")), read_model(report.model)
    assert best.content == first.content


def test_the_card_says_where_a_model_comes_from(small_plan, whole):
    model = read_model(whole[0].model)
    assert model.game == turnwright.game(small_plan.game).spec
    assert model.card.matches[0].games == 4
    assert "24 games of greedy_action:top=8 with 100ev" in model.card.data
    assert sum(count for _, _, count in model.card.calibration) > 0


def test_generations_after_the_first_play_with_what_was_learned(small_plan, whole):
    report, _ = whole
    with Store("whole.db") as store:
        games = games_of(small_plan.data(2, report.generations[0].evaluation), ArenaConfig(store=store))
    assert len(games) == 24
    assert "generation-1.json" in games[0][1].setup.players[0].agent


def test_the_pictures_are_drawn(whole):
    files = draw_training(whole[0], Path("models"))
    assert all(file.read_bytes().startswith(b"<?xml") for file in files)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("games = 3", "must be even"),
        ('budget = "50ms"', "must be counted"),
        ('game = "chess"', "there is no game"),
        ("rounds = 3", "no key 'rounds'"),
        ("pull = 0", "pull is 0"),
        ("random = 2.0", "random is 2"),
        ('[gate]\nagents = ["oep"]', "needs a budget"),
    ],
)
def test_a_plan_that_cannot_be_is_one_sentence(here, text, expected):
    Path("plan.toml").write_text(text)
    with pytest.raises(TrainingError, match=expected) as refused:
        read_plan(Path("plan.toml"))
    assert "\n" not in str(refused.value)


def test_a_plan_is_read_back(here):
    Path("plan.toml").write_text('game = "hero_academy"\ngames = 10\n[gate]\nagents = ["oep@9ev"]\ngames = 2')
    plan = read_plan(Path("plan.toml"))
    assert (plan.games, plan.gate.agents, plan.test.games) == (10, ("oep@9ev",), 400)
    with pytest.raises(SpecError):
        Reader(error=SpecError).record(TrainingPlan, {"generations": 0})
