"""Blows are seen: numbers float, pieces lunge for at most a quarter of a second; turns are skipped and seen again."""

from pathlib import Path

CLOSE = {"options": {"map": "a-tiny", "action_points": 3}, "seats": [{}, {"agent": "greedy_action"}], "seed": 4}


def test_no_movement_takes_longer_than_a_quarter_of_a_second():
    scripts = Path(__file__).resolve().parents[3] / "src" / "turnwright" / "web" / "page" / "js"
    assert "const LONGEST = 250" in (scripts / "blows.js").read_text()
    assert "Math.min(LONGEST, milliseconds / 2)" in (scripts / "board" / "playback.js").read_text()


def test_the_opponents_turn_is_skipped_and_seen_again(open_page, begin):
    page = open_page(f"/game/{begin(**CLOSE)}")
    page.wait_for_selector(".hand button")
    page.select_option("[aria-label=Speed]", "slow")
    page.click("button:text-is('End turn')")
    page.locator("button:text-is('Skip'):visible").wait_for()
    page.evaluate(
        "document.querySelector('.controls').addEventListener('click', () => { window.said = new Set();"
        " new MutationObserver(() => window.said.add(document.querySelector('.status').textContent))"
        ".observe(document.querySelector('.status'), { childList: true, subtree: true }); })"
    )
    page.click("button:text-is('Skip'):visible")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    assert not [text for text in page.evaluate("[...window.said]") if "plays" in text], "no step is shown any more"
    page.select_option("[aria-label=Speed]", "fast")
    position = page.locator(".board").inner_html()
    page.click(".log [data-turn='2'] button")
    page.wait_for_selector(".status:has-text('Squire plays')")
    page.wait_for_selector(".status:has-text('Your turn')")
    assert page.locator(".board").inner_html() == position


def test_an_action_of_ones_own_shows_its_numbers(open_page, begin, click_place, shown_game):
    """A runemetal, a potion or a blow: whatever has a number or a sign of its own floats over its square."""
    page = open_page(f"/game/{begin(options={'map': 'a-small', 'action_points': 5}, seats=[{}, {}])}")
    page.wait_for_selector(".hand button")
    page.evaluate(
        "new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {"
        " if (node.classList?.contains('float')) window.floated = node.textContent; })))"
        ".observe(document.querySelector('.table-board'), { childList: true })"
    )
    for _ in range(4):
        legal = shown_game(page)["legal"]
        gear = [one for one in legal if one["from"] in ("card:R", "card:S", "card:D", "card:H") and one["to"] != "deck"]
        unit = [one for one in legal if one["from"] in ("card:K", "card:A", "card:C", "card:W", "card:N")]
        chosen = (gear or unit)[0]
        count = shown_game(page)["count"]
        click_place(page, chosen["from"])
        page.locator(".mark").first.wait_for()
        page.wait_for_function("() => /^\\d+ target/.test(document.getElementById('announcer').textContent)")
        click_place(page, chosen["to"])
        while shown_game(page)["count"] == count:
            page.wait_for_timeout(50)
        if gear:
            break
    page.wait_for_function("() => window.floated === '✓' || /^[+−]/.test(window.floated ?? '')")


def test_sounds_can_be_switched_off(open_page, begin):
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    page.click("[aria-label=Sounds]")
    assert page.get_attribute("[aria-label=Sounds]", "aria-pressed") == "false"
    page.reload()
    page.wait_for_selector("[aria-label=Sounds][aria-pressed=false]")


def test_an_inferno_shows_its_nine_squares_and_only_what_it_hits(open_page, picture):
    state = "hero_academy 13 1 5 b4X4300,c2X4500,g2x4500,g3a800,h4x3750,i1k1000 I/a K/k 1/1"
    page = open_page(f"/analyse?state={state.replace(' ', '%20')}", width=1366)
    page.click('.hand button[data-place="card:I"]')
    page.wait_for_function("() => /^\\d+ targets?: /.test(document.getElementById('announcer').textContent)")
    page.hover('[data-name="g2"]')
    page.locator(".square.area").first.wait_for()
    assert page.locator(".square.area").count() == 9
    rings = page.locator(".mark").evaluate_all("(all) => all.map((one) => one.getAttribute('transform'))")
    assert sorted(rings) == ["translate(600 100)", "translate(600 200)"], "g2 and g3 are hit, h4 is not"
    picture(page, "inferno")


