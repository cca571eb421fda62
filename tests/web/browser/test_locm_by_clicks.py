"""Legends of Code and Magic: a draft and a battle by clicks and keys."""

import pytest


def test_a_draft_and_a_battle_of_locm(open_page, server, picture, shown_game, wait_for_turn):
    """Thirty picks by clicks and keys, then turns of a battle by clicks, seen on a desk and on a phone."""
    page = open_page("/#options")
    page.check("[name=game][value=locm]")
    page.check("[name=one-level][value=random]")
    page.fill("#seed", "5")
    picture(page, "locm-new-game")
    page.click("button:text-is('Begin')")
    for number in range(30):
        page.wait_for_selector(f"text=draft, round {number + 1} of 30")
        page.wait_for_selector('[data-place="pick:0"].live')
        if number == 12:
            page.hover('[data-place="pick:1"]')
            picture(page, "locm-draft")
        if number % 2:
            page.keyboard.press("2")
        else:
            page.click(f'[data-place="pick:{number % 3}"]')
    fought = 0
    for turn in range(12):
        wait_for_turn(page)
        game = shown_game(page)
        while game["legal"] and not game["over"]:
            chosen = next((one for one in game["legal"] if one["action"].startswith("ATTACK")), game["legal"][0])
            page.click(f'[data-place="{chosen["from"]}"]')
            page.wait_for_selector(f'[data-place="{chosen["to"]}"].target')
            if chosen["action"].startswith("ATTACK"):
                fought += 1
                page.wait_for_selector(".pill")
                picture(page, f"locm-attack-{min(fought, 4)}")
            page.click(f'[data-place="{chosen["to"]}"]')
            page.wait_for_selector(".target", state="detached")
            before, game = game, shown_game(page)
            assert game["count"] == before["count"] + 1
            if turn == 3 and game["undoable"]:
                page.click("button:has-text('Undo')")
                page.wait_for_function("() => document.querySelector('.selected, .target') === null")
                page.wait_for_function(
                    "text => document.querySelector('.status').textContent.includes(text)",
                    arg=f"{before['position']['sides'][0]['mana']} mana left",
                )
                break
        if game["over"] or fought > 4:
            break
        page.click("button:text-is('End turn')")
        page.wait_for_function("count => document.querySelectorAll('.log [data-turn]').length > count", arg=turn)
    assert fought > 0
    for dark in (False, True):
        phone = open_page(page.url.removeprefix(server), width=360, height=740, dark=dark, touch=True)
        phone.wait_for_selector(".lane")
        picture(phone, f"locm-phone-{'dark' if dark else 'light'}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_opponents_turn_is_shown_action_by_action(open_page, begin, picture):
    """Each action with its words, and what was summoned or struck marked on the board."""
    options = {"draft": "mixed"}
    name = begin(game="locm", options=options, seats=[{"agent": "greedy_action"}, {}], hands="hidden", seed=7)
    page = open_page("/rules")
    page.evaluate("localStorage.setItem('turnwright-speed', '\"slow\"')")
    page.add_init_script("localStorage.setItem('turnwright-speed', '\"slow\"')")
    page.goto(page.url.replace("/rules", f"/game/{name}"))
    for _ in range(8):
        page.wait_for_selector(".status:has-text('plays ')")
        if "enters the" in page.inner_text(".status"):
            page.wait_for_selector(".creature.last")
            picture(page, "locm-opponent")
            break
        page.wait_for_selector("text=Your turn")
        page.click("button:text-is('End turn')")
    assert page.locator(".creature.owner-0").count() == 1


@pytest.mark.parametrize("width", [1280, 360])
def test_an_agent_that_thinks_is_seen_on_the_cards(open_page, begin, picture, width):
    """Numbers tell what the best turn so far begins with and aims at; a curve grows."""
    options = {"draft": "mixed"}
    seats = [{"agent": "greedy_action"}, {"agent": "mcts", "budget": "3s"}]
    name = begin(game="locm", options=options, seats=seats, hands="open", seed=7)
    page = open_page(f"/game/{name}", width=width)
    page.wait_for_selector(".thought.from >> nth=0")
    page.wait_for_selector(".chart .line")
    picture(page, f"locm-thinking-{width}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
