"""How the page speaks to whoever plays: it asks before it is too late, says "you", and names opponents."""

import re

import pytest


def asking(open_page, begin, **wanted):
    """A game on a page that asks before a turn is ended with actions left."""
    page = open_page(f"/game/{begin(**wanted)}")
    page.evaluate("localStorage.setItem('asks', '1'); localStorage.removeItem('turnwright-ask-before-end')")
    page.reload()
    page.wait_for_selector(".hand button")
    return page


def test_the_end_of_a_turn_with_actions_left_is_asked_about_once(open_page, begin, shown_game):
    page = asking(open_page, begin)
    page.click("button:text-is('End turn')")
    page.wait_for_selector("text=End the turn anyway?")
    assert shown_game(page)["log"] == []
    page.click("button:text-is('End it')")
    page.wait_for_function("() => document.querySelectorAll('.log [data-turn]').length === 2")
    page.keyboard.press("e")
    page.wait_for_selector("text=End the turn anyway?")
    page.click("text=Yes, and do not ask again")
    page.wait_for_function("() => document.querySelectorAll('.log [data-turn]').length === 4")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    page.keyboard.press("e")
    page.wait_for_function("() => document.querySelectorAll('.log [data-turn]').length === 6")


def test_a_result_is_told_in_the_second_person(open_page, begin):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Resign')")
    page.wait_for_selector(".banner h2:text-is('You lose by resignation')")
    assert page.inner_text("#announcer") == "You lose by resignation"
    assert page.locator(".side .moves").count() == 0
    assert page.is_hidden("button:text-is('End turn')")


def test_opponents_have_names_and_their_specs_are_tooltips(open_page, begin):
    page = open_page(f"/game/{begin(seats=[{}, {'agent': 'oep:diversity=tabu', 'budget': '100ms'}])}")
    name = page.wait_for_selector(".side:first-child .who")
    assert name.inner_text() == "Tactician"
    assert name.get_attribute("title") == "oep:diversity=tabu · 100 ms"
    page.goto(page.url.partition("/game/")[0] + "/#options")
    page.wait_for_selector(".level .face-picture")
    names = [one.partition("\n")[0] for one in page.locator(".level").all_inner_texts()]
    assert names == ["Wanderer", "Scout", "Squire", "Ranger", "Tactician", "Captain", "Sage", "Archmage"]


def test_a_choice_tells_its_targets_and_pieces_are_yours(open_page, begin):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    labels = page.locator(".square").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert any("your crystal" in label for label in labels)
    assert any("the opponent's crystal" in label for label in labels)
    assert any(label.startswith("a1, your deploy square") for label in labels)
    assert any("the opponent's deploy square" in label for label in labels)
    page.keyboard.press("1")
    page.wait_for_selector(".hand button[aria-pressed='true']")
    page.wait_for_function("() => /^\\d+ targets?: /.test(document.getElementById('announcer').textContent)")


GAMES = {
    "hero_academy": {},
    "locm": {"game": "locm", "options": {"draft": "random"}, "seed": 9},
    "arimaa": {"game": "arimaa", "options": {}},
    "amazons": {"game": "amazons", "options": {"side": 6}},
}


@pytest.mark.parametrize("game", GAMES)
def test_number_keys_choose_and_what_is_chosen_is_told_in_every_game(open_page, begin, shown_game, game):
    """Targets with what would happen at each; pieces are called yours, and the opponent's."""
    page = open_page(f"/game/{begin(**GAMES[game])}")
    page.wait_for_selector("button:text-is('End turn')")
    page.locator(".live, [data-key]").first.wait_for(state="attached")
    labels = page.locator("[aria-label]").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    if game != "locm":
        assert any("the opponent's" in label for label in labels)
    assert any(re.search(r"\byour?\b", label) for label in labels)
    sources = {one["from"] for one in shown_game(page)["legal"]}
    keys = page.locator("[data-key]").evaluate_all("(all) => all.map((one) => [one.dataset.place, one.dataset.key])")
    assert bool(keys) == (game in ("hero_academy", "locm"))
    page.keyboard.press(next((key for place, key in keys if place in sources), "1"))
    page.wait_for_function("() => /^\\d+ targets?: /.test(document.getElementById('announcer').textContent)")
    told = page.inner_text("#announcer")
    assert ":" in told.partition(": ")[2], "at least one target says what would happen there"


def test_what_happened_to_players_is_told_in_the_second_person(open_page, begin):
    """In the log of a card game: who draws, and who loses health."""
    page = open_page(f"/game/{begin(game='locm', options={'draft': 'learned'}, hands='open', seed=9)}")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    for number in (2, 4):
        page.click("button:text-is('End turn')")
        page.locator(f".log [data-turn='{number}'] .deed").first.wait_for()
        page.wait_for_selector("button:text-is('End turn'):enabled")
    words = page.inner_text(".log")
    assert re.search(r"\byou draw (one card|\d cards)", words), words
    assert not re.search(r"player [12]", words), words


def test_one_square_is_told_as_one(open_page, begin):
    page = open_page(f"/game/{begin(options={'map': 'a'}, seed=5, seats=[{}, {}])}")
    page.hover(".side.owner-0 .playing-card:has-text('knight')")
    page.wait_for_selector(".panel:has-text('up to 1 square')")
    assert "1 squares" not in page.inner_text(".panel")


def test_a_question_mark_shows_the_keys(open_page, begin):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open] >> text=end the turn")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_an_unknown_address_says_so(open_page):
    page = open_page("/rules")
    page.goto(page.url.replace("/rules", "/nowhere"))
    page.wait_for_selector("text=There is no such page here")


def test_the_level_is_remembered_and_a_seed_is_a_number(open_page):
    page = open_page("/#options")
    page.wait_for_selector("#seed")
    page.check("[name=one-level][value=strong]")
    page.reload()
    page.wait_for_selector("[name=one-level][value=strong]:checked", state="attached")
    page.fill("#seed", "abc")
    page.click("button:text-is('Begin')")
    page.wait_for_selector("text=The seed of the deal is a whole number")
