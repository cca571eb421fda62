"""Replaying checks a stored game against the rules, and finds what is wrong with one that was tampered with."""

from dataclasses import replace

import pytest

from turnwright.arena.play_game import play_game
from turnwright.arena.replay import ReplayError, positions


@pytest.fixture
def record(pairing):
    return play_game(pairing(game="hero_academy:map=a-tiny,deck=TINY").pair(0)[0].setup)


def test_the_positions_of_a_game_from_its_deal_to_its_outcome(record):
    states = list(positions(record))
    assert len(states) == len(record.turns) + 1
    assert [state.player for state in states[:-1]] == record.reports["seat"]
    assert states[-1].outcome == record.outcome
    assert record.outcome != 0


@pytest.mark.parametrize(
    ("tampered", "message"),
    [
        (lambda r: replace(r, outcome=-r.outcome), "the stored outcome is .*, but by the rules it is"),
        (lambda r: replace(r, outcome=0), "the stored outcome is 0, but by the rules it is"),
        (lambda r: replace(r, turns=r.turns[:-1]), "but is not over there"),
        (lambda r: replace(r, turns=(*r.turns, "end")), "the game is over"),
        (lambda r: replace(r, turns=("a1-a9", *r.turns[1:])), "turn 1 of the stored game, 'a1-a9', is not legal"),
        (lambda r: replace(r, turns=(r.turns[0] + " end", *r.turns[1:])), "turn 1 of the stored game"),
        (lambda r: replace(r, setup=replace(r.setup, seed=r.setup.seed + 1)), "turn . of the stored game"),
        (lambda r: replace(r, turns=("", *r.turns[1:])), "the turn is not complete"),
    ],
)
def test_what_the_rules_do_not_allow_is_found(record, tampered, message):
    with pytest.raises(ReplayError, match=message):
        list(positions(tampered(record)))
