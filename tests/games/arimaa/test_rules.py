"""Rules of Arimaa that a list of turns does not show: what must be completed, what is forbidden, how games end."""

import numpy as np
import pytest

import turnwright
from turnwright import State
from turnwright.core.state import IllegalActionError
from turnwright.games.arimaa.engine.state import HISTORY


def board(**pieces: str) -> str:
    """A board in notation from squares and letters."""
    rows = [[pieces.get(f"{file}{rank}", ".") for file in "abcdefgh"] for rank in range(8, 0, -1)]
    return f"[{''.join(''.join(row) for row in rows)}]"


def position(turn: str = "5g", spec: str = "arimaa", **pieces: str) -> State:
    return turnwright.game(spec).parse_state(f"{turn} {board(**pieces)}")


def texts(state: State) -> set[str]:
    return {state.action_text(action) for action in state.legal_actions()}


def test_a_setup_has_sixteen_placements_on_the_first_two_ranks(arimaa):
    state = arimaa.start(0)
    assert len(state.legal_actions()) == 6 * 16
    assert not state.may_end
    state = state.play("Ea2", "Ra1")
    assert not {"Eb2", "Ra1", "Rb3", "ra8"} & texts(state)
    with pytest.raises(IllegalActionError):
        state.play("Eb2")


def test_agents_place_their_pieces_by_a_setup_of_the_book(arimaa):
    start = arimaa.start(0)
    placed = {start.play(*turnwright.agent("random").plan(start.view(), None, seed).actions).text for seed in range(12)}
    assert 2 < len(placed) <= 12


def test_rabbits_do_not_step_backward_and_frozen_pieces_not_at_all():
    state = position(d4="R", a4="C", a5="d", h8="r", h1="R")
    assert texts(state) == {"Rd4n", "Rd4e", "Rd4w", "Rh1n", "Rh1w"}
    assert "Ca4s" in texts(position(d4="R", a4="C", a5="d", b4="R", h8="r", h1="R"))


def test_a_push_must_be_completed_by_a_stronger_piece():
    state = position(d4="D", d5="c", a1="R", h8="r", e4="r")
    pushed = state.play("cd5w")
    assert not pushed.may_end
    assert texts(pushed) == {"Dd4n"}
    completed = pushed.play("Dd4n")
    assert completed.may_end
    assert "re4w" not in texts(completed)  # the step that completes a push does not pull
    assert "re4w" in texts(position(d4="D", a1="R", h8="r", e4="r").play("Dd4n"))


def test_a_push_needs_two_steps():
    state = position(d4="D", d5="c", a1="R", h8="r")
    assert "cd5n" in texts(state.play("Ra1n", "Ra2n"))
    assert "cd5n" not in texts(state.play("Ra1n", "Ra2n", "Ra3n"))


def test_a_pull_may_be_left_undone_and_only_follows_at_once():
    state = position(d4="D", d5="c", a1="R", h8="r")
    stepped = state.play("Dd4s")
    assert stepped.may_end
    assert "cd5s" in texts(stepped)
    assert "cd5s" not in texts(stepped.play("Ra1n"))
    assert stepped.play("cd5s").may_end


def test_whoever_stands_in_a_trap_without_a_friend_is_lost():
    state = position(c2="D", b3="C", c3="R", a1="R", h8="r")
    assert "Cb3w" in texts(state)  # the dog still guards the rabbit
    alone = position(b3="C", c3="R", a1="R", h8="r")
    assert "Cb3w Rc3x" in texts(alone)
    assert alone.play("Cb3w Rc3x", "end").text.count("R") == 1


def test_a_turn_must_change_the_board():
    state = position(d4="D", a1="R", h8="r")
    there_and_back = state.play("Dd4n", "Dd5s")
    assert not there_and_back.may_end
    with pytest.raises(IllegalActionError, match="the turn may not end yet"):
        there_and_back.play("end")
    assert "Dd5s" not in texts(state.play("Dd4e", "De4w", "Dd4n"))


def test_a_pull_cannot_be_undone_by_a_push_in_the_same_turn():
    """The push of the last two steps has one end only, and that is the start of the turn."""
    state = position(d4="E", d5="c", a1="R", h8="r")
    pulled = state.play("Ed4s", "cd5s")
    assert "cd4n" not in texts(pulled)
    helped = position(d4="E", d5="c", c4="M", a1="R", h8="r").play("Ed4s", "cd5s")
    assert texts(helped.play("cd4n")) == {"Mc4e"}


