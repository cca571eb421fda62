"""Programs that play several games; what `end` tells; what is unknown; processor time."""

import json
import shlex
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright.agents.base import Report
from turnwright.core.spec import parse_spec
from turnwright.wire.agent import idle_sessions
from turnwright.wire.check import check
from turnwright.wire.command import Program
from turnwright.wire.process import measures_processor_time


@pytest.fixture
def noted(tmp_path):
    """The messages that the program has got, when it has ended."""

    def read():
        idle_sessions.end()
        return [json.loads(line) for line in (tmp_path / "noted").read_text().splitlines()]

    yield read
    idle_sessions.end()


@pytest.fixture
def lasting(tmp_path):
    """The spec of the program."""
    file = Path(__file__).with_name("lasting_bot.py")
    return lambda way, settings="": (
        f"cmd:{settings}" + shlex.join([sys.executable, str(file), str(tmp_path / "noted"), way])
    )


@pytest.mark.parametrize(("way", "processes"), [("several", 1), ("once", 2), ("dies", 2)])
def test_a_program_plays_as_many_games_as_it_says(play, lasting, noted, way, processes):
    for deal in (1, 2):
        assert play(lasting(way), deal=deal).forfeit == ""
    messages = noted()
    assert len({message["pid"] for message in messages}) == processes
    assert [message["type"] for message in messages].count("hello") == processes
    assert [message["type"] for message in messages].count("game") == 2
    assert [message["type"] for message in messages].count("end") == 2
    assert [message["turn"] for message in messages if message["type"] == "turn"].count(1) >= 2


def test_a_lasting_program_can_sit_on_both_sides(play, lasting, noted):
    spec = lasting("several")
    assert play(spec, spec).forfeit == ""
    assert len({message["pid"] for message in noted()}) == 2


def test_the_end_has_the_last_turn_and_the_final_state(play, lasting, noted):
    record = play(lasting("several"))
    (end,) = (message for message in noted() if message["type"] == "end")
    final = turnwright.state(end["state"])
    assert final.is_over
    assert final.outcome == record.outcome
    assert final.game.join_turn(end["last"]) == record.turns[-1]


def test_what_a_program_does_not_say_is_unknown_and_no_zero(play, lasting, noted):
    record = play(lasting("several"))
    seats, values, evaluations = (record.figure(name) for name in ("seat", "value", "evaluations"))
    own = [place for place, seat in enumerate(seats) if seat == 0]
    assert {values[place] for place in own} == {0}
    assert {evaluations[place] for place in own} <= {3, 6, 9, 12}  # three in every part of a turn
    assert {record.figure("steps")[place] for place in own} == {None}
    assert None not in {record.figure("steps")[place] for place, seat in enumerate(seats) if seat == 1}
    assert Report(unknown=("steps",)).as_dict()["steps"] is None
    assert Report().as_dict()["steps"] == 0


def test_the_budget_and_the_allowance_are_told(play, lasting, noted):
    play(f"{lasting('several')}@60cpus+60s")
    (told,) = (message for message in noted() if message["type"] == "game")
    assert told["budget"] == {"milliseconds": 60_000, "cpu_milliseconds": 60_000}
    assert told["allowance"] == 100


@pytest.mark.skipif(not measures_processor_time(), reason="the system does not tell the processor time of programs")
def test_a_program_that_uses_too_much_processor_time_forfeits(play, lasting, noted):
    record = play(f"{lasting('burns', 'grace=0:')}@20cpums")
    assert "used more than 20 ms of processor time" in record.forfeit


def test_check_bot_plays_a_second_game_with_a_lasting_program(lasting, noted, pairs):
    program = Program.of(parse_spec(lasting("several")))
    report = check(program, turnwright.game(pairs), turnwright.Budget(milliseconds=60_000), 2)
    assert report.findings == ()
    messages = noted()
    greeted = [message["pid"] for message in messages if message["type"] == "hello"]
    begun = [message["pid"] for message in messages if message["type"] == "game"]
    assert len(begun) == len(greeted) + 1
    assert begun[0] == begun[1]
