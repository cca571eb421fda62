"""A game that is not of the package: with a folder of its own, and as a picture with a list of actions."""

from pathlib import Path
from runpy import run_path

import pytest

from turnwright.web import boards
from turnwright.web.boards.drawn import DrawnBoard

PairsBoard = run_path(str(Path(__file__).resolve().parents[1] / "third_game" / "board.py"))["PairsBoard"]


@pytest.mark.parametrize("make", [PairsBoard, lambda: DrawnBoard(PairsBoard.game)], ids=["board", "drawn"])
def test_a_third_game_is_chosen_played_and_analysed(chromium, tmp_path, picture, serving, make):
    board = make()
    boards.register(board)
    try:
        with serving(tmp_path / "games.db") as address:
            page = chromium.new_page()
            page.set_default_timeout(90_000)
            wrong: list[str] = []
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(f"{address}/#options")
            page.check("[name=game][value=pairs]")
            page.wait_for_selector(".lead b:text-is('Pairs')")
            page.check("[name=mode][value=people]")
            page.click("button:text-is('Begin')")
            for place in ("a1", "a5", "c5", "b1", "c1", "e5", "e4"):
                page.click(f'[data-place="{place}"]')
                page.wait_for_selector(f'[data-place="{place}"]:not(:disabled)', state="detached")
            picture(page, f"third-game-{type(board).__name__}")
            assert page.is_enabled("button:text-is('End turn')")
            page.click('[data-place="d1"]')
            page.wait_for_selector(".banner:has-text('Player 1 has won (four in a row)')")
            page.click("text=Replay")
            page.wait_for_selector("h2:has-text('Player 1 has won (four in a row) after 5 turns')")
            page.click("text=Analyse this position")
            page.wait_for_selector("text=Player 1 to move")
            page.click('[data-place="c3"]')
            page.wait_for_selector("text=Player 2 to move")
            assert page.is_hidden("button:has-text('Set up by hand')")
            assert wrong == []
    finally:
        boards.unregister(board.name)
