"""The page with every published number, against the results that are kept."""

import gzip
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from turnwright.papers.all_numbers import collected, kept_scores, kept_text, numbers
from turnwright.papers.check import check_result, read_result
from turnwright.papers.kept_games import read_games
from turnwright.papers.numbers_page import page
from turnwright.papers.published import ExperimentError

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "papers" / "results"
KEPT = sorted(folder.parent.name for folder in RESULTS.glob("*/games.json.gz"))


@pytest.fixture(scope="module")
def scores():
    return collected(RESULTS)


def test_the_page_is_what_the_kept_results_say(scores):
    """If this fails, run `python tools/all_numbers.py`."""
    tool = runpy.run_path(str(ROOT / "tools" / "all_numbers.py"))
    made = page(numbers(scores), tool["tried"](), tool["folders"]())
    assert (ROOT / "docs" / "papers" / "all-numbers.md").read_text(encoding="utf-8") == made
    site = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert tool["navigation"](site) == site
    assert (ROOT / "docs" / "papers" / "open-readings.md").read_text(encoding="utf-8") == tool["readings"]()


def test_the_package_has_the_kept_scores(scores):
    assert (ROOT / "src" / "turnwright" / "papers" / "kept.json").read_text(encoding="utf-8") == kept_text(scores)
    assert list(kept_scores()) == scores


def test_there_are_135_numbers(scores):
    listed = numbers(scores)
    assert len(listed) == 135
    assert all(number.best is None or number.best.checked or number.best.verdict is None for number in listed)


def test_a_pairing_is_compared_once_although_its_two_numbers_are_of_results_kept_apart(scores):
    shown = page(numbers(scores), {}, [])
    apart = [replace(one, mirror=False) for one in scores]
    assert sum(one.mirror for one in scores) > 0
    assert page(numbers(apart), {}, []) == shown


def test_a_change_explains_numbers_only_if_all_that_it_replays_come_nearer(scores):
    def explained(kept):
        return {number.cell.row for number in numbers(kept) if number.experiment.name == "fh-tab1" and number.explained}

    farther = [replace(one, difference=50.0) if one.experiment == "fh-tab1-best" else one for one in scores]
    assert explained(scores)
    assert not explained(farther)


@pytest.mark.parametrize("name", KEPT)
def test_a_kept_result_is_what_its_games_say(name):
    """Every score, interval and verdict, to the last digit; what was published is as in the data file today."""
    assert check_result(RESULTS / name).faults == ()


def test_results_with_scores_keep_their_games():
    """Older ones, without, get no verdict."""
    for folder in RESULTS.iterdir():
        if (folder / "games.json.gz").exists():
            assert read_result(folder)["provenance"]["games"] > 0


@pytest.mark.parametrize(
    ("result", "games", "sentence"),
    [
        ("[]", None, "is no result"),
        ("{}", None, "is no result"),
        ('"x"', None, "is no result"),
        ("{", None, "cannot be read"),
        ('{"name": "locm-tab1", "scores": []}', None, "is of an older form"),
        ('{"name": "locm-tab1", "provenance": 1}', None, "is no result"),
        (None, b"", "is damaged"),
        (None, b"no archive", "is damaged"),
        (None, "[]", "is damaged"),
        (None, '{"pairings": [1]}', "is damaged"),
        (None, '{"pairings": [{"games": [[1]], "fields": ["pair"]}]}', "is damaged"),
        (None, '{"pairings": []}', "whose games are not kept"),
    ],
)
def test_a_strangers_result_is_refused_with_a_sentence(tmp_path, result, games, sentence):
    kept = RESULTS / "locm-tab1"
    (tmp_path / "result.json").write_text(result or (kept / "result.json").read_text(encoding="utf-8"))
    packed = gzip.compress(games.encode()) if isinstance(games, str) else games
    (tmp_path / "games.json.gz").write_bytes((kept / "games.json.gz").read_bytes() if packed is None else packed)
    with pytest.raises(ExperimentError, match=sentence):
        check_result(tmp_path)


def test_games_that_unpack_to_too_much_are_refused(monkeypatch):
    monkeypatch.setattr("turnwright.papers.kept_games._MOST_BYTES", 1000)
    with pytest.raises(ExperimentError, match="more than 1,000 bytes"):
        read_games(RESULTS / "locm-tab1")
