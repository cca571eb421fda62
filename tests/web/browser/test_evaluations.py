"""By which evaluation positions are judged: chosen before a game, and two of them beside each other in an analysis."""

import re

import pytest

import turnwright

POSITION = "3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [("hero_academy", "learned", "described"), ("hero_academy:evaluation=described", "described", "learned")],
)
def test_an_analysis_shows_two_evaluations_side_by_side(open_page, picture, game, first, second):
    page = open_page("/analyse")
    page.locator(".piece").first.wait_for()
    page.fill("#notation", f"{game} {POSITION}")
    page.click("button:text-is('Show')")
    page.wait_for_url("**c1a560**")  # until the answer comes, the position before is shown
    words = page.inner_text(".status").replace("\N{MINUS SIGN}", "-").replace(",", "")
    shown = re.search(rf"evaluation \({first}\) \+?(-?[\d.]+) {second} \+?(-?[\d.]+) for player 1", words)
    assert shown is not None, words
    state = turnwright.state(f"{game} {POSITION}")
    judged = [state.under(state.game.variant(evaluation=name)).evaluate(0) for name in (first, second)]
    assert [float(value) for value in shown.groups()] == pytest.approx(judged, abs=0.5)
    assert judged[0] != judged[1]
    picture(page, f"judged-by-{first}")


@pytest.mark.parametrize(("name", "other"), [("evaluation", "described"), ("locm-evaluation", "features")])
def test_people_choose_the_evaluation_before_a_game(open_page, picture, shown_game, name, other):
    page = open_page("/#options")
    if name == "locm-evaluation":
        page.check("[name=game][value=locm]")
    assert page.locator(f"[name={name}][value=learned]").is_checked()
    page.check(f"[name={name}][value={other}]")
    picture(page, f"options-{name}")
    page.click("dialog.drawer button:text-is('Close')")
    page.click("button:text-is('Play')")
    page.wait_for_url("**/game/*")
    assert f"evaluation={other}" in shown_game(page)["game"]
