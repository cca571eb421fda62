"""Official notation: positions, turns and game files read back, and what is wrong is said in a sentence."""

import re

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.games.arimaa.game_files import read_game, write_game
from turnwright.games.arimaa.notation import official_turn, read_turn, split_turn

BASIC = "[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
OPENING = """\
1g Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ha2 Db2 Cc2 Md2 Ee2 Cf2 Dg2 Hh2
1s ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ha7 db7 cc7 ed7 me7 cf7 dg7 hh7
2g Ee2n Ee3n Ee4n Ee5n
2s ed7s ha7s
3g Cc2n Cc3x
"""


def test_positions_read_as_the_protocol_writes_them(arimaa):
    spaced = "2g " + BASIC.replace(".", " ")
    assert arimaa.parse_state(spaced) == arimaa.parse_state(f"2g {BASIC}")


def test_a_state_within_a_turn_reads_back(arimaa):
    state = arimaa.parse_state(f"2g {BASIC}")
    for step in ("Ee2n", "Ee3n", "Ee4n"):
        state = state.play(step)
        assert turnwright.state(state.text) == state
        assert turnwright.state(state.text).hash == state.hash


def test_a_game_file_reads_back(arimaa):
    walks = read_game(arimaa, OPENING)
    assert write_game(walks) == OPENING
    assert walks[-1].after.text.startswith("arimaa 3s [")
    assert [len(walk.actions) for walk in walks] == [16, 16, 4, 3, 2]


def test_a_game_file_may_end_with_a_turn_that_was_not_played(arimaa):
    assert write_game(read_game(arimaa, OPENING.replace("g ", "w ").replace("s ", "b ", 0) + "3s lost\n")) == OPENING


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("4g Ee6n", "line 6 is turn 4g; turn 3s comes next"),
        ("3s ee2n", "line 6 is '3s ee2n', which is not a legal turn"),
        ("hello", "line 6 is 'hello'; it must be a turn and its steps"),
        ("3s hd6s", "'hd6s' is not what stands there; the board has 'ed6s'"),
        ("3s Ed6s", "'Ed6s' is not what stands there; the board has 'ed6s'"),
        ("3s ed6s Cc3x", "'ed6s Cc3x' captures something else on this board: 'ed6s'"),
        ("3s rb8 ra8", "is not a legal turn"),
    ],
)
def test_a_game_file_that_makes_no_sense_is_refused(arimaa, line, message):
    with pytest.raises(TurnwrightError, match=re.escape(message)):
        read_game(arimaa, OPENING + line)


def test_pieces_and_captures_may_be_left_out_in_a_game_file(arimaa):
    assert write_game(read_game(arimaa, OPENING.replace("Cc2n Cc3x", "c2n"))) == OPENING


def test_a_placement_is_written_as_its_sides_piece(arimaa):
    with pytest.raises(TurnwrightError, match="'ra1' is not what stands there; the board has 'Ra1'"):
        read_game(arimaa, "1g ra1")


def test_captures_belong_to_the_step_before_them():
    assert split_turn("Cc2n Cc3x  Ee2n") == ["Cc2n Cc3x", "Ee2n"]


def test_official_turns_have_no_word_for_their_end(arimaa):
    state = arimaa.parse_state(f"2g {BASIC}")
    walk = state.walk(read_turn(state, "Ee2n Ee3n"))
    assert walk.is_whole
    assert official_turn(walk) == "Ee2n Ee3n"
    assert walk.text == "Ee2n Ee3n end"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2g [rr]", "is not a position of Arimaa"),
        ("0g " + BASIC, "turns count from 1g"),
        ("2g " + BASIC.replace("H", "E", 1), "has 2 of E; a side has 1 at most"),
        ("2g [" + "." * 42 + "R" + "." * 21 + "]", "has a piece in the trap c3 without a friend next to it"),
        ("1s [" + "." * 64 + "]", "must have all sixteen pieces of Gold"),
        ("1g " + BASIC, "is not a board within a setup"),
        ("2g " + BASIC + " ~AAAA", "is not a history"),
        ("2g " + BASIC + " 1 " + BASIC + " <ee3", "names a piece of the wrong side"),
    ],
)
def test_positions_that_make_no_sense_are_refused(arimaa, text, message):
    with pytest.raises(TurnwrightError, match=re.escape(message)):
        arimaa.parse_state(text)


@pytest.mark.parametrize("text", ["", "e2e4", "Ed9n", "Xd2n", "Ed2n rc3"])
def test_what_is_no_action_is_refused(arimaa, text):
    with pytest.raises(TurnwrightError, match="is not an action of Arimaa"):
        arimaa.parse_action(text)
