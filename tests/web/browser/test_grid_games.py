"""Arimaa and Amazons in a real browser: chosen on the front page, played by clicks and keys, taught by lessons."""

import pytest


def square(page, name: str) -> None:
    page.click(f'[data-name="{name}"]')


def test_arimaa_is_chosen_set_up_and_played(open_page, picture):
    page = open_page("/#options")
    page.check("[name=game][value=arimaa]")
    page.wait_for_selector(".lead b:text-is('Arimaa')")
    page.check("[name=mode][value=people]")
    page.check("[name=setup][value=played]")
    page.click("button:text-is('Begin')")
    for rank, back in ((2, 1), (7, 8)):
        for letter, file in zip("HDCEMCDH", "abcdefgh", strict=True):
            page.click(f'[data-place="hand:{letter}"]:not(:disabled)')
            square(page, f"{file}{rank}")
        for file in "abcdefgh":
            page.click('[data-place="hand:R"]:not(:disabled)')
            square(page, f"{file}{back}")
    page.wait_for_selector("text=4 of 4 steps left")
    square(page, "d2")
    square(page, "d3")
    page.wait_for_selector("text=3 of 4 steps left")
    picture(page, "arimaa")
    page.click("button:text-is('End turn')")
    page.wait_for_selector("text=turn 2s")


def test_amazons_move_and_shoot_by_clicks(open_page, begin, picture):
    page = open_page(f"/game/{begin(game='amazons', options={'side': 6}, seats=[{}, {}])}")
    square(page, "b1")
    square(page, "b4")
    page.wait_for_selector("text=shoot from b4")
    square(page, "b4")
    square(page, "b2")
    page.wait_for_selector("text=turn 2")
    page.wait_for_selector('[data-name="b2"].closed')
    picture(page, "amazons")


@pytest.mark.parametrize(("game", "moves"), [("arimaa", [("d4", "d5")]), ("amazons", [("b1", "b4")])])
def test_the_first_lesson_is_done_by_clicks(open_page, game, moves):
    page = open_page(f"/learn?game={game}")
    for source, target in moves:
        square(page, source)
        square(page, target)
    page.wait_for_selector("button:text-is('Next'):visible")
