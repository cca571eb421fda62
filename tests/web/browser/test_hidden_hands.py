"""Hands that others must not see do not reach the page."""

import json


def test_hidden_cards_never_reach_the_page(open_page, begin, server, picture, wait_for_turn):
    name = begin(hands="hidden", seats=[{}, {"agent": "greedy_action"}])
    page = open_page("/rules")
    said: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: said.append(str(frame))))
    page.goto(f"{server}/game/{name}")
    for _ in range(4):
        wait_for_turn(page)
        page.click("button:text-is('End turn')")
        page.wait_for_timeout(100)
    wait_for_turn(page)
    positions = [position for message in said if (position := json.loads(message).get("position"))]
    assert len(positions) > 4
    assert all(position["hands"][1] == {} for position in positions)
    assert not [message for message in said if "chance=" in message]
    assert page.locator(".side.owner-1 .back").count() == positions[-1]["unknown"][1]
    picture(page, "hidden")


def test_two_people_at_one_screen_do_not_see_each_others_hands(open_page, begin, picture):
    page = open_page(f"/game/{begin(hands='hidden', seats=[{}, {}])}")
    page.wait_for_selector("text=I am player 1")
    assert page.locator(".hand button").count() == 0
    picture(page, "pass-the-screen")
    page.click("text=I am player 1")
    page.wait_for_selector(".side.owner-0 .hand button")
    page.click("button:text-is('End turn')")
    page.wait_for_selector("text=I am player 2")
    assert page.locator(".hand button").count() == 0
