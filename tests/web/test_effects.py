"""What the page says an action would do: the numbers follow from the rules (docs/games/hero_academy.md)."""

import pytest

import turnwright
from turnwright.web.boards import board_of
from turnwright.web.serialise import shown_effects

REST = "K/k K/k 1/1"
CRYSTALS = "b4X4500,c2X4500,g2x4500,h4x4500"


def effects_of(pieces: str, action: str, *, hand: str = "K", points: int = 5) -> list[dict]:
    state = turnwright.state(f"hero_academy 3 1 {points} {pieces},{CRYSTALS} {hand}/k K/k 1/1")
    number = state.game.parse_action(action)
    found = board_of(state.game).effects(state, number, state.play(number))
    return [effect.as_dict() for effect in found]


def test_a_knight_strikes_and_pushes():
    """200 physical damage, and the archer is driven one square further."""
    assert effects_of("b1K1000,c1a560", "b1xc1") == [
        {"kind": "push", "at": "c1", "to": "d1", "what": "archer"},
        {"kind": "damage", "at": "c1", "amount": 200, "what": "archer"},
    ]


def test_a_knocked_out_unit_is_told():
    assert effects_of("b1A800,d1w300", "b1xd1") == [
        {"kind": "damage", "at": "d1", "amount": 300, "what": "wizard"},
        {"kind": "knock_out", "at": "d1", "what": "wizard"},
    ]


def test_a_wizards_chain_is_told_square_by_square():
    """200, then 75 % and 56 % of it; the archers have no magical resistance."""
    found = effects_of("a3W800,a5a800,b5a800,c5a800", "a3xa5")
    assert {(effect["at"], effect["amount"]) for effect in found} == {("a5", 200), ("b5", 150), ("c5", 112)}


def test_inferno_hits_enemies_and_removes_the_fallen():
    """350 to a knight, 315 to a wizard (10 % magical resistance); knocked-out enemies are removed."""
    found = effects_of("e2k1000,e3w800,e4a0", "I@e3", hand="I")
    assert {(effect["kind"], effect["at"], effect.get("amount")) for effect in found} == {
        ("damage", "e2", 350),
        ("damage", "e3", 315),
        ("remove", "e4", None),
    }


def test_a_cleric_heals_and_revives():
    assert effects_of("a1C800,a2A100", "a1+a2") == [{"kind": "heal", "at": "a2", "amount": 600, "what": "archer"}]
    assert effects_of("a1C800,a2A0", "a1+a2") == [{"kind": "revive", "at": "a2", "amount": 400, "what": "archer"}]


def test_a_cleric_that_heals_a_cleric_has_not_changed_places():
    found = effects_of("a1C800s,a2C100", "a1+a2")
    assert {effect["kind"] for effect in found} == {"heal", "use_up"}


def test_moving_stomps_what_lies_there():
    assert effects_of("a1K1000,b1a0", "a1-b1") == [
        {"kind": "move", "at": "a1", "to": "b1", "what": "knight"},
        {"kind": "stomp", "at": "b1", "what": "archer"},
    ]


def test_a_ninja_trades_places():
    assert effects_of("a1N800,e3A500", "a1=e3") == [{"kind": "exchange", "at": "a1", "to": "e3", "what": "ninja"}]


def test_cards_enter_and_are_carried():
    assert effects_of("c3A800", "K@a1") == [{"kind": "deploy", "at": "a1", "what": "knight"}]
    assert effects_of("c3A800", "D@c3", hand="D") == [
        {"kind": "heal", "at": "c3", "amount": 80, "what": "archer"},
        {"kind": "equip", "at": "c3", "to": "archer", "what": "dragonscale"},
    ]
    assert effects_of("c3A800", "~K") == [{"kind": "swap", "what": "knight"}]


def test_the_last_crystal_wins():
    state = turnwright.state("hero_academy 3 1 5 f2A800,c2X4500,g2x10 K/k K/k 1/1")
    (target,) = [found for found in shown_effects(state, "f2") if found["to"] == "g2"]
    assert [effect["kind"] for effect in target["effects"]] == ["damage", "destroy", "wins"]


@pytest.mark.parametrize("seed", range(6))
def test_effects_account_for_every_hit_point(seed):
    """On random play: what was lost and gained by the effects is what the positions differ in."""
    game = turnwright.game("hero_academy:map=a-small,action_points=5")
    state, agent = game.start(seed), turnwright.agent("random")
    board = board_of(game)
    for turn in range(12):
        if state.is_over:
            break
        walk = state.walk(agent.plan(state.view(), seed=turn).actions)
        for before, action, after in zip(walk.positions, walk.actions, walk.positions[1:], strict=False):
            if action == state.end_action:
                continue
            effects = board.effects(before, action, after)
            changed = sum(
                {"damage": -1, "heal": 1, "revive": 1}.get(effect.kind, 0) * effect.amount for effect in effects
            )
            entered = sum(
                piece["full"]
                for effect in effects
                if effect.kind == "deploy"
                for piece in board.position(after)["pieces"]
                if piece["square"] == effect.at
            )
            assert changed + entered == _hit_points(board, after) - _hit_points(board, before), walk.text
        state = walk.after


def _hit_points(board, state) -> int:
    return sum(piece["hp"] for piece in board.position(state)["pieces"])