def aimed_at(page, source: str, target: str) -> dict[str, str]:
    """The squares that are marked while somebody aims, with what stands on them."""
    page.click(f'[data-name="{source}"]')
    page.wait_for_function("() => /^\\d+ targets?: /.test(document.getElementById('announcer').textContent)")
    page.hover(f'[data-name="{target}"]')
    page.locator(".mark.preview").first.wait_for()
    return page.locator(".mark").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) => [one.getAttribute('transform').replace("
        "/translate\\((\\d+) (\\d+)\\)/, (_, x, y) => String.fromCharCode(97 + x / 100) + (y / 100 + 1)),"
        " one.textContent]))"
    )


def test_a_push_shows_what_is_struck_and_where_it_lands_and_nothing_else(open_page, picture):
    state = "hero_academy 13 1 5 b4X4500,c2X4500,d3K1000,e3a800,g2x4500,h4x3750,d5a800 -/a K/k 1/1"
    page = open_page(f"/analyse?state={state.replace(' ', '%20')}", width=1366)
    page.wait_for_selector('.piece[data-square="d3"]')
    marks = aimed_at(page, "d3", "e3")
    assert sorted(marks) == ["e3", "f3"]
    assert marks["e3"].startswith("−")
    assert marks["f3"] == "pushed"
    picture(page, "push")


def test_a_chain_shows_every_link_and_nothing_else(open_page, picture):
    state = "hero_academy 13 1 5 b4X4500,c2X4500,d3W800,e3a800,f3k1000,g3c800,g1x4500,h5x3750,d5a800 -/a K/k 1/1"
    page = open_page(f"/analyse?state={state.replace(' ', '%20')}", width=1366)
    page.wait_for_selector('.piece[data-square="d3"]')
    marks = aimed_at(page, "d3", "e3")
    assert sorted(marks) == ["e3", "f3", "g3"], "the archer on d5 is a target, and not hit by this"
    assert all(text.startswith("−") for text in marks.values())
    picture(page, "chain")


def test_crystals_crack_and_break(open_page, picture):
    state = "hero_academy 9 1 3 b3X4500,c2X3000,d4A800,e2x450,f4x2200,h4x1000 -/- -/a 1/1"
    page = open_page(f"/analyse?state={state.replace(' ', '%20')}", width=1366)
    page.wait_for_selector('.piece[data-square="e2"]')
    cracks = {
        square: page.locator(f'.piece[data-square="{square}"] .crack').count()
        for square in ("b3", "c2", "f4", "h4", "e2")
    }
    assert cracks == {"b3": 0, "c2": 1, "f4": 2, "h4": 3, "e2": 3}
    picture(page, "cracks")


FLOATED = """() => { window.floated = []; window.moved = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        if (/translate/.test(JSON.stringify(frames)) && !this.matches('.float')) window.moved += 1;
        return animate.call(this, frames, how);
    };
    new MutationObserver((all) => all.forEach(({ addedNodes }) => addedNodes.forEach((node) => {
        if (node.classList?.contains('float')) window.floated.push(node.textContent);
    }))).observe(document.querySelector('.table-board'), { childList: true }); }"""


def test_blows_are_seen_in_puzzles(open_page, server, click_place):
    page = open_page("/puzzles")
    page.locator(".board .piece, .grid-board .piece").first.wait_for()
    for known in page.request.get(f"{server}/api/puzzles").json():
        state = page.request.get(f"{server}/api/puzzles/{known['name']}").json()["state"]
        legal = page.request.post(f"{server}/api/positions", data={"state": state}).json()["legal"]
        blows = [one for one in legal if known["board"] == "hero_academy" and "x" in one["action"]]
        if blows:
            break
    page.goto(f"{server}/puzzles/{known['name']}")
    page.locator(".board .piece.ready").first.wait_for()
    page.evaluate(FLOATED)
    click_place(page, blows[0]["from"])
    page.wait_for_function("() => /^\\d+ target/.test(document.getElementById('announcer').textContent)")
    click_place(page, blows[0]["to"])
    page.wait_for_function("() => window.floated.some((text) => text.startsWith('−'))")
    assert page.evaluate("window.moved") >= 2, "who strikes lunges, who is struck shakes"


def test_blows_are_seen_between_cards(open_page):
    """The second lesson of LOCM is an attack: the attacker lunges, and its loss floats over it."""
    page = open_page("/learn?game=locm")
    page.click(".locm-card.in-hand")
    page.locator(".slot.target").first.click()
    page.click("button:text-is('Next')")
    page.locator(".creature.ready").wait_for()
    page.evaluate(FLOATED)
    page.click(".creature.ready")
    page.wait_for_function("() => /^\\d+ target/.test(document.getElementById('announcer').textContent)")
    page.locator(".creature.target").first.click()
    page.wait_for_function("() => window.floated.includes('−3')")
    assert page.evaluate("window.moved") >= 1
