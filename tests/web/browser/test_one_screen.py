"""Board, hand, End turn and Undo are on the screen, whatever its size, and stay where they are."""

import pytest

SIZES = {
    "laptop": (1366, 768),
    "small laptop": (1280, 800),
    "desktop": (1920, 1080),
    "phone": (390, 844),
    "phone on its side": (844, 390),
}
ALL_SIZES = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES.keys())


def box(page, selector: str) -> dict[str, float]:
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return found


def is_inside(page, selector: str, size: tuple[int, int]) -> bool:
    """Whether the whole of an element is on the screen, without scrolling, and nothing lies over its middle."""
    found = box(page, selector)
    width, height = size
    fits = found["x"] >= 0 and found["y"] >= 0 and found["x"] + found["width"] <= width + 0.5
    middle = [found["x"] + found["width"] / 2, found["y"] + found["height"] / 2]
    on_top = page.evaluate(
        "([selector, x, y]) => { const top = document.elementFromPoint(x, y);"
        " const own = document.querySelector(selector); return own.contains(top) || top?.contains(own); }",
        [selector, *middle],
    )
    return bool(fits and found["y"] + found["height"] <= height + 0.5 and on_top)


def assert_one_screen(page, size, *selectors: str) -> None:
    for selector in selectors:
        assert is_inside(page, selector, size), (selector, box(page, selector), size)
    width, height = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert (width, height) <= (size[0], size[1]), "the page itself does not scroll"


def cut_labels(page) -> list[str]:
    """Names of cards that are wider or higher than their place."""
    return page.evaluate(
        "[...document.querySelectorAll('.playing-card .label, .locm-card.in-hand .name')]"
        ".filter((label) => label.scrollWidth > label.parentElement.clientWidth + 1"
        " || label.scrollHeight > label.clientHeight + 1).map((label) => label.textContent)"
    )


END, UNDO = ".controls button:nth-of-type(1)", ".controls button:nth-of-type(2)"


