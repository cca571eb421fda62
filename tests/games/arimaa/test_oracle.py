"""Every turn of a position, by our engine and by pyrimaa: the same boards, none more and none less."""

import os
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice

import numpy as np
import pytest

import turnwright
from turnwright import State
from turnwright.core.perft import perft

BASIC = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


POSITIONS = int(os.environ.get("ORACLE_POSITIONS", "120"))
"""How many positions the slow test compares; the page of the game says what thousands of them gave."""


def random_game(setup: str, seed: int) -> Iterator[State]:
    """The positions at the starts of the turns of a game whose steps are random."""
    rng = np.random.default_rng(seed)
    state = turnwright.game(f"arimaa:setup={setup}").start(seed)
    turns = 0
    while not state.is_over and turns < 120:
        yield state
        player = state.player
        while not state.is_over and state.player == player:
            state = state.play(int(rng.choice(state.legal_actions())))
        turns += 1


def sensible_game(seed: int) -> Iterator[State]:
    """The same of a game between greedy players, some of whose turns are random."""
    rng = np.random.default_rng(seed)
    agents = [turnwright.agent("greedy_action"), turnwright.agent("random")]
    state = turnwright.game("arimaa:setup=book").start(seed)
    for turn in range(120):
        if state.is_over:
            return
        yield state
        agent = agents[int(rng.random() < 0.15)]
        state = state.play(*agent.plan(state.view(), turnwright.Budget(iterations=1), turn).actions)


def much_play(period: int) -> Iterator[tuple[str, State, list[State]]]:
    """Positions of ever more games of three kinds, one of so many turns; what kind it is, and all positions so far."""
    for seed in count(50):
        for kind, game in (
            ("random play from random setups", random_game("random", seed)),
            ("random play from the book's setups", random_game("book", seed)),
            ("sensible play", sensible_game(seed)),
        ):
            past: list[State] = []
            for turn, state in enumerate(game):
                past.append(state)
                if turn % period == seed % period:
                    yield kind, state, past


def test_the_basic_setup_has_the_known_number_of_turns(arimaa, turns_by_both):
    """3,353 turns: pyrimaa's own anchor, and the most frequent number of turn 2 in Haskin's study of games."""
    state = arimaa.parse_state(BASIC)
    ours, oracles = turns_by_both(state)
    assert ours == oracles
    assert len(ours) == 3353 == perft(state).outcomes


@pytest.mark.slow
def test_random_play_has_the_same_turns_as_the_oracle(turns_by_both):
    states = [*islice(random_game("random", 5), 8, None, 9), *islice(random_game("book", 6), 10, None, 11)][:6]
    assert len(states) == 6
    for state in states:
        ours, oracles = turns_by_both(state)
        assert ours == oracles, state


@pytest.mark.slow
def test_much_more_play_has_the_same_turns_as_the_oracle(turns_by_both, repeated_twice, capsys):
    """`ORACLE_POSITIONS=3000` in the environment looks at more; the last line says how many there were."""
    looked: Counter[str] = Counter()
    turns = largest = repeated = 0
    for kind, state, past in islice(much_play(5), POSITIONS):
        ours, oracles = turns_by_both(state)
        third = oracles & repeated_twice(past, 1 - state.player)  # pyrimaa's positions know of none before them
        assert ours == oracles - third, state
        looked[kind] += 1
        turns += len(ours)
        repeated += len(third)
        largest = max(largest, len(ours))
    assert len(looked) == 3
    with capsys.disabled():
        print(
            f"\n{looked.total():,} positions ({dict(looked)}), {turns:,} turns, at most {largest:,}; "
            f"{repeated} would have been a third repetition; no difference"
        )
