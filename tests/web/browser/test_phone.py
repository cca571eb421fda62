"""Phones."""

import pytest


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_page_fits_a_phone(open_page, begin, server, dark, picture, shown_game):
    """At 360 pixels nothing sticks out, and a card is played by touch."""
    page = open_page(
        f"/game/{begin(options={'map': 'a', 'action_points': 5})}", width=360, height=740, dark=dark, touch=True
    )
    page.wait_for_selector(".hand button")
    card = next(one for one in shown_game(page)["legal"] if one["to"] == "a1")
    page.tap(f'.hand button[data-place="{card["from"]}"]')
    page.wait_for_selector(".mark")
    picture(page, f"phone-game-{'dark' if dark else 'light'}")
    page.tap('[data-name="a1"]')
    page.wait_for_selector('.piece[data-square="a1"]')
    for path in ("/", "/analyse", "/results", "/learn", "/rules", "/api", page.url.removeprefix(server)):
        page.goto(server + path)
        page.wait_for_selector("main h1")
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        picture(page, f"phone{path.split('/')[1] and '-' + path.split('/')[1]}-{'dark' if dark else 'light'}")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == (
        "rgb(25, 27, 29)" if dark else "rgb(246, 244, 239)"
    )


@pytest.mark.parametrize(("game", "options"), [("hero_academy", {"map": "a"}), ("locm", {}), ("arimaa", {})], ids=str)
def test_what_is_touched_is_at_least_24_pixels_high(open_page, begin, game, options):
    """All but links in running text (WCAG 2.2, target size)."""
    for path in (f"/game/{begin(game=game, options=options)}", "/analyse"):
        page = open_page(path, width=390, height=844, touch=True)
        page.locator(".side").first.wait_for()
        low = page.locator("button, select, summary, .button, input:not([type=checkbox])").evaluate_all(
            "all => all.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 24)"
            ".map((one) => `${one.className} ${one.textContent}`)"
        )
        assert low == []


INSIDE_AND_APART = """() => {
  const shown = [...document.querySelectorAll('.top a, .top button, .controls button, .controls select')]
    .filter((one) => one.offsetParent)
    .map((one) => [one.textContent.trim() || one.title, one.getBoundingClientRect()]);
  const wrong = [];
  for (const [name, box] of shown) {
    if (box.left < 0 || box.right > innerWidth) wrong.push(`${name} sticks out`);
    for (const [other, there] of shown)
      if (other < name && box.left < there.right - 0.5 && there.left < box.right - 0.5 &&
          box.top < there.bottom - 0.5 && there.top < box.bottom - 0.5) wrong.push(`${other} lies on ${name}`);
  }
  return {wrong, shown: shown.length};
}"""


OPTIONS = {"hero_academy": {"map": "a", "action_points": 5}}


@pytest.mark.parametrize("game", ["hero_academy", "locm", "arimaa", "amazons"])
def test_links_and_buttons_are_whole_at_360_pixels(open_page, begin, game):
    """A row that may be scrolled sideways hides from the width of the page what sticks out: each box is looked at."""
    for path in (
        f"/game/{begin(game=game, options=OPTIONS.get(game, {}))}",
        "/",
        "/puzzles",
        "/analyse",
        "/results",
        "/learn",
        "/rules",
    ):
        page = open_page(path, width=360, height=740, touch=True)
        page.wait_for_selector("main h1", state="attached")
        page.wait_for_load_state("networkidle")
        found = page.evaluate(INSIDE_AND_APART)
        assert found["shown"] >= 7, path
        assert found["wrong"] == [], path
