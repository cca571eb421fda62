"""The page about tuning lists every key and setting with its default."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from turnwright.tuning.load import plan_from
from turnwright.tuning.ntbea import VARIANTS, NtbeaSettings
from turnwright.tuning.tpe import TpeSettings

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "tuning.md").read_text(encoding="utf-8")


def table(heading: str) -> dict[str, str]:
    """The first two columns of the first table below a heading."""
    section = PAGE.split(f"\n{heading}\n")[1]
    rows = re.match(r"(?:.*?\n)?(\| .*?)\n\n", section, re.DOTALL)
    assert rows is not None
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]*?) *\| ", rows[1], re.MULTILINE))


def written(value: object) -> str:
    if isinstance(value, tuple):
        return '[1, 2, "all"]' if value == (1, 2, "all") else str(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(
    ("heading", "kind"), [("### Settings of NTBEA", NtbeaSettings), ("### Settings of Optuna", TpeSettings)]
)
def test_settings_are_listed_with_their_defaults(heading, kind):
    listed = {name: default.strip("`") for name, default in table(heading).items()}
    assert listed == {field.name: written(field.default) for field in fields(kind)}


def test_keys_are_listed_with_their_defaults():
    listed = {name.strip("[]"): default.strip("`") for name, default in table("## The file").items()}
    plan = plan_from({"agent": "random:greedy={g}", "opponent": "random", "space": {"g": [0.0, 1.0]}})
    assert set(listed) == {field.name for field in fields(plan)}
    for field in fields(plan):
        if field.default not in (MISSING, None):
            assert listed[field.name] == str(field.default), field.name


def test_variants_are_listed():
    assert set(re.findall(r"^\| `(\w+)` \|.*\|$", PAGE.split("| variant |")[1].split("\n\n")[0], re.MULTILINE)) == set(
        VARIANTS
    )
