"""A whole game by clicks, from the first page to its review."""

import turnwright


def test_a_whole_game_by_clicks(open_page, picture, click_place, shown_game, wait_for_turn):
    """From the first page to the end of a game against an agent, and on to its review."""
    page = open_page("/#options")
    page.check("[name=one-level][value=random]")
    page.check("[name=map][value=a-tiny]")
    page.fill("#points", "3")
    page.fill("#seed", "4")
    picture(page, "new-game")
    page.click("button:text-is('Begin')")
    page.wait_for_url("**/game/*")
    page.wait_for_selector(".piece")
    for turn in range(60):
        wait_for_turn(page)
        game = shown_game(page)
        if game["over"]:
            break
        # Greedy Action advises; every action is carried out on the page.
        state = turnwright.state(game["notation"])
        for text in str(turnwright.agent("greedy_action").plan(state.view(), seed=turn)).split():
            if text == "end":
                page.click("button:text-is('End turn')")
            else:
                legal = {one["action"]: one for one in shown_game(page)["legal"]}
                click_place(page, legal[text]["from"])
                page.wait_for_selector(".mark, .swap")
                if turn == 3:
                    picture(page, "targets")
                count = game["count"]
                click_place(page, legal[text]["to"])
                page.wait_for_function("count => document.querySelectorAll('.mark').length === 0", arg=count)
            if not page.query_selector(".banner[hidden]"):
                break
    page.wait_for_selector(".banner .chart")
    assert "You win" in page.inner_text(".banner")
    picture(page, "game-over")
    page.click("text=Review the game")
    page.wait_for_selector("text=Regret is how much better")
    picture(page, "review")
