"""A tournament's cells lead to its games."""

import turnwright


def test_a_cell_leads_to_its_games(chromium, tmp_path, serving):
    place = tmp_path / "games.db"
    game = turnwright.game("hero_academy:map=a-tiny,deck=TINY").spec
    turnwright.match("greedy_action", "random", game=game, games=4, store=place, workers=1)
    page = chromium.new_page()
    with serving(place) as address:
        page.goto(f"{address}/results/1")
        page.locator(".cross td a").first.click()
        page.wait_for_url("**/results?one=*")
        page.locator("h2:has-text('Games of')").wait_for()
        page.locator("tbody a[href^='/replay/']").first.wait_for()
        assert page.locator("tbody a[href^='/replay/']").count() >= 4
        page.close()
