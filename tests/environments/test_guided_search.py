"""Tree search with priors and values from outside."""

import numpy as np
import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.core.encoding import encoding_of
from turnwright.environments.guided_search import guided_search

pytestmark = pytest.mark.slow

AMAZONS = "amazons:side=4"


def knowing_nothing(observations):
    mask = observations["action_mask"]
    return mask, np.zeros(len(mask))


def test_visits_are_on_legal_actions_and_add_up():
    positions = [turnwright.game(AMAZONS).start(1), turnwright.game(AMAZONS).start(1).play("b1-b2")]
    found = guided_search(positions, knowing_nothing, simulations=20)
    assert found.visits.sum(axis=1).tolist() == [20, 20]
    code = encoding_of(positions[0].game)
    assert found.visits.shape == (2, code.action_count)
    assert (found.visits[0][256:] == 0).all()  # a move is due, no shot
    assert (found.visits[1][:256] == 0).all()
    np.testing.assert_allclose(found.policy.sum(axis=1), 1)


def test_every_round_is_one_call_with_all_leaves():
    calls = []

    def counting(observations):
        calls.append(observations["observation"].shape)
        return knowing_nothing(observations)

    guided_search([turnwright.game(AMAZONS).start(1)] * 3, counting, simulations=5)
    assert calls == [(3, 4, 4, 4)] * 6


def test_priors_lead_the_search():
    state = turnwright.game(AMAZONS).start(1)
    wanted = 7

    def insisting(observations):
        priors = np.full_like(observations["action_mask"], 0, dtype=float)
        legal = np.flatnonzero(observations["action_mask"][0])
        priors[0, legal[min(wanted, len(legal) - 1)]] = 1
        return priors, np.zeros(1)

    visits = guided_search([state], insisting, simulations=10).visits[0]
    assert visits.max() == 10


def test_a_win_is_found():
    """Black cannot move wherever White shoots, so every turn wins; nothing but the rules says so."""
    state = turnwright.state("amazons:side=4 0 - BxWx/xx../BxWW/BBxW")
    found = guided_search([state], knowing_nothing, simulations=60)
    assert found.values[0] > 0.5


@pytest.mark.parametrize("likes_to_move", [True, False])
def test_values_change_sides_with_the_player(likes_to_move):
    """A value is for the player to move at the leaf. Who likes to be to move does not end the turn, which hands the
    move over; who dislikes it ends the turn at once."""
    state = turnwright.game("hero_academy:map=a-tiny").start(1)

    def judge(observations):
        mask = observations["action_mask"]
        return mask, np.full(len(mask), 0.9 if likes_to_move else -0.9)

    visits = guided_search([state], judge, simulations=60).visits[0]
    ending = encoding_of(state.game).action_count - 1
    assert visits[ending] == (1 if likes_to_move else visits.max())
    assert visits.max() > 1


def test_mistakes_are_told_in_one_sentence():
    state = turnwright.game(AMAZONS).start(1)
    with pytest.raises(TurnwrightError, match="there are no positions"):
        guided_search([], knowing_nothing)
    with pytest.raises(TurnwrightError, match="simulations is 0"):
        guided_search([state], knowing_nothing, simulations=0)
    with pytest.raises(TurnwrightError, match=r"evaluate returned priors of the shape \(1, 3\); it must be \(1, 272\)"):
        guided_search([state], lambda observations: (np.ones((1, 3)), np.zeros(1)))