@ALL_SIZES
def test_hero_academy_fits_and_nothing_jumps(open_page, begin, size):
    name = begin(options={"map": "a", "action_points": 5, "draws": "random"})
    page = open_page(f"/game/{name}", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    parts = (".board", ".side:last-child .hand", END, UNDO, ".table > .status")
    assert_one_screen(page, size, *parts, ".controls button:last-child", ".controls .sound")
    assert cut_labels(page) == []
    before = {part: box(page, part) for part in parts[:4]}
    card = page.locator(".side:last-child .playing-card:not(.idle)").first
    card.click()
    page.locator(".square.live .ground").first.wait_for()
    assert {part: box(page, part) for part in parts[:4]} == before, "a choice moves nothing"
    page.locator(".mark").first.wait_for()
    page.locator(".square.live").first.click()
    page.locator(".controls button:text-is('Undo'):enabled").wait_for()
    for part in (".board", END, UNDO):  # the hand has one card less
        assert box(page, part) == before[part], "an action moves nothing"


@ALL_SIZES
def test_the_longest_name_is_whole_beside_five_points(open_page, begin, size):
    name = begin(options={"map": "a", "action_points": 5}, seats=[{}, {}])
    page = open_page(f"/game/{name}", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    for _ in range(2):  # the very first turn has fewer points
        page.request.post(page.url.replace("/game/", "/api/games/") + "/actions", data={"actions": ["end"]})
    page.wait_for_function("() => document.querySelectorAll('.side:last-child .points i').length === 5")
    cut = page.locator(".side:last-child .who").evaluate(
        "who => { who.textContent = 'Tactician'; return who.scrollWidth - who.clientWidth; }"
    )
    assert cut <= 0


@ALL_SIZES
def test_the_board_takes_the_room_that_there_is(open_page, begin, size):
    page = open_page(f"/game/{begin(options={'map': 'a'})}", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    drawn = page.evaluate(
        "(() => { const squares = [...document.querySelectorAll('.square .ground')]"
        ".map((one) => one.getBoundingClientRect());"
        " return [Math.max(...squares.map((one) => one.right)) - Math.min(...squares.map((one) => one.left)),"
        " Math.max(...squares.map((one) => one.bottom)) - Math.min(...squares.map((one) => one.top))]; })()"
    )
    place = box(page, ".board")
    assert drawn[0] > 0.97 * place["width"] or drawn[1] > 0.97 * place["height"]


@ALL_SIZES
def test_locm_fits(open_page, begin, size):
    name = begin(game="locm", options={"draft": "learned"})
    page = open_page(f"/game/{name}", width=size[0], height=size[1])
    page.locator(".locm-card.in-hand").first.wait_for()
    assert_one_screen(page, size, ".locm-board", ".side:last-child .hand", END, UNDO)
    assert cut_labels(page) == []
    draft = open_page(f"/game/{begin(game='locm', options={})}", width=size[0], height=size[1])
    draft.locator(".locm-card.large").first.wait_for()
    assert_one_screen(draft, size, ".locm-draft", ".locm-card.large:nth-child(1)", ".locm-card.large:nth-child(3)")


@ALL_SIZES
@pytest.mark.parametrize(("game", "options"), [("arimaa", {}), ("amazons", {"side": 10})])
def test_square_boards_fit_and_nothing_jumps(open_page, begin, size, game, options):
    page = open_page(f"/game/{begin(game=game, options=options)}", width=size[0], height=size[1])
    page.locator(".grid-board .piece.ready").first.wait_for()
    parts = (".grid-board", END, UNDO, ".table > .status")
    assert_one_screen(page, size, *parts, ".side:first-child", ".side:last-child", ".controls .sound")
    before = {part: box(page, part) for part in parts[:3]}
    page.locator(".square.live").first.click()
    page.locator(".mark .dot").first.wait_for()
    assert {part: box(page, part) for part in parts[:3]} == before, "a choice moves nothing"
    page.locator(".square.live[aria-label*=target]").first.click()
    page.locator(".controls button:text-is('Undo'):enabled").wait_for()
    assert {part: box(page, part) for part in parts[:3]} == before, "an action moves nothing"


@ALL_SIZES
@pytest.mark.parametrize("game", ["hero_academy", "locm"])
def test_lessons_keep_their_text_beside_the_board(open_page, size, game):
    page = open_page(f"/learn?game={game}", width=size[0], height=size[1])
    page.locator(".side:last-child .hand button").first.wait_for()
    assert_one_screen(page, size, ".say", ".board, .locm-board", ".side:last-child .hand", ".lesson .row")


@ALL_SIZES
@pytest.mark.parametrize("game", ["arimaa", "amazons"])
def test_lessons_on_square_boards_keep_their_text_beside_the_board(open_page, size, game):
    page = open_page(f"/learn?game={game}", width=size[0], height=size[1])
    page.locator(".grid-board .piece.ready").first.wait_for()
    assert_one_screen(page, size, ".say", ".grid-board", ".lesson .row")


@ALL_SIZES
def test_a_replay_keeps_its_buttons_on_the_screen(open_page, begin, server, size):
    page = open_page(f"/game/{begin()}", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    page.request.post(page.url.replace("/game/", "/api/games/") + "/actions", data={"actions": ["end"]})
    page.request.post(page.url.replace("/game/", "/api/games/") + "/agent-turn")
    page.request.post(page.url.replace("/game/", "/api/games/") + "/resignation")
    page.click(".banner:not([hidden]) >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.locator(".board .piece").first.wait_for()
    assert_one_screen(page, size, ".board", ".controls", ".scrubber")


STEPPER, START = ".stepper", ".start"


def analysed(page, agent: str = "oep", budget: str = "2000ev") -> None:
    page.select_option("#analyst-agent", agent)
    page.fill("#analyst-budget", budget)
    page.evaluate("document.querySelector('main').scrollTop = 0")  # on a phone the agent is chosen below the board
    page.click("button:text-is('Analyse')")
    page.locator("[aria-label='Best turns'] .lines button[aria-pressed=true]").wait_for()
    page.locator("button:text-is('Play it'):enabled").wait_for()


@ALL_SIZES
def test_an_analysis_fits_and_results_move_nothing(open_page, size):
    page = open_page("/analyse", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    on_phone = min(size) < 541
    parts = (".board", ".side:last-child .hand", START, STEPPER, ".table > .status")
    beside = () if on_phone else (".asking", ".told", ".noted", ".noted button", "[aria-label=Examples]")
    assert_one_screen(page, size, *parts, *beside)
    told = "status => [status.textContent, status.scrollHeight - status.clientHeight]"
    words, cut = page.locator(".table > .status").evaluate(told)
    assert "evaluation (learned)" in words
    assert cut <= 1, "nothing of it is cut"
    before = {part: box(page, part) for part in (*parts, *beside)}
    analysed(page)
    turns = [f"[aria-label='Best turns'] .lines li:nth-child({i}) button" for i in (1, 2, 3)]
    assert_one_screen(page, size, *parts, *beside, *(() if on_phone else turns))
    still = (".board", START, STEPPER, *beside)
    assert {part: box(page, part) for part in still} == {part: before[part] for part in still}, "results move nothing"
    for button in ("Before the turn", "One action on", "One action on"):
        page.click(f"[aria-label='{button}']")
        assert {part: box(page, part) for part in still} == {part: before[part] for part in still}, "nor does a step"
    page.fill("#notation", "nonsense")
    page.click("button:text-is('Show')")
    page.locator(".error").wait_for()
    assert is_inside(page, ".error", size)
    page.evaluate("document.querySelector('main').scrollTop = 0")
    assert box(page, ".board") == before[".board"], "nor does a refusal"


@ALL_SIZES
@pytest.mark.parametrize("example", ["Legends of Code and Magic", "A race to the goal", "Ten by ten"])
def test_every_game_is_analysed_on_one_screen(open_page, size, example):
    page = open_page("/analyse", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    page.select_option("[aria-label=Examples]", label=example)
    page.locator(".locm-board, .grid-board .piece").first.wait_for()
    page.evaluate("document.querySelector('main').scrollTop = 0")
    assert_one_screen(page, size, ".locm-board, .grid-board", START, STEPPER)


def test_two_agents_are_compared_on_one_screen(open_page):
    size = SIZES["laptop"]
    page = open_page("/analyse", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    page.check("#compare")
    page.select_option("#rival-agent", "greedy_action")
    page.fill("#rival-budget", "")
    page.select_option("#analyst-agent", "oep")  # what it is for may take another line
    parts = (".board", ".asking", ".told", ".noted", START, STEPPER)
    before = {part: box(page, part) for part in parts}
    analysed(page)
    second = "[aria-label='Best turns of the second agent'] .lines button"
    page.locator(second).first.wait_for()
    assert_one_screen(page, size, *parts, "[aria-label='Best turns'] .lines button", second)
    assert {part: box(page, part) for part in parts} == before, "results move nothing"
