"""Programs of the contest as players of locm: the referee's protocol, its limits, and who forfeits."""

import shutil

import pytest

import turnwright
from turnwright import Budget
from turnwright.core.spec import parse_spec
from turnwright.games.locm.contest.referee import milliseconds_for
from turnwright.games.locm.engine.state import BATTLE, DRAFT
from turnwright.games.locm.state_codec import Parts
from turnwright.wire.check import check
from turnwright.wire.command import Program

SLOW = "time=200"
"""So many times the contest's limits that only a program that hangs is late, however busy the machine."""
BAD = "bad_contest_bots.py"
REASONS = {
    "another pick, draft": "'PICK 3' is not an answer of the draft",
    "no number, draft": "'PICK one' is not an answer of the draft",
    "exits in the draft": "ended with exit code 1 instead of answering; its last words on stderr: 'that is all'",
    "a battle in the draft": "'SUMMON 1 0' is not an answer of the draft",
    "small letters": "'pass' is not an action",
    "two spaces": "'SUMMON 1 0' is not an action",
    "an argument is missing": "'ATTACK 1' is not an action",
    "no integer": "'USE 1 x' is not an action",
    "JSON": "'{}' is not an action",
    "exits": "ended with exit code 1 instead of answering",
    "two lines": "wrote 'PASS' without being asked",
}


def program(name, example):
    """The command of an example, if this machine has what it is written in."""
    if name.endswith(".pl") and shutil.which("perl") is None:
        pytest.skip("there is no Perl on this machine, so the example in Perl was left out")
    return f"cmd:{SLOW}:{example(name)}"


@pytest.mark.parametrize("view", ["open", "hidden"])
@pytest.mark.parametrize(("first", "second"), [("locm_bot.py", "locm_bot.pl"), ("locm_bot.pl", "locm_bot.py")])
def test_the_examples_play_whole_games(play, example, view, first, second):
    record = play(program(first, example), program(second, example), game="locm", view=view)
    assert record.forfeit == ""
    assert len(record.turns) > 60
    assert record.outcome in (1, -1)


def test_the_example_that_tries_all_attacks_of_a_lane_plays_only_legal_actions(example):
    """The referee drops illegal actions without a word; this one should have none of them."""
    spec = parse_spec(program("locm_lanes.py", example))
    report = check(Program.of(spec), turnwright.game("locm"), Budget(milliseconds=1000), 60)
    assert report.findings == report.remarks == ()


def test_the_decent_example_beats_random_play(play, example):
    wins = 0
    for deal in range(6):
        record = play(program("locm_bot.py", example), game="locm", deal=deal)
        assert record.forfeit == ""
        wins += record.outcome == 1
    assert wins >= 5


@pytest.mark.parametrize("way", REASONS)
def test_a_bad_program_forfeits_and_the_reason_is_kept(play, bad_bot, way):
    record = play(f"cmd:{SLOW}:{bad_bot(way, file=BAD)}", game="locm")
    assert record.outcome == -1
    assert REASONS[way] in record.forfeit
    assert len(record.turns) == 0 if way.endswith("draft") else len(record.turns) >= 60


@pytest.mark.parametrize("way", ["hangs in the draft", "hangs"])
def test_a_program_that_hangs_forfeits_when_the_contests_time_is_over(play, bad_bot, way, monkeypatch):
    """The limit of the turn that hangs is made tiny; the others are generous."""
    hung = "first draft" if way.endswith("draft") else "first battle"
    monkeypatch.setattr(
        "turnwright.games.locm.contest.referee.MILLISECONDS",
        {name: 20 if name == hung else 60_000 for name in ("first draft", "draft", "first battle", "battle")},
    )
    record = play(f"cmd:grace=0:{bad_bot(way, file=BAD)}", game="locm")
    assert record.outcome == -1
    assert "did not answer within 20 ms" in record.forfeit


@pytest.mark.parametrize("way", ["illegal actions", "an empty line"])
def test_what_the_referee_forgives_is_forgiven(play, bad_bot, way):
    """Illegal actions are dropped, text behind an action is ignored, and an empty line is a pass."""
    assert play(f"cmd:{SLOW}:{bad_bot(way, file=BAD)}", game="locm").forfeit == ""


def test_the_time_limits_are_the_contests():
    def limit(phase: int, turn: int) -> float:
        return milliseconds_for(Parts(phase=phase, turn=turn, player=turn % 2))

    assert [limit(DRAFT, turn) for turn in (0, 1, 2, 59)] == [1000, 1000, 100, 100]
    assert [limit(BATTLE, turn) for turn in (0, 1, 2, 3)] == [1000, 1000, 200, 200]
