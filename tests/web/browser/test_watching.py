"""Agents at work: watched in a game, and while they think."""


def test_two_agents_are_watched(open_page, begin):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.wait_for_selector(".banner:not([hidden]) .chart")
    assert "has won" in page.inner_text(".banner") or "drawn" in page.inner_text(".banner")


def test_thinking_along(open_page, begin, picture):
    """While an agent plans: its best turn as ghosts, its value, its counters, a curve."""
    page = open_page(f"/game/{begin(seats=[{'agent': 'oep', 'budget': '3s'}, {}])}")
    page.wait_for_selector(".ghost")
    assert page.locator(".chart .line").count() == 1
    assert "evaluations" in page.inner_text(".figures")
    picture(page, "thinking")
