"""Pictures of states: everything that is on the board and in the hands is in them, readably and safely."""

from xml.etree import ElementTree

import pytest

import turnwright
from turnwright import State
from turnwright.games.locm.engine.cards import card
from turnwright.games.locm.state_codec import take_apart

BATTLE = (
    "locm battle 9 2 hp12,was15,mana0/5,bonus0,rune10,draw1,shown1 1=7,5=144 9=65,11=138 3=7:1:2/2:-----Wt 7=1 "
    "hp30,was30,mana4/6,bonus1,rune25,draw2,shown1 2=84 12=62 4=60:0:4/8:------r,6=69:1:4/4:B-----st -"
)


def test_text_picture_of_a_known_position():
    lines = turnwright.state(BATTLE).draw().splitlines()
    assert lines[0] == "battle, turn 10, player 2 to move, 4 mana left"
    assert lines[2] == ("player 2: health 30, next rune 25, mana 4 of 6 and the bonus, hand 1, deck 1, next draw 2")
    assert lines[3] == "   2 Fighter Tick            creature   cost  2      1/1 CDW"
    assert lines[7] == "| >  4 Gritsuck Troll              4/8        | x  6 Charging Boarhound          4/4 B      |"
    assert "player 1: health 12, next rune 10, mana 0 of 5, hand 2, deck 2, next draw 1" in lines
    assert "   5 Rune Axe                red item   cost  1    +0/-2" in lines


@pytest.mark.parametrize("spec", ["locm", "locm:draft=random"])
def test_text_pictures_are_ascii_and_fit_100_columns(spec, random_states):
    for state in random_states(spec, seed=31, games=1):
        for shown in (state, State(state.game, state.view(0, "hidden").records)):
            picture = shown.draw()
            assert picture.isascii()
            assert max(map(len, picture.splitlines())) <= 100
            assert all(line == line.rstrip() for line in picture.splitlines())


@pytest.mark.parametrize("spec", ["locm", "locm:draft=random"])
def test_svg_pictures_stand_alone_and_name_every_card(spec, random_states):
    for state in random_states(spec, seed=32, games=1)[::6]:
        picture = state.svg()
        root = ElementTree.fromstring(picture)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert "href" not in picture
        assert "<script" not in picture
        words = " ".join(element.text or "" for element in root.iter())
        parts = take_apart(state)
        names = [card(number).name for number in parts.triplets[parts.turn // 2]] if not parts.phase else []
        for side in parts.sides:
            names += [card(parts.cards[i]).name for i in side.hand]
            names += [card(parts.cards[creature.id]).name for creature in side.board]
        assert all(name in words for name in names)


def test_pictures_keep_unknown_cards_unknown(random_states):
    state = random_states(seed=33, games=1)[30]
    view = State(state.game, state.view(0, "hidden").records)
    assert view.draw().count("unknown") == len(take_apart(state).sides[1].hand)
    assert view.svg().count("unknown card") == len(take_apart(state).sides[1].hand)


def test_pictures_say_how_a_game_ended(random_states):
    last = random_states(seed=34, games=1)[-1]
    winner = f"player {1 if last.outcome == 1 else 2} has won"
    assert winner in last.draw().splitlines()[0]
    assert winner in last.svg()
