"""The contract and what stands beside it agree, and its additions do what they say."""

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright.core import rule_defaults
from turnwright.core.errors import ContractError
from turnwright.core.game import Game, Rules
from turnwright.core.perft import perft
from turnwright.core.rule_methods import RuleMethods

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def amazons() -> Game:
    return turnwright.game(f"{EXAMPLES}/amazons.py:Amazons:side=4")


@pytest.fixture(scope="module")
def pig() -> Game:
    return turnwright.game(f"{EXAMPLES}/pig.py:Pig")


def test_every_rule_is_a_method_and_every_optional_one_has_a_default():
    rules = {field.name: field.default for field in fields(Rules)}
    assert set(rules) == {name for name in vars(RuleMethods) if not name.startswith("_")}
    for name, default in rules.items():
        assert hasattr(rule_defaults, name) == (default is None), name


def test_a_name_that_is_no_rule_is_no_attribute(amazons):
    with pytest.raises(AttributeError):
        amazons.candidats  # noqa: B018


def test_a_turn_that_must_go_on_cannot_be_ended(amazons):
    state = amazons.start(0)
    for here in (state, state.play("b1-b2")):
        assert not here.may_end
        assert not here.accepts(here.end_action)
        with pytest.raises(turnwright.IllegalActionError, match="the turn may not end yet; the nearest legal"):
            here.play("end")
    walk = state.walk([state.end_action])
    assert (walk.actions, walk.is_whole) == ((), False)
    after = state.play("b1-b2", "*b1")
    assert (after.player, after.ending) == (1, None)


def test_perft_of_a_game_without_passing_counts_moves_and_shots(amazons):
    """By plain counting: every move, and every shot behind it."""
    state = amazons.start(0)
    moved = [state.play(action) for action in state.legal_actions()]
    shots = [after.play(action) for after in moved for action in after.legal_actions()]
    found = perft(state)
    assert [depth.sequences for depth in found.depths] == [len(moved), len(shots)]
    assert (found.turns, found.outcomes) == (len(shots), len({after.text for after in shots}))


def test_a_walk_in_parts_ends_behind_the_first_roll(pig):
    state = next(start for start in map(pig.start, range(50)) if start.play("roll").player == 0)
    assert state.is_revealing(0)
    assert not state.may_end
    walk = state.walk([0, 0, 1], in_parts=True)
    assert (walk.actions, walk.revealed, walk.is_whole) == ((0,), True, False)
    assert walk.after.may_end
    assert not walk.after.is_revealing(1)
    held = walk.after.walk([1], in_parts=True)
    assert (held.actions, held.revealed, held.is_whole) == ((1,), False, True)


def test_endings_and_their_rule_come_together(amazons):
    class Wordless(type(amazons)):
        endings = ()

    with pytest.raises(ContractError, match="both the rule `ending` and the words `endings`, or neither"):
        Wordless()


def test_a_game_of_hero_academy_ends_by_crystals_or_by_the_turn_limit():
    state = turnwright.state("hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787")
    assert state.ending is None
    assert state.play(*["c3xb4"] * 4).ending == "crystals"
    late = turnwright.game("hero_academy:turn_limit=1").start(0)
    assert late.play(late.end_action).ending == "turn limit"


def test_blank_states_are_zeros(amazons):
    assert not np.any(amazons.blank(3).view(np.uint8))
