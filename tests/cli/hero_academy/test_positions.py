"""`turnwright positions`: scores against what was recorded, counted once more from the raw file."""

import gzip
import json
import sys
from importlib.resources import files
from statistics import fmean

import pytest

from turnwright.cli import main
from turnwright.games.hero_academy.recorded.position_scores import PositionScore, replayed, summarise, under_evaluation
from turnwright.games.hero_academy.recorded.positions import reference_positions

FILE = files("turnwright.games.hero_academy.recorded") / "data" / "positions.jsonl.gz"
RECORDED = [json.loads(line) for line in gzip.decompress(FILE.read_bytes()).splitlines()]
AGENTS = ("greedy_action", "greedy_turn", "online_evolution", "ne_mcts")


@pytest.fixture
def positions(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "positions", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.fixture
def few(tmp_path):
    """One position of each number of action points, and one with a recorded win."""
    chosen = {line["ap_per_turn"]: line for line in RECORDED}
    won = next(line for line in RECORDED if line["best"]["raw"] == 60000 and line["ap_per_turn"] == 5)
    path = tmp_path / "few.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (*chosen.values(), won)))
    return path


def test_recorded_turns_come_to_the_recorded_values():
    """How turns are scored, on 1,536 turns of the published agents."""
    for position in reference_positions():
        state = under_evaluation(position, "reference")
        assert state.evaluate() == position.value
        for runs in position.results.values():
            for run in runs:
                end = replayed(state, run)
                assert end.evaluate(state.player) == run.value
                assert (end.outcome == (1, -1)[state.player]) == (run.winner == state.player + 1)


def test_json_counts_what_the_issue_says(positions):
    """All figures again, from the values played and the raw file."""
    code, out, _ = positions(FILE, "--agent", "greedy_action", "--budget", "100kev", "--json")
    told = json.loads(out)
    assert code == 0
    assert list(told["ap"]) == ["3", "5", "10", "15"]
    played = {row["id"]: row for row in told["positions_detail"]}
    assert list(played) == [line["id"] for line in RECORDED]
    for key, lines in {
        "all": RECORDED,
        **{ap: [line for line in RECORDED if line["ap_per_turn"] == int(ap)] for ap in told["ap"]},
    }.items():
        summary = told["all"] if key == "all" else told["ap"][key]
        rows = [(played[line["id"]], line) for line in lines]
        unwon = [(row, line) for row, line in rows if line["best"]["raw"] < 60000]
        assert summary["positions"] == len(lines)
        assert summary["mean_gain"] == pytest.approx(fmean(row["value"] - line["raw0"] for row, line in unwon))
        assert summary["mean_regret"] == pytest.approx(fmean(line["best"]["raw"] - row["value"] for row, line in unwon))
        assert list(summary["at_least"]) == [*AGENTS, "best"]
        for name in AGENTS:
            share = fmean(row["value"] >= max(run["raw"] for run in line["res"][name]) for row, line in rows)
            assert summary["at_least"][name] == pytest.approx(share)
        assert summary["at_least"]["best"] == pytest.approx(
            fmean(row["value"] >= line["best"]["raw"] for row, line in rows)
        )
        assert summary["wins"] == sum(row["value"] == 60000 for row, _ in rows)
        assert summary["wins_recorded"] == len(rows) - len(unwon)


def test_a_win_is_at_least_anything_and_recorded_wins_leave_gain_and_regret():
    recorded = dict.fromkeys(AGENTS, 100.0)
    plain = dict(action_points=5, start=10.0, recorded=recorded, recorded_win=False)
    summary = summarise(
        [
            PositionScore(id="a", value=50.0, won=False, **plain),
            PositionScore(id="b", value=0.0, won=True, **plain),
            PositionScore(id="c", value=100.0, won=False, **plain | {"recorded_win": True}),
        ]
    )
    assert summary.at_least == dict.fromkeys((*AGENTS, "best"), pytest.approx(2 / 3))
    assert (summary.mean_gain, summary.mean_regret, summary.mean_regret_unwon) == (15.0, 75.0, 50.0)
    assert (summary.positions, summary.wins, summary.wins_recorded) == (3, 1, 1)


def test_only_recorded_wins_leave_nothing_to_average(positions, few):
    few.write_text(few.read_text().splitlines()[-1] + "\n")
    told = json.loads(positions(few, "--agent", "random", "--json")[1])
    assert (told["all"]["mean_gain"], told["all"]["mean_regret"]) == (None, None)


def test_several_agents_are_reported_beside_each_other(positions, few):
    arguments = (few, "--agent", "greedy_action", "--agent", "oep:population=20", "--budget", "200ev")
    code, out, _ = positions(*arguments)
    assert code == 0
    assert out.startswith("#1: greedy_action\n#2: oep:population=20\n")
    rows = [line.split()[:3] for line in out.splitlines() if line.split()[1:2] in (["1"], ["2"])]
    assert [row[:2] for row in rows] == [[ap, agent] for ap in ("3", "5", "10", "15", "all") for agent in "12"]
    told = json.loads(positions(*arguments, "--json")[1])
    assert [report["agent"] for report in told["agents"]] == ["greedy_action", "oep:population=20"]
    assert all(report["all"]["positions"] == 5 for report in told["agents"])


def test_the_recorded_budget_is_the_time_stored_with_each_position(positions, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from pathlib import Path\n"
        "class Notes:\n"
        "    def plan(self, view, budget, seed):\n"
        "        with Path('budgets').open('a') as file:\n"
        "            print(budget, seed, file=file)\n"
        "        return 'end'\n"
    )
    chosen = [RECORDED[0], RECORDED[-1]]
    (tmp_path / "two.jsonl").write_text("".join(json.dumps(line) + "\n" for line in chosen))
    assert positions("two.jsonl", "--agent", "own.py:Notes", "--budget", "recorded", "--seed", 3)[0] == 0
    noted = (tmp_path / "budgets").read_text().splitlines()
    assert noted[-2:] == [f"{line['budget_cpu_ms']}ms 3" for line in chosen]


def test_another_evaluation_judges_recorded_turns_too(positions, few):
    told = json.loads(positions(few, "--agent", "random", "--evaluation", "described", "--json")[1])
    assert told["evaluation"] == "described"
    position = next(p for p in reference_positions() if p.id == told["positions_detail"][0]["id"])
    state = under_evaluation(position, "described")
    expected = max(replayed(state, run).evaluate(state.player) for run in position.results["online_evolution"])
    assert told["positions_detail"][0]["recorded"]["online_evolution"] == expected
    assert told["positions_detail"][0]["start"] == state.evaluate()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "no agent is given; name one with --agent"),
        (["--agent", "oap"], "there is no agent 'oap'"),
        (["--agent", "random", "--budget", "soon"], "'soon' is not a budget"),
        (["--agent", "random", "--evaluation", "x"], "evaluation cannot be 'x'"),
        (["missing.jsonl", "--agent", "random"], "missing.jsonl"),
        (["empty.jsonl", "--agent", "random"], "there are no positions in 'empty.jsonl'"),
        (["--agent", "own.py:Fails"], "own.py:Fails at ap10-"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(positions, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "own.py").write_text("class Fails:\n    def plan(self, view, budget, seed):\n        return 1 / 0\n")
    code, out, err = positions(*arguments)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())
    assert "Traceback" not in err
