"""Inside a turn: taking back, keys alone, reloading, a server that comes back."""

from urllib.parse import quote

STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"


def test_undo_by_button_and_by_key(open_page, begin, click_place, shown_game):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    before = shown_game(page)
    card = before["legal"][0]
    for undo in (lambda: page.click("button:text-is('Undo')"), lambda: page.keyboard.press("u")):
        click_place(page, card["from"])
        click_place(page, card["to"])
        page.wait_for_selector("text=1 of 2 actions")
        undo()
        page.wait_for_selector("text=2 of 2 actions")
        assert shown_game(page) == before


def test_the_board_is_played_by_keys_alone(open_page, begin, shown_game):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    card = next(one for one in shown_game(page)["legal"] if one["to"] == "a1")
    page.focus(f'.hand button[data-place="{card["from"]}"]')
    page.keyboard.press("Enter")
    page.wait_for_selector(".mark")
    page.focus('[data-name="b2"]')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_selector('.piece[data-square="a1"]')
    page.keyboard.press("e")
    page.wait_for_selector("text=turn 3 of")


def test_a_reload_in_mid_turn_goes_on_where_it_was(open_page, begin, click_place, shown_game):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    card = shown_game(page)["legal"][0]
    click_place(page, card["from"])
    click_place(page, card["to"])
    page.wait_for_selector("text=1 of 2 actions")
    before = shown_game(page)
    page.reload()
    page.wait_for_selector("text=1 of 2 actions")
    assert shown_game(page) == before
    page.click("button:text-is('Undo')")
    page.wait_for_selector("text=2 of 2 actions")


def test_an_open_page_outlives_a_restart_of_the_server(chromium, tmp_path, click_place, shown_game, serving):
    """The connection is lost and comes back by itself; the turn in progress goes on."""
    place = tmp_path / "games.db"
    page = chromium.new_page()
    with serving(place) as address:
        page.goto(f"{address}/#options")
        page.check("[name=mode][value=people]")
        page.click("button:text-is('Begin')")
        page.wait_for_selector(".hand button")
        card = shown_game(page)["legal"][0]
        click_place(page, card["from"])
        click_place(page, card["to"])
        page.wait_for_selector("text=2 of 3 actions")
    page.wait_for_selector("text=The connection was lost")
    with serving(place, int(address.rpartition(":")[2])):
        page.wait_for_selector(".error", state="detached")
        page.click("button:text-is('Undo')")
        page.wait_for_selector("text=3 of 3 actions")
        page.close()


def test_labels_stand_on_the_squares_that_they_tell_of(open_page):
    """What an attack would do is written on its target, not somewhere else on the board."""
    page = open_page(f"/analyse?state={quote(STATE)}")
    page.wait_for_selector('.piece[data-square="c1"]')
    page.click('[data-name="a1"]')
    page.wait_for_selector(".mark")
    page.click('[data-name="b1"]')
    page.wait_for_selector('.piece[data-square="b1"]')
    page.click('[data-name="b1"]')
    page.wait_for_selector(".mark.hit .pill")
    label, square = page.locator(".mark.hit .pill").bounding_box(), page.locator('[data-name="c1"]').bounding_box()
    assert square["x"] <= label["x"] + label["width"] / 2 <= square["x"] + square["width"]
    assert square["y"] <= label["y"] + label["height"] / 2 <= square["y"] + square["height"]