def shuffled(state: State, times: int) -> State:
    """Both sides step out and back, so many times."""
    for _ in range(times):
        for turn in (("Dd4n", "end"), ("dd7n", "end"), ("Dd5s", "end"), ("dd8s", "end")):
            state = state.play(*turn)
    return state


def test_a_position_may_not_come_up_a_third_time():
    start = position(d4="D", d7="d", a1="R", h8="r", a8="r", h1="R")
    once = shuffled(start, 1)
    assert once.play("Dd4n", "end")
    last = once.play("Dd4n", "end", "dd7n", "end", "Dd5s", "end")
    back = last.play("dd8s")
    assert not back.may_end
    assert "rh8w" in texts(back)
    with pytest.raises(IllegalActionError):
        back.play("end")


def test_history_survives_notation_and_ends_with_a_capture():
    state = shuffled(position(d4="D", d7="d", a1="R", h8="r", a8="r", b3="C", c3="R"), 1)
    assert "~" in state.text
    assert turnwright.state(state.text).hash == state.hash
    captured = state.play("Cb3w Rc3x", "end")
    assert "~" not in captured.text


def test_a_long_game_without_captures_forgets_its_oldest_positions():
    """Two elephants walk about at random, and avoid the traps."""
    rng = np.random.default_rng(3)
    state = position(b5="E", g4="e", a1="R", h1="R", a8="r", h8="r")
    for _ in range(700):
        ways = [text for text in sorted(texts(state)) if text == "end" or (text[0] in "Ee" and len(text) == 4)]
        state = state.play(str(rng.choice(ways)))
    assert state.records[0].known == HISTORY
    assert turnwright.state(state.text).hash == state.hash
    assert turnwright.state(state.text).legal_actions() == state.legal_actions()


@pytest.mark.parametrize("reading", ["turn", "step"])
def test_a_player_who_could_only_repeat_has_lost_or_may_repeat(reading):
    """Silver's rabbit can only step to and fro between a8 and b8, so that its turns have one end each."""
    wall = {"a7": "R", "b7": "R", "c7": "H", "d8": "D", "c8": "r"}
    state = position("5g", f"arimaa:immobilisation={reading}", a8="r", e5="E", a1="R", **wall)
    circle = (("Ee5s", "end"), ("ra8e", "end"), ("Ee4n", "end"), ("rb8w", "end"))
    for turn in (*circle, *circle[:2]):
        state = state.play(*turn)
    assert not state.is_over
    state = state.play("Ee4n", "end")
    if reading == "turn":
        assert (state.is_over, state.outcome, state.ending) == (True, 1, "immobilisation")
    else:
        assert not state.is_over
        assert turnwright.state(state.text).legal_actions() == state.legal_actions() != []
        assert not state.play("rb8w", "end").is_over


@pytest.mark.parametrize(
    ("turn", "steps", "pieces", "outcome", "ending"),
    [
        ("5g", ("Rd7n", "end"), {"d7": "R", "h8": "r"}, 1, "goal"),
        ("5s", ("rd2s", "end"), {"d2": "r", "a2": "R"}, -1, "goal"),
        ("5g", ("rd2s", "Ed3s", "end"), {"d2": "r", "d3": "E", "a2": "R"}, -1, "goal"),  # pushed to its own goal
        (
            "5g",
            ("rd2s", "Ed3s", "Rh7n", "end"),
            {"d2": "r", "d3": "E", "h7": "R"},
            1,
            "goal",
        ),  # the mover's comes first
        ("5g", ("rc4s rc3x", "Ec5s", "end"), {"c5": "E", "c4": "r", "a1": "R", "d2": "C"}, 1, "elimination"),
        ("5g", ("Rh4n", "end"), {"a8": "r", "a7": "C", "b8": "D", "h4": "R"}, 1, "immobilisation"),
    ],
)
def test_how_games_end(turn, steps, pieces, outcome, ending):
    state = position(turn, **pieces).play(*steps)
    assert (state.is_over, state.outcome, state.ending) == (True, outcome, ending)
    assert state.legal_actions() == []


def test_a_rabbit_may_pass_its_goal_square_within_a_turn():
    """Pushed to goal and pulled away again: only the end of the turn counts."""
    state = position(d2="r", c2="E", a2="R", h8="r")
    pushed = state.play("rd2s", "Ec2e")
    assert not pushed.is_over
    assert not pushed.play("Ed2n", "rd1n").is_over


def test_the_turn_limit_decides_by_what_stands_on_the_board():
    state = position("5g", "arimaa:turn_limit=9", d4="D", a2="R", h7="r")
    ended = state.play("Dd4n", "end")
    assert (ended.outcome, ended.ending) == (1, "turn limit")
