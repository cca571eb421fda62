"""The numbers of the papers, with ours beside them."""

from turnwright.papers.all_numbers import listed_numbers


def test_every_published_number_is_shown_and_can_be_filtered(open_page, picture):
    numbers = listed_numbers()
    assert len(numbers) == 135
    page = open_page("/results", width=1366, height=768)
    page.click("text=What the papers have published")
    page.wait_for_url("**/papers")
    rows = page.locator(".published tbody tr")
    rows.last.wait_for()
    assert rows.count() == 135
    picture(page, "papers")
    agreeing = [number for number in numbers if number["verdict"] == "agrees"]
    page.select_option("[aria-label='Which numbers']", "agrees")
    assert rows.count() == len(agreeing) > 0
    first = rows.first.inner_text()
    for name in ("published", "score", "low", "high"):
        assert f"{agreeing[0][name]:.1f}" in first
    assert agreeing[0]["number"] in first
    page.select_option("[aria-label='Which numbers']", "not played")
    assert rows.count() == sum(number["score"] is None for number in numbers)
