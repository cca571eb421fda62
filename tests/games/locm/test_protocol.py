"""The contest's protocol (sections 8 and 10): messages there and back, answers read as the referee reads them."""

import gzip
import json
from pathlib import Path

import pytest

import turnwright
from turnwright.games.locm.contest.protocol import (
    ProtocolError,
    block_of,
    noted,
    play_line,
    read_block,
    read_pick,
    read_turn,
    write_turn,
)
from turnwright.games.locm.engine.state import attack_action, summon_action, use_action
from turnwright.games.locm.state_codec import take_apart

DATA = Path(__file__).resolve().parents[2] / "data" / "locm"
STATE = (
    "locm battle 20 1 hp20,was20,mana12/12,bonus0,rune15,draw1,shown1 3=7,5=144 41=1 1=7:0:2/2:-----Wr - "
    "hp2,was2,mana0/11,bonus0,rune0,draw1,shown1 - 42=1 2=7:0:1/1:---G-- -"
)


def recorded_blocks() -> list[list[str]]:
    blocks = []
    for line in map(json.loads, gzip.decompress((DATA / "pub_normal_00.jsonl.gz").read_bytes()).splitlines()):
        blocks += line.get("draft_proto", []) + ([line["proto"]] if "proto" in line else [])
    return blocks


def test_recorded_messages_are_read_and_written_back():
    blocks = recorded_blocks()
    assert len(blocks) > 100
    for lines in blocks:
        block = read_block(lines)
        assert block.lines == lines
        assert block.is_draft == (lines[0].split()[1] == "0")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines.pop(), "ends too early"),
        (lambda lines: lines.append("1"), "follows after the last"),
        (lambda lines: lines.insert(0, "30 0 x 25 0"), "should be 5 whole numbers"),
        (lambda lines: lines.__setitem__(4, lines[4].replace(" ", "  ", 1).replace("-", "X")), "should be a card"),
        (lambda lines: lines.__setitem__(4, ""), "should be a card"),
    ],
)
def test_a_damaged_message_is_one_sentence(change, reason):
    lines = list(recorded_blocks()[0])
    change(lines)
    with pytest.raises(ProtocolError) as caught:
        read_block(lines)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "choice"),
    [("PICK 0", 0), ("PICK 2", 2), (" PICK 1 \n", 1), ("PASS", 0), ("CHOOSE 65", 1), ("PICK 2 my favourite", 2)],
)
def test_answers_of_the_draft(line, choice):
    assert read_pick(line, (7, 65, 160)) == choice


@pytest.mark.parametrize("line", ["", "PICK", "PICK 3", "PICK x", "pick 1", "CHOOSE 1", "PICK  1", "SUMMON 1 0"])
def test_wrong_answers_of_the_draft_lose(line):
    with pytest.raises(ProtocolError):
        read_pick(line, (7, 65, 160))


def test_lines_of_the_battle_are_read_whole():
    line = "SUMMON 3 1; ATTACK 8 -1 no fear ;; PASS;USE 7 5;ATTACK 1 2;SUMMON 1 2;USE 99 -5"
    expected = [summon_action(3, 1), attack_action(8, 0), use_action(7, 5), attack_action(1, 2), None, None]
    assert read_turn(line) == expected
    assert read_turn("") == read_turn("PASS") == read_turn(" ; ") == []


@pytest.mark.parametrize(
    "line", ["JUMP", "SUMMON 3", "SUMMON  3 0", "summon 3 0", "ATTACK 1 x", "PASS;USE 1", "ATTACK 1.0 2", "USE 1 ²"]
)
def test_a_line_that_cannot_be_read_loses(line):
    with pytest.raises(ProtocolError):
        read_turn(line)


def test_illegal_actions_are_dropped_and_the_rest_is_played():
    """Also behind a pass; the turn ends with the line, and the opponent is told of what was played."""
    state = turnwright.state(STATE)
    later, played = play_line(state, "ATTACK 1 -1;PASS;SUMMON 2 0;USE 5 2;SUMMON 3 2;SUMMON 3 1")
    assert [state.action_text(action) for action in played] == ["USE 5 2", "SUMMON 3 1"]
    assert later == state.play(*played, "PASS")
    told = [noted(take_apart(state), action) for action in played]
    assert told == ["144 USE 5 2", "7 SUMMON 3 1"]
    block = block_of(take_apart(later), told)
    assert block.lines[:5] == ["2 12 0 0 1", "20 12 1 15 1", "0 2", *told]
    assert block.lines[6] == "1 42 0 0 1 2 1 ------ 1 0 0 -1 "


def test_nothing_is_played_after_a_win():
    state = turnwright.state(STATE)
    later, played = play_line(state, "USE 5 2;ATTACK 1 -1;SUMMON 3 0")
    assert later.is_over
    assert later.outcome == 1
    assert len(played) == 2


def test_turns_are_written_as_answers():
    state = turnwright.state(STATE)
    turn = [state.game.parse_action(text) for text in ("USE 5 2", "SUMMON 3 1", "PASS")]
    assert write_turn(state, turn) == "USE 5 2;SUMMON 3 1"
    assert write_turn(state, [state.end_action]) == "PASS"
    draft = turnwright.game("locm").start(seed=1)
    assert write_turn(draft, [2]) == "PICK 2"
    assert write_turn(draft, [draft.end_action]) == "PICK 0"
