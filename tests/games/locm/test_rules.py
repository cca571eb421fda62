"""Single rules, each on a position made for it; the recorded games of test_verify.py hold them all together."""

import pytest

import turnwright
from turnwright.games.locm.state_codec import Parts, take_apart

ME = "hp20,was20,mana12/12,bonus0,rune15,draw1,shown1"
FOE = "hp20,was20,mana0/12,bonus0,rune15,draw1,shown1"


def position(*, me=ME, foe=FOE, hand="-", board="-", foe_hand="-", foe_deck="42=1,44=1", foe_board="-", turn=20):
    return turnwright.state(
        f"locm battle {turn} 1 {me} {hand} 41=1,43=1 {board} - {foe} {foe_hand} {foe_deck} {foe_board} -"
    )


def after(state, *actions) -> Parts:
    return take_apart(state.play(*actions))


def texts(state) -> set[str]:
    return {state.action_text(action) for action in state.legal_actions()}


@pytest.mark.parametrize(
    ("damage", "health", "rune", "draws"),
    [(4, 16, 15, 1), (5, 15, 10, 2), (6, 14, 10, 2), (11, 9, 5, 3), (19, 1, 0, 4), (20, 0, 0, 4), (25, -5, 0, 4)],
)
def test_a_rune_breaks_at_its_own_value_and_gives_a_card(damage, health, rune, draws):
    state = position(board=f"1=7:0:{damage}/2:------r")
    foe = after(state, "ATTACK 1 -1").sides[1]
    assert (foe.health, foe.rune, foe.next_draw) == (health, rune, draws)


def test_of_two_fallen_players_the_acting_one_wins():
    """Card 25 takes two health of both."""
    low = "hp1,was1,mana12/12,bonus0,rune0,draw1,shown1"
    for me, foe, outcome in ((low, low, 1), (low, FOE, -1), (ME, low, 1)):
        state = position(me=me, foe=foe, hand="1=25").play("SUMMON 1 0")
        assert (state.is_over, state.outcome) == (True, outcome)
        assert state.legal_actions() == []


def test_an_empty_deck_costs_a_rune_and_at_last_the_game():
    state = position(foe_deck="-")
    foe = after(state, "PASS").sides[1]
    assert (foe.health, foe.rune, foe.hand) == (15, 10, ())
    dying = position(foe="hp3,was3,mana0/12,bonus0,rune0,draw1,shown1", foe_deck="-").play("PASS")
    assert (dying.is_over, dying.outcome, dying.player) == (True, 1, 1)


def test_a_full_hand_stops_drawing_but_not_an_empty_deck():
    full = ",".join(f"{i}=1" for i in range(2, 18, 2))
    kept = after(position(foe_hand=full, foe="hp20,was20,mana0/12,bonus0,rune15,draw3,shown1"), "PASS").sides[1]
    assert (kept.hand, kept.deck, kept.health) == (tuple(range(2, 18, 2)), (42, 44), 20)
    assert (kept.draw_shown, kept.next_draw) == (3, 1)
    assert after(position(foe_hand=full, foe_deck="-"), "PASS").sides[1].health == 15


def test_from_the_51st_turn_a_deck_counts_as_empty():
    assert after(position(turn=98), "PASS").sides[1].hand == (42,)
    late = after(position(turn=100), "PASS").sides[1]
    assert (late.hand, late.deck, late.health) == ((), (42, 44), 15)


@pytest.mark.parametrize(
    ("mana", "expected"),
    [("1/5,bonus1", (6, 6, 1)), ("0/5,bonus1", (5, 5, 0)), ("0/5,bonus0", (6, 6, 0)), ("0/12,bonus0", (12, 12, 0)),
     ("3/12,bonus1", (13, 13, 1)), ("3/13,bonus1", (13, 13, 1)), ("0/13,bonus1", (12, 12, 0))],
)  # fmt: skip
def test_mana_grows_and_the_bonus_goes_after_a_turn_without_rest(mana, expected):
    foe = after(position(foe=f"hp20,was20,mana{mana},rune15,draw1,shown1"), "PASS").sides[1]
    assert (foe.mana, foe.max_mana, foe.bonus) == expected


def test_guards_bind_attackers_of_their_lane_only():
    state = position(
        board="1=7:0:2/2:------r,3=7:1:2/2:------r", foe_board="2=7:0:1/9:---G--,4=7:0:1/9:------,6=7:1:1/9:------"
    )
    assert texts(state) == {"ATTACK 1 2", "ATTACK 3 -1", "ATTACK 3 6", "PASS"}


