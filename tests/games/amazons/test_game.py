"""Amazons in text and pictures, its settings, and what its evaluation says."""

import re
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright import TurnwrightError

SMALL = "amazons:side=4"


def test_text_and_svg_pictures():
    state = turnwright.game("amazons:side=6").start(0).play("b1-b4", "*b2")
    lines = state.draw().splitlines()
    assert lines[0] == "turn 2, Black to move"
    assert lines[4] == " 4 . W . . . ."
    assert lines[6] == " 2 W x . . . W"
    root = ElementTree.fromstring(state.svg())
    assert "White amazon b4" in root.attrib["aria-label"]
    assert "closed b2" in root.attrib["aria-label"]


def test_a_turn_is_a_move_and_a_shot_from_where_it_led():
    state = turnwright.game(SMALL).start(0)
    moved = state.play("a2-a1")
    assert moved.player == 0
    assert not moved.may_end
    assert {moved.action_text(action)[0] for action in moved.legal_actions()} == {"*"}
    assert moved.play("*a2").player == 1  # the square that was left is free


def test_who_cannot_move_has_lost():
    state = turnwright.state(f"{SMALL} 2 - WxB./xx../..../....")
    assert (state.is_over, state.outcome, state.ending) == (True, -1, "no move")
    assert state.evaluate(0) == -1.0


def test_territory_counts_for_whoever_has_more_room():
    state = turnwright.state(f"{SMALL} 2 - W.x./..xB/..xx/..x.")
    assert state.evaluate(0) > 0.5
    assert state.evaluate(1) == -state.evaluate(0)
    assert turnwright.game(SMALL).variant(evaluation="win_lose").parse_state("2 - W.x./..xB/..xx/..x.").evaluate(0) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 - W", "is not a position of Amazons"),
        ("0 - ..../..../..../...B", "has 0 amazons W; a side has 1 to 4"),
        ("0 a1 W..B/..../..../....", "has no amazon W on a1, which has just moved"),
        ("0 e1 W..B/..../..../....", "'e1' is not a square of the board; they are a1 to d4"),
    ],
)
def test_positions_that_make_no_sense_are_refused(text, message):
    with pytest.raises(TurnwrightError, match=re.escape(message)):
        turnwright.game(SMALL).parse_state(text)


def test_settings_are_checked():
    with pytest.raises(TurnwrightError, match="side is 11; it must be from 4 to 10"):
        turnwright.game("amazons:side=11")
