"""`turnwright check-bot`: good programs pass, and of bad ones it names what they do wrong."""

import json
import sys

import pytest

from turnwright.cli import main
from turnwright.wire.process import bot_name

FINDINGS = {
    "no name": "hello needs a name",
    "another version": "speaks version '2'",
    "speaks unasked": "wrote 'how do you do?' without being asked",
    "crashes": "ended with exit code 1 instead of answering; its last words on stderr: 'ZeroDivisionError",
    "no JSON": "'a1' is not JSON",
    "illegal": "the turn ends after 1 of the 2 actions given",
    "speaks after the end": "it wrote 'good bye' without being asked",
    "a field is too much": "in a game whose messages have an extra field: ",
}


@pytest.fixture
def check(monkeypatch, capsys):
    monkeypatch.setattr("turnwright.wire.check._FAREWELL", 0.5)

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["turnwright", "check-bot", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.mark.parametrize("program", ["line_bot.py", "line_bot.sh"])
def test_the_examples_pass(check, example, pairs, program, monkeypatch):
    monkeypatch.setattr("turnwright.wire.check._FAREWELL", 60.0)
    code, out, _ = check(example(program), "--game", pairs, "--budget", "60s")
    assert code == 0
    assert f"{program} follows the protocol (json): " in out


def test_the_example_of_the_contest_passes(check, example, monkeypatch):
    monkeypatch.setattr("turnwright.wire.check._FAREWELL", 60.0)
    code, out, _ = check(f"time=200:{example('locm_bot.py')}", "--game", "locm", "--turns", 35, "--json")
    told = json.loads(out)
    assert code == 0
    assert (told["protocol"], told["turns"], told["findings"], told["remarks"]) == ("locm", 70, [], [])


@pytest.mark.parametrize("way", FINDINGS)
def test_what_a_program_does_wrong_is_named(check, bad_bot, pairs, way):
    code, out, _ = check(bad_bot(way), "--game", pairs, "--budget", "60s")
    assert code == 1
    assert FINDINGS[way] in out
    assert "follows the protocol" not in out


def test_actions_that_the_referee_drops_are_remarked(check, bad_bot):
    command = f"time=200:{bad_bot('illegal actions', file='bad_contest_bots.py')}"
    code, out, _ = check(command, "--game", "locm", "--turns", 31)
    assert "remark: in the first seat: 4 actions were illegal and skipped, the first in 'SUMMON 1 7;" in out
    assert code == 0


def test_a_program_that_stays_after_its_input_was_closed_is_remarked_once(check, bad_bot, pairs):
    code, out, _ = check(bad_bot("stays"), "--game", pairs, "--budget", "60s")
    assert code == 0
    assert out.count("it did not exit within 0.5 s after its input was closed") == 1
    assert "remark: in the first seat: it did not exit" in out
    assert "follows the protocol" in out


def test_messages_name_a_bot_by_its_file(check, bad_bot, pairs):
    _, out, _ = check(bad_bot("exits"), "--game", pairs, "--budget", "60s")
    assert "wrong: in the first seat: bad_line_bots.py ended with exit code 3" in out


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["./my_bot", "--level", "2"], "my_bot"),
        ([sys.executable, __file__, "--level", "2"], "test_check_bot.py"),
        (["python3.12", "-u", __file__], "test_check_bot.py"),
        (["env", sys.executable, "-m", "turnwright", "bot", "locm"], "turnwright"),
        (["bots/strong", __file__], "strong"),
        (["java", "-version"], "java"),
    ],
)
def test_the_name_of_a_bot(command, name):
    assert bot_name(command) == name


def test_a_program_that_is_not_there_is_bad_input(check):
    code, _, err = check("./no-such-bot")
    assert code == 2
    assert "there is no program './no-such-bot'" in err
