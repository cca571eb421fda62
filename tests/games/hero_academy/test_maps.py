"""Maps: the three of the papers, any other from text, and what is refused."""

import pytest

import turnwright
from turnwright.games.hero_academy.engine.maps import MAPS, MapError, parse_map


def places(name: str, symbol: str) -> list[tuple[int, int]]:
    board = parse_map(name)
    return [divmod(square, board.height) for square in board.squares(symbol)]


def test_the_maps_of_the_papers():
    """Section 1: sizes, and the coordinates given there, x first."""
    assert [(parse_map(name).width, parse_map(name).height) for name in MAPS] == [(9, 5), (7, 4), (5, 3)]
    assert places("a", "d") == [(0, 0), (0, 4)]
    assert places("a", "D") == [(8, 0), (8, 4)]
    assert places("a", "c") == [(1, 3), (2, 1)]
    assert places("a", "C") == [(6, 1), (7, 3)]
    assert (places("a", "S"), places("a", "A"), places("a", "P")) == ([(4, 0)], [(4, 4)], [(2, 2), (6, 2)])
    assert (places("a-small", "d"), places("a-small", "D")) == ([(0, 0), (0, 3)], [(6, 0), (6, 3)])
    assert (places("a-small", "c"), places("a-small", "C")) == ([(1, 2), (2, 1)], [(4, 1), (5, 2)])
    assert (places("a-tiny", "d"), places("a-tiny", "D")) == ([(0, 0)], [(4, 2)])
    assert (places("a-tiny", "c"), places("a-tiny", "C")) == ([(0, 1)], [(4, 1)])
    assert (places("a-tiny", "S"), places("a-tiny", "P")) == ([(2, 0), (2, 2)], [(0, 2), (4, 0)])
    assert places("a-tiny", "A") == [(2, 1)]


def test_rows_from_text_and_from_a_list_are_the_same_map():
    rows = ["d0c", "0A0", "C0D"]
    assert parse_map(rows) == parse_map("d0c/0A0/C0D") == parse_map("d0c\n0A0\nC0D\n")


def test_the_name_and_the_rows_of_a_map_are_the_same_game():
    rows = "/".join(MAPS["a"])
    one, other = turnwright.game("hero_academy"), turnwright.game(f"hero_academy:map={rows}")
    assert one.start(seed=1).legal_actions() == other.start(seed=1).legal_actions()
    assert one.start(seed=1).hash == other.start(seed=1).hash


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b", "there is no map 'b'; the maps are a, a-small, a-tiny"),
        ("dc0/CD", "row 2 of the map has 2 squares, row 1 has 3"),
        ("dcX/0CD", "row 1 of the map has 'X'"),
        ("/".join(["dcCD00000"] * 8), "the map has 72 squares; at most 64 are possible"),
        ("d00/0CD", "no crystal of player 1"),
        ("dc0/00D", "no crystal of player 2"),
        ("0c0/0CD", "no deploy square of player 1"),
        ("dc0/0C0", "no deploy square of player 2"),
        ("", "map"),
    ],
)
def test_bad_maps_are_refused_in_one_sentence(text: str, message: str):
    with pytest.raises(MapError, match=message) as error:
        parse_map(text)
    assert "\n" not in str(error.value)


def test_a_map_of_sixty_four_squares_is_played():
    """A column of 64 squares: the crystals at its ends, games run to their end."""
    game = turnwright.game("hero_academy:map=" + "/".join(["c", "d", *["0"] * 60, "D", "C"]))
    state = game.start(seed=2)
    for _ in range(40):
        state = state.play(state.legal_actions()[0]) if state.legal_actions() else state.play("end")
    assert game.settings.board.height == 64
