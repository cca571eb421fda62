"""The introduction."""


def test_the_introduction_can_be_finished(open_page, click_place):
    page = open_page("/learn")
    for source, target in (
        ("card:K", "a1"), ("a1", "b1"), ("c1", "d2"), ("c1", "d2"), ("b1", "b2"), ("card:S", "c3"), ("c3", "d2"),
        ("d4", "e2"),
    ):  # fmt: skip
        page.wait_for_selector(".learning .piece")
        click_place(page, source)
        page.wait_for_selector(".mark")
        click_place(page, target)
        if source != "card:S":
            page.click("button:text-is('Next')")
        else:
            page.wait_for_selector('.piece[data-square="c3"] .gear')
    page.wait_for_selector("text=Play your first game")


def test_a_click_waits_for_the_position_of_the_next_lesson(open_page, click_place):
    page = open_page("/learn")
    page.wait_for_selector(".learning .piece")
    click_place(page, "card:K")
    click_place(page, "a1")
    page.wait_for_selector("button:text-is('Next')")
    # A slow server: until it answers, the board shows the lesson before, in which nothing can be chosen any more.
    page.route("**/api/positions", lambda route: (page.wait_for_timeout(700), route.continue_()))
    page.click("button:text-is('Next')")
    click_place(page, "a1")
    page.wait_for_selector(".mark")


def test_a_wrong_move_is_answered_in_words_and_can_be_tried_again(open_page, click_place):
    page = open_page("/learn")
    page.evaluate("localStorage.setItem('turnwright-lesson-hero_academy', '2')")
    page.reload()
    click_place(page, "c1")
    page.wait_for_selector(".mark")
    click_place(page, "b1")
    page.wait_for_selector(".say >> text=Not this one")
    assert page.inner_text("#announcer").startswith("Not this one")
    click_place(page, "c1")
    page.wait_for_selector(".mark")
    click_place(page, "d2")
    page.wait_for_selector("button:text-is('Next')")


def test_the_introduction_to_locm_can_be_finished(open_page):
    page = open_page("/learn?game=locm")
    for source, target in (
        ("card:1", "lane:0"), ("creature:1", "creature:2"), ("creature:1", "face:1"), ("creature:1", "creature:2"),
        ("card:3", "creature:2"), ("creature:1", "face:1"),
    ):  # fmt: skip
        page.click(f'[data-place="{source}"]')
        page.click(f'[data-place="{target}"]:not([disabled])')
        page.click("button:text-is('Next')")
    page.wait_for_selector("text=Play your first game")
