"""Batches play by the rules, follow from their seeds alone, and say what they cannot do."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright import TurnwrightError, batch
from turnwright.batch.comparison import compare_recorded, compare_turns
from turnwright.batch.devices import missing
from turnwright.batch.play import made_steps

ROOT = Path(__file__).resolve().parents[2]
PAIRS = str(ROOT / "examples" / "pairs.py") + ":Pairs"


@pytest.fixture(scope="module")
def game():
    return turnwright.game(PAIRS)


@pytest.fixture(scope="module")
def states(game):
    played = batch.random_games(8, game, most_actions=5, device="cpu")
    return [played.state(number) for number in range(8)]


def test_random_games_are_played_to_their_ends(game):
    played = batch.random_games(20, game, device="cpu")
    ends = [played.state(number) for number in range(20)]
    assert all(end.is_over for end in ends)
    assert played.steps == played.lengths.sum() > 20


def test_a_random_game_depends_on_its_number_and_the_seed_alone(game):
    few, many = batch.random_games(3, game, device="cpu"), batch.random_games(40, game, device="cpu")
    other = batch.random_games(3, game, seed=1, device="cpu")
    assert few.digests.tolist() == many.digests[:3].tolist()
    assert str(few.states) == str(many.states[:3])
    assert few.digests.tolist() != other.digests.tolist()


def test_random_games_end_where_they_are_told_to(game):
    played = batch.random_games(5, game, most_actions=2, device="cpu")
    assert played.lengths.tolist() == [2] * 5


def test_playouts_go_on_from_their_positions(game, states):
    for listed in (False, True):
        played = batch.playouts(states, game, listed=listed, device="cpu")
        assert all(played.state(number).is_over for number in range(8))
        few = batch.playouts(states, game, listed=listed, most_actions=1, device="cpu")
        for number, state in enumerate(states):
            after = {str(state.play(action).records[0]) for action in state.legal_actions()}
            assert few.lengths[number] == 1
            assert str(few.states[number]) in after
    assert [state.is_over for state in states] == [False] * 8


def test_actions_from_lists_are_uniform_too():
    game = turnwright.game("amazons:side=4")
    start = game.start(seed=0)
    count = 64 * len(start.legal_actions())
    first = batch.playouts([start] * count, most_actions=1, listed=True, device="cpu").digests
    _, drawn = np.unique(first, return_counts=True)
    assert len(drawn) == len(start.legal_actions())
    assert 24 < drawn.min() <= drawn.max() < 120


def test_made_steps_are_the_engines(game, states):
    records = np.concatenate([state.records for state in states])
    actions = np.array([state.legal_actions()[-1] for state in states], dtype=np.int32)
    after, lists = made_steps(records, actions, game, device="cpu")
    for number, state in enumerate(states):
        assert str(after[number]) == str(state.play(int(actions[number])).records[0])
    same = np.array([state.legal_actions() == states[0].legal_actions() for state in states])
    assert (lists == lists[0]).tolist() == same.tolist()


def test_greedy_turns_take_an_action_that_leads_to_the_highest_value(states):
    planned = batch.greedy_turns(states, device="cpu")
    for number, state in enumerate(states):
        me = state.player
        for action in planned.turn(number):
            best = max(state.play(choice).evaluate(me) for choice in state.candidates())
            assert state.play(action).evaluate(me) == best
            state = state.play(action)
        assert state.is_over or state.player != me
        assert planned.values[number] == state.evaluate(me)


@pytest.mark.parametrize("plan", [batch.evolve_turns, batch.replies])
def test_evolved_turns_can_be_played_and_have_their_values(states, plan):
    planned = plan(states, 40, device="cpu")
    for number, state in enumerate(states):
        me, turn = state.player, planned.turn(number)
        positions = [state]
        for action in turn:
            positions.append(positions[-1].play(action))
        assert positions[-1].is_over or positions[-1].player != me
        side = me if plan is batch.evolve_turns else 1 - me
        assert planned.values[number] in {position.evaluate(side) for position in positions[-2:]}
        assert set(planned.actions[number, len(turn) :].tolist()) <= {-1}


def test_more_genomes_find_no_worse_turns(states):
    few, many = (batch.evolve_turns(states, genomes, device="cpu").values for genomes in (32, 640))
    assert (many >= few).all()


def test_games_of_evolved_turns_come_to_their_ends(game):
    played = batch.self_play(4, 32, game, keep=2, device="cpu")
    again = batch.self_play(2, 32, game, device="cpu")
    assert all(played.state(number).is_over for number in range(4))
    assert again.digests.tolist() == played.digests[:2].tolist()
    assert played.ends.shape == (4, 2)
    assert np.isfinite(played.end_values[:, 0]).all()


def test_what_cannot_be_done_is_said(game, states):
    for call, words in (
        (lambda: batch.random_games(0, game), "n is 0; it must be 1 or more"),
        (lambda: batch.evolve_turns(states, 0), "genomes is 0"),
        (lambda: batch.greedy_turns([]), "no positions"),
        (lambda: batch.greedy_turns(states[0].records, "amazons"), "no states of amazons"),
        (lambda: batch.greedy_turns([*states, turnwright.game("amazons").start(0)]), "different games"),
        (lambda: batch.random_games(1, game, device="tpu"), "must be auto, cpu or gpu"),
    ):
        with pytest.raises(TurnwrightError, match=words):
            call()


@pytest.mark.skipif(not missing(), reason="there is a GPU here")
def test_without_a_gpu_one_sentence_says_what_is_missing(game):
    with pytest.raises(TurnwrightError, match=r"numba-cuda|NVIDIA"):
        batch.random_games(1, game, device="gpu")
    assert len(batch.random_games(1, game).states) == 1


def test_a_comparison_finds_what_differs(game, monkeypatch):
    """The same batch on two devices: one of them is made to forget its last actions."""
    play = batch.play

    class Forgetful:
        def __getattr__(self, name):
            return getattr(play.cpu, name)

        @staticmethod
        def evolve_turns(game, turns, seed, generations):
            play.cpu.evolve_turns(game, turns, seed, generations)
            turns.actions[7, 0] += 1

    monkeypatch.setattr(play, "_runner", lambda device: play.cpu if device == "cpu" else Forgetful())
    found = {comparison.what: (comparison.mismatches, comparison.first) for comparison in compare_turns(game)}
    assert found["greedy turns"] == (0, None)
    assert found["evolved turns"] == found["replies"] == (1, 7)


def test_nothing_imports_cuda_unless_asked():
    code = (
        "import sys; begun = set(sys.modules);"  # numba-cuda puts a hook of its own into every interpreter
        "import turnwright.batch, turnwright.cli.bench, turnwright.cli.verify, turnwright.cli.check_game;"
        "names = set(sys.modules) - begun;"
        "print([name for name in names if 'cuda' in name.split('.')[0] or name == 'turnwright.batch.gpu'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "file"), [("hero_academy", "hero/small_tiny.jsonl.gz"), ("locm", "locm/pub_normal_00.jsonl.gz")]
)
def test_recorded_games_step_by_step_on_the_lanes(name, file, monkeypatch):
    """What `verify --gpu` compares, with the CPU in the place of the GPU: every recorded step is one of the engine."""
    monkeypatch.setattr(batch.play, "_runner", lambda device: batch.play.cpu)
    found = list(compare_recorded(name, [ROOT / "tests" / "data" / file]))
    assert len(found) > 1
    assert sum(comparison.steps for comparison in found) > 100
    assert not any(comparison.mismatches for comparison in found)
