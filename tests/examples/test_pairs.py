"""The example game against plain Python, and games from files: what the loader promises."""

import itertools
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright.core.spec import SpecError

FILE = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"
SPEC = f"{FILE}:Pairs"
SQUARES = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


class PlainPairs:
    """The rules once more, on a dictionary of squares."""

    def __init__(self) -> None:
        self.board: dict[tuple[int, int], int] = {}
        self.player, self.left = 0, 1

    def place(self, x: int, y: int) -> None:
        self.board[x, y] = self.player
        self.left -= 1
        if self.left == 0:
            self.player, self.left = 1 - self.player, 2

    @property
    def winner(self) -> int | None:
        for (x, y), (dx, dy) in itertools.product(self.board, ((1, 0), (0, 1), (1, 1), (1, -1))):
            row = {self.board.get((x + i * dx, y + i * dy)) for i in range(4)}
            if len(row) == 1 and None not in row:
                return row.pop()
        return None

    @property
    def is_over(self) -> bool:
        return self.winner is not None or len(self.board) == 25


@pytest.mark.parametrize("seed", range(25))
def test_random_games_agree_with_plain_rules(seed):
    chooser = random.Random(seed)
    state, plain = turnwright.game(SPEC).start(seed), PlainPairs()
    while True:
        free = [i for i in range(25) if (i % 5, i // 5) not in plain.board]
        assert state.is_over == plain.is_over
        assert state.outcome == {None: 0, 0: 1, 1: -1}[plain.winner]
        assert state.legal_actions() == ([] if plain.is_over else free)
        assert [a for a in range(-3, 40) if state.is_legal(a)] == state.legal_actions()
        assert turnwright.state(state.text) == state
        if plain.is_over:
            assert state.evaluate(0) == state.outcome == -state.evaluate(1)
            break
        assert state.player == plain.player
        assert -1 < state.evaluate(0) == -state.evaluate(1) < 1
        action = chooser.choice(free)
        state = state.play(SQUARES[action] if seed % 2 else action)
        plain.place(action % 5, action // 5)


def test_ending_the_turn_passes_and_games_stay_finite():
    state = turnwright.game(SPEC).start(0)
    for turn in range(50):
        assert (state.player, state.is_over) == (turn % 2, False)
        state = state.play("end")
    assert (state.is_over, state.outcome) == (True, 0)


def test_pictures_and_notation():
    state = turnwright.game(SPEC).start(0).play("c3", "a1", "e5")
    assert state.draw().splitlines() == [
        "  a b c d e",
        "1 o . . . .",
        "2 . . . . .",
        "3 . . x . .",
        "4 . . . . .",
        "5 . . . . o",
    ]
    assert state.text == f"{SPEC} 2 2 o..../...../..x../...../....o"
    for wrong in ("2 0 o..../...../..x../...../....o", "2 2 o..../...../..x../.....", "2 2", ""):
        with pytest.raises(turnwright.TurnwrightError, match="is not turn, stones left and five rows"):
            turnwright.state(f"{SPEC} {wrong}")
    with pytest.raises(turnwright.TurnwrightError, match="'f1' is not an action"):
        state.play("f1")


def test_the_spec_of_a_game_from_a_file_is_its_place(monkeypatch):
    monkeypatch.chdir(FILE.parents[1])
    game = turnwright.game("examples/pairs.py:Pairs")
    assert game.spec == "examples/pairs.py:Pairs"
    assert turnwright.game(game.spec).start(1) == game.start(1)


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (None, "Pairs", "to take the game 'Pairs' from; go to the folder that the path starts at"),
        ("X = 1", "Pairs", "'own.py' has no class 'Pairs'; it has no games"),
        ("X = 1", "X", "'X' in 'own.py' is not a subclass of turnwright.core.game.Game"),
        ("1 / 0", "X", "'own.py' cannot be run: ZeroDivisionError: division by zero"),
        ("def", "X", "'own.py' cannot be run: SyntaxError"),
        (
            "from turnwright.core.game import Game\nclass A(Game): pass",
            "B",
            "has no class 'B'; its games are A",
        ),
        (
            "from turnwright.core.game import Game\nclass A(Game): pass",
            "A",
            "does not set rules, state_dtype",
        ),
        ("X = 1", "", "'own.py' names a file but no class in it; give it as own.py:Class"),
    ],
)
def test_files_that_hold_no_game_are_refused_in_one_sentence(tmp_path, monkeypatch, content, name, message):
    monkeypatch.chdir(tmp_path)
    if content is not None:
        (tmp_path / "own.py").write_text(content)
    with pytest.raises(SpecError) as caught:
        turnwright.game(f"own.py:{name}" if name else "own.py")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_from_a_file_can_have_settings():
    game = turnwright.game(f"{SPEC}:stones=3")
    assert game.spec == f"{SPEC}:stones=3"
    assert turnwright.game(SPEC).spec == SPEC
    state = game.start(0).play("a1", "b1", "c1", "d1")
    assert (state.player, turnwright.state(state.text)) == (0, state)
    with pytest.raises(SpecError, match="has no setting 'colour'"):
        turnwright.game(f"{SPEC}:colour=1")
    with pytest.raises(SpecError, match="stones cannot be '4'; available: 1, 2, 3"):
        turnwright.game(f"{SPEC}:stones=4")


@pytest.mark.parametrize(
    ("change", "settings", "message"),
    [
        (
            ("SETTINGS = Settings", ""),
            "",
            "its class takes settings, but its file does not set SETTINGS, the dataclass",
        ),
        (("SETTINGS = Settings", ""), ":stones=3", "own.py:Pairs has no settings, so stones cannot be set"),
        (("(self, settings: Settings)", "(self)"), "", "its class takes no settings, but its file sets SETTINGS"),
        (
            ("self.settings = settings", "1 / 0"),
            "",
            "own.py:Pairs cannot be created: ZeroDivisionError: division by zero",
        ),
    ],
)
def test_a_class_and_settings_that_do_not_fit_are_refused_in_one_sentence(
    tmp_path, monkeypatch, change, settings, message
):
    monkeypatch.chdir(tmp_path)
    text = FILE.read_text()
    assert change[0] in text
    (tmp_path / "own.py").write_text(text.replace(*change))
    with pytest.raises(SpecError) as caught:
        turnwright.game(f"own.py:Pairs{settings}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_edit_of_the_file_compiles_again(tmp_path):
    """Code kept on disk for the old rules must not be used for the new ones."""
    program = (
        "import turnwright\n"
        "state = turnwright.game('own.py:Pairs').start(0).play('a1', 'a5', 'b5', 'b1', 'c1')\n"
        "print(state.is_over)\n"
    )
    environment = os.environ | {"TURNWRIGHT_CACHE": str(tmp_path / "cache")}
    printed = []
    for row in ("SIZE, ROW, END = 5, 4, 25", "SIZE, ROW, END = 5, 3, 25"):
        text = FILE.read_text()
        assert "SIZE, ROW, END = 5, 4, 25" in text
        (tmp_path / "own.py").write_text(text.replace("SIZE, ROW, END = 5, 4, 25", row))
        finished = subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        printed.append(finished.stdout.strip())
    assert printed == ["False", "True"]
