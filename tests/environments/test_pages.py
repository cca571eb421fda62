"""The pages of the games say what every index, plane and number means."""

from pathlib import Path

import pytest

import turnwright
from turnwright.core.encoding import encoding_of
from turnwright.games.registry import own_game_names

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", own_game_names())
def test_the_page_of_a_game_has_its_encoding(name):
    page = (DOCS / "games" / f"{name}.md").read_text(encoding="utf-8")
    assert str(encoding_of(turnwright.game(name))) in page
