"""axe-core finds nothing to complain about, on any page, light and dark."""

import pytest

PATHS = ["/", "/#options", "/puzzles", "/learn", "/rules", "/analyse", "/results", "/nowhere", "/game"]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PATHS)
def test_axe_finds_nothing(chromium, server, begin, path, dark):
    """In a page of its own: axe-core writes styles, which the server's own policy forbids."""
    from axe_playwright_python.sync_playwright import Axe

    context = chromium.new_context(bypass_csp=True, color_scheme="dark" if dark else "light")
    page = context.new_page()
    page.goto(server + (f"/game/{begin()}" if path == "/game" else path))
    page.wait_for_load_state("networkidle")
    page.locator("main > *").first.wait_for()
    answer = Axe().run(page, options=RULES).response
    context.close()
    found = [
        (one["id"], node["target"], node["failureSummary"][:300])
        for one in answer["violations"]
        for node in one["nodes"][:3]
    ]
    assert found == []
    assert "color-contrast" in {one["id"] for one in answer["passes"]}, "it has looked"
