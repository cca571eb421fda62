"""The Arimaa Engine Interface, both ways: other engines in our arena, and our agents as engines, with pyrimaa's own
tools at the other end."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright import Budget, TurnwrightError
from turnwright.core.spec import parse_spec
from turnwright.games.arimaa.notation import read_turn
from turnwright.wire.aei_engine import AeiEngine
from turnwright.wire.agent import spoken_protocol
from turnwright.wire.bot_options import BotOptions
from turnwright.wire.check import check
from turnwright.wire.command import Program

SIMPLE = f"{sys.executable} -m pyrimaa.simple_engine"
OURS = f"{sys.executable} -m turnwright bot arimaa --agent random"
BASIC = "[rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
GAME = "arimaa:turn_limit=14"


def talk(*lines: str, agent: str = "random", budget: str | None = None) -> list[str]:
    """What our engine answers to some lines."""
    sink = io.StringIO()
    engine = AeiEngine(BotOptions(game="arimaa", agent=agent, budget=budget), sink)
    engine.serve(f"{line}\n" for line in lines)
    return sink.getvalue().splitlines()


def test_pyrimaas_engine_plays_in_our_arena(play):
    record = play(f"cmd:{SIMPLE}", game=GAME)
    assert record.forfeit == ""
    record = play("random", f"cmd:{SIMPLE}", game=GAME)
    assert record.forfeit == ""


def test_an_engine_can_begin_after_the_setups(play):
    assert play(f"cmd:{SIMPLE}", game="arimaa:setup=book,turn_limit=9").forfeit == ""


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("bestmove e2e4", "'e2e4' is not an action of Arimaa"),
        ("bestmove Ea1n", "action 1 of the turn"),
        ("nothing at all", "wrote 'nothing at all'; bestmove answers 'go'"),
    ],
)
def test_an_engine_that_breaks_the_rules_forfeits(play, bad_bot, answer, reason):
    assert reason in play(f"cmd:{bad_bot(*answer.split(), file='lying_engine.py')}", game=GAME).forfeit


def test_pyrimaas_engine_keeps_to_the_protocol():
    """It may write log lines whenever it likes, also after the farewell."""
    program = Program.of(parse_spec(f"cmd:{SIMPLE}"))
    report = check(program, turnwright.game("arimaa"), Budget(milliseconds=60_000), 3)
    assert (report.findings, report.remarks, report.name, report.protocol) == ((), (), "Sample Engine", "aei")


def test_the_protocol_is_for_arimaa_alone():
    assert spoken_protocol("game", "arimaa") == spoken_protocol("aei", "arimaa") == "aei"
    with pytest.raises(TurnwrightError, match="the protocol aei is only for arimaa, not for locm"):
        spoken_protocol("aei", "locm")


def test_our_engine_says_who_it_is_and_finds_a_setup():
    answers = talk("aei", "isready", "newgame", "go", "stop", "quit")
    assert answers[0] == "protocol-version 1"
    assert "id name Turnwright" in answers
    assert answers.index("aeiok") < answers.index("readyok")
    assert len(answers[-1].removeprefix("bestmove ").split()) == 16


def test_our_engine_plays_legal_turns_from_a_position():
    answers = talk("aei", "newgame", f"setposition g {BASIC}", "makemove Ee2n Ee3n", "go", "go ponder")
    state = turnwright.game("arimaa").parse_state(f"2g {BASIC}")
    state = state.play(*read_turn(state, "Ee2n Ee3n"))
    assert state.play(*read_turn(state, answers[-1].removeprefix("bestmove "))).player == 0


def test_our_engine_keeps_to_the_controllers_time():
    engine = AeiEngine(BotOptions(game="arimaa"), io.StringIO())
    engine.serve(["setoption name tcmove value 4\n", "setoption name opponent value somebody\n"])
    assert engine._budget().milliseconds == pytest.approx(3350)
    assert AeiEngine(BotOptions(game="arimaa", budget="20it"), io.StringIO())._budget().iterations == 20


def test_our_engine_refuses_what_is_no_message():
    with pytest.raises(TurnwrightError, match="'hello' is not a message of AEI"):
        talk("aei", "hello")


def test_pyrimaas_round_robin_plays_our_engine(tmp_path: Path):
    config = "[global]\ntimecontrol = 30s/5m/100/10m/20m\nrounds = 1\nbots = ours simple\n"
    config += f"[ours]\ncmdline = {OURS}\n[simple]\ncmdline = {SIMPLE}\n"
    (tmp_path / "bots.cfg").write_text(config)
    ended = subprocess.run(
        [sys.executable, "-m", "pyrimaa.roundrobin", "--config", "bots.cfg", "--strict-setup"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert "After round 1" in ended.stdout, ended.stdout + ended.stderr
    assert "ours has" in ended.stdout
    assert "0 timeouts" in ended.stdout.partition("ours has")[2].splitlines()[0]
