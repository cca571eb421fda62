"""What people can do while the server has not answered yet."""

STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"

TWICE = """() => {
    let sent = 0;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (text) { sent += 1; send.call(this, text); };
    for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "u", bubbles: true }));
    WebSocket.prototype.send = send;
    return sent;
}"""
"""Presses a key twice before the server can answer; how often something was sent."""


def held_socket(page) -> list:
    """Nothing that the server sends on a game's line arrives; the messages held so far, and a way to let them go."""
    held: list = []

    def hold(line) -> None:
        server = line.connect_to_server()
        server.on_message(lambda message: held.append(lambda: line.send(message)))

    page.route_web_socket("**/ws/games/*", hold)
    return held


def test_nothing_can_be_pressed_before_the_game_is_there(open_page, begin):
    page = open_page()
    held = held_socket(page)
    page.goto(f"{page.url}game/{begin()}")
    page.wait_for_selector(".controls")
    for name in ("End turn", "Undo", "Resign"):
        assert page.is_disabled(f"button:text-is('{name}')")
    for key in "1eu":
        page.keyboard.press(key)  # open_page fails the test if the page complains
    while not held:
        page.wait_for_timeout(20)
    for send in held:
        send()
    page.wait_for_selector("button:text-is('End turn'):enabled")


def test_the_board_waits_for_one_answer_and_then_goes_on(open_page, begin, click_place, shown_game):
    """Keys come faster than answers: what was pressed meanwhile leaves no board that waits for ever."""
    page = open_page(f"/game/{begin()}")
    page.wait_for_selector(".hand button")
    card = shown_game(page)["legal"][0]
    click_place(page, card["from"])
    click_place(page, card["to"])
    page.wait_for_selector("text=1 of 2 actions")
    held = page.evaluate(TWICE)
    assert held == 1, "the second one was not sent: nothing can be taken back while the board waits"
    page.wait_for_selector("text=2 of 2 actions")
    page.wait_for_selector(".table-board:not([aria-busy])")
    click_place(page, card["from"])
    click_place(page, card["to"])
    page.wait_for_selector("text=1 of 2 actions")


def test_an_answer_that_comes_late_does_not_replace_a_newer_position(open_page):
    page = open_page("/analyse")
    page.wait_for_selector(".piece")
    late: list = []
    page.route("**/api/positions", lambda route: late.append(route) if not late else route.continue_())
    page.select_option("[aria-label=Examples]", index=1)
    page.wait_for_selector(".table-board[aria-busy]")
    page.fill("#notation", STATE)
    page.click("button:text-is('Show')")
    page.wait_for_url("**c1a560**")
    with page.expect_response("**/api/positions"):
        late[0].continue_()
    page.wait_for_selector(".table-board:not([aria-busy])")
    assert "c1a560" in page.input_value("#notation")
    assert page.locator('.piece[data-square="c1"]').count() == 1


def test_a_replay_leads_to_no_position_before_it_shows_one(open_page, begin, wait_for_turn):
    page = open_page(f"/game/{begin()}")
    wait_for_turn(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.click("button:text-is('End turn')")
    page.wait_for_selector("text=turn 3 of")
    page.click("button:text-is('Resign')")
    page.wait_for_selector(".banner a:text-is('Replay')")
    late: list = []
    page.route("**/api/stored-games/*/turns/*", lambda route: route.continue_() if late else late.append(route))
    page.click(".banner a:text-is('Replay')")
    page.wait_for_selector(".scrubber")
    assert page.is_hidden("text=Analyse this position")
    page.keyboard.press("ArrowRight")  # open_page fails the test if the page complains
    while not late:
        page.wait_for_timeout(20)
    late[0].continue_()
    page.click("text=Analyse this position")
    page.wait_for_url("**/analyse?state=hero_academy**")
    page.wait_for_selector("text=Player 1 to move")
