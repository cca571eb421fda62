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


def test_stored_games_of_people_name_the_opponent_and_keep_the_spec_as_a_tooltip(open_page, begin, server):
    scout = {"agent": "oep:diversity=tabu", "budget": "200ev"}
    page = open_page(f"/game/{begin(seats=[{}, scout])}")
    page.wait_for_selector(".hand button")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('Resign')")
    page.click(".banner a:text-is('Replay')")
    page.wait_for_url("**/replay/*")
    name = page.locator(".side.owner-1 .who:text-is('Scout')")
    name.wait_for()
    assert name.get_attribute("title") == "oep:diversity=tabu · 200ev"
    number = page.url.partition("/replay/")[2].partition("#")[0]
    page.goto(f"{server}/results")
    row = page.locator(f"tr:has(a:text-is('#{number}'))")
    row.wait_for()
    assert row.locator(".players").inner_text() == "human – Scout"
    assert row.locator(".players").get_attribute("title") == "human – oep:diversity=tabu · 200ev"
    assert row.locator("td").nth(2).inner_text() == "Scout (resigned)"


def test_agents_among_themselves_keep_their_specs(open_page, begin, server):
    """Those who compare agents want to read which ones."""
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.click(".banner a:text-is('Replay')")
    page.wait_for_url("**/replay/*")
    page.locator(".side.owner-0 .who:text-is('greedy_action')").wait_for()
    assert page.inner_text(".side.owner-1 .who") == "random"
