"""The introduction."""


def test_the_introduction_can_be_finished(open_page, click_place):
    page = open_page("/learn")
    for source, target in (
        ("card:K", "a1"), ("a1", "b1"), ("c1", "d2"), ("c1", "d2"), ("b1", "b2"), ("card:S", "c3"), ("c3", "d2"),
        ("d4", "e2"),
    ):  # fmt: skip
        page.wait_for_selector(".table.lesson .piece")
        click_place(page, source)
        page.wait_for_selector(".mark")
        click_place(page, target)
        if source != "card:S":
            page.click("button:text-is('Next')")
        else:
            page.wait_for_selector('.piece[data-square="c3"] .gear')
    page.wait_for_selector("text=Play your first game")
