"""Simulated matches: every interval covers the truth, and every test errs, as often as it says."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def rows():
    spec = importlib.util.spec_from_file_location("interval_coverage", ROOT / "benchmarks" / "interval_coverage.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return list(module.measure())


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say(rows):
    intervals = [row for row in rows if row.stated == "95"]
    assert {row.figure for row in intervals} >= {"Wilson", "paired", "Elo difference", "Bradley–Terry rating"}
    for row in intervals:
        # Counts are whole numbers: no interval can cover exactly 95 %, and few pairs are judged with care.
        assert 0.935 <= row.measured <= 0.985, row


@pytest.mark.slow
def test_tests_err_no_more_often_than_they_say(rows):
    tests = [row for row in rows if row.stated.endswith(" 5")]
    assert {row.figure for row in tests} >= {"SPRT, accepts elo1", "SPRT, accepts elo0", "signed rank, p < 0.05"}
    for row in tests:
        assert 0.005 <= row.measured <= 0.06, row


@pytest.mark.slow
def test_as_many_games_as_power_asks_for_show_the_difference(rows):
    for row in rows:
        if row.figure == "power":
            assert row.measured == pytest.approx(float(row.stated) / 100, abs=0.015), row


def test_the_page_prints_what_is_measured(rows):
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    printed = re.findall(r"^(\| .+ \| .+ \| .+ \|) ([\d.]+) \|$", page, re.MULTILINE)
    for row in rows:
        measured = dict(printed)[str(row).rpartition("|")[0].rpartition("|")[0] + "|"]
        # Other versions of numpy may draw other matches.
        assert float(measured) == pytest.approx(100 * row.measured, abs=1.5), row
