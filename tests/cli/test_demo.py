"""`turnwright demo`: who plays, what is printed, and that nothing but the table is on stdout."""

import json
import sys

import pytest

from turnwright.cli import main

FIELD = ["random", "greedy_action", "greedy_turn", "mcts", "oep", "fh_emcts"]
SMALL = (
    "--game",
    "hero_academy:map=a-tiny,deck=TINY,turn_limit=6",
    "--budget",
    "60ev",
    "--deals",
    "1",
    "--workers",
    "1",
)


@pytest.fixture
def demo(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "demo", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


def test_plays_everyone_against_everyone_and_tells_how_sure_it_is(demo):
    code, out, err = demo(*SMALL)
    assert code == 0
    assert "points in %, with 95 % intervals" in " ".join(out.split())
    for name in FIELD:
        assert f" {name}@60ev " in out
    assert "30 games in " in out
    assert out.splitlines()[-1].startswith("Go on: ")
    assert len([line for line in err.splitlines() if line.startswith("game ")]) == 30


def test_json_with_one_more_agent_that_forfeits(demo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("class Fails:\n    def plan(self, view, budget, seed):\n        return 1 / 0\n")
    code, out, _ = demo(*SMALL, "--agent", "own.py:Fails", "--json")
    told = json.loads(out)
    assert code == 0
    assert told["players"] == [f"{agent}@60ev" for agent in (*FIELD, "own.py:Fails")]
    assert (told["budget"], told["deals"], told["seed"]) == ("60ev", 1, 0)
    for row in range(7):
        assert told["table"][row][row] is None
        for column in range(row):
            one, other = told["table"][row][column], told["table"][column][row]
            assert (one["games"], one["points"] + other["points"]) == (2, 2.0)
            assert one["low"] <= one["share"] <= one["high"]
    assert told["ranking"][-1] == 6
    assert sum(cell["points"] for cell in told["table"][6][:6]) == 0.0
    reasons = [forfeit for pairing in told["pairings"] for forfeit in pairing["forfeits"]]
    assert len(reasons) == 6
    for forfeit in reasons:
        assert forfeit == {
            "player": "own.py:Fails@60ev",
            "reason": "own.py:Fails failed with ZeroDivisionError: division by zero (own.py, line 3)",
            "games": 2,
        }


def test_an_unknown_agent_is_refused_before_anything_is_played(demo):
    code, out, err = demo("--agent", "oap")
    assert (code, out) == (2, "")
    assert "there is no agent 'oap'" in err
