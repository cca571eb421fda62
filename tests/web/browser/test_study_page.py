"""A study as people in it meet it."""

from turnwright.arena.store import Store
from turnwright.study.ledger import Ledger
from turnwright.study.plan import StudyPlan


def test_a_study_from_consent_to_comment(chromium, tmp_path, picture, wait_for_turn, serving):
    """A beginner agrees, answers, reads the rules, plays, gives up and comments; all of it is kept."""
    plan = StudyPlan(
        name="browser",
        title="You against a machine",
        consent="We record your game.\n\nNothing else.",
        rules="Destroy the crystals.",
        agent="random",
        budget="1ev",
        threads=1,
        game="hero_academy:map=a-tiny,deck=TINY,action_points=2,draws=random",
        person="first",
    )
    place = tmp_path / "games.db"
    with serving(place, plan=plan) as address:
        page = chromium.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{address}/")
        page.wait_for_selector("text=Nothing else.")
        assert page.is_disabled("button:text-is('Go on')")
        picture(page, "study-consent")
        page.check("#agreed")
        page.click("button:text-is('Go on')")
        page.check("[name=skill][value=beginner]")
        page.click("button:text-is('Go on')")
        page.wait_for_selector("text=Destroy the crystals.")
        picture(page, "study-rules")
        page.click("button:text-is('Begin the game')")
        wait_for_turn(page)
        assert "random" not in page.content()
        assert page.locator(".top nav a:visible").all_inner_texts() == ["Rules"]
        page.click("button:text-is('End turn')")
        page.click("button:text-is('End it')")
        page.wait_for_selector("text=turn 3 of")
        page.on("dialog", lambda dialog: dialog.accept())
        page.click("button:text-is('Resign')")
        page.fill("#comment", "Too strong for me.")
        picture(page, "study-end")
        page.click("button:text-is('Send')")
        page.wait_for_selector("text=your comment was saved")
        for path in ("/analyse", "/results", "/replay/1", "/learn", "/api"):
            page.goto(address + path)
            page.wait_for_selector("text=This server runs a study")
        page.goto(f"{address}/rules")
        page.wait_for_selector("text=How to win")
        assert page.locator("main a:visible").count() == 0
        page.close()
    assert wrong == []
    with Store(place) as store:
        (kept,) = Ledger(store).participations("browser")
    assert (kept.game.skill, kept.ending, kept.game.turns) == ("beginner", "resigned", 2)
    assert kept.comment == "Too strong for me."
