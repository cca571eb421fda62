"""Agents at work: watched in a game, and while they think."""

import re

import pytest


def test_two_agents_are_watched(open_page, begin):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.wait_for_selector(".banner:not([hidden]) .chart")
    assert "has won" in page.inner_text(".banner") or "drawn" in page.inner_text(".banner")


def test_agents_are_paused_and_watched_turn_by_turn(open_page, begin):
    """Turns of two seconds: the game cannot be over before somebody has paused it."""
    slow = {"agent": "oep", "budget": "2s"}
    page = open_page(f"/game/{begin(seats=[slow, slow])}")
    page.click("button:text-is('Pause')")
    for press in ("Next turn", "Go on"):
        page.wait_for_selector("button:text-is('Next turn'):enabled")
        turns = page.locator(".log [data-turn]").count()
        page.click(f"button:text-is('{press}')")
        page.wait_for_function("(before) => document.querySelectorAll('.log [data-turn]').length > before", arg=turns)


def test_thinking_along(open_page, begin, picture):
    """While an agent plans: its best turn as ghosts, its value, its counters, a curve."""
    page = open_page(f"/game/{begin(seats=[{'agent': 'oep', 'budget': '3s'}, {}])}")
    page.wait_for_selector(".ghost")
    page.wait_for_selector(".chart .line")
    page.wait_for_selector(".figures:has-text('evaluations')")
    picture(page, "thinking")


def test_a_thought_that_took_a_moment_is_shown_at_a_readable_pace_and_can_be_skipped(open_page, begin, picture):
    """Two hundred evaluations are over before anybody could look; the plan stays until it is skipped, or read."""
    scout = {"agent": "oep:diversity=tabu", "budget": "200ev"}
    page = open_page(f"/game/{begin(seats=[{}, scout])}", width=1366, height=768)
    page.wait_for_selector(".hand button")
    page.select_option("[aria-label=Speed]", "slow")
    page.click("button:text-is('End turn')")
    page.wait_for_selector(".status:has-text('Scout plans this turn')")
    assert page.locator(".ghost").count() > 0
    panel = page.locator("[aria-label='Thinking along']")
    assert "Scout has thought" in panel.inner_text()
    assert re.search(r"\d+ evaluations", panel.inner_text())
    assert page.request.get(page.url.replace("/game/", "/api/games/")).json()["player"] == 0, "the server did not wait"
    picture(page, "thought")
    page.keyboard.press("s")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    assert "Scout has thought" in panel.inner_text(), "it can be read on during one's own turn"


def test_with_hidden_hands_no_thought_is_told(open_page, begin):
    scout = {"agent": "oep:diversity=tabu", "budget": "200ev"}
    page = open_page(f"/game/{begin(hands='hidden', seats=[{}, scout])}")
    said: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: said.append(str(frame))))
    page.reload()
    page.wait_for_selector(".hand button")
    page.click("button:text-is('End turn')")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    assert any('"type":"turn"' in message for message in said)
    assert not [message for message in said if '"curve":[[' in message or '"reply":["' in message]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "the evaluation learned"),
        ({"options": {"map": "a-tiny", "evaluation": "described"}}, "the evaluation described"),
        ({"game": "locm", "options": {"draft": "random", "evaluation": "features"}}, "the evaluation features"),
        ({"game": "amazons", "options": {"side": 6}}, "the game's own evaluation"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_page_of_a_game_names_the_evaluation_that_judges_it(open_page, begin, wanted, words):
    page = open_page(f"/game/{begin(**wanted)}")
    line = page.locator(".judge:has-text('Judged by')")
    line.wait_for()
    assert line.inner_text().startswith(f"Judged by {words}.")
    links = line.locator("a")
    if wanted.get("game") == "amazons":
        assert links.count() == 0, "there is nothing to choose"
        return
    links.click()
    page.locator("dialog.drawer [name$=evaluation]").first.wait_for(state="attached")