@pytest.mark.parametrize(
    ("attacker", "defender", "survivors", "foe_health", "my_health"),
    [
        ("3/3:------", "2/4:------", ("3/1", "2/1"), 20, 20),
        ("4/3:------", "3/4:------", (None, None), 20, 20),
        ("5/9:B-----", "1/2:------", ("5/8", None), 17, 20),
        ("5/9:B---L-", "1/8:------", ("5/8", None), 20, 20),  # what only Lethal kills lets nothing through
        ("5/9:B-D---", "1/2:------", ("5/8", None), 17, 25),  # Drain heals by the whole attack
        ("5/9:--D---", "1/2:-----W", ("5/8", "1/2"), 20, 20),
        ("0/9:----LW", "0/2:-----W", ("0/9", "0/2"), 20, 20),
        ("1/9:----L-", "1/8:------", ("1/8", None), 20, 20),
        ("1/9:------", "1/8:----L-", (None, "1/7"), 20, 20),
        ("1/9:-----W", "1/8:----L-", ("1/9", "1/7"), 20, 20),
        ("0/9:----L-", "1/8:B-D---", ("0/8", "1/8"), 20, 20),
    ],
)
def test_fights(attacker, defender, survivors, foe_health, my_health):
    parts = after(position(board=f"1=7:0:{attacker}r", foe_board=f"2=7:0:{defender}"), "ATTACK 1 2")
    stand = [side.board for side in parts.sides]
    found = tuple(f"{board[0].attack}/{board[0].defense}" if board else None for board in stand)
    assert (found, parts.sides[1].health, parts.sides[0].health) == (survivors, foe_health, my_health)


def test_ward_is_lost_to_a_blow_and_kept_before_no_attack():
    state = position(board="1=7:0:0/9:-----Wr,3=7:0:1/9:-----Wr", foe_board="2=7:0:0/9:-----W")
    one = after(state, "ATTACK 1 2")
    assert [one.sides[0].board[0].keywords, one.sides[1].board[0].keywords] == [32, 32]
    two = after(state, "ATTACK 3 2")
    assert [two.sides[0].board[1].keywords, two.sides[1].board[0].keywords] == [32, 0]


def test_items():
    board, foe_board = "1=7:0:2/2:-----Wst", "2=7:1:3/3:B-D--W"
    wings = after(position(board=board, hand="3=140"), "USE 3 1").sides[0].board[0]
    assert (wings.keywords, wings.can_attack) == (34, False)  # Charge after an attack is no second attack
    fresh = after(position(board="1=7:0:2/2:-----W", hand="3=140"), "USE 3 1").sides[0].board[0]
    assert fresh.can_attack
    crushed = after(position(foe_board=foe_board, hand="3=148"), "USE 3 2").sides[1].board[0]
    assert (crushed.keywords, crushed.defense) == (0, 1)  # takes Ward away first, so that the blow counts
    sword = after(position(foe_board=foe_board, hand="3=145"), "USE 3 2").sides[1].board[0]
    assert (sword.attack, sword.defense, sword.keywords) == (1, 3, 5)  # Ward takes the blow, not the weakening
    fire = position(foe_board=foe_board, hand="3=155,5=153")
    assert texts(fire) == {"USE 3 2", "USE 3 -1", "USE 5 2", "USE 5 -1", "PASS"}
    assert after(fire, "USE 3 -1").sides[1].health == 16
    assert after(fire, "USE 3 2").sides[1].health == 19
    assert after(fire, "USE 5 2").sides[0].health == 25


def test_summons_need_mana_and_room_and_act_at_once_only_with_charge():
    board = "1=7:0:2/2:------,3=7:0:2/2:------,5=7:0:2/2:------"
    state = position(me=ME.replace("mana12", "mana5"), board=board, hand="7=116,9=84,11=38")
    assert texts(state) == {"SUMMON 9 1", "SUMMON 11 1", "PASS"}
    played = state.play("SUMMON 9 1", "SUMMON 11 1")
    assert texts(played) == {"ATTACK 9 -1", "PASS"}
    assert take_apart(played).sides[0].mana == 5 - 2 - 1


def test_creatures_are_listed_in_the_order_of_summoning_and_keep_it():
    state = position(hand="1=4,3=4,5=4,7=4", foe_board="2=7:0:9/9:------")
    state = state.play("SUMMON 5 0", "SUMMON 1 1", "SUMMON 7 0", "SUMMON 3 0", "PASS")
    assert [creature.id for creature in take_apart(state).sides[0].board] == [5, 1, 7, 3]
    state = state.play("ATTACK 2 7", "PASS")
    assert [creature.id for creature in take_apart(state).sides[0].board] == [5, 1, 3]


def test_the_order_of_summoning_is_shown_but_makes_no_other_state():
    state = position(hand="1=4,3=7")
    one, other = state.play("SUMMON 1 0", "SUMMON 3 1"), state.play("SUMMON 3 1", "SUMMON 1 0")
    assert one.text != other.text
    assert one.hash == other.hash
    assert state.play("SUMMON 1 1", "SUMMON 3 0").hash != one.hash
