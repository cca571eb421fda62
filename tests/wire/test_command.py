"""The spec of a program: what belongs to the command line, what are settings, what is a budget."""

import sys

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.arena.players import Player
from turnwright.arena.provenance import source_of
from turnwright.core.budget import Budget
from turnwright.core.spec import parse_spec
from turnwright.wire.command import Program

SH = "cmd:sh"


@pytest.mark.parametrize(
    ("spec", "words", "settings"),
    [
        ("cmd:sh", ["sh"], {}),
        ("cmd:sh my_bot.sh --level 2", ["sh", "my_bot.sh", "--level", "2"], {}),
        ("cmd:sh 'a b' c\\ d \"e:f,g=h\"", ["sh", "a b", "c d", "e:f,g=h"], {}),
        ("cmd:sh --level=2,3:4", ["sh", "--level=2,3:4"], {}),
        ("cmd:time=2.5:sh time=3:x", ["sh", "time=3:x"], {"time": 2.5}),
        ("cmd:protocol=json,grace=500:sh", ["sh"], {"protocol": "json", "grace": 500.0}),
    ],
)
def test_specs_are_read_and_written_back(spec, words, settings):
    program = Program.of(parse_spec(spec))
    assert program.words == words
    for name, value in settings.items():
        assert getattr(program.settings, name) == value
    assert program.spec == spec
    assert turnwright.agent(spec).spec == spec


@pytest.mark.parametrize(
    ("text", "agent", "budget"),
    [
        ("cmd:sh --level 2@200ms", "cmd:sh --level 2", "200ms"),
        ("cmd:sh user@host", "cmd:sh user@host", None),
        ("cmd:sh user@host@1s", "cmd:sh user@host", "1000ms"),
        ("cmd:sh 'odd@5s'", "cmd:sh 'odd@5s'", None),
    ],
)
def test_a_budget_stands_behind_the_last_at_sign(text, agent, budget):
    player = Player.parse(text)
    assert player.agent == agent
    assert player.budget == (None if budget is None else Budget.parse(budget))


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("cmd:", "needs a command line"),
        ("cmd:  ", "needs a command line"),
        ("cmd:./no-such-program", "there is no program './no-such-program' that can be run"),
        ("cmd:sh 'open", "cannot be split: no closing quotation"),
        ("cmd:sh\n-c ls", "control character"),
        ("cmd:time=0:sh", "time is 0; it must be above 0"),
        ("cmd:time=soon:sh", "time must be a number, not 'soon'"),
        ("cmd:protocol=xml:sh", "protocol cannot be 'xml'"),
        ("cmd:grace=-1:sh", "grace is -1"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(spec, reason):
    with pytest.raises(TurnwrightError, match=reason.replace(".", r"\.")):
        turnwright.agent(spec)


def test_a_file_that_cannot_be_executed_is_no_program(tmp_path):
    file = tmp_path / "bot"
    file.write_text("echo")
    with pytest.raises(TurnwrightError, match="make it executable"):
        turnwright.agent(f"cmd:{file}")


def test_the_contests_protocol_is_refused_in_other_games(pairs):
    with pytest.raises(TurnwrightError, match="only for locm"):
        turnwright.agent("cmd:protocol=locm:sh").begin(turnwright.game(pairs).start(0).view(), None)


def test_an_edited_program_is_another_player(tmp_path, pairs):
    """Stored games of a program count until one of the files on its command line changes."""
    file = tmp_path / "bot.py"
    digests = []
    for text in ("one", "one", "two"):
        file.write_text(text)
        source_of.cache_clear()
        digests.append(source_of(pairs, f"cmd:{sys.executable} {file}", "random"))
    assert digests[0] == digests[1] != digests[2]


def test_the_protocol_of_a_game_is_part_of_what_a_program_plays_with():
    names = {file.name for file in turnwright.agent(f"cmd:{sys.executable}").files}
    assert {"referee.py", "protocol.py"} <= names
    assert "rules.py" not in names
