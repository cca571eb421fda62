"""The size of a turn, counted once by the merging of equal states and once by playing every sequence."""

from dataclasses import replace

import pytest

import turnwright
from turnwright import State
from turnwright.core.perft import perft
from turnwright.games.locm.state_codec import take_apart

POSITIONS = (
    "locm battle 20 1 hp9,was9,mana5/12,bonus0,rune5,draw1,shown1 3=7,5=4 41=1,43=1 1=7:0:2/2:-----Wr - "
    "hp3,was3,mana0/11,bonus0,rune0,draw1,shown1 4=9 42=1 2=7:0:1/1:---G-- -",
    "locm battle 21 2 hp9,was9,mana5/12,bonus0,rune5,draw1,shown1 3=7 41=1,43=1 1=7:0:2/3:------,5=7:0:2/2:------ - "
    "hp9,was9,mana3/11,bonus0,rune5,draw1,shown1 4=140,6=141,8=38 42=1 2=7:0:3/1:------r,10=4:1:1/5:------ -",
)


def all_turns(state: State) -> list[State]:
    """The states after every sequence of actions; one that leaves nothing but the pass is passed."""
    ends: list[State] = []
    for action in state.legal_actions():
        after = state.play(action)
        if after.is_over or after.player != state.player:
            ends.append(after)
        elif after.legal_actions() == [after.end_action]:
            ends.append(after.play(after.end_action))
        else:
            ends += all_turns(after)
    return ends


def without_display(state: State) -> str:
    """The state without what is only shown: order of summoning, touched creatures, number of cards drawn."""
    parts = take_apart(state)
    sides = [
        replace(
            side,
            draw_shown=0,
            board=tuple(replace(c, touched=False) for c in sorted(side.board, key=lambda c: c.id)),
        )
        for side in parts.sides
    ]
    return repr(replace(parts, sides=tuple(sides)))


@pytest.mark.parametrize("text", POSITIONS)
def test_counts_are_those_of_playing_everything(text):
    state = turnwright.state(text)
    ends = all_turns(state)
    counted = perft(state)
    assert counted.turns == len(ends)
    assert counted.outcomes == len({without_display(end) for end in ends})
    assert counted.outcomes < counted.turns


def test_a_turn_of_the_draft_is_one_pick():
    counted = perft(turnwright.game("locm").start(seed=1))
    assert (counted.turns, counted.outcomes, len(counted.depths)) == (3, 3, 1)
