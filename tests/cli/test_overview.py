"""`turnwright --help`: every command under its heading, at once, and help texts as they were written."""

import re
import subprocess
import sys

import pytest
from rich.markup import escape

from turnwright.cli.commands import COMMANDS, load_command

HEAVY = ("numba", "numpy", "scipy", "sqlalchemy", "matplotlib")


def test_the_overview_lists_every_command_under_its_heading(turnwright_command, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    said = turnwright_command("--help").out
    for name, place in COMMANDS.items():
        panel = said[said.index(f"─ {place.panel} ─") :]
        assert re.search(rf"^│ {name} +{re.escape(place.summary()[:60])}", panel, re.MULTILINE), name


def test_the_overview_imports_no_command():
    """What takes long to load is needed by commands alone; this is why the overview comes at once."""
    code = "import sys; sys.argv = ['turnwright', '--help']; from turnwright.cli import main\n"
    code += f"try: main()\nfinally: print('loaded:', *[name for name in {HEAVY!r} if name in sys.modules])"
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.stdout.splitlines()[-1] == "loaded:"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_loads_and_its_summary_is_its_own_help(name):
    command = load_command(name)
    help_text = " ".join(command.help.split("\n\n")[0].split())
    assert help_text == escape(COMMANDS[name].summary()) != ""


def test_an_unknown_command_is_refused_with_the_nearest(turnwright_command):
    ran = turnwright_command("mach")
    assert ran.code == 2
    assert "Did you mean 'match'?" in ran.err


def test_words_in_brackets_are_no_markup(turnwright_command):
    assert "[space]" in turnwright_command("tune", "--help").out


@pytest.mark.parametrize("arguments", [["--help"], ["games", "--help"], ["study", "show", "--help"]])
def test_flags_show_no_type(turnwright_command, arguments):
    said = turnwright_command(*arguments).out
    assert "--help" in said
    assert "bool" not in said


@pytest.mark.parametrize("command", [(), ("match",)])
def test_help_is_a_command_too(turnwright_command, command):
    asked = turnwright_command("help", *command)
    assert asked.code == 0
    assert asked.out == turnwright_command(*command, "--help").out
