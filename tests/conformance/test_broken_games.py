"""Games that are broken on purpose: each is found out, in words that say what is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright.core.errors import ContractError

ROOT = Path(__file__).resolve().parents[2]
CHECK = """
import json, sys
from turnwright.conformance.game import findings_of_spec
print(json.dumps([[str(finding) for finding in findings_of_spec(spec)[0]] for spec in sys.argv[1:]]))
"""

# The example that is broken, what is replaced by what, and what is said about it.
BROKEN = {
    "max_actions too small": (
        "amazons.py:Amazons:side=5",
        [("max_actions = 4 * 35", "max_actions = 10")],
        "listed 28 actions, but max_actions is 10",
    ),
    "max_turn too small": (
        "amazons.py:Amazons:side=5",
        [("max_turn=2", "max_turn=1")],
        "rules: a turn had 2 actions, max_turn is 1",
    ),
    "actions written otherwise than read": (
        "amazons.py:Amazons:side=5",
        [('f"*{', 'f"+{')],
        "notation: the action '+",
    ),
    "deal forgets a field": (
        "pairs.py:Pairs",
        [("state.turn, state.left = 0, 1", "state.left = 1")],
        "deal: deal does not set these fields: turn",
    ),
    "a field that NumPy's records have": (
        "pairs.py:Pairs",
        [('("stones", np.int64)', '("size", np.int64)'), ("params.stones", "params.size")],
        "has a field 'size' in its parameters",
    ),
    "large numbers that are legal without being listed": (
        "amazons.py:Amazons:side=5",
        [("SHOT = SQUARES * SQUARES", "SHOT = 5000 * SQUARES"), ("source == SQUARES and", "source >= SQUARES and")],
        "rules: legal_actions and is_legal differ about",
    ),
    "ending the turn resigns": (
        "amazons.py:Amazons:side=5",
        [
            ("rule(lambda params, state: False)", "rule(lambda params, state: state.stuck == 0)"),
            (
                "    if source < SQUARES:",
                "    if action == END:\n        state.stuck = 1\n        return\n    if source < SQUARES:",
            ),
        ],
        "turns: ending the turn lost the game in all of the",
    ),
    "turns of 201 actions": (
        "pairs.py:Pairs",
        [("max_turn=settings.stones", "max_turn=201")],
        "has max_turn=201; turns may have 1 to 128",
    ),
    "a forced turn that cannot go on": (
        "amazons.py:Amazons:side=5",
        [("state.stuck = list_moves(params, state, player(params, state), state.board[:0]) == 0", "pass")],
        "rules: may_end is false and there is no other action",
    ),
    "dice that are said to reveal nothing": (
        "pig.py:Pig",
        [("rule(lambda params, state, action: action == ROLL)", "rule(lambda params, state, action: False)")],
        "views: what roll shows depends on hidden information, but it is not revealing",
    ),
    "a view that shows the dice": (
        "pig.py:Pig",
        [("if kind != OPEN:", "if kind > 5:")],
        "views: concealing a determinised state does not give back the same view",
    ),
    "a key that forgets the pot": (
        "pig.py:Pig",
        [("scores | np.uint64(state.pot) |", "scores |"), ("mix(state.chance + mix(", "mix(mix(")],
        "keys: two different states have the same key",
    ),
    "an ending without a word": (
        "pairs.py:Pairs",
        [("        return 0\n    return 1 if state", "        return 3\n    return 1 if state")],
        "rules: ending is 3; it must be an index into endings",
    ),
    "wins that are ruled out": (
        "pig.py:Pig",
        [
            (
                "        evaluate=evaluate,\n",
                "        evaluate=evaluate,\n        may_win=rule(lambda params, state: False),\n",
            )
        ],
        "rules: may_win was false within a turn that won",
    ),
    "a field that is not there": (
        "pairs.py:Pairs",
        [("    state.left -= 1", "    state.losr -= 1")],
        "has no attribute 'losr'",
    ),
}


def broken_file(folder: Path, name: str, file: str = "broken.py") -> str:
    """Make a broken copy of an example; its spec."""
    place, edits, _ = BROKEN[name]
    example, _, rest = place.partition(":")
    text = (ROOT / "examples" / example).read_text()
    for old, new in edits:
        assert old in text, f"{old!r} is not in {example}"
        text = text.replace(old, new)
    folder.mkdir(exist_ok=True)
    (folder / file).write_text(text)
    return f"{file}:{rest}"


@pytest.fixture(scope="module")
def found(tmp_path_factory) -> dict[str, list[str]]:
    """What is found about each, by a process that does not compile."""
    folder = tmp_path_factory.mktemp("broken")
    specs = [broken_file(folder, name, f"broken{number}.py") for number, name in enumerate(BROKEN)]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", CHECK, *specs]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    return dict(zip(BROKEN, json.loads(ended.stdout), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("name", BROKEN)
def test_it_is_found_out(found, name):
    findings = found[name]
    assert any(BROKEN[name][2] in finding for finding in findings), findings
    assert all("\n" not in finding for finding in findings)


@pytest.mark.parametrize("name", ["a field that NumPy's records have", "turns of 201 actions"])
def test_it_is_refused_when_the_game_is_made(tmp_path, monkeypatch, name):
    spec = broken_file(tmp_path / "own", name)
    monkeypatch.chdir(tmp_path / "own")
    with pytest.raises(ContractError, match=r"size|201"):
        turnwright.game(spec)


@pytest.mark.slow
def test_a_list_that_is_too_long_is_refused_by_python_and_before_any_search(tmp_path, monkeypatch):
    """And does no harm before that: there is room to spare behind every list that Python asks for."""
    text = (ROOT / "examples" / "pairs.py").read_text()
    assert text.count("max_actions = ") == 1
    (tmp_path / "own.py").write_text(re.sub("max_actions = .*", "max_actions = 10", text))
    monkeypatch.chdir(tmp_path)
    state = turnwright.game("own.py:Pairs").start(0)
    with pytest.raises(ContractError, match=r"legal_actions of .* listed 25 actions, but max_actions is 10"):
        state.legal_actions()
    with pytest.raises(ContractError, match="listed 25 actions, max_actions is 10"):
        state.view()


@pytest.mark.slow
def test_the_command_names_what_is_wrong_and_exits_with_1(tmp_path):
    spec = broken_file(tmp_path / "own", "actions written otherwise than read")
    command = [sys.executable, "-m", "turnwright", "check-game", spec]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    ended = subprocess.run(command, cwd=tmp_path / "own", env=environment, capture_output=True, text=True)
    assert ended.returncode == 1, ended.stderr
    assert ended.stdout.startswith("wrong: notation: the action '+")
    assert "broken.py:Amazons:side=5 0 " in ended.stdout
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_the_command_is_content_with_a_good_game():
    """Both ways, compiled with every index checked too; and both play the same."""
    command = [sys.executable, "-m", "turnwright", "check-game", "examples/pig.py:Pig"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ended.returncode, ended.stdout) == (0, "examples/pig.py:Pig fulfils the contract\n"), ended.stderr
