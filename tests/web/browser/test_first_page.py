"""The first page: a live game of two agents, one button to play, one for newcomers, a drawer."""

import pytest

SIZES = [(1366, 768), (1280, 800), (1920, 1080), (390, 844), (844, 390)]
MOST_BYTES = 150_000


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_board_and_buttons_are_on_the_screen(open_page, picture, size, dark):
    page = open_page("/", width=size[0], height=size[1], dark=dark)
    page.locator(".showcase .board .piece").first.wait_for()
    for selector in ("button:text-is('Play')", 'a:text-is("I\'m new")', ".showcase .board"):
        box = page.locator(selector).bounding_box()
        assert 0 <= box["x"] <= box["x"] + box["width"] <= size[0] + 0.5, selector
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1] + 0.5, selector
    board = page.locator(".showcase .board").bounding_box()
    assert board["width"] >= 0.4 * size[0], "a large board"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    picture(page, f"first-page-{size[0]}-{'dark' if dark else 'light'}")


def test_a_live_game_goes_on_until_it_is_paused(open_page):
    """Turn after turn comes from the server, while the page asks for them."""
    page = open_page("/")
    page.set_default_timeout(120_000)  # machine code may have to be made
    caption = ".showcase .between span"
    page.locator(f"{caption}:text-matches('^Live: (Captain|Tactician|Sage) against ')").wait_for()
    for _ in range(2):
        before = page.inner_text(caption)
        page.wait_for_function(
            "([caption, before]) => document.querySelector(caption).textContent !== before", arg=[caption, before]
        )
    page.click(".showcase button:text-is('Pause')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    paused = page.locator(".showcase .board").inner_html()
    page.wait_for_timeout(1800)
    assert page.locator(".showcase .board").inner_html() == paused
    assert asked == []
    page.click(".showcase button:text-is('Go on')")
    page.wait_for_function("(before) => document.querySelector('.showcase .board').innerHTML !== before", arg=paused)


def test_the_page_does_without_its_game(chromium, server):
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/api/showcase", lambda route: route.fulfill(status=503, json={"detail": "try again later"}))
    page.goto(server)
    page.locator(".showcase:has-text('The game cannot be shown: try again later')").wait_for()
    page.click("button:text-is('Play')")
    page.wait_for_url("**/game/*")
    context.close()


def test_all_visitors_see_the_same_game(open_page):
    first, second = (open_page("/") for _ in range(2))
    for page in (first, second):
        page.locator(".showcase .board .piece").first.wait_for()
        page.click(".showcase button:text-is('Pause')")
    ours, theirs = (page.request.get(page.url + "api/showcase").json() for page in (first, second))
    assert ours["number"] == theirs["number"]
    assert 0 <= theirs["turn"] - ours["turn"] <= 1


def test_whoever_wants_less_motion_sees_none(chromium, server):
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(server)
    page.locator(".showcase .board .piece").first.wait_for()
    before = page.locator(".showcase .board").inner_html()
    page.wait_for_timeout(1800)
    assert page.locator(".showcase .board").inner_html() == before
    context.close()


def test_play_begins_what_was_chosen_last(open_page, shown_game):
    page = open_page("/#options")
    page.check("[name=map][value=a-tiny]")
    page.check("[name=one-level][value=easy]")
    page.click("dialog.drawer button:text-is('Close')")
    page.locator("dialog.drawer").wait_for(state="hidden")
    page.locator(".what:text-is('Hero Academy against Squire')").wait_for()
    page.reload()
    page.click("button:text-is('Play')")
    page.wait_for_url("**/game/*")
    page.locator(".board .piece").first.wait_for()
    game = shown_game(page)
    assert [seat["agent"] for seat in game["seats"]] == ["human", "greedy_action"]
    assert "map=a-tiny" in game["game"]


def test_newcomers_are_led_to_the_lessons(open_page):
    page = open_page("/")
    page.click("text=I'm new")
    page.wait_for_url("**/learn")
    page.locator(".say").wait_for()


def test_the_page_says_what_it_is_and_whose_games_these_are(open_page):
    page = open_page("/")
    page.locator(".credits").wait_for()
    assert "tactics games in which a turn consists of several actions" in page.inner_text(".front .lead")
    for author in ("Robot Entertainment", "Jakub Kowalski", "Omar Syed", "Walter Zamkauskas"):
        assert author in page.inner_text(".credits")


def answered(request) -> int:
    """Bytes of an answer on the wire, its headers counted."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def test_the_first_page_is_light(chromium, server):
    """All that goes over the wire until the board stands there, compressed, and how long the page takes here."""
    context = chromium.new_context()
    page = context.new_page()
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(answered(request)))
    page.goto(server)
    page.locator(".showcase .board .piece").first.wait_for()
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes) <= MOST_BYTES, sum(sizes)
    context.close()


def opened_in(page, address: str, selector: str) -> float:
    """Milliseconds from the request of a page until something on it is there, by the page's own clock."""
    page.goto(address)
    page.locator(selector).first.wait_for()
    return page.evaluate("window.opened")


def test_the_first_page_takes_clicks_soon(chromium, server, record_property):
    """In under a second, or on a busy machine in few times as long as a page of nothing but text takes there."""
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.add_init_script(
        "new MutationObserver(() => { if (document.querySelector('.front-buttons button, pre')) "
        "window.opened ??= performance.now(); }).observe(document, { childList: true, subtree: true })"
    )
    first, plain = (
        min(opened_in(page, server + path, selector) for _ in range(4))
        for path, selector in (("/", ".front-buttons button"), ("/page/js/theme.js", "pre"))
    )
    page.goto(server)
    page.click("button:text-is('Options …')")
    page.wait_for_selector("dialog.drawer[open] #seed")
    record_property("milliseconds until the first page takes clicks, and a page of text", (first, plain))
    assert first <= max(1000, 25 * plain)
    context.close()
