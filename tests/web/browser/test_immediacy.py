"""Targets light up in the same moment as a click: the page has them already, and asks nobody."""

import json

import pytest

CLICK = """(place) => {
    const sent = [];
    WebSocket.prototype.send = function (text) { sent.push(text); };  // nothing leaves the page
    window.fetch = () => { sent.push("a request"); return new Promise(() => {}); };
    const button = document.querySelector(`button[data-place="${place}"]`);
    const began = performance.now();
    button.click();
    const lit = [...document.querySelectorAll('[aria-label*="target"]')].map(
        (found) => found.dataset.name ?? found.dataset.place);
    return { lit, sent, milliseconds: performance.now() - began };
}"""
"""Clicks, and looks at the board before anything else can happen in the page: a script runs without a break."""

LOCM = {"game": "locm", "options": {"draft": "random"}, "seed": 9}


@pytest.mark.parametrize("wanted", [{}, LOCM], ids=["hero_academy", "locm"])
def test_targets_are_lit_before_anything_is_asked(open_page, begin, shown_game, wanted, record_property):
    page = open_page(f"/game/{begin(**wanted)}")
    page.wait_for_selector('[data-place^="card:"]')
    game = shown_game(page)
    source = next(one["from"] for one in game["legal"] if one["from"].startswith("card:") and one["to"])
    targets = {one["to"] for one in game["legal"] if one["from"] == source} - {"deck"}
    found = page.evaluate(CLICK, source)
    assert targets <= set(found["lit"])
    assert [json.loads(text)["type"] for text in found["sent"]] == ["look"]  # what would happen there: on its way
    record_property("milliseconds from the click to lit targets", found["milliseconds"])
