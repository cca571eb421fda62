"""Puzzles by clicks: one is solved, the day's is the same for everyone, streak and share text, hint, solution."""

from datetime import UTC, datetime

import pytest

DAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
SIZES = [(1366, 768), (1280, 800), (1920, 1080), (390, 844), (844, 390)]


def todays(page, server, when=DAY):
    listed = page.request.get(f"{server}/api/puzzles").json()
    name = listed[int(when.timestamp() // 86400) % len(listed)]["name"]
    return page.request.get(f"{server}/api/puzzles/{name}").json()


def solve(page, server, puzzle, click_place):
    """Play the solution by clicks on the board."""
    played: list[str] = []
    for action in puzzle["actions"]:
        asked = {"state": puzzle["state"], "actions": played}
        legal = page.request.post(f"{server}/api/positions", data=asked).json()["legal"]
        found = [one for one in legal if one["action"] == action]
        if not found:  # the end of the turn: the page plays it by itself
            break
        click_place(page, found[0]["from"])
        page.locator(".mark").first.wait_for()
        if found[0]["to"]:
            click_place(page, found[0]["to"])
        played.append(action)
        page.locator(".puzzle .tools button:text-is('Undo'):enabled, .puzzle b:text('You win')").first.wait_for()
        page.wait_for_function(
            "(left) => document.querySelector('.puzzle .say').textContent.match(left)",
            arg=f"You win|^{puzzle['length'] - len(played)} action|does not win",
        )


@pytest.fixture
def at_noon(open_page):
    """Opens the puzzle of a day whose date is set."""

    def at_noon(when=DAY, path="/puzzles", **wanted):
        page = open_page("/rules", **wanted)
        page.clock.set_fixed_time(when)
        page.goto(page.url.replace("/rules", path))
        page.locator(".board .piece").first.wait_for()
        return page

    return at_noon


def test_the_puzzle_of_the_day_is_solved_by_clicks(at_noon, server, click_place, picture):
    page = at_noon()
    puzzle = todays(page, server)
    assert "2026-11-16" in page.inner_text(".puzzle h1")
    picture(page, "puzzle")
    solve(page, server, puzzle, click_place)
    page.locator(".puzzle b:text('You win')").wait_for()
    assert "1 day in a row" in page.inner_text(".streak")
    picture(page, "puzzle-solved")
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    page.click("text=Share")
    page.locator("button:text-is('Copied')").wait_for()
    shared = page.evaluate("window.copied")
    assert shared.startswith("Turnwright: win this turn, 2026-11-16 ★")
    assert "at the first try, no hint" in shared
    assert shared.endswith(f"/puzzles/{puzzle['name']}")
    page.clock.set_fixed_time(datetime(2026, 11, 17, 12, tzinfo=UTC))
    page.goto(f"{server}/puzzles")
    page.locator(".board .piece").first.wait_for()
    assert "1 day in a row" in page.inner_text(".streak"), "the next day's puzzle is open"
    solve(page, server, todays(page, server, datetime(2026, 11, 17, 12, tzinfo=UTC)), click_place)
    page.locator(".streak:has-text('2 days in a row')").wait_for()
    page.clock.set_fixed_time(datetime(2026, 11, 20, 12, tzinfo=UTC))
    page.goto(f"{server}/puzzles")
    page.locator(".streak:has-text('0 days in a row')").wait_for()
    assert "2 of" in page.inner_text(".streak"), "what was solved stays solved"


def test_everyone_has_the_same_puzzle_on_a_day(at_noon):
    pages = [at_noon(datetime(2026, 12, 24, hour, tzinfo=UTC)) for hour in (0, 23)]
    shown = [page.locator(".board").inner_html() for page in pages]
    assert shown[0] == shown[1]


def test_a_hint_draws_one_ghost_and_a_wrong_way_is_said(at_noon, server):
    page = at_noon()
    page.click("text=Hint")
    page.locator(".ghost").first.wait_for()
    assert page.locator(".ghost").count() == 1
    assert page.inner_text(".puzzle .say").startswith("Hint: ")
    puzzle = todays(page, server)
    legal = page.request.post(f"{server}/api/positions", data={"state": puzzle["state"]}).json()["legal"]
    wrong = next(
        one for one in legal if one["action"] not in puzzle["actions"] and one["to"] and ":" not in one["from"]
    )
    page.click(f'[data-name="{wrong["from"]}"]')
    page.locator(".mark").first.wait_for()
    page.click(f'[data-name="{wrong["to"]}"]')
    page.locator(".puzzle .tools button:text-is('Undo'):enabled").wait_for()
    page.click("text=Hint")
    page.locator(".puzzle .say:has-text('does not win')").wait_for()
    page.click("text=Undo")
    page.locator(".puzzle .say:has-text('Taken back')").wait_for()


def test_the_solution_is_played_and_does_not_count_as_solved(at_noon, server):
    page = at_noon()
    page.click("text=Solution")
    page.locator(".puzzle .say:has-text('The solution')").wait_for()
    page.locator(".puzzle a:text-is('Next puzzle')").wait_for()
    page.locator(".square.last").first.wait_for()
    assert "0 of" in page.inner_text(".streak")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_everything_is_on_one_screen(at_noon, size, dark):
    page = at_noon(width=size[0], height=size[1], dark=dark)
    for selector in (".board", ".puzzle .say", ".puzzle .tools button:last-child", ".side:last-child .side-head"):
        box = page.locator(selector).first.bounding_box()
        assert box["x"] >= 0, selector
        assert box["y"] >= 0, selector
        assert box["x"] + box["width"] <= size[0] + 0.5, selector
        assert box["y"] + box["height"] <= size[1] + 0.5, selector
    words = page.locator(".puzzle").bounding_box()
    tool = page.locator(".puzzle .tools button:last-child").bounding_box()
    assert tool["y"] + tool["height"] <= words["y"] + words["height"], "no button hangs out of its box"


def test_a_puzzle_that_there_is_not(open_page):
    page = open_page("/puzzles/00000000")
    page.locator(".error").wait_for()
