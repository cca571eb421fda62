"""Pictures of states: everything that is on the board and in the hands is in them, readably and safely."""

import random
import re
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright.core.state import State

POSITION = "hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500,i5k264 K2AI/a3w K3C/- 1824/10787"
SVG = "{http://www.w3.org/2000/svg}"


def random_states(spec: str, seed: int, count: int) -> list[State]:
    chooser = random.Random(seed)
    state = turnwright.game(spec).start(seed)
    states = [state]
    while len(states) < count and not state.is_over:
        state = state.play(chooser.choice(state.legal_actions() or [state.end_action]))
        states.append(state)
    return states


def test_text_picture_of_a_known_position():
    lines = turnwright.state(POSITION).draw().splitlines()
    assert lines[0] == "turn 7 of 100, player 2 to move, 4 action points left"
    assert lines[2].split() == list("abcdefghi")
    assert lines[4:6] == [
        "  1 |K       |        |        |        |(A) sh  |        |        |        |        |",
        "    |1000 [d]|        |        |        |KO   [S]|        |        |        |     [D]|",
    ]
    assert lines[10:12] == [
        "  3 |        |        |w rd    |        |        |        |        |        |        |",
        "    |        |        |880  [P]|        |        |        |     [P]|        |        |",
    ]
    assert lines[16:18] == [
        "  5 |        |        |        |        |        |        |        |        |k       |",
        "    |     [d]|        |        |        |     [A]|        |        |        |264  [D]|",
    ]
    assert "player 1 (upper case)  hand: K2 A I (4)" in lines
    assert "player 2 (lower case)  hand: A3 W (4)" in lines
    assert lines[lines.index("player 1 (upper case)  hand: K2 A I (4)") + 1].split("deck: ")[1] == "K3 C (4)"
    assert lines[lines.index("player 2 (lower case)  hand: A3 W (4)") + 1].split("deck: ")[1] == "empty"


@pytest.mark.parametrize("name", ["a", "a-small", "a-tiny"])
def test_text_picture_is_ascii_and_fits_100_columns(name):
    for state in random_states(f"hero_academy:map={name}", seed=5, count=200):
        picture = state.draw()
        assert picture.isascii()
        assert max(map(len, picture.splitlines())) <= 100
        assert all(line == line.rstrip() for line in picture.splitlines())


def test_pictures_say_how_a_game_ended():
    won = turnwright.state("hero_academy 9 1 2 a1K1000,c2X4500 -/- -/- 1/2 over")
    assert won.draw().startswith("turn 9 of 100, player 1 has won\n")
    assert "player 1 has won" in won.svg()
    drawn = turnwright.state("hero_academy 100 2 0 a1K1000,c2X4500,g2x20,i1k5 -/- -/- 1/2 over")
    assert drawn.draw().startswith("turn 100 of 100, the game is drawn\n")


def test_pictures_of_a_hidden_view_show_how_many_cards_are_unknown():
    state = turnwright.game().start(seed=4)
    seen = State(state.game, state.view(0, "hidden").records)
    assert "hand: empty and 6 unknown" in seen.draw()
    assert "6 unknown" in "".join(ElementTree.fromstring(seen.svg()).itertext())


def test_svg_is_well_formed_and_stands_alone():
    for state in random_states("hero_academy:map=a-small", seed=2, count=60):
        svg = state.svg()
        root = ElementTree.fromstring(svg)
        assert root.tag == f"{SVG}svg"
        assert not re.search(
            r"href|url\(|@import|<image|<script|<style|<foreignObject|https?://(?!www\.w3\.org/2000)", svg
        )


def test_svg_speaks_to_screen_readers():
    root = ElementTree.fromstring(turnwright.state(POSITION).svg())
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Hero Academy, turn 7 of 100, player 2 to move, 4 action points left"
    label = root.get("aria-label") or ""
    for piece in (
        "player 1's knight on a1, 1000 of 1000 hit points",
        "player 1's archer on e1, knocked out, scroll, helm",
        "player 2's wizard on c3, 880 of 880 hit points, runemetal, dragonscale",
        "player 2's crystal on g2, 4500 of 4500 hit points",
    ):
        assert piece in label


def test_svg_shows_every_piece_once_with_its_health():
    root = ElementTree.fromstring(turnwright.state(POSITION).svg())
    shown = [
        (title.text or "", [text.text for text in group.iter(f"{SVG}text")])
        for group in root.iter(f"{SVG}g")
        if (title := group.find(f"{SVG}title")) is not None
    ]
    assert [texts for _, texts in shown] == [
        ["1000"],
        ["1", "1578"],
        ["880", "R", "D"],
        ["KO", "S", "H"],
        ["2", "4500"],
        ["264"],
    ]
    assert [title.split(",")[0].split(" on ")[1] for title, _ in shown] == [
        "a1",
        "b4",
        "c3",
        "e1",
        "g2",
        "i5",
    ]


def test_pictures_of_the_widest_map_name_every_column():
    rows = "/".join(("dc" + "0" * 28 + "CD", "0" * 32))
    state = turnwright.game(f"hero_academy:map={rows}").start(seed=1)
    assert state.draw().splitlines()[2].split()[-6:] == ["aa", "ab", "ac", "ad", "ae", "af"]
    texts = {text.text for text in ElementTree.fromstring(state.svg()).iter(f"{SVG}text")}
    assert {"a", "z", "aa", "af"} <= texts
