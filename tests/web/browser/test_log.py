"""The log of a game: in words and signs, in notation for those who want it; every turn can be seen again."""

CLOSE = {"options": {"map": "a-tiny", "action_points": 3}, "seats": [{}, {"agent": "greedy_action"}], "seed": 4}


def play_a_card(page) -> None:
    page.locator(".hand button.playing-card.unit:not(.idle)").first.click()
    page.locator(".mark").first.wait_for()
    page.locator(".square.live:not(.selected)").first.click()
    page.wait_for_selector("text=1 of 2 actions")


def test_turns_are_told_in_words_and_signs_and_in_notation_on_demand(open_page, begin, picture):
    page = open_page(f"/game/{begin(**CLOSE)}", width=1366, height=768)
    page.wait_for_selector(".hand button")
    play_a_card(page)
    page.click("button:text-is('End turn')")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    own, other = page.locator(".log [data-turn='1'] .deed"), page.locator(".log [data-turn='2'] .deed")
    own.first.wait_for()
    other.first.wait_for()
    assert "enters on" in own.first.inner_text()
    assert own.locator("svg use").count() == 1
    assert page.locator(".log .mono").count() == 0
    picture(page, "log-in-words")
    page.click("button:text-is('Notation')")
    page.wait_for_selector(".log [data-turn='1'] .mono:has-text('@')")
    page.reload()
    page.wait_for_selector(".log [data-turn='1'] .mono:has-text('@')")
    page.click("button:text-is('Notation')")
    page.wait_for_selector(".log [data-turn='1'] .deed")


def test_own_turns_and_the_opponents_are_seen_again_also_after_a_reload(open_page, begin):
    page = open_page(f"/game/{begin(**CLOSE)}")
    page.wait_for_selector(".hand button")
    play_a_card(page)
    page.click("button:text-is('End turn')")
    page.wait_for_selector("button:text-is('End turn'):enabled")
    page.reload()
    page.wait_for_selector("button:text-is('End turn'):enabled")
    position = page.locator(".board").inner_html()
    for turn, who in ((1, "You play"), (2, "Squire plays")):
        page.click(f".log [data-turn='{turn}'] button")
        page.wait_for_selector(f".status:has-text('{who}')")
        page.wait_for_selector(".status:has-text('Your turn')")
        page.wait_for_function("before => document.querySelector('.board').innerHTML === before", arg=position)


def test_a_replay_tells_its_turns_in_words(open_page, begin):
    page = open_page(f"/game/{begin(seats=[{'agent': 'greedy_action'}, {'agent': 'random'}])}")
    page.click(".banner:not([hidden]) >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(".log [data-turn='1'] .deed")


def test_a_draft_leaves_the_log_to_the_battle(open_page, begin):
    page = open_page(f"/game/{begin(game='locm', options={'draft': 'played'}, seed=5)}")
    page.wait_for_selector('[data-place="pick:0"].live')
    page.click('[data-place="pick:0"]')
    page.wait_for_selector("text=draft, round 2 of 30")
    page.wait_for_selector('[data-place="pick:0"].live')
    assert page.locator(".log [data-turn]").count() == 0
    page.click("button:text-is('Notation')")
    page.wait_for_selector(".log [data-turn='2'] .mono:has-text('PICK ?')")


def test_turns_are_counted_from_the_battle_on(open_page, begin):
    """In the log, in the replay and in its graph, as the board counts them; picks have numbers of their own."""
    agents = [{"agent": "greedy_action"}, {"agent": "random"}]
    page = open_page(f"/game/{begin(game='locm', options={'draft': 'played'}, seats=agents, seed=5)}")
    page.locator(".banner:not([hidden])").wait_for(timeout=120_000)
    shown = int(page.inner_text(".end-facts dd >> nth=0"))
    page.locator(".log [data-turn='61'] .deed").first.wait_for()
    assert page.inner_text(".log [data-turn='61'] .n") == "1."
    assert page.locator(".log [data-turn]").count() == shown
    page.click(".banner >> text=Replay")
    page.wait_for_url("**/replay/*")
    page.wait_for_selector(f"h2:has-text('after {shown} turns')")
    page.click(".log [data-turn='61'] button")
    page.wait_for_selector(".status:has-text('Turn 1,')")
    page.click("button:text-is('Notation')")
    page.click(".log [data-turn='60'] button")
    page.wait_for_selector(".status:has-text('Pick 60')")
    titles = page.locator(".chart .hot title").all_text_contents()
    assert titles[59].startswith("pick 60: ")
    assert titles[60].startswith("turn 1: ")
