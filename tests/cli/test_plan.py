"""`turnwright plan`: the turn, its report, pictures and trees, and what is refused."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright.cli import main

MY_BOT = Path(__file__).resolve().parents[2] / "examples" / "my_bot.py"
POSITION = "hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787"


@pytest.fixture
def plan(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "plan", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.mark.parametrize("view", ["open", "hidden", "reference"])
def test_json_has_a_legal_turn_its_value_and_all_four_currencies(plan, view):
    arguments = (POSITION, "--agent", "oep:population=10", "--budget", "300ev", "--seed", 4, "--view", view, "--json")
    code, out, _ = plan(*arguments)
    told = json.loads(out)
    assert code == 0
    assert (told["agent"], told["budget"], told["seed"], told["view"]) == ("oep:population=10", "300ev", 4, view)
    start = turnwright.state(POSITION)
    end = start.play(*told["turn"].split())
    assert end == start.play(*told["actions"])
    assert end.is_over or end.player != start.player
    if view == "open":
        assert told["value"] == end.evaluate(start.player)
    report = told["report"]
    assert 0 < report["evaluations"] <= 300 + 1
    assert min(report[name] for name in ("milliseconds", "steps", "iterations", "generations", "unique")) > 0
    values = [value for _, _, value in report["curve"]]
    assert values == sorted(values)
    assert json.loads(plan(*arguments)[1])["actions"] == told["actions"]


def test_plans_at_the_start_of_a_game_by_its_seed(plan):
    """One seed decides all: the deal, and the search."""
    game = "hero_academy:map=a-tiny"
    code, out, _ = plan("--game", game, "--seed", 3, "--agent", "greedy_action", "--budget", "50ev", "--json")
    assert code == 0
    told = json.loads(out)
    assert told["state"] == turnwright.game(game).start(3).text
    assert told["seed"] == 3
    named = plan(told["state"], "--seed", 3, "--agent", "greedy_action", "--budget", "50ev", "--json")
    assert json.loads(named[1])["actions"] == told["actions"]
    by_name = plan(game, "--seed", 3, "--agent", "greedy_action", "--budget", "50ev", "--json")
    assert json.loads(by_name[1])["state"] == told["state"]
    code, _, err = plan(POSITION, "--game", game, "--agent", "random")
    assert code == 2
    assert "a state already names its game" in " ".join(err.split())


def test_prints_the_turn_first_and_then_the_report(plan):
    code, out, _ = plan(POSITION, "--agent", "oep:population=10,islands=2", "--budget", "300ev")
    lines = out.splitlines()
    assert code == 0
    turnwright.state(POSITION).play(*lines[0].split())
    assert lines[1].startswith("value ")
    assert [line.split()[0] for line in lines[2:6]] == ["milliseconds", "evaluations", "steps", "iterations"]
    assert [line[:7] for line in lines if "improvements" in line] == ["part 1:", "part 2:"]


def test_a_search_that_found_one_plan_says_so(plan):
    """Greedy Action has no second thoughts."""
    _, out, _ = plan(POSITION, "--agent", "greedy_action")
    value = out.splitlines()[1].removeprefix("value ")
    assert out.splitlines()[-1].startswith(f"one plan, of value {value}, after ")


def test_draws_the_islands_in_one_picture(plan, tmp_path):
    search = (POSITION, "--agent", "oep:population=10,islands=2", "--budget", "300ev", "--plot")
    assert plan(*search, tmp_path / "curve.svg")[0] == 0
    ElementTree.parse(tmp_path / "curve.svg")
    drawn = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "<!-- part 1 -->" in drawn
    assert "<!-- part 2 -->" in drawn
    assert plan(*search, tmp_path / "curve.png")[0] == 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert plan(*search, tmp_path / "again.svg")[0] == 0
    assert (tmp_path / "again.svg").read_text(encoding="utf-8") == drawn


def test_saves_the_tree(plan, tmp_path):
    code, _, err = plan(POSITION, "--agent", "mcts", "--budget", "50it", "--tree", tmp_path / "tree.json")
    assert code == 0
    assert "wrote" in err
    tree = json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))
    legal = {turnwright.state(POSITION).action_text(a) for a in turnwright.state(POSITION).legal_actions()}
    assert {edge["text"] for edge in tree["nodes"][0]["edges"]} <= legal


def test_draws_the_tree_and_the_turn(plan, tmp_path):
    search = (POSITION, "--agent", "mcts", "--budget", "50it", "--tree")
    code, _, err = plan(*search, tmp_path / "tree.svg")
    assert (code, "wrote" in err) == (0, True)
    assert len(ElementTree.parse(tmp_path / "tree.svg").getroot()) == 2  # the board, and the tree
    code, out, _ = plan(*search, "-")
    assert "├─ " in out
    assert "visits, mean 0." in out


def test_an_agent_from_a_file_needs_no_budget(plan):
    code, out, _ = plan(POSITION, "--agent", f"{MY_BOT}:MyBot:tries=5")
    assert code == 0
    assert out.splitlines()[1].startswith("milliseconds")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([POSITION, "--agent", "oap", "--budget", "1ev"], "there is no agent 'oap'"),
        ([POSITION, "--agent", "oep"], "oep needs a budget, such as 100ms or 5000ev"),
        ([POSITION, "--agent", "oep", "--budget", "10"], "'10' is not a budget"),
        (["hero_academy 1", "--agent", "random"], "is not a state of hero_academy"),
        (
            [POSITION, "--agent", "oep:evaluation=x", "--budget", "1ev"],
            "evaluation cannot be 'x'; available: learned",
        ),
        ([POSITION, "--agent", "random", "--plot", "curve.gif"], "'curve.gif' must end in .png or .svg"),
        ([POSITION, "--agent", "random", "--plot", "curve.svg"], "there is nothing to plot"),
        ([POSITION, "--agent", "random", "--tree", "tree.json"], "random has no search tree"),
        (
            [POSITION, "--agent", "mcts", "--budget", "5it", "--tree", "t.gif"],
            "end the name in .json or .svg, or give -",
        ),
        (
            [POSITION, "--agent", "oep", "--budget", "20ev", "--plot", "missing/curve.svg"],
            "the picture cannot be written to 'missing/curve.svg'",
        ),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(plan, monkeypatch, tmp_path, arguments, message):
    monkeypatch.chdir(tmp_path)
    code, out, err = plan(*arguments)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def test_there_is_no_turn_in_a_finished_game(plan):
    won = turnwright.state(POSITION).play(*["c3xb4"] * 4)
    code, _, err = plan(won.text, "--agent", "random")
    assert code == 2
    assert "the game is over in that state" in err
