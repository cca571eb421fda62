"""The coach beside a game: chances, one ghost as a hint, the better turn in words; and the end of a game."""

import math
import re

import pytest

import turnwright

OPEN = {"options": {"map": "a-small", "action_points": 5}, "seats": [{}, {"agent": "random"}]}


def test_chances_a_hint_and_the_better_turn_in_words(open_page, begin, picture):
    page = open_page(f"/game/{begin(**OPEN)}", width=1366, height=768)
    page.locator(".chance:has-text('Your chance')").wait_for()
    assert re.fullmatch(r"Your chance of winning: \d+ %", page.get_attribute(".chance", "aria-label"))
    page.click(".coach button:text-is('Hint')")
    page.locator(".coach-words:has-text('Hint: ')").wait_for()
    assert page.locator(".ghost").count() == 1
    picture(page, "coach-hint")
    page.click("button:text-is('End turn')")
    page.locator(".coach-words:has-text('Turn 1: ')").wait_for()
    words = page.inner_text(".coach-words")
    assert re.search(r"Turn 1: \d+ %; \d+ % with: .+ enters on", words), "to do nothing is not the best turn"
    assert re.search(r"Accuracy so far: \d+ %", words)
    picture(page, "coach")


def test_the_coach_can_be_sent_away(open_page, begin):
    page = open_page(f"/game/{begin(**OPEN)}")
    page.locator(".chance:has-text('Your chance')").wait_for()
    page.uncheck(".coach input")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.click("button:text-is('End turn')")
    page.wait_for_function("() => document.querySelectorAll('.log [data-turn]').length === 2")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    assert [url for url in asked if "/api/" in url and "/turns?" not in url] == [], "only the log asks"
    page.reload()
    page.locator(".coach").wait_for()
    assert page.is_hidden(".coach button:text-is('Hint')")


def test_the_coach_of_locm_knows_what_the_player_knows(open_page, begin, picture):
    """It helps with hidden hands, by what its player sees, and says nothing while cards are drafted."""
    name = begin(game="locm", options={"draft": "learned"}, hands="hidden", seed=9)
    page = open_page(f"/game/{name}", width=1366, height=768)
    page.locator(".chance:has-text('Your chance')").wait_for()
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.click(".coach button:text-is('Hint')")
    page.locator(".coach-words:has-text('Hint: ')").wait_for()
    assert any('"agent":"oep:diversity=tabu,evaluation=standing"' in text and "=?" in text for text in sent)
    page.click("button:text-is('End turn')")
    page.locator(".coach-words:has-text('Turn 1: ')").wait_for()
    picture(page, "coach-locm")
    draft = open_page(f"/game/{begin(game='locm', options={})}")
    draft.wait_for_selector('[data-place="pick:0"].live')
    assert draft.is_hidden(".coach")


@pytest.mark.parametrize("side", [6, 10])
def test_the_coach_of_amazons_knows_how_far_the_game_is(open_page, begin, picture, shown_game, side):
    """Early on, the same share of the squares says little; the scale is that of the turn."""
    name = begin(game="amazons", options={"side": side})
    page = open_page(f"/game/{name}", width=1366, height=768)
    page.locator(".chance:has-text('Your chance')").wait_for()
    start = turnwright.state(shown_game(page)["notation"]).evaluate(0)
    first = {6: 0.337, 10: 1.03}[side]
    assert f": {round(100 / (1 + math.exp(-start / first)))} %" in page.inner_text(".chance")
    page.click(".coach button:text-is('Hint')")
    page.locator(".coach-words:has-text('Hint: an amazon moves to')").wait_for()
    assert page.locator(".ghost").count() == 1
    picture(page, f"coach-amazons-{side}")
    # A poor turn: the corner amazon takes a step, and closes the square that it came from.
    move, shot = ("a2-a1", "*a2") if side == 6 else ("a4-a3", "*a4")
    path = page.url.replace("/game/", "/api/games/")
    assert page.request.post(f"{path}/actions", data={"actions": [move, shot]}).ok
    page.locator(".coach-words:has-text('Turn 1: ')").wait_for()
    words = page.inner_text(".coach-words")
    assert re.search(r"Accuracy so far: \d+ %", words)
    if side == 6:
        assert re.search(r"Turn 1: \d+ %; \d+ % with: an amazon moves to \w+; \w+ is closed", words)


def test_a_turn_that_wins_is_certain_whatever_the_scale(open_page, begin):
    """The lesson's position, in a game: the coach looks at how it ended and not at the evaluation."""
    page = open_page(f"/game/{begin(game='amazons', options={'side': 6})}")
    page.locator(".chance:has-text('Your chance')").wait_for()
    found = page.evaluate(
        """async () => {
            const loaded = performance.getEntriesByType('resource').map((one) => one.name);
            const { Coach } = await import(loaded.find((one) => one.endsWith('/coach.js')));
            const kit = { coach: { scale: () => 100 }, effects: {}, isPick: () => false };
            const coach = new Coach(kit, () => {});
            const game = { game: '', view: 'open', over: false, player: 0, turn: 9, legal: [], log: [], actions: [],
              notation: 'amazons:side=4 8 - xxxx/Bxxx/.xxx/.W.x' };
            coach.start = { notation: game.notation, number: 9 };
            coach.follow({ ...game, player: 1, log: [{ number: 9, seat: 0, actions: ['b1-a1', '*a2'] }] }, 0);
            for (let i = 0; i < 1000 && !coach.words.textContent.includes('Turn 9'); i++)
                await new Promise((done) => setTimeout(done, 20));
            return coach.words.textContent;
        }"""
    )
    assert found == "Turn 9: as good as any (100 %). Accuracy so far: 100 %."


def test_with_hidden_hands_or_where_nothing_was_fitted_there_is_no_coach(open_page, begin):
    tiny = {"options": {"map": "a-tiny", "action_points": 5}, "seats": [{}, {"agent": "random"}]}
    for wanted in (OPEN | {"hands": "hidden"}, tiny):
        page = open_page(f"/game/{begin(**wanted)}")
        page.locator(".board .piece").first.wait_for()
        assert page.is_hidden(".coach")


def test_the_end_tells_figures_and_offers_a_rematch(open_page, shown_game, wait_for_turn):
    page = open_page("/#options")
    page.check("[name=map][value=a-small]")
    page.check("[name=one-level][value=random]")
    page.click("dialog.drawer button:text-is('Begin')")
    page.wait_for_url("**/game/*")
    wait_for_turn(page)
    page.locator(".side:last-child .playing-card.unit:not(.idle)").first.click()
    page.locator(".square.live[aria-label*=target]").first.click()
    page.locator("button:text-is('Undo'):enabled").wait_for()
    page.click("button:text-is('End turn')")
    page.locator(".coach-words:has-text('Turn 1: ')").wait_for()
    wait_for_turn(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Resign')")
    page.locator(".banner h2:text-is('You lose by resignation')").wait_for()
    page.locator(".end-facts:has-text('Your best turn')").wait_for()
    assert "Accuracy" in page.inner_text(".end-facts")
    assert " enters on " in page.inner_text(".end-facts"), "in words, not in notation"
    first = shown_game(page)
    page.click("button:text-is('Rematch')")
    page.wait_for_url(lambda url: "/game/" in url and first["name"] not in url)
    page.locator(".board .piece").first.wait_for()
    again = shown_game(page)
    assert again["game"] == first["game"]
    assert [seat["agent"] for seat in again["seats"]] == ["random", "human"]
