"""Pictures of positions: every piece is in them, readably and safely."""

from xml.etree import ElementTree

POSITION = "2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"


def test_text_picture(arimaa):
    lines = arimaa.parse_state(POSITION).draw().splitlines()
    assert lines[0] == "turn 2g, Gold to move, 4 steps left"
    assert lines[2:6] == ["8 r r r r r r r r", "7 h d c e m c d h", "6 . . x . . x . .", "5 . . . . . . . ."]
    assert lines[-1] == "  a b c d e f g h"


def test_svg_picture_names_every_piece(arimaa):
    picture = arimaa.parse_state(POSITION).svg()
    root = ElementTree.fromstring(picture)
    titles = [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]
    assert sum("rabbit" in title for title in titles) == 16
    assert "Silver elephant on d7" in titles
    assert titles.count("trap") == 4


def test_headlines_tell_of_setups_pushes_and_ends(arimaa):
    assert arimaa.start(0).draw().startswith("setup, Gold has 16 pieces to place")
    state = arimaa.parse_state(
        POSITION.replace("................................", "........" * 2 + "...r...." + "...E....")
        .replace("CMEC", "CM.C")
        .replace("rrrrrrrr", "rrrrrrr.")
    )
    assert state.play("rd4e").draw().startswith("turn 2g, Gold to move, 3 steps left, a push to d4 must be completed")
