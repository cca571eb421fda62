"""`th-human`: the published games, counted again, give the thesis' own figures."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from turnwright.cli import app
from turnwright.papers.people import people_findings
from turnwright.study.games import StudyGame, published_games
from turnwright.study.outcomes import by_cores, by_skill


def test_appendix_b_has_111_games():
    games = published_games()
    assert len(games) == 111
    assert [group.begun for group in by_skill(games)] == [61, 27, 23]
    assert [group.games for group in by_skill(games)] == [26, 13, 16]


def test_wins_by_skill_are_the_bars_of_figure_5_9():
    games = published_games()
    assert [(group.won, group.games) for group in by_skill(games)] == [(13, 26), (12, 13), (16, 16)]
    assert [(group.won, group.games) for group in by_skill(games, left_too=True)] == [(13, 31), (12, 13), (18, 18)]


def test_wins_by_cores_and_lengths_are_as_published():
    found = {group.label: group for group in by_cores(published_games())}
    told = {label: (round(100 * found[label].share), found[label].games) for label in ("4 cores", "8 cores")}
    assert told == {"4 cores": (82, 33), "8 cores": (67, 21)}
    assert [round(group.mean_turns, 1) for group in by_skill(published_games())] == [42.0, 40.2, 39.1]


def test_intervals_are_wilsons():
    """Of 13 in 26 and of 16 in 16, by the formula."""
    beginners, _, experts = by_skill(published_games())
    assert beginners.interval == pytest.approx((0.3206, 0.6794), abs=5e-4)
    assert experts.interval == pytest.approx((0.8064, 1.0), abs=5e-4)


def test_our_games_stand_beside_the_published_ones():
    ours = [
        StudyGame(skill="beginner", winner="agent", turns=20, cores=2, score=-60000),
        StudyGame(skill="beginner", winner="", turns=8, cores=2, score=6001),
        StudyGame(skill="beginner", winner="", turns=8, cores=2, score=-6000),
        StudyGame(skill="expert", winner="draw", turns=100, cores=4, score=0),
    ]
    findings, curves, remarks = people_findings(ours)
    told = {(one.group, one.label): (one.ours, one.published) for one in findings}
    assert told["beginner", "won, % of finished games"] == ("0.0 (0 of 1)", "50.0 (13 of 26)")
    decided = "won, including decided games that were abandoned, %"
    assert told["beginner", decided] == ("50.0 (1 of 2)", "41.9 (13 of 31)")
    assert told["expert", decided] == ("0.0 (0 of 1)", "100.0 (18 of 18)")
    assert told["4 cores", "won, % of finished games"] == ("0.0 (0 of 1)", "81.8 (27 of 33)")
    assert told["intermediate", "turns of a finished game"] == ("–", "40.2")
    assert [curve.title for curve in curves][-1] == "Where players left, our study"
    assert remarks == ["Our own studies: 4 games of people in this store, 2 finished."]


def test_the_command_draws_both_figures(tmp_path):
    """Without games of our own, the published ones alone."""
    run = ["reproduce", "th-human", "--store", str(tmp_path / "games.db"), "--out", str(tmp_path / "report"), "--json"]
    done = CliRunner().invoke(app, run)
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {"41.9 (13 of 31)", "92.3 (12 of 13)", "100.0 (18 of 18)"} <= {one["published"] for one in told["findings"]}
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 3
    assert "Where players left, as published" in page


def test_games_of_people_are_read_without_the_web_app():
    """The web app is an optional part, and no experiment needs it."""
    code = (
        "import sys; from turnwright.arena.store import Store; from turnwright.papers.people import own_games\n"
        "with Store.in_memory() as store: own_games(store)\n"
        "print(*[name for name in sys.modules if name.startswith(('turnwright.web', 'fastapi', 'starlette'))])"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (finished.returncode, finished.stdout.strip()) == (0, ""), finished.stderr
