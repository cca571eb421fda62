"""`standing` and `answered`: what both players have, counted apart, and the reply of the opponent's creatures."""

import pytest

import turnwright
from turnwright.games.locm.engine.cards import KEYWORDS
from turnwright.games.locm.settings import STANDING_WEIGHTS
from turnwright.games.locm.state_codec import Creature, Parts, take_apart

WEIGHTS = dict(
    zip(STANDING_WEIGHTS, (0.3, 0.7, 0.2, 1.5, 1.1, 0.4, 0.6, 0.25, 0.9, 1.3, 0.35, 0.15, 0.5, 0.45), strict=True)
)
SPEC = "/".join(map(str, WEIGHTS.values()))


def has(creature: Creature, letter: str) -> bool:
    return bool(creature.keywords >> KEYWORDS.index(letter) & 1)


def creature_worth(creature: Creature) -> float:
    w = WEIGHTS
    value = w["defense"] * creature.defense
    if creature.attack:
        value += w["presence"] + creature.attack * (
            w["attack"] + w["drain"] * has(creature, "D") + w["breakthrough"] * has(creature, "B")
        )
        value += w["guard"] * has(creature, "G") + w["lethal"] * has(creature, "L") + w["ward"] * has(creature, "W")
    return value


def side_worth(parts: Parts, player: int) -> float:
    side, w = parts.sides[player], WEIGHTS
    health = max(0, side.health)
    return (
        sum(map(creature_worth, side.board))
        + w["health"] * health
        + w["last_twenty"] * min(20, health)
        + w["last_ten"] * min(10, health)
        + w["held"] * len(side.hand)
        + w["coming"] * side.next_draw
    )


def test_standing_is_what_one_player_has_more_than_the_other(random_states):
    game = turnwright.game("locm").variant(evaluation=f"standing({SPEC})")
    for state in random_states(seed=31, games=3):
        if not state.is_over:
            parts = take_apart(state)
            for me in (0, 1):
                expected = side_worth(parts, me) - side_worth(parts, 1 - me)
                assert state.under(game).evaluate(me) == pytest.approx(expected)


def test_without_enemies_the_reply_changes_nothing_but_the_initiative(random_states):
    names = [turnwright.game("locm").variant(evaluation=f"{name}({SPEC})") for name in ("standing", "answered")]
    looked_at = 0
    for state in random_states(seed=32, games=6):
        parts = take_apart(state)
        for me in (0, 1):
            if not state.is_over and not parts.sides[1 - me].board:
                now, later = (state.under(game).evaluate(me) for game in names)
                attack = sum(creature.attack for creature in parts.sides[me].board)
                assert later - now == pytest.approx(WEIGHTS["initiative"] * attack)
                looked_at += attack > 0
    assert looked_at > 5


def answered(own: str, their: str, health: int = 20, doom: float = 100.0) -> tuple[float, float]:
    """Values before and after the reply, of attack 1 a point, defense 0.1, and health 0.5; nothing else counts."""
    text = (
        f"battle 20 1 hp{health},was{health},mana0/12,bonus0,rune0,draw1,shown1 - 41=1 {own} - "
        f"hp20,was20,mana0/11,bonus0,rune0,draw1,shown1 - 42=1 {their} -"
    )
    weights = "health=0.5,last_twenty=0,last_ten=0,presence=0,attack=1,defense=0.1,initiative=0,lethal=0,ward=0,drain=0"
    values = [
        turnwright.state(f"locm:evaluation={name},{weights},held=0,coming=0,doom={doom} {text}").evaluate(0)
        for name in ("standing", "answered")
    ]
    return values[0], values[1]


@pytest.mark.parametrize(
    ("own", "their", "change"),
    [
        # a stronger creature kills a weaker one and loses two of defense
        ("1=7:0:2/2:------", "2=7:0:3/3:------", -2.2 + 0.2),
        # in another lane it hits the player
        ("1=7:1:2/2:------", "2=7:0:3/3:------", -1.5),
        # a Guard keeps it from the others: 3 of its 9 defense are gone, and 2 of the attacker's 3
        ("1=7:0:9/2:------,3=7:0:2/9:---G--", "2=7:0:3/3:------", -0.3 + 0.2),
        # Ward takes the blow, which gains nothing, so the player is hit
        ("1=7:0:2/2:-----W", "2=7:0:3/3:------", -1.5),
        # Lethal kills whatever it hits, and dies of it
        ("1=7:0:7/9:------", "2=7:0:1/1:----L-", -7.9 + 1.1),
        # nobody attacks a creature with Lethal that would cost more than it gains
        ("1=7:0:1/9:---GL-", "2=7:0:8/8:------", 0.0),
        # Drain heals its player by as much as it hits
        ("-", "2=7:0:3/3:--D---", -1.5 - 1.5),
        # Breakthrough passes on what a creature cannot take
        ("1=7:0:5/2:------", "2=7:0:6/9:B-----", -5.2 - 2.0 + 0.5),
        # two together remove the Guard, the third goes past it
        ("1=7:0:3/4:---G--", "2=7:0:2/5:------,4=7:0:2/5:------,6=7:0:4/5:------", -3.4 + 0.3 - 1.0 - 1.0),
    ],
)
def test_the_reply_is_what_gains_most(own, their, change):
    before, after = answered(own, their)
    assert after - before == pytest.approx(change)


def test_where_the_opponents_creatures_can_win_all_else_hardly_counts():
    assert answered("-", "2=7:0:3/3:------", health=3, doom=100.0)[1] < -90
    assert answered("-", "2=7:0:3/3:------", health=4, doom=100.0)[1] > -20
    # a Guard that one of two can remove does not save a player from the other
    guard, two = "1=7:0:1/4:---G--", "2=7:0:3/3:------,4=7:0:5/1:------"
    assert answered(guard, two, health=3)[1] < -90
    assert answered(guard, two, health=4)[1] > -20


def test_weights_in_the_evaluations_name_are_those_of_the_game():
    settings = ",".join(f"{name}={value}" for name, value in WEIGHTS.items())
    game = turnwright.game(f"locm:evaluation=answered,{settings}")
    assert turnwright.game("locm").variant(evaluation=f"answered({SPEC})").spec == game.spec
    with pytest.raises(
        turnwright.TurnwrightError, match=r"cannot be read; write learned, features, win_lose, standing, answered"
    ):
        turnwright.game("locm").variant(evaluation="answered(1/2)")
