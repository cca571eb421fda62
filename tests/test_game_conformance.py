"""What every game promises by the contract, checked on every game there is, and on the examples."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import turnwright
from turnwright.conformance.finding import Finding
from turnwright.conformance.game import CHECKS
from turnwright.conformance.random_play import random_game, same_fields
from turnwright.core.game import Game

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SETTINGS = {
    "hero_academy": (
        "",
        ":map=a-small,deck=SMALL,action_points=3,draws=random,pruning=reference",
        ":map=a-tiny,deck=TINY,action_points=10,draw_at=start,starting_hand=any,evaluation=win_lose",
    ),
    "locm": (
        "",
        ":draft=random,card_value=coac_board,threat=guards,pruning=none",
        ":book=curve",
        ":draft=decks,book=mixed",
        ":draft=ranked,shuffles=same,instance_ids=anonymous,card_value=closetai",
    ),
    "arimaa": ("", ":setup=random,immobilisation=step,pruning=none,book=none,turn_limit=90"),
    "amazons": (":side=6", ""),
}
SPECS = [name + settings for name in turnwright.game_names() for settings in SETTINGS.get(name, ("",))]
SPECS += [f"{EXAMPLES}/{place}" for place in ("pairs.py:Pairs", "amazons.py:Amazons:side=5", "pig.py:Pig")]


def with_patience(spec: str) -> Any:
    """Amazons, with its long lists, takes longest, and Arimaa is compiled for this alone."""
    is_long = spec.startswith("arimaa") or "amazons" in spec
    return pytest.param(spec, marks=pytest.mark.slow) if is_long else spec


@pytest.fixture(
    scope="module", params=[with_patience(spec) for spec in SPECS], ids=[spec.rpartition("/")[2] for spec in SPECS]
)
def game(request) -> Game:
    return turnwright.game(request.param)


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
def test_the_game_keeps_its_promises(game: Game, check: Callable[[Game], Iterator[Finding]]):
    assert [str(finding) for finding in check(game)] == []


def test_a_state_is_not_changed_by_playing_from_it(game: Game):
    state = game.start(seed=4)
    before = state.copy()
    for action in state.legal_actions():
        assert same_fields(state.play(action).records, state.play(action).records)
    assert same_fields(state.records, before.records)


def test_where_a_game_says_nothing_the_possible_actions_are_the_legal_ones(game: Game):
    if game.rules.possible_actions is None:
        for state in random_game(game, 13)[::9]:
            legal = [action for action in state.legal_actions() if action != state.end_action]
            assert state.possible_actions() == legal


def test_a_finished_game_says_how_it_ended_in_a_word_of_its_own(game: Game):
    *before, last = random_game(game, 14)
    assert last.is_over
    assert last.ending in game.endings
    assert {state.ending for state in before} == {None}
