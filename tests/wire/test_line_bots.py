"""Programs as players over the line protocol: good ones play, bad ones forfeit with the reason, none is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import turnwright
from turnwright import Budget
from turnwright.wire import json_lines
from turnwright.wire.agent import CommandAgent
from turnwright.wire.process import BotError

REASONS = {
    "no name": "hello needs a name of 1 to 100 characters, not 'None'",
    "endless name": "hello needs a name of 1 to 100 characters",
    "another version": "'bot' speaks version '2' of the protocol; this is version 1",
    "speaks unasked": "wrote 'how do you do?' without being asked",
    "crashes": "ended with exit code 1 instead of answering; its last words on stderr: 'ZeroDivisionError: what a",
    "exits": "ended with exit code 3 instead of answering",
    "is killed": "was ended by SIGSEGV instead of answering",
    "closes its output": "closed its output instead of answering",
    "writes for ever": "wrote a line of more than 65536 bytes",
    "floods": "'x' is not JSON",
    "not UTF-8": r"wrote '\\xff\\xfe', which is not UTF-8 text",
    "looks in vain": "action 2 of 'look' is 'a1', which is not legal there",
    "no JSON": "'a1' is not JSON; every line must be one JSON object",
    "an empty line": "'' is not JSON",
    "no object": "'[1, 2]' is not a message; a message is a JSON object with a type",
    "no type": "'{}' is not a message",
    "deep JSON": "is not JSON",
    "huge number": "is not JSON",
    "another type": "does not answer 'turn'; turn or look does",
    "no actions": "'turn' needs actions, a list of texts, not 'None'",
    "actions are no texts": "'turn' needs actions, a list of texts, not '[1]'",
    "too many actions": "'turn' has 1001 actions; no turn has more than 1000",
    "no notation": "action 1 of 'turn': 'z9' is not an action of Pairs",
    "illegal": "the turn ends after 1 of the 2 actions given",
    "too short": "the turn is not complete after the 0 actions given",
    "too long": "the turn ends after 1 of the 2 actions given",
}


@pytest.mark.parametrize("program", ["line_bot.py", "line_bot.sh"])
@pytest.mark.parametrize("view", ["open", "hidden"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_examples_play_whole_games(play, example, program, view, seat):
    specs = [f"cmd:{example(program)}", "random"]
    record = play(*(specs if seat == 0 else reversed(specs)), view=view)
    assert record.forfeit == ""
    state = turnwright.game(record.setup.game).start(record.setup.seed)
    for turn in record.turns:
        state = state.play(*turn.split())
    assert state.is_over
    assert state.outcome == record.outcome


def test_an_example_plays_hero_academy_and_locm_by_the_same_protocol(play, example):
    spec = f"cmd:protocol=json:{example('line_bot.py')}"
    tiny = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=6"
    assert play(spec, game=tiny, view="hidden").forfeit == ""
    assert play(spec, game="locm", view="hidden").forfeit == ""


@pytest.mark.parametrize("way", REASONS)
def test_a_bad_program_forfeits_and_the_reason_is_kept(play, bad_bot, way):
    first = play(f"cmd:{bad_bot(way)}")
    assert first.outcome == -1
    assert REASONS[way] in first.forfeit
    second = play("random", f"cmd:{bad_bot(way)}")
    assert second.outcome == 1
    assert REASONS[way].partition("; its last words")[0].partition("the turn ends")[0] in second.forfeit


def test_a_program_that_hangs_forfeits_when_its_time_is_over(play, bad_bot):
    record = play(f"cmd:grace=0:{bad_bot('hangs')}@10ms")
    assert record.outcome == -1
    assert "did not answer within 10 ms" in record.forfeit


def test_a_program_that_hangs_at_the_start_forfeits(play, bad_bot, monkeypatch):
    monkeypatch.setattr(json_lines, "START_SECONDS", 0.2)
    record = play(f"cmd:{bad_bot('hangs at the start')}")
    assert "did not answer within 200 ms" in record.forfeit


def test_looks_do_not_renew_the_time_of_a_turn(example, monkeypatch):
    """A program that only ever looks is stopped: here every look takes a step of a clock that nobody else moves."""
    ticks = iter(range(0, 10_000))
    monkeypatch.setattr(json_lines, "monotonic", lambda: float(next(ticks)))
    agent = turnwright.agent(f"cmd:grace=0:{example('line_bot.py')}")
    state = turnwright.game("hero_academy:map=a-tiny,deck=TINY,action_points=4").start(1)
    agent.begin(state.view(), None)
    with pytest.raises(BotError, match="did not answer within 1000 ms"):
        agent.plan(state.view(), Budget(milliseconds=1000))


def test_what_is_written_to_stderr_harms_nothing(play, bad_bot):
    assert play(f"cmd:{bad_bot('floods stderr')}").forfeit == ""


def test_a_program_is_told_how_the_game_ended(play, bad_bot, tmp_path):
    told = tmp_path / "told"
    record = play(f"cmd:{bad_bot('notes the end', told)}")
    assert told.read_text() == {1: "won", -1: "lost", 0: "drawn"}[record.outcome]


@pytest.mark.parametrize("way", ["starts programs", "starts programs and hangs", "stays"])
def test_nothing_is_left_of_a_program(play, bad_bot, tmp_path, way):
    """Neither of those that end well nor of those that are stopped, their own programs and orphans included."""
    file = tmp_path / "processes"
    record = play(f"cmd:{bad_bot(way, file)}@500ms")
    assert bool(record.forfeit) == (way == "starts programs and hangs")
    if way != "stays":
        processes = [int(word) for word in file.read_text().split()]
        assert len(processes) == 3
        for process in processes:
            with pytest.raises(ProcessLookupError):
                os.kill(process, 0)


def test_nothing_is_left_of_a_program_when_the_process_that_plays_is_killed(bad_bot, tmp_path, gone):
    file = tmp_path / "processes"
    program = (
        "import sys\n"
        "from turnwright.wire.process import BotProcess\n"
        "bot = BotProcess(sys.argv[1:])\n"
        """bot.send('{"type": "turn"}\\n')\n"""
        "bot.line(1000)\n"
    )
    command = [
        sys.executable,
        str(Path(__file__).with_name("bad_line_bots.py")),
        "starts programs and hangs",
        str(file),
    ]
    player = subprocess.Popen([sys.executable, "-c", program, *command])
    while not (file.exists() and len(file.read_text().split()) == 3):
        assert player.poll() is None
        time.sleep(0.02)
    processes = [int(word) for word in file.read_text().split()]
    player.send_signal(signal.SIGKILL)
    player.wait()
    assert all(map(gone, processes))


def test_an_agent_that_is_forgotten_leaves_nothing(bad_bot, tmp_path, pairs, gone):
    file = tmp_path / "processes"
    agent = turnwright.agent(f"cmd:{bad_bot('notes itself', file)}")
    agent.plan(turnwright.game(pairs).start(0).view())
    process = int(file.read_text())
    os.kill(process, 0)
    del agent
    assert gone(process)


def test_an_opponents_turn_is_told_under_the_open_view_only(pairs, tmp_path):
    """Under `hidden` it could give away what the view hides, such as a card that was swapped."""
    messages = tmp_path / "messages"
    program = tmp_path / "bot.sh"
    program.write_text(
        "#!/bin/sh\n"
        'echo \'{"type": "hello", "name": "bot", "version": 1}\'; read hello; echo "$hello" > "$1"\n'
        "while read -r line; do\n"
        '    echo "$line" >> "$1"\n'
        "    case $line in\n"
        '    *\'"game"\'*) echo \'{"type": "ready"}\' ;;\n'
        '    *\'"turn": \'*) echo \'{"type": "turn", "actions": ["end"]}\' ;;\n'
        "    esac\n"
        "done\n"
    )
    program.chmod(0o755)
    for view, told in (("open", True), ("hidden", False)):
        agent = turnwright.agent(f"cmd:{program} {messages}")
        state = turnwright.game(pairs).start(0)
        assert isinstance(agent, CommandAgent)
        agent.begin(state.view(1, view), None)
        walk = state.walk([7])
        agent.see(walk)
        agent.plan(walk.after.view(kind=view))
        agent.close()
        assert ('"last": ["c2"]' in messages.read_text()) == told
