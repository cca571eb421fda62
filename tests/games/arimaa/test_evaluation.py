"""The evaluation knows what is good: material, rabbits on their way, threats, and it is fair to both sides."""

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.games.arimaa.notation import board_text

BASIC = "[rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


def test_the_start_is_even_and_what_one_side_gains_the_other_loses(arimaa):
    state = arimaa.parse_state(f"2g {BASIC.replace('hdcemcdh', 'hdcmecdh')}")
    assert state.evaluate(0) == pytest.approx(-state.evaluate(1))
    assert abs(state.evaluate(0)) < 0.5


@pytest.mark.parametrize(("letter", "least"), [("R", 0.9), ("C", 1.5), ("D", 2.0), ("H", 3.0), ("M", 5.0), ("E", 8.0)])
def test_every_piece_counts(arimaa, letter, least):
    whole = arimaa.parse_state(f"2g {BASIC}")
    without = arimaa.parse_state(f"2g {BASIC[:-20] + BASIC[-20:].replace(letter, '.', 1)}")
    assert whole.evaluate(0) - without.evaluate(0) > least


def test_a_rabbit_that_can_walk_to_the_goal_counts_like_a_win_for_whoever_moves(arimaa):
    rows = ["r......r", "....R...", *["........"] * 4, "........", "R......R"]
    to_move = arimaa.parse_state(f"5g [{''.join(rows)}]")
    to_wait = arimaa.parse_state(f"5s [{''.join(rows)}]")
    assert to_move.evaluate(0) > 25
    assert 0 < to_wait.evaluate(0) < 15


def test_pruning_keeps_pieces_out_of_traps(arimaa):
    state = arimaa.parse_state(f"2g {BASIC}")
    pruned = {state.action_text(action) for action in state.legal_actions()} - {
        state.action_text(action) for action in state.candidates()
    }
    assert pruned == {"Cc2n Cc3x", "Cf2n Cf3x"}
    assert len(arimaa.variant(pruning="none").parse_state(f"2g {BASIC}").candidates()) == 8


def test_an_agent_may_have_weights_of_its_own(arimaa):
    """As in `oep:evaluation=features(…)`: both players of a match then judge differently."""
    weights = [1.0, 1.8, 2.4, 4.0, 6.5, 10.0, 2.0, 2.4, 30.0, 0.6, 0.15, 0.08, 0.2, 0.15]
    assert arimaa.variant(evaluation=f"features({'/'.join(map(str, weights))})").settings == arimaa.settings
    weights[1] = 3.0
    assert arimaa.variant(evaluation=f"features({'/'.join(map(str, weights))})").settings.cat == 3.0
    with pytest.raises(TurnwrightError, match="cannot be read; write win_lose, features, or all its weights"):
        arimaa.variant(evaluation="features(1/2)")


def test_settings_are_checked():
    with pytest.raises(TurnwrightError, match="turn_limit is 2; it must be from 3"):
        turnwright.game("arimaa:turn_limit=2")
    with pytest.raises(TurnwrightError, match="cat is 5000"):
        turnwright.game("arimaa:cat=5000")


def test_a_deal_from_the_book_is_a_setup_of_the_book(arimaa):
    boards = {board_text(turnwright.game("arimaa:setup=book").start(seed).records[0].board)[48:] for seed in range(40)}
    assert 6 <= len(boards) <= 12
