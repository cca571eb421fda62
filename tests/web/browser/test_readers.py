"""Readers: light and dark, and names for those who do not see the page."""


def test_the_theme_can_be_changed_and_is_remembered(open_page, picture):
    page = open_page("/")
    page.click("#theme")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 27, 29)"
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(25, 27, 29)"
    page.wait_for_selector(".showcase .piece")
    picture(page, "new-game-dark")


def test_every_control_has_a_name(open_page, begin):
    """What a screen reader meets: squares, cards and buttons all say what they are."""
    for path in (f"/game/{begin()}", "/", "/analyse"):
        page = open_page(path)
        page.wait_for_selector("main button")
        unnamed = page.evaluate(
            """() => [...document.querySelectorAll('button, a, input, select, textarea, [role=gridcell], [role=img]')]
            .filter((node) => node.checkVisibility() && !(node.getAttribute('aria-label') || node.textContent.trim()
                || node.labels?.length)).map((node) => node.outerHTML)"""
        )
        assert unnamed == []
