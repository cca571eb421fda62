"""Text for actions and states: what is written reads back to the same thing, what makes no sense is refused."""

import numpy as np
import pytest

import turnwright
from turnwright.core.game import NotationError
from turnwright.games.locm.engine.state import attack_action, summon_action, use_action

BATTLE = (
    "locm battle 9 2 hp12,was15,mana0/5,bonus0,rune10,draw1,shown1 1=7,5=144 9=65,11=138 3=7:1:2/2:-----Wt 7=1 "
    "hp30,was30,mana4/6,bonus1,rune25,draw2,shown1 2=84 12=62 4=60:0:4/8:------r,6=69:1:4/4:B-----st -"
)


def test_actions_are_the_protocols_words():
    game = turnwright.game("locm")
    state = game.start(seed=1)
    words = {
        "PICK 2": 2,
        "PASS": 3,
        "SUMMON 3 0": summon_action(3, 0),
        "SUMMON 60 1": summon_action(60, 1),
        "ATTACK 4 -1": attack_action(4, 0),
        "ATTACK 4 59": attack_action(4, 59),
        "USE 7 5": use_action(7, 5),
        "USE 7 -1": use_action(7, 0),
    }
    for text, action in words.items():
        assert game.parse_action(text) == action
        assert game.format_action(action, state) == text
    assert game.parse_action("END") == game.parse_action(" PASS ") == state.end_action


@pytest.mark.parametrize(
    "text",
    ["", "PICK", "PICK 3", "PICK 1 2", "pass", "SUMMON 3", "SUMMON 3 2", "SUMMON 0 0", "SUMMON 61 0", "ATTACK 4 0",
     "ATTACK 4 -2", "ATTACK x 1", "USE 7", "USE 7 5 3", "JUMP 1 2", "SUMMON 3 0 PASS"],
)  # fmt: skip
def test_what_is_no_action_is_one_sentence(text):
    with pytest.raises(NotationError) as caught:
        turnwright.game("locm").parse_action(text)
    assert "\n" not in str(caught.value)


def test_every_integer_has_a_text():
    state = turnwright.state(BATTLE)
    for action in range(-5, 3 << 12, 7):
        text = state.action_text(action)
        if not text.startswith("#"):
            assert state.game.parse_action(text) == action


@pytest.mark.parametrize("spec", ["locm", "locm:draft=random", "locm:draft=random,instance_ids=anonymous"])
def test_states_read_back_to_the_same_record(spec, random_states):
    """Field by field, also of views in which something is unknown."""
    for state in random_states(spec, seed=5, games=2):
        again = turnwright.state(state.text)
        assert again.text == state.text
        assert np.all(again.records == state.records)
        view = state.view(0, "hidden")
        hidden = turnwright.State(state.game, view.records)
        assert np.all(turnwright.state(hidden.text).records == view.records)


def test_a_known_position():
    state = turnwright.state(BATTLE)
    assert state.text == BATTLE
    assert state.player == 1
    legal = {state.action_text(action) for action in state.legal_actions()}
    assert legal == {"SUMMON 2 0", "SUMMON 2 1", "ATTACK 4 -1", "PASS"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("battle 9 2", "battle 9", "after the game it reads"),
        ("battle", "brawl", "after the game it reads"),
        ("battle 9 2", "battle 9 1", "even turns are player 1's"),
        ("battle 9 2", "battle 999 2", "the turn is 999"),
        ("battle 9 2", "battle x 2", "must be a whole number"),
        ("hp12", "hp-1", "winner and health do not agree"),
        ("hp12", "hp", "are not a player's numbers"),
        ("rune10", "rune15", "next rune is 15"),
        ("rune10", "rune9", "next rune is 9"),
        ("mana0/5", "mana101/5", "mana is 101"),
        ("1=7,5=144", "5=144,1=7", "must ascend"),
        ("1=7,5=144", "1=7,4=144", "4=60 cannot be"),
        ("1=7,5=144", "1=7,8=144", "ids are 1 to 60, odd ones player 1's"),
        ("1=7,5=144", "1=7,5=161", "5=161 cannot be"),
        ("1=7,5=144", "1=7,5=0", "is not a card"),
        ("1=7,5=144", "1=7,9=144", "9=65 cannot be"),
        ("1=7,5=144", "1=7,1=7", "1=7 cannot be"),
        ("1=7,5=144", "13=?,13=?", "the same id"),
        ("1=7,5=144", ",".join(f"{i}=1" for i in range(13, 31, 2)), "in player 1's hand is 9"),
        ("3=7:1", "3=144:1", "which is no creature"),
        ("3=7:1", "3=7:2", "is not a creature"),
        ("2/2:-----W", "2/2:W-----", "is not a creature"),
        ("2/2:-----W", "2/0:-----W", "the defense of the creature 3 is 0"),
        ("2/2:-----W", "256/2:-----W", "the attack of the creature 3 is 256"),
        ("-----Wt", "-----Wrt", "can attack though"),
        ("B-----st", "B-----rst", "can attack though"),
        (" -", " - - over", "at the end of a state is not understood"),
        (" -", " - draft=1.2.3", "draft= has 1 rounds"),
        (" -", " - draft=" + "/".join(["1.2.3"] * 29 + ["1.2"]), "is not three cards"),
        (" -", " - draft=" + "/".join(["1.2.3"] * 29 + ["1.2.161"]), "needs three cards"),
        (" -", " - draft=" + "/".join(["1.2.3"] * 29 + ["?"]), "the cards of round 30"),
        (" -", " - draft=" + "/".join(["1.2.3"] * 30) + " picks=0/1", "player 1 has 1 picks"),
        (" -", " - picks=012/7", "in picks= is not a row"),
        (" -", " - winner=1", "winner and health do not agree"),
        (" -", " - winner=1 winner=1", "each once"),
        (" -", " - chance=xyz", "hexadecimal"),
        (" -", " - seeds=1", "must be a whole number"),
    ],
)  # fmt: skip
def test_what_is_no_state_is_one_sentence(old, new, reason):
    text = BATTLE.removesuffix(old) + new if old == " -" else BATTLE.replace(old, new, 1)
    with pytest.raises(NotationError) as caught:
        turnwright.state(text)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_creature_lane_holds_three():
    creatures = ",".join(f"{i}=7:0:2/2:-----W" for i in (3, 13, 15, 17))
    with pytest.raises(NotationError, match="creatures in lane 0 is 4"):
        turnwright.state(BATTLE.replace("3=7:1:2/2:-----Wt", creatures))
