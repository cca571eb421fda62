"""Shallow networks: exactly what their integers say, the same for both players, and refused where they do not fit."""

import numpy as np
import pytest

import turnwright
from turnwright import batch
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry
from turnwright.core.state import State
from turnwright.core.work_array import work_array
from turnwright.evaluators.model import FORMAT, Card, Model, ModelError, write_model
from turnwright.evaluators.shallow import Shallow, packed
from turnwright.evaluators.shallow_kernel import (
    FULL,
    HIDDEN,
    LANES,
    SUMS,
    add_plainly,
    add_row,
    begin_plainly,
    begin_sums,
    output_of,
    output_plainly,
)
from turnwright.games.hero_academy.engine.shallow_inputs import input_places, mirrored_inputs

SMALL = "hero_academy:map=a-small,deck=SMALL"


def network(game, seed: int = 5, spread: int = 40) -> Shallow:
    """A network of random numbers, large enough that neurons are idle, active and full."""
    chaos = np.random.default_rng(seed)
    return Shallow(
        rows=packed(chaos.integers(-spread, spread + 1, (game.shallow_inputs().count, HIDDEN))),
        bias=tuple(chaos.integers(-100, 300, HIDDEN).tolist()),
        weight=tuple(chaos.integers(-500, 501, HIDDEN).tolist()),
        unit=0.001,
    )


def judged_by(folder, spec: str, content: dict):
    file = folder / "network.json"
    write_model(Model(format=FORMAT, kind="shallow", game=spec, card=Card(title="random"), content=content), file)
    return turnwright.game(spec).variant(evaluation=f"model({file})")


@pytest.fixture(scope="module", params=["hero_academy", SMALL])
def judged(request, tmp_path_factory):
    """A game, and the same with a network on top of its evaluation."""
    game = turnwright.game(request.param)
    content = game.shallow_inputs().content(network(game))
    return game, judged_by(tmp_path_factory.mktemp("models"), request.param, content)


@pytest.fixture(scope="module")
def states(judged):
    """States before the ends of turns, from self-play, none of them at the end of a game."""
    played = batch.self_play(12, 32, judged[0], seed=9, keep=40, device="cpu")
    found = played.ends[~np.isnan(played.end_values)]
    return found[found["over"] == 0]


def test_a_value_is_the_corrected_evaluation_plus_what_the_integers_say(judged, states):
    """The reference: NumPy on the table of the file, from the view of the player who moved and of the other one."""
    plain, corrected = judged
    numbers = network(plain)
    seen, counts = plain.shallow_inputs().seen(states)
    outputs = set()
    for i in range(len(states)):
        total = 0
        for view, sign in ((0, 1), (1, -1)):
            rows = numbers.table[seen[i, view, : counts[i]]].astype(np.int64)
            activity = np.clip(rows.sum(axis=0) + numbers.bias, 0, FULL)
            total += sign * int((activity * activity * np.array(numbers.weight)).sum())
        mover = int(states["player"][i])
        before = State(plain, states[i : i + 1].copy()).evaluate(mover)
        sign = -1 if mover else 1
        said = State(corrected, states[i : i + 1].copy()).evaluate(mover)
        assert said == sign * (sign * before + sign * total * numbers.unit)
        outputs.add(total)
    assert len(outputs) > len(states) // 2


def test_what_one_player_gains_the_other_loses(judged, states):
    for i in range(0, len(states), 7):
        state = State(judged[1], states[i : i + 1].copy())
        assert state.evaluate(0) == -state.evaluate(1)


def test_to_the_second_player_a_game_looks_as_to_the_first(judged):
    """The mirror is its own inverse: owners change, and squares lie opposite."""
    board = judged[0].settings.board
    squares = board.width * board.height
    mirrored = mirrored_inputs(squares, judged[0].record.facing[1])
    assert len(mirrored) == len(input_places(squares)) == judged[0].shallow_inputs().count
    assert (mirrored[mirrored] == np.arange(len(mirrored))).all()
    assert (mirrored != np.arange(len(mirrored))).all()


@entry
def _outputs(params, rows, out):
    params, rows = borrowed(params), borrowed(rows)
    for i in range(len(rows)):
        quick, plain = work_array(LANES, SUMS), work_array(LANES, SUMS)
        begin_sums(quick, params[0])
        begin_plainly(plain, params[0])
        for j in range(rows.shape[1]):
            add_row(quick, params[0], rows[i, j])
            add_plainly(plain, params[0], rows[i, j])
        out[i, 0] = output_of(quick, params[0])
        out[i, 1] = output_plainly(plain, params[0])


def test_lane_by_lane_gives_the_same_as_one_vector(judged):
    """The first is what a GPU runs."""
    board = judged[0].settings.board
    places = input_places(board.width * board.height)
    rows = np.random.default_rng(2).choice(places, (500, 40))
    out = np.zeros((500, 2), np.int64)
    _outputs(judged[1].params, rows, out)
    assert (out[:, 0] == out[:, 1]).all()
    assert len(set(out[:, 0].tolist())) > 400


def test_agents_search_with_a_network(judged):
    plain, corrected = judged
    state = plain.start(4)
    agent = turnwright.agent(f"greedy_action:evaluation={corrected.judged_by}")
    turn = agent.plan(state.view(), turnwright.Budget(evaluations=2000), seed=1)
    assert state.play(*turn.actions).player == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rows": "not base 64!"}, "cannot be read"),
        ({"rows": packed(np.zeros((3, HIDDEN)))}, "3 inputs; this board needs one with"),
        ({"rows": packed(np.zeros(5))}, "cut off"),
        ({"bias": [0] * 3}, "neurons"),
        ({"bias": [40_000] + [0] * (HIDDEN - 1)}, "16 bits"),
        ({"weight": [501] + [0] * (HIDDEN - 1)}, "from -500 to 500"),
        ({"weight": ["1"] * HIDDEN}, "weight"),
        ({"unit": "much"}, "unit"),
        ({"weights": None}, "no weights for its network"),
        ({"layers": 2}, "layers"),
    ],
)
def test_a_network_that_does_not_fit_is_refused_in_one_sentence(tmp_path, change, words):
    game = turnwright.game(SMALL)
    content = game.shallow_inputs().content(network(game)) | change
    with pytest.raises(ModelError, match=words) as refused:
        judged_by(tmp_path, SMALL, content)
    assert "\n" not in str(refused.value)


def test_a_network_of_another_board_is_refused(tmp_path):
    small = turnwright.game(SMALL)
    content = small.shallow_inputs().content(network(small))
    with pytest.raises(ModelError, match="this board needs"):
        judged_by(tmp_path, "hero_academy", content)
