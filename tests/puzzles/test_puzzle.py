"""Puzzles: exactly one solution, proven by playing every turn, and compared with a plain enumeration."""

from dataclasses import replace

import pytest

import turnwright
from turnwright.core.errors import TurnwrightError
from turnwright.puzzles.proof import ProofError, prove
from turnwright.puzzles.puzzle import (
    Puzzle,
    PuzzleError,
    check,
    puzzle_of,
    read_puzzles,
    shipped_puzzles,
    write_puzzles,
)

SMALL = "hero_academy:map=a-small,deck=SMALL"
ARCHER = f"{SMALL} 9 1 2 b3X4500,d3A800,e2x1,f3x1 -/k -/- 1/1"
"""An archer that can shoot at both crystals, one hit each: two turns win, and both end the same."""
STRIKES = f"{SMALL} 9 1 3 b3X4500,c2A800,f3x1 -/k -/- 1/1"
"""The crystal is out of reach at first: many squares lead there."""
LOST = f"{SMALL} 9 1 2 b3X4500,c2A800,e2x4500,f3x4500 -/k -/- 1/1"


def wins_by_hand(state):
    """All winning turns, one sequence after the other, by the front door alone."""
    me, won = state.player, -1 if state.player else 1
    found = []

    def go(here, actions):
        for action in here.legal_actions():
            after = here.play(action)
            if after.is_over or after.player != me:
                if after.is_over and after.outcome == won:
                    found.append(((*actions, action), after.text))
            else:
                go(after, (*actions, action))

    go(state, ())
    return found


@pytest.mark.parametrize(("text", "wins"), [(ARCHER, 2), (LOST, 0)], ids=["two orders", "no win"])
def test_the_proof_finds_what_playing_every_turn_finds(text, wins):
    state = turnwright.state(text)
    found = wins_by_hand(state)
    assert len(found) == wins
    proof = prove(state)
    assert (proof.turns, proof.ends) == (len(found), len({end for _, end in found}))
    assert proof.turn in [actions for actions, _ in found] or not found
    assert proof.length == min((len(actions) for actions, _ in found), default=0)


def test_shipped_puzzles_by_hand():
    """Short ones, since a plain enumeration takes long."""
    for puzzle in [one for one in shipped_puzzles() if one.length == 2 and one.state.startswith(SMALL)][:2]:
        found = wins_by_hand(puzzle.position)
        assert len({end for _, end in found}) == 1
        assert len(found) == puzzle.turns


def test_a_position_with_several_ends_is_no_puzzle():
    proof = prove(turnwright.state(STRIKES), shortest=True)
    assert proof.ends > 1
    assert not proof.is_unique
    assert puzzle_of(turnwright.state(STRIKES)) is None


def test_actions_are_cut_to_the_shortest_win():
    longer = turnwright.state(ARCHER.replace(" 9 1 2 ", " 9 1 5 "))
    puzzle = puzzle_of(longer)
    assert puzzle is not None
    assert (puzzle.length, puzzle.turns, puzzle.state) == (2, 2, ARCHER)


def test_some_shipped_puzzles_are_proven_again():
    """Of one game: each compiles its own search."""
    for puzzle in [one for one in shipped_puzzles() if one.state.startswith("hero_academy")][::40]:
        check(puzzle)


@pytest.mark.slow
def test_all_shipped_puzzles_are_proven_again():
    assert len(shipped_puzzles()) >= 200
    for puzzle in shipped_puzzles():
        check(puzzle)


def test_shipped_puzzles_are_graded_and_differ():
    shipped = shipped_puzzles()
    assert len({puzzle.name for puzzle in shipped}) == len(shipped) >= 200
    assert {puzzle.stars for puzzle in shipped} == {1, 2, 3, 4, 5}
    assert len({puzzle.state.split(" ")[0] for puzzle in shipped}) >= 2


RIGHT = Puzzle(state=ARCHER, turn="d3xe2 d3xf3", length=2, turns=2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (replace(RIGHT, state=LOST), "cannot be won within the turn"),
        (replace(RIGHT, state=STRIKES), "different states; it must be one"),
        (replace(RIGHT, turns=3), "there are 2 of 2"),
        (replace(RIGHT, turn="d3xe2 end"), "does not win"),
        (replace(RIGHT, turn="d3xe2 a1-a2"), "cannot be played"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_wrong_with_a_puzzle_is_said(wrong, said):
    check(RIGHT)
    with pytest.raises(PuzzleError, match=said):
        check(wrong)


def test_a_turn_that_is_too_large_is_refused():
    with pytest.raises(ProofError, match="more than 3 states"):
        prove(turnwright.state(STRIKES), most_states=3)


def test_puzzles_of_a_stranger_run_no_code(tmp_path):
    file = tmp_path / "game.py"
    file.write_text("raise SystemExit('ran')")
    with pytest.raises(TurnwrightError, match="puzzles are of the package's own games"):
        check(replace(RIGHT, state=f"{file}:Game 1"))


def test_files_of_puzzles(tmp_path):
    file = tmp_path / "puzzles.json"
    write_puzzles(file, [RIGHT])
    assert read_puzzles(file) == [RIGHT]
    for text in ("[]", "{}", '{"puzzles": 3}', "no JSON"):
        file.write_text(text)
        with pytest.raises(PuzzleError, match="no file of puzzles"):
            read_puzzles(file)
    file.write_text('{"puzzles": [{"state": 3}]}')
    with pytest.raises(PuzzleError, match="puzzle 1"):
        read_puzzles(file)
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_puzzles(tmp_path / "none.json")
