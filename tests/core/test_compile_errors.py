"""What cannot be compiled is told by file, line and mistake, and is the game's fault, or the agent's, as it is."""

from pathlib import Path

import numba
import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.turn_check import AnswerError, ask
from turnwright.core.compile_errors import explained
from turnwright.core.errors import ContractError
from turnwright.core.probe import ensure_playable

PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"
ADVICE = "; NUMBA_DISABLE_JIT=1 shows it step by step"
MISTAKES = {
    "field": ("    state.left -= 1", "    state.losr -= 1", "the record has no field 'losr'"),
    "name": (
        "if is_over(params, state) else BOARD",
        "if is_ovr(params, state) else BOARD",
        "name 'is_ovr' is not defined",
    ),
    "text": (
        "    value = np.float64(outcome(params, state))",
        "    value = 'x'",
        "+= cannot be compiled for (Literal[str](x), float64)",
    ),
    "method": (
        "    full = state.stones[0]",
        "    state.stones.push(1)\n    full = state.stones[0]",
        "Unknown attribute 'push' of type nestedarray(uint64, (2,))",
    ),
}

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


@pytest.fixture(params=MISTAKES)
def mistaken(request, tmp_path, monkeypatch) -> tuple[str, int, str]:
    """A game with a mistake: the name of its file, the line and the words for it."""
    old, new, words = MISTAKES[request.param]
    text = PAIRS.read_text()
    assert text.count(old) == 1
    text = text.replace(old, new)
    (tmp_path / f"{request.param}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    mark = "value +=" if "value = 'x'" in new else new.splitlines()[0]
    return request.param, next(i for i, line in enumerate(text.splitlines(), 1) if mark in line), words


def test_a_mistake_in_a_rule_is_the_games_fault_before_any_game(mistaken):
    name, line, words = mistaken
    sentence = f"a rule of {name}.py:Pairs does not work: {name}.py, line {line}: {words}{ADVICE}"
    with pytest.raises(ContractError) as caught:
        ensure_playable(turnwright.game(f"{name}.py:Pairs"))
    assert str(caught.value) == sentence


def test_other_errors_are_left_alone():
    assert explained(KeyError("losr")) is None
    assert explained(ValueError("no")) is None


def test_a_mistake_in_a_compiled_agent_names_its_file_and_line(tmp_path, monkeypatch):
    text = (PAIRS.parent / "my_fast_bot.py").read_text()
    assert "game.candidates(" in text
    (tmp_path / "bot.py").write_text(text.replace("game.candidates(", "game.candidats("))
    monkeypatch.chdir(tmp_path)
    line = next(i for i, row in enumerate(text.splitlines(), 1) if "game.candidates(" in row)
    state = turnwright.game(f"{PAIRS}:Pairs").start(0)
    with pytest.raises(AnswerError, match=rf"bot.py, line {line}: Unknown attribute 'candidats'"):
        ask(turnwright.agent("bot.py:MyFastBot"), state, Budget(iterations=3))
