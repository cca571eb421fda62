"""Named opponents: a ladder of faces on the first page, and one's own record against each."""


def test_an_opponent_is_chosen_by_its_face(open_page, picture, shown_game):
    page = open_page("/")
    page.locator(".rung").first.wait_for()
    assert page.locator(".rung .face-picture").count() == 8
    page.click(".rung:has-text('Captain')")
    page.locator(".what:text-is('Hero Academy against Captain')").wait_for()
    assert page.get_attribute(".rung:has-text('Captain')", "aria-pressed") == "true"
    assert page.get_attribute(".rung:has-text('Captain')", "title") == "oep:diversity=tabu · 20000ev"
    picture(page, "opponents")
    page.click("button:text-is('Play')")
    page.wait_for_url("**/game/*")
    name = page.wait_for_selector(".side:first-child .who")
    assert name.inner_text() == "Captain"
    assert shown_game(page)["seats"][1] == {"agent": "oep:diversity=tabu", "budget": "20000ev"}


def test_the_record_against_an_opponent_is_kept_and_counted_once(open_page, begin, server):
    page = open_page(f"/game/{begin(seats=[{}, {'agent': 'greedy_action'}])}")
    page.wait_for_selector(".hand button")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Resign')")
    page.wait_for_selector(".banner h2:text-is('You lose by resignation')")
    page.reload()
    page.wait_for_selector(".banner h2:text-is('You lose by resignation')")
    page.goto(server)
    page.locator(".rung:has-text('Squire') small:text-is('you 0 – 1')").wait_for()
    assert page.locator(".rung small:has-text('you 0')").count() == 1
