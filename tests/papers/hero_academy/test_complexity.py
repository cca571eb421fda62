"""Counting: the thesis' own numbers, brute force, and games that were played out."""

from itertools import product

import pytest

import turnwright
from turnwright.papers.findings import mean_finding, same_digits, scientific
from turnwright.papers.hero_academy.complexity import (
    count_hands,
    count_states,
    mutations,
    steps_of_game,
    ways_of_rounds,
    ways_to_draw,
)
from turnwright.papers.hero_academy.evaluation_table import modifier
from turnwright.papers.turn_starts import turn_starts


@pytest.mark.parametrize(("counts", "cards"), [((1, 2, 3), 3), ((2, 2), 4), ((3, 1, 2, 1), 4), ((1,), 2)])
def test_hands_are_counted_as_by_listing_them(counts, cards):
    listed = [hand for hand in product(*(range(n + 1) for n in counts)) if sum(hand) == cards]
    assert ways_to_draw(counts, cards) == len(listed)


def test_hands_of_the_thesis():
    assert count_hands() == {
        "hands": 5730,
        "starts": 32_832_900,
        "starts_seats": 65_665_800,
        "hands_three_units": 1590,
    }


def test_states_of_the_thesis_and_its_misprint():
    found = {key: scientific(value) for key, value in count_states().items()}
    assert found["configurations"] == "3.28e36"
    assert found["with_hit_points"] == "9.90e111"
    assert found["sum"] == "9.90e111"
    assert found["product"].endswith("e1537")  # printed: 1.57e199


def test_games_of_40_rounds():
    assert scientific(ways_of_rounds(60, 40)) == "1.82e711"
    assert ways_of_rounds(60, 0.5) == 60**5


def test_numbers_agree_to_the_digits_printed():
    assert same_digits(777_600_000, "7.78e8")
    assert not same_digits(777_600_000, "7.77e8")
    assert not same_digits(777_600_000, "7.78e9")
    assert same_digits(5730, "5730")
    assert same_digits(-50, "-50")
    assert not same_digits(1000, "999")


def test_a_played_game_is_walked_through_again():
    state = turnwright.game("hero_academy:map=a-tiny").start(3)
    agent = turnwright.agent("random")
    states, turns = [], []
    for seed in range(4):
        turn = agent.plan(state.view(), seed=seed)
        states.append(state)
        turns.append(str(turn))
        state = state.play(*turn.actions)
    assert turn_starts("hero_academy:map=a-tiny", 3, turns) == states
    steps = steps_of_game(states[0], turns)
    assert [len(turn) for turn in steps] == [3, 5, 5, 5]  # the first turn has three action points
    assert steps[0][0].legal == len(states[0].legal_actions())
    assert steps[2][0].candidates == len(states[2].candidates())
    assert mutations(steps[0]) == sum(step.candidates for step in steps[0]) - 3


@pytest.mark.parametrize(
    ("what", "unit", "described", "reference"),
    [
        ("dragonscale", "archer", 30, 60),
        ("runemetal", "knight", -50, -30),
        ("scroll", "wizard", 50, 80),
        ("helm", "ninja", 10, 30),
        ("power", "archer", 120, 120),
        ("deploy", "cleric", -75, -75),
        ("assault", "knight", 120, 120),
        ("defence", "wizard", 70, 70),
    ],
)
def test_modifiers_of_the_evaluation(what, unit, described, reference):
    """Tables of the papers (described) and of the published code (reference)."""
    assert modifier("hero_academy", "described", what, unit) == described
    assert modifier("hero_academy", "reference", what, unit) == reference


def test_means_beside_published_ones():
    values = [9.0, 10.0, 11.0, 10.0] * 25
    assert mean_finding("", "x", values, (10.0,)).word == "agrees"
    assert mean_finding("", "x", values, (12.0,)).word == "differs"
    assert mean_finding("", "x", [0.0, 20.0], (10.0,)).word == "undecided"
    assert mean_finding("", "x", values, (8.0, 12.0)).word == "agrees"
    given = mean_finding("", "x", values, (12.0,), is_given=True)
    assert given.word is None
    assert given.note == "set by the budget"
