"""Every turn of a position, by our engine and by pyrimaa: the same boards, none more and none less."""

from collections.abc import Iterator

import numpy as np
import pytest

import turnwright
from turnwright import State
from turnwright.core.perft import perft

BASIC = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


def random_positions(setup: str, seed: int, games: int, period: int) -> Iterator[State]:
    """Some positions at the starts of turns of games in which steps are random."""
    rng = np.random.default_rng(seed)
    for number in range(games):
        state = turnwright.game(f"arimaa:setup={setup}").start(seed + number)
        turn = 0
        while not state.is_over and turn < 120:
            if turn % period == period - 1:
                yield state
            player = state.player
            while not state.is_over and state.player == player:
                state = state.play(int(rng.choice(state.legal_actions())))
            turn += 1


def sensible_positions(seed: int, games: int, period: int) -> Iterator[State]:
    """The same of games between greedy players, some of whose turns are random."""
    rng = np.random.default_rng(seed)
    agents = [turnwright.agent("greedy_action"), turnwright.agent("random")]
    for number in range(games):
        state = turnwright.game("arimaa").start(seed + number)
        for turn in range(120):
            if turn > 1 and turn % period == period - 1:
                yield state
            agent = agents[int(rng.random() < 0.15)]
            state = state.play(*agent.plan(state.view(), turnwright.Budget(iterations=1), turn).actions)
            if state.is_over:
                break


def test_the_basic_setup_has_the_known_number_of_turns(arimaa, turns_by_both):
    """3,353 turns: pyrimaa's own anchor, and the most frequent number of turn 2 in Haskin's study of games."""
    state = arimaa.parse_state(BASIC)
    ours, oracles = turns_by_both(state)
    assert ours == oracles
    assert len(ours) == 3353 == perft(state).outcomes


def test_random_play_has_the_same_turns_as_the_oracle(turns_by_both):
    states = [*random_positions("random", 5, 1, 9), *random_positions("book", 6, 1, 11)][:6]
    assert len(states) == 6
    for state in states:
        ours, oracles = turns_by_both(state)
        assert ours == oracles, state


@pytest.mark.slow
def test_much_more_play_has_the_same_turns_as_the_oracle(turns_by_both):
    looked = 0
    for states in (
        random_positions("random", 50, 4, 8),
        random_positions("book", 70, 4, 8),
        sensible_positions(90, 3, 8),
    ):
        for state in states:
            ours, oracles = turns_by_both(state)
            assert ours == oracles, state
            looked += 1
    assert looked > 25
