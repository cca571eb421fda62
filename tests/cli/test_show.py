"""`turnwright show`: what it prints, writes and refuses."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright.cli import main

PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"
POSITION = "hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787"


@pytest.fixture
def show(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "show", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


def test_shows_the_start_of_a_game_by_its_seed(show):
    code, out, _ = show("--game", "hero_academy:map=a-tiny", "--seed", 3)
    start = turnwright.game("hero_academy:map=a-tiny").start(3)
    assert code == 0
    assert out == f"{start.draw()}\n\n{start.text}\n"
    assert show("hero_academy:map=a-tiny", "--seed", 3) == (code, out, "")


def test_shows_a_state_in_notation(show):
    code, out, _ = show(POSITION)
    assert code == 0
    assert out.startswith("turn 7 of 100, player 2 to move, 4 action points left\n")
    assert out.endswith(f"\n{POSITION}\n")


def test_writes_svg_to_a_file(show, tmp_path):
    code, out, _ = show(POSITION, "--svg", tmp_path / "state.svg")
    assert code == 0
    assert out.startswith("turn 7")
    assert ElementTree.parse(tmp_path / "state.svg").getroot().tag.endswith("svg")


def test_svg_to_stdout_is_the_svg_alone(show):
    code, out, _ = show(POSITION, "--svg", "-")
    assert code == 0
    assert ElementTree.fromstring(out).tag.endswith("svg")


def test_json_is_alone_on_stdout(show):
    code, out, _ = show(POSITION, "--json")
    shown = json.loads(out)
    assert code == 0
    assert (shown["state"], shown["game"], shown["player"], shown["over"]) == (
        POSITION,
        "hero_academy",
        1,
        False,
    )
    assert "c3xa1" not in shown["legal_actions"]
    assert "c3-d3" in shown["legal_actions"]
    assert shown["picture"].startswith("turn 7")


def test_shows_a_game_from_a_file(show):
    code, out, _ = show("--game", f"{PAIRS}:Pairs")
    assert code == 0
    assert out.startswith("  a b c d e\n1 . . . . .\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hero_academy 1 2"], "is not a state of hero_academy"),
        (["chess rnbq"], "there is no game 'chess'"),
        (["--game", "hero_academy:map=z"], "there is no map 'z'"),
        ([POSITION, "--seed", "3"], "a state already names its game"),
        ([POSITION, "--svg", "-", "--json"], "would both print to stdout"),
        ([POSITION, "--svg", "missing/folder/x.svg"], "cannot be written to 'missing/folder/x.svg'"),
        (["--game", f"{PAIRS}:Pairs", "--svg", "-"], "has no drawing"),
        (["--game", f"{PAIRS}:Trios"], "has no class 'Trios'; its games are Pairs"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(show, arguments, message):
    code, out, err = show(*arguments)
    assert (code, out) == (2, "")
    assert message in " ".join(err.split())
    assert "Traceback" not in err
