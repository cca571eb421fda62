"""Nothing lies over something else, and nothing sticks out of its box: on small screens, and on full pages."""

import re

import pytest

POSITION = (
    "hero_academy 13 1 5 a2C880h,b4X4300,c2X4500,c3w166dh,g2x4500,g3C880rh,g5a800,h1c800r,h4x3333,i1k1000"
    " A2PRSD/a2wp2r K3ACW3NPRSD2H/k2c2wnrs2d2h2 18077/28174"
)
OVERLAPS = """(selector) => {
    const found = [...document.querySelectorAll(selector)].filter((one) => one.offsetParent && one.textContent.trim());
    const boxes = found.map((one) => [one.className, one.getBoundingClientRect(), one.scrollHeight - one.clientHeight]);
    const over = boxes.filter(([, , hidden]) => hidden > 1).map(([name]) => `${name} is taller than its box`);
    boxes.sort((one, other) => one[1].top - other[1].top);
    for (let i = 1; i < boxes.length; i += 1) {
        if (boxes[i][1].top < boxes[i - 1][1].bottom - 1) over.push(`${boxes[i][0]} over ${boxes[i - 1][0]}`);
    }
    return over;
}"""
OUTSIDE = """(selector) => [...document.querySelectorAll(selector)].flatMap((card) => {
    const frame = card.getBoundingClientRect();
    return [...card.querySelectorAll('.name, .values, .value, .keywords svg')].filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1
            || part.matches('.name') && part.scrollHeight > part.clientHeight + 1);
    }).map((part) => `${part.className.baseVal ?? part.className} of ${card.textContent}`);
})"""
UNDER = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    const pairs = (one, other) => boxes(one).flatMap((a) => boxes(other).map((b) => [a, b]));
    return [pairs('.mark .dot', '.square .sign'), pairs('.swap', '.points i')]
        .map((found) => [found.length, found.filter(([a, b]) => !apart(a, b)).length]); }"""


@pytest.mark.parametrize("size", [(1366, 768), (1280, 800)], ids=str)
def test_what_stands_beside_the_board_keeps_its_height(open_page, begin, size):
    """A long panel and a long list of turns: the column scrolls, and no box runs into the next one."""
    page = open_page(f"/game/{begin(options={'map': 'a', 'action_points': 5})}", width=size[0], height=size[1])
    page.locator(".chance:has-text('Your chance')").wait_for()
    for number in (2, 4, 6):
        page.click("button:text-is('End turn')")
        page.locator(f".log [data-turn='{number}']").wait_for()
        page.locator("button:text-is('End turn'):enabled").wait_for()
    page.locator(".hand .playing-card.unit").first.hover()
    page.locator(".panel dl").wait_for()
    assert page.evaluate(OVERLAPS, ".game > aside > *") == []


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (390, 844), (844, 390)], ids=str)
def test_a_target_hides_no_sign_and_the_deck_button_no_action_points(open_page, begin, size):
    page = open_page(f"/game/{begin(options={'map': 'a', 'action_points': 5})}", width=size[0], height=size[1])
    page.click(".side.owner-0 .hand .playing-card.unit:not(.idle)")
    page.locator(".mark .dot").first.wait_for()
    page.locator(".swap").wait_for()
    for _ in range(2):  # a deck of one card has fewer letters than its button
        under = page.evaluate(UNDER)
        (signs, on_signs), (points, on_points) = under
        assert signs > 0
        assert points > 0
        assert (on_signs, on_points) == (0, 0)
        page.locator(".side.owner-0 .deck summary").evaluate("deck => { deck.textContent = 'Deck: 1'; }")


@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (1920, 1080), (390, 844), (844, 390)], ids=str)
def test_creatures_and_cards_show_everything(open_page, begin, picture, size):
    """Names, signs and numbers stay inside their cards; where there is room, creatures are large and have faces."""
    name = begin(game="locm", options={"draft": "learned"}, hands="open", seats=[{}, {}], seed=5)
    page = open_page(f"/game/{name}", width=size[0], height=size[1])
    page.locator(".locm-card.in-hand").first.wait_for()
    path = page.url.replace("/game/", "/api/games/")
    game = page.request.get(path).json()
    for _ in range(12):
        while summons := [one["action"] for one in game["legal"] if one["action"].startswith("SUMMON")]:
            game = page.request.post(f"{path}/actions", data={"actions": summons[-1:]}).json()
        game = page.request.post(f"{path}/actions", data={"actions": [game["end"]]}).json()
    page.reload()
    page.locator(".creature").first.wait_for()
    assert page.locator(".creature").count() >= 6
    assert page.locator(".creature .keywords svg").count() > 0
    picture(page, f"locm-creatures-{size[0]}")
    assert page.evaluate(OUTSIDE, ".creature, .locm-card.in-hand") == []
    seen = page.locator(".creature").evaluate_all(
        "all => all.map((one) => ({ height: one.offsetHeight, room: one.parentElement.clientHeight,"
        " face: one.querySelector('.art').clientHeight,"
        " shown: document.querySelector(one.querySelector('.art use').getAttribute('href')) !== null }))"
    )
    for one in seen:
        assert one["height"] >= 0.95 * min(300, one["room"]), one
        assert one["shown"], one
        assert one["face"] >= 40 if size[0] > 1000 else one["face"] == 0, one


@pytest.mark.parametrize("size", [(390, 844), (360, 740), (844, 390)], ids=str)
def test_the_longest_ability_stays_inside_its_card(open_page, begin, size):
    page = open_page(f"/game/{begin(game='locm', options={}, seed=6)}", width=size[0], height=size[1])
    page.locator(".locm-card.large .ability:has-text('Breakthrough')").first.wait_for()
    room = page.locator(".locm-card.large .ability").evaluate_all(
        "all => all.map((one) => one.closest('.large').getBoundingClientRect().right"
        " - one.querySelector('b').getBoundingClientRect().right)"
    )
    assert min(room) >= 4, "it does not touch the frame"


@pytest.mark.parametrize("path", ["/learn", "/puzzles"])
def test_all_pages_can_be_reached_on_a_phone(open_page, path):
    page = open_page(path, width=390, height=844)
    page.locator(".board .piece, .board .square").first.wait_for()
    assert page.locator(".top nav a").count() == 6
    hidden = page.evaluate(
        "(() => { const nav = document.querySelector('.top nav'); return nav.scrollWidth - nav.clientWidth; })()"
    )
    assert hidden <= 0, "nothing has to be scrolled"


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_on_a_phone_the_end_leads_to_its_result(open_page, begin, size):
    page = open_page(f"/game/{begin()}", width=size[0], height=size[1])
    page.locator(".board .piece").first.wait_for()
    assert page.is_hidden("button:text-is('Result')")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Resign')")
    page.click("button:text-is('Result')")
    page.wait_for_function("document.activeElement?.classList.contains('banner')")
    page.wait_for_function(  # the banner is drawn once more when the game is stored
        """() => {
            const { top, bottom, height } = document.querySelector(".banner h2").getBoundingClientRect();
            return height > 0 && top >= 0 && bottom < innerHeight;
        }"""
    )
    page.locator(".banner .chart").wait_for()
    page.evaluate("document.querySelector('.banner').scrollIntoView()")
    button = page.locator(".banner a:text-is('Replay')").bounding_box()
    assert button["y"] + button["height"] <= size[1], "figures, graph and what comes next are seen at once"
    wide = open_page(page.url[page.url.index("/game/") :], width=1366, height=768)
    wide.locator(".banner h2").wait_for()
    assert wide.is_hidden("button:text-is('Result')"), "there it stands beside the board"


def test_what_would_happen_hides_neither_hit_points_nor_heads(open_page):
    """A cleric beside crystals and an archer: the damage stands over their feet, and the ring around all of them."""
    page = open_page("/analyse")
    page.locator(".board .piece").first.wait_for()
    page.fill("#notation", POSITION)
    page.click("button:text-is('Show')")
    page.locator('.piece[data-square="h4"] .hp:text-is("3333")').wait_for()
    page.click('[data-name="g3"]')
    page.locator(".mark.hit .pill").first.wait_for()
    hidden = page.evaluate(
        """() => {
            const boxes = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
            const squares = [...document.querySelectorAll('.piece')].filter((one) => one.querySelector('.hp'));
            const cell = document.querySelector('.square .ground').getBoundingClientRect().height;
            return boxes('.mark.hit .pill rect').flatMap((pill) => squares.flatMap((piece) => {
                const name = piece.dataset.square;
                const below = piece.querySelector('.hp').getBoundingClientRect();
                const ground = document.querySelector(`[data-name="${name}"] .ground`).getBoundingClientRect();
                const here = pill.left > ground.left - 2 && pill.right < ground.right + 2 && pill.top > ground.top - 2
                    && pill.bottom < ground.bottom + 2;
                if (!here) return [];
                return [{ name, head: pill.top - ground.top > 0.4 * cell, hp: pill.bottom <= below.top + 4 }];
            }));
        }"""
    )
    assert len(hidden) >= 2
    assert all(one["head"] and one["hp"] for one in hidden), hidden


def test_a_long_word_in_a_refusal_does_not_widen_the_page(open_page):
    page = open_page("/analyse", width=390, height=844)
    page.locator(".board .piece").first.wait_for()
    page.fill("#notation", POSITION.replace("A2PRSD/", "A2IPRSD/"))
    page.click("button:text-is('Show')")
    page.locator(".error:has-text('g3C880rh')").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("size", [(1366, 768), (390, 844), (844, 390)], ids=str)
def test_handing_the_screen_over_moves_no_board(open_page, begin, size):
    name = begin(options={"map": "a", "action_points": 5}, hands="hidden", seats=[{}, {}])
    page = open_page(f"/game/{name}", width=size[0], height=size[1])
    page.locator(".cover button:text-is('I am player 1')").wait_for()
    covered = page.locator(".board").bounding_box()
    cover = page.locator(".cover").bounding_box()
    assert cover["x"] >= 0
    assert cover["y"] >= 0
    assert cover["x"] + cover["width"] <= size[0]
    assert cover["y"] + cover["height"] <= size[1]
    page.click(".cover button")
    page.locator(".side:last-child .hand button").first.wait_for()
    open_board = page.locator(".board").bounding_box()
    assert abs(open_board["y"] - covered["y"]) <= 1
    assert abs(covered["height"] - open_board["height"]) <= 60, "cards are higher than their backs; that is all"


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_a_hint_on_a_phone_leads_back_to_the_board(open_page, begin, size):
    page = open_page(f"/game/{begin(game='amazons', options={'side': 6})}", width=size[0], height=size[1])
    page.locator(".chance:has-text('Your chance')").wait_for()
    hint = page.locator(".coach button:text-is('Hint')")
    hint.scroll_into_view_if_needed()
    hint.click()
    page.locator(".table > .status:has-text('Hint: an amazon moves to')").wait_for()
    page.wait_for_function("document.querySelector('main').scrollTop === 0")
    assert page.locator(".ghost").count() == 1
    ghost = page.locator(".ghost .badge").first.bounding_box()
    assert 0 <= ghost["y"] < size[1]


@pytest.mark.parametrize("size", [(1366, 768), (1280, 800), (1920, 1080), (390, 844), (844, 390)], ids=str)
def test_cards_of_a_draft_are_filled_and_nothing_sticks_out(open_page, begin, size):
    """A picture that takes what the words leave, everything in words, and figures of the deck; picks move nothing."""
    page = open_page(f"/game/{begin(game='locm', options={}, seed=11)}", width=size[0], height=size[1])
    page.locator(".locm-card.large").first.wait_for()
    place = page.locator(".locm-draft").bounding_box()
    for number in range(8):
        page.wait_for_selector(f"text=draft, round {number + 1} of 30")
        page.wait_for_selector('[data-place="pick:0"].live')
        cards = page.locator(".locm-card.large").evaluate_all(
            """cards => cards.map((card) => {
                const frame = card.getBoundingClientRect();
                const inside = [...card.querySelectorAll('*')].every((part) => {
                    const box = part.getBoundingClientRect();
                    return !box.width || part.closest('svg') || (box.left > frame.left - 1
                        && box.right < frame.right + 1 && box.top > frame.top - 1 && box.bottom < frame.bottom + 1);
                });
                const words = [...card.querySelectorAll('.ability b')].map((one) => one.textContent);
                return { inside, name: card.ariaLabel, art: card.querySelector('.art').clientHeight, words,
                    shown: document.querySelector(card.querySelector('.art use').getAttribute('href')) !== null };
            })"""
        )
        assert len(cards) == 3
        for card in cards:
            assert card["inside"], card
            assert card["shown"], "its picture is one of the drawings"
            assert card["art"] >= 40, card
            assert all(word in card["name"] for word in card["words"])
        page.click(f'[data-place="pick:{number % 3}"]')
    page.wait_for_selector("text=draft, round 9 of 30")
    creatures, items = re.search(r"(\d+) creatures, (\d+) items", page.inner_text(".deck-facts")).groups()
    assert int(creatures) + int(items) == 8
    assert page.locator(".locm-draft").bounding_box() == place, "picks move nothing"
