"""Encodings of all games: indices mean the actions that may be played, and observations say what a player may know.

Compiled, these tests are slow ones; `test_without_jit` runs them with the JIT off in every run of the tests.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright.core import compiled
from turnwright.core.encoding import encoding_of
from turnwright.core.rng import generator
from turnwright.environments.spaces import observation_space
from turnwright.environments.stepper import Stepper

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
PAIRS = f"{ROOT}/examples/pairs.py:Pairs"
SPECS = [
    "hero_academy:map=a-tiny", "locm", "locm:draft=learned", "arimaa", "arimaa:setup=book", "amazons:side=6", PAIRS,
]  # fmt: skip
STEPS = 12 if compiled.flags.DISABLE_JIT else 60


def play(spec: str, seed: int = 3, view: str = "hidden"):
    """A random game, stopped at every step."""
    game = turnwright.game(spec)
    game.is_tried = True  # the first look at a stranger's game takes seconds without the JIT
    stepper = Stepper(game, 1, view=view)
    stepper.reseed(seed)
    stepper.deal()
    rng = generator(seed)
    for _ in range(STEPS):
        if stepper.batch.over[0]:
            stepper.deal()
        yield stepper
        stepper.step(stepper.sample(rng))


def seen(stepper: Stepper, player: int) -> dict[str, np.ndarray]:
    return {name: array[0].copy() for name, array in stepper.observe(np.array([player], dtype=np.int8)).items()}


@pytest.mark.parametrize("spec", SPECS)
def test_the_mask_has_the_actions_that_may_be_played_and_no_others(spec):
    for stepper in play(spec):
        state = stepper.position()
        accepted = state.legal_actions()
        if state.may_end and state.end_action not in accepted:
            accepted.append(state.end_action)
        indices = [stepper.encode(action) for action in accepted]
        assert len(set(indices)) == len(accepted)
        assert [stepper.decode(index) for index in indices] == accepted
        assert np.flatnonzero(seen(stepper, state.player)["action_mask"]).tolist() == sorted(indices)
        assert not seen(stepper, 1 - state.player)["action_mask"].any()


@pytest.mark.parametrize("spec", SPECS)
def test_an_index_outside_the_mask_is_refused_and_nothing_is_played(spec):
    for stepper in play(spec):
        mask = seen(stepper, stepper.position().player)["action_mask"]
        before = stepper.batch.states.tobytes()
        for index in (-1, stepper.code.action_count, *np.flatnonzero(mask == 0)[-1:]):
            with pytest.raises(
                turnwright.TurnwrightError, match=f"index {index}.* is not legal; choose an index where"
            ):
                stepper.step(np.array([index]))
        assert stepper.batch.states.tobytes() == before
        break


@pytest.mark.parametrize("spec", SPECS)
def test_observations_are_in_the_space_that_is_promised(spec):
    space = observation_space(encoding_of(turnwright.game(spec)))
    for stepper in play(spec):
        for player in (0, 1):
            assert space.contains(seen(stepper, player))


@pytest.mark.parametrize("spec", ["hero_academy:map=a-tiny", "locm", "locm:draft=learned"])
def test_an_observation_does_not_change_when_only_hidden_things_do(spec):
    """The game goes on from a random guess at what the player cannot see; the player notices nothing."""
    other = Stepper(turnwright.game(spec), 1)
    worlds = set()
    for seed, stepper in enumerate(play(spec)):
        state = stepper.position()
        for player in (0, 1):
            world = state.view(player=player, kind="hidden").world(seed)
            worlds.add(world.text != state.text)
            other.place(world)
            for name, array in seen(stepper, player).items():
                np.testing.assert_array_equal(array, seen(other, player)[name], err_msg=f"{name} of player {player}")
    assert True in worlds


@pytest.mark.parametrize("spec", ["locm", "locm:draft=learned"])
def test_an_encoding_that_reads_nothing_hidden_writes_the_same_from_what_a_view_shows(spec):
    """LOCM's observations are written without concealing anything first."""
    game = turnwright.game(spec)
    careful = Stepper(game, 1)
    assert not careful.code.rules.reads_hidden
    careful.code = replace(careful.code, rules=replace(careful.code.rules, reads_hidden=True))
    assert careful.code.tag != encoding_of(game).tag
    for stepper in play(spec):
        careful.place(stepper.position())
        for player in (0, 1):
            for name, array in seen(stepper, player).items():
                np.testing.assert_array_equal(array, seen(careful, player)[name], err_msg=f"{name} of player {player}")


def test_the_open_view_shows_more():
    stepper = next(play("hero_academy:map=a-tiny", view="open"))
    hand = slice(22, 33)
    assert seen(stepper, 0)["numbers"][hand].sum() == 6
    assert seen(next(play("hero_academy:map=a-tiny")), 0)["numbers"][hand].sum() == 0


@pytest.mark.parametrize("spec", ["hero_academy:map=a-tiny", "hero_academy", "arimaa", "amazons", "amazons:side=6"])
def test_both_seats_see_the_same_start(spec):
    """So one policy can play either."""
    stepper = next(play(spec))
    np.testing.assert_array_equal(seen(stepper, 0)["observation"], seen(stepper, 1)["observation"])


def test_both_sides_of_arimaa_have_the_same_indices():
    """Gold's first placements, and Silver's: the same kinds on the same squares, as each sees them."""
    stepper = next(play("arimaa"))
    first = seen(stepper, 0)["action_mask"]
    rng = generator(1)
    while stepper.position().player == 0:
        stepper.step(stepper.sample(rng))
    np.testing.assert_array_equal(first, seen(stepper, 1)["action_mask"])


def test_planes_of_hero_academy_show_the_pieces():
    """A knight with a scroll and half its health, seen from both sides: on e1 of the first player's left-hand board."""
    state = turnwright.game("hero_academy:map=a-tiny").start(1)
    names = encoding_of(state.game).planes
    state = state.play(next(a for a in state.legal_actions() if state.action_text(a).startswith("K")))
    stepper = Stepper(state.game, 1)
    stepper.place(state)
    own, enemy = seen(stepper, 0)["observation"], seen(stepper, 1)["observation"]
    assert np.argwhere(own[names.index("own knight")]).tolist() == [[0, 0]]
    assert np.argwhere(enemy[names.index("enemy knight")]).tolist() == [[2, 4]]
    assert own[names.index("own crystal")].sum() == own[names.index("enemy crystal")].sum() == 1


@pytest.mark.parametrize("spec", SPECS)
def test_an_encoding_says_what_all_its_numbers_mean(spec):
    code = encoding_of(turnwright.game(spec))
    first = 0
    for part in code.actions:
        assert part.first == first
        first += part.count
    assert first == code.action_count
    assert len(set(code.numbers)) == len(code.numbers)
    assert len(set(code.planes)) == len(code.planes)
