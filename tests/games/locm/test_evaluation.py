"""The five features with weights, by whole numbers from the parts of a state; and values of cards."""

import math
from dataclasses import replace

import pytest

import turnwright
from turnwright.games.locm.engine.cards import CARDS, card, value_column
from turnwright.games.locm.state_codec import Creature, Parts, take_apart

NAMES = ("damage", "danger", "board", "items", "cards")


def stats(parts: Parts, creature: Creature) -> float:
    worth = {"B": 2, "C": 1, "D": 2, "G": 2, "L": 2, "W": 2}
    keywords = sum(value for i, value in enumerate(worth.values()) if creature.keywords >> i & 1)
    return creature.attack + creature.defense + keywords


def printed(parts: Parts, creature: Creature) -> float:
    c = card(parts.cards[creature.id])
    as_new = replace(creature, attack=c.attack, defense=c.defense, keywords=c.keywords)
    return stats(parts, as_new)


def coac_board(parts: Parts, creature: Creature) -> float:
    guard, lethal, ward = (creature.keywords >> i & 1 for i in (3, 4, 5))
    value = 9 * guard
    if creature.attack > 0:
        value += 5 * (creature.defense + 2 * creature.attack + ward * creature.attack + 4 * lethal) + 20
    return value


def ranked(parts: Parts, creature: Creature) -> float:
    return 160 - value_column("coac19_rank_p1")[parts.cards[creature.id] - 1]


def expected_features(parts: Parts, me: int, creature_worth, item_worth, guards: bool) -> list[float]:
    own, foe = parts.sides[me], parts.sides[1 - me]
    guarded = {creature.lane for creature in own.board if creature.keywords & 8} if guards else set()
    items = [parts.cards[i] for i in own.hand if card(parts.cards[i]).kind]
    return [
        foe.before - foe.health,
        -sum(creature.attack for creature in foe.board if creature.lane not in guarded),
        sum(creature_worth(parts, creature) for creature in own.board),
        sum(map(item_worth, items)),
        own.next_draw,
    ]


def effects(number: int) -> int:
    c = card(number)
    changes = abs(c.attack) + abs(c.defense) + abs(c.my_health) + abs(c.foe_health)
    return changes + 2 * c.keywords.bit_count() + 2 * c.draw


@pytest.mark.parametrize(
    ("spec", "creature_worth", "item_worth"),
    [
        ("", stats, lambda number: card(number).cost),
        (",item_value=effects,threat=guards", stats, effects),
        (",card_value=printed", printed, lambda number: card(number).cost),
        (",card_value=coac_board", coac_board, lambda number: 21),
        (",card_value=coac19,threat=guards", ranked, lambda number: 160 - value_column("coac19_rank_p1")[number - 1]),
    ],
)
def test_every_feature_and_its_weight(spec, creature_worth, item_worth, random_states):
    base = f"locm:draft=random,evaluation=features{spec}"
    games = {
        name: turnwright.game(f"{base},{','.join(f'{other}={int(other == name)}' for other in NAMES)}")
        for name in NAMES
    }
    weighted = turnwright.game(f"{base},damage=3,danger=2,board=5,items=1,cards=0.5")
    for state in random_states(seed=21, games=2)[::3]:
        if state.is_over:
            continue
        for me in (0, 1):
            values = expected_features(take_apart(state), me, creature_worth, item_worth, "guards" in spec)
            for name, value in zip(NAMES, values, strict=True):
                assert state.under(games[name]).evaluate(me) == value
            total = math.fsum(weight * value for weight, value in zip((3, 2, 5, 1, 0.5), values, strict=True))
            limit = weighted.settings.won - 1
            assert state.under(weighted).evaluate(me) == pytest.approx(max(-limit, min(limit, total)))


def test_damage_is_counted_from_the_start_of_the_turn_and_after_its_end():
    state = turnwright.state(
        "locm:evaluation=features,danger=0,board=0,items=0,cards=0 battle 20 1 "
        "hp20,was20,mana12/12,bonus0,rune15,draw1,shown1 - 41=1 1=7:0:4/2:-----Wr,3=7:1:3/3:------r - "
        "hp18,was18,mana0/11,bonus0,rune15,draw1,shown1 - 42=1,44=1 - -"
    )
    one = state.play("ATTACK 1 -1")
    two = one.play("ATTACK 3 -1")
    ended = two.play("PASS")
    assert [s.evaluate(0) for s in (state, one, two, ended)] == [0, 4, 7, 7]
    assert [s.evaluate(1) for s in (state, ended, ended.play("PASS"))] == [0, 0, 0]
    assert ended.play("PASS").evaluate(0) == 0


def test_a_won_game_is_beyond_every_feature(random_states):
    for spec in ("locm", "locm:evaluation=features,card_value=coac_board,board=1000", "locm:evaluation=win_lose"):
        game = turnwright.game(spec)
        for state in random_states(seed=22, games=2):
            values = [state.under(game).evaluate(me) for me in (0, 1)]
            shares = [state.under(game).normalised(me) for me in (0, 1)]
            won = game.settings.won
            if state.is_over:
                assert values == [won * state.outcome, -won * state.outcome]
                assert shares == [(1 + state.outcome) / 2, (1 - state.outcome) / 2]
            else:
                assert max(map(abs, values)) < won
                assert 0 < min(shares) <= max(shares) < 1


def test_in_a_draft_the_better_rank_is_worth_more():
    state = turnwright.game("locm").start(seed=5)
    for _ in range(30):
        best = max(range(3), key=lambda choice: state.play(choice).evaluate(state.player))
        assert best == max(range(3), key=state.priority)
        state = state.play(best)


def test_cards_are_the_official_ones():
    """Counts of the specification, and some cards of every kind."""
    assert [sum(c.kind == kind for c in CARDS) for kind in range(4)] == [116, 24, 12, 8]
    emperor = card(116)
    assert (emperor.name, emperor.cost, emperor.attack, emperor.defense, emperor.keywords) == (
        "Emperor Nightmare", 12, 8, 8, 63,
    )  # fmt: skip
    assert (card(91).foe_health, card(25).my_health, card(45).my_health) == (1, -2, -3)
    assert (card(151).defense, card(151).keywords) == (-99, 63)


def test_settings_out_of_range_are_refused():
    for spec in ("locm:board=1e9", "locm:win=1", "locm:win=nan", "locm:damage=inf", "locm:draft=never", "locm:map=a"):
        with pytest.raises(turnwright.TurnwrightError) as caught:
            turnwright.game(spec)
        assert "\n" not in str(caught.value)


def test_specs_parse_back():
    spec = "locm:draft=ranked,evaluation=features,board=5.0,card_value=closetai,win=5000.0"
    assert turnwright.game(spec).spec == spec
    assert turnwright.game("locm").variant(pruning="none").spec == "locm:pruning=none"
    with pytest.raises(turnwright.TurnwrightError):
        turnwright.game("locm").variant(map="a")
