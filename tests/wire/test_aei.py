"""The Arimaa Engine Interface, both ways: other engines in our arena, and our agents as engines, with pyrimaa's own
tools at the other end."""

import io
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import turnwright
from turnwright import Agent, Budget, TurnwrightError, View
from turnwright.core.control import new_control
from turnwright.core.spec import parse_spec
from turnwright.games.arimaa.notation import read_turn
from turnwright.wire.aei_clock import AeiClock
from turnwright.wire.aei_engine import AeiEngine
from turnwright.wire.aei_session import _told_seconds
from turnwright.wire.agent import spoken_protocol
from turnwright.wire.bot_options import BotOptions
from turnwright.wire.check import check
from turnwright.wire.command import Program

SIMPLE = f"{sys.executable} -m pyrimaa.simple_engine"
OURS = f"{sys.executable} -m turnwright bot arimaa --agent random"
BASIC = "[rrrrrrrrhdcemcdh                                HDCMECDHRRRRRRRR]"
GAME = "arimaa:turn_limit=14"


def engine(sink: io.StringIO | None = None, **options: str | None) -> AeiEngine:
    return AeiEngine(BotOptions(**{"game": "arimaa", "agent": "random"} | options), sink or io.StringIO())


def talk(*lines: str, agent: str = "random", budget: str | None = None) -> list[str]:
    """What our engine answers to some lines."""
    sink = io.StringIO()
    engine(sink, agent=agent, budget=budget).serve(f"{line}\n" for line in lines)
    return sink.getvalue().splitlines()


class Endless(Agent):
    """Thinks until it is stopped, in two searches one after the other; then it plays its best turn."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.stopped = 0

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> list[str]:
        for _ in range(2):
            control = new_control(Budget(iterations=1))
            self.has_begun.set()
            for _ in range(_PATIENCE):
                if control[0].stop:
                    self.stopped += 1
                    break
                time.sleep(0.01)
        return ["Ee2n", "end"]


_PATIENCE = 3000
"""How often it asks whether it was stopped before the test fails."""


def talk_to_endless(*last: str) -> tuple[Endless, list[str]]:
    """What our engine answers to lines that come while it thinks."""
    agent, sink = Endless(), io.StringIO()
    ours = engine(sink)
    ours._agent = agent

    def lines():
        yield from ("newgame", f"setposition g {BASIC}", "go")
        assert agent.has_begun.wait(60)
        yield from last

    ours.serve(lines())
    return agent, sink.getvalue().splitlines()


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
    assert len(answers[-2].removeprefix("bestmove ").split()) == 16
    assert answers[-1] == "log The session is over."


def test_our_engine_plays_legal_turns_from_a_position():
    answers = talk("aei", "newgame", f"setposition g {BASIC}", "makemove Ee2n Ee3n", "go", "go ponder")
    state = turnwright.game("arimaa").parse_state(f"2g {BASIC}")
    state = state.play(*read_turn(state, "Ee2n Ee3n"))
    assert state.play(*read_turn(state, answers[-1].removeprefix("bestmove "))).player == 0


@pytest.mark.parametrize("lines", [("stop",), ("isready", "stop", "isready"), ("go", "stop"), ()])
def test_stop_ends_a_search_at_once(lines):
    """The end of the input ends it as well; what has been found is the answer. Nothing else has to wait for it."""
    agent, answers = talk_to_endless(*lines)
    assert agent.stopped == 2
    assert answers.count("bestmove Ee2n") == 1
    if "isready" in lines:
        assert answers == ["readyok", "bestmove Ee2n", "readyok"]
    if "go" in lines:
        assert answers[0] == "log Error: go came while a search is running; that search continues"


@pytest.mark.parametrize("line", ["makemove Ee2n Ee3n", "newgame", f"setposition s {BASIC}", "quit"])
def test_a_search_that_is_no_longer_wanted_gives_no_answer(line):
    agent, answers = talk_to_endless(line)
    assert agent.stopped == 2
    assert answers[0] == "log The search was abandoned."
    assert not any(answer.startswith("bestmove") for answer in answers)


@pytest.mark.parametrize(
    ("options", "seconds"),
    [
        ({}, 0.8),
        ({"tcmove": "4"}, 3.35),
        ({"tcmove": "4", "tcreserve": "40"}, 0.85 * 6 - 0.05),
        ({"tcmove": "4", "tcreserve": "40", "sreserve": "20"}, 0.85 * 5 - 0.05),
        ({"tcmove": "4", "tcreserve": "40", "sreserve": "0"}, 3.35),
        ({"tcmove": "4", "tcreserve": "40", "greserve": "0"}, 0.85 * 6 - 0.05),
        ({"tcmove": "0", "tcreserve": "200"}, 0.85 * 10 - 0.05),
        ({"tcmove": "30", "tcreserve": "600", "tcturntime": "20"}, 0.85 * 20 - 0.05),
        ({"tcmove": "0", "tcturntime": "20"}, 0.85 * 20 - 0.05),
        ({"tcmove": "4", "moveused": "3"}, 0.35),
        ({"tcmove": "4", "moveused": "30"}, 0.05),
    ],
)
def test_our_engine_keeps_to_the_controllers_time(options, seconds):
    ours = engine()
    ours.serve(f"setoption name {name} value {value}\n" for name, value in options.items())
    assert ours._budget(1).milliseconds == pytest.approx(1000 * seconds)


def test_a_new_game_begins_with_whole_reserves_and_a_turn_with_all_its_time():
    clock = AeiClock()
    for name, value in (("tcmove", "4"), ("tcreserve", "40"), ("sreserve", "0"), ("moveused", "2")):
        assert clock.set_option(name, value) == ""
    clock.begin_turn()
    assert clock.seconds(1) == pytest.approx(3.35)
    clock.begin_game()
    assert clock.seconds(1, 2.0) == pytest.approx(2 * (0.85 * 6 - 0.05))


def test_a_budget_goes_before_the_controllers_time():
    assert engine(budget="20it")._budget(0).iterations == 20


@pytest.mark.parametrize(
    ("option", "warning"),
    [
        ("name hash value 500", "Received unrecognized option, hash"),
        ("name tcmove value soon", "tcmove is 'soon'; it must be a number of seconds, 0 or more"),
        ("name tcmove value nan", "tcmove is 'nan'"),
        ("name tcmove value -3", "tcmove is '-3'"),
        ("name tcmove", "tcmove is ''"),
        ("tcmove 3", "setoption has 'tcmove 3'; it must be name, an option, value, its value"),
        ("", "setoption has ''"),
    ],
)
def test_options_that_are_not_understood_are_told(option, warning):
    (answer,) = talk(f"setoption {option}", "setoption name opponent value Some Body", "setoption name rated value 0")
    assert answer.startswith(f"log Warning: {warning}")


def test_an_illegal_turn_is_followed_as_it_is_written():
    """The controller's board counts, here after a setup that no rule allows and an elephant that flies."""
    setups = ("Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Ee4", "ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8")
    answers = talk("newgame", *(f"makemove {setup}" for setup in setups), "makemove Rd1n Rd2n Rd3n Rd4n Rd5n", "go")
    assert [answer.partition(":")[0] for answer in answers[:-1]] == ["log Warning"] * 2
    rows = ("rrrrrrrr", "." * 8, "...R....", "." * 8, "....E...", "." * 8, "." * 8, "RRR.RRRR")
    state = turnwright.game("arimaa").parse_state(f"2s [{''.join(rows)}]")
    assert state.walk(read_turn(state, answers[-1].removeprefix("bestmove "))).is_whole


