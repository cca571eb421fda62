"""Contrasts by computation (WCAG 2): text at least 4.5, signs, rings and borders of controls at least 3."""

import re

import pytest

from turnwright.web.boards.base import PAGE

SHEETS = [
    PAGE / "style" / "base.css",
    PAGE / "style" / "board.css",
    PAGE / "js" / "games" / "hero_academy" / "style.css",
    PAGE / "js" / "games" / "locm" / "style.css",
]
CARDS = ["of-creature", "of-green", "of-red", "of-blue"]
SQUARES = ["sq0", "sq1", "sqA", "sqS", "sqP", "sqd", "sqD"]
TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "faint") for ground in ("paper", "card", "sunk")),
    ("accent-ink", "accent"), ("ink", "accent-soft"), ("warn", "card"), ("hit", "card"), ("cure", "card"),
    *(("sq-sign", square) for square in ("sq0", "sq1")),
    *((ink, card) for ink in ("ink", "soft") for card in CARDS),
]  # fmt: skip
SIGNS = [
    *(("sq-sign", square) for square in SQUARES),
    *(("target", square) for square in SQUARES),
    *(("hit", square) for square in SQUARES),
    ("ready", "first"), ("ready", "second"),
    *(("ready-edge", square) for square in SQUARES),
    *(("line-strong", ground) for ground in ("card", "paper")),
    ("accent", "card"), ("accent", "paper"),
    *((f"art-{card.removeprefix('of-')}", card) for card in CARDS),
]  # fmt: skip


def colours(theme: str) -> dict[str, str]:
    """The colours of a theme by name: those of `:root`, and for the dark one what it changes."""
    found: dict[str, str] = {}
    for sheet in SHEETS:
        text = sheet.read_text(encoding="utf-8")
        light = re.search(r"(?m)^:root \{(.*?)\}", text, re.DOTALL)
        dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', text, re.DOTALL)
        for block in [light, dark] if theme == "dark" else [light]:
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", block[1] if block else ""))
    return found


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_gives_what_the_guidelines_say():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("pairs", "least"), [(TEXT, 4.5), (SIGNS, 3.0)], ids=["text", "signs"])
def test_contrasts(theme, pairs, least):
    known = colours(theme)
    found = {f"{one} on {other}": round(contrast(known[one], known[other]), 2) for one, other in pairs}
    assert {pair: value for pair, value in found.items() if value < least} == {}


def test_both_ways_to_the_dark_theme_have_the_same_colours():
    for sheet in SHEETS:
        text = sheet.read_text(encoding="utf-8")
        chosen = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', text, re.DOTALL)[1]
        system = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\}', text, re.DOTALL)[1]
        assert re.findall(r"--[\w-]+: [^;]+", chosen) == re.findall(r"--[\w-]+: [^;]+", system), sheet.name