def test_no_turn_is_searched_for_on_a_board_that_no_game_has():
    answers = talk("newgame", "makemove Ee4", "go")
    assert answers[1] == "log Error: TurnwrightError: the turns lead to a board that is not a legal position"


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "makemove Ea9n",
        "makemove Ea3n",
        "makemove Ra1w",
        "setposition x []",
        f"setposition g {BASIC[:-3]}]",
        f"setposition g {BASIC.replace('E', 'M')}",
    ],
)
def test_what_cannot_be_followed_ends_our_engine(line):
    sink = io.StringIO()
    with pytest.raises(TurnwrightError) as raised:
        engine(sink).serve(["newgame", f"setposition g {BASIC}", line])
    assert sink.getvalue().splitlines()[-1] == f"log Error: {raised.value}"


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (f"g [{' ' * 64}]", "1g"),
        (f"s [{' ' * 48}HDCMECDHRRRRRRRR]", "1s"),
        (f"s {BASIC}", "2s"),
        (f"g [{' ' * 48}HDCMECDHRRRRRRRR]", "2g"),
    ],
)
def test_a_position_may_be_one_before_the_setups(position, turn):
    ours = engine()
    ours.serve([f"setposition {position}"])
    assert ours._state is not None
    assert ours._state.text.startswith(f"arimaa {turn} ")


def test_an_engine_is_told_whole_seconds_and_may_take_them():
    assert [_told_seconds(Budget(milliseconds=each)) for each in (1, 999, 1000, 1999, 20_000)] == [1, 1, 1, 1, 20]
    assert _told_seconds(None) == _told_seconds(Budget(iterations=1)) == 100


def test_an_engine_cannot_be_told_of_a_position_within_a_turn(play):
    state = turnwright.game("arimaa").parse_state(f"2g {BASIC}").play("Ee2n")
    agent = turnwright.agent(f"cmd:{SIMPLE}")
    with pytest.raises(TurnwrightError, match="AEI has no positions within a turn"):
        agent.plan(state.view(), Budget(milliseconds=60_000))


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


# Hardly ever does a test of pyrimaa wait longer than half a second, which a busy machine may not keep to.
_PATIENT = """
import unittest
from pyrimaa import aei
aei.START_TIME = 60
for kind in (aei.StdioEngine, aei.SocketEngine):
    kind.waitfor.__defaults__ = (60,)
unittest.main(module=None, argv=["pyrimaa", "pyrimaa.tests.test_aei", "pyrimaa.tests.test_analyze"])
"""


@pytest.mark.slow
def test_pyrimaas_own_tests_pass_with_our_engine(tmp_path: Path):
    """They start a program named `simple_engine`; here that name is our engine's."""
    program = tmp_path / "simple_engine"
    program.write_text(f"#!/bin/sh\necho started >>{tmp_path}/log\nexec {OURS}\n")
    program.chmod(0o755)
    environment = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    ended = subprocess.run(
        [sys.executable, "-c", _PATIENT], env=environment, capture_output=True, text=True, timeout=900
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "Ran 9 tests" in ended.stderr
    assert len((tmp_path / "log").read_text().split()) >= 10
