"""A bad agent loses its games, not the run, and the store says why; nothing of it is left behind."""

import json
import os
from pathlib import Path
from time import monotonic, sleep

import pytest

from turnwright import Budget
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import compile_for, games_of, play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.replay import positions
from turnwright.arena.store import Store

pytestmark = pytest.mark.slow  # two dozen agents, many of which end their process or wait until it is ended

REASONS = {
    "Raises": r"strangers.py:Raises failed with ZeroDivisionError: division by zero (strangers.py, line ",
    "RaisesPages": "strangers.py:RaisesPages failed with ValueError: line (strangers.py, line ",
    "Illegal": "action 1 of the turn: 'a9' is not a square",
    "Incomplete": "the turn is not complete after the 0 actions given; 'end' ends it",
    "Overlong": "the turn ends after 1 of the 2 actions given",
    "Garbage": "; it must be a Turn or a sequence of actions",
    "Endless": "more than 10,000 actions",
    "Recurses": "failed with RecursionError: maximum recursion depth exceeded",
    "LeavesByExit": "failed with SystemExit: enough",
    "Interrupts": "strangers.py:Interrupts failed with KeyboardInterrupt: no message",
    "ExitsAtOnce": "the process ended, twice (exit code 3), while strangers.py:ExitsAtOnce was planning",
    "KillsItself": "the process ended, twice (SIGKILL), while strangers.py:KillsItself was planning",
    "CannotBeMade": "strangers.py:CannotBeMade cannot be created: RuntimeError: not today",
    "Sleeps": "strangers.py:Sleeps did not answer within 0.6 s (its budget is 50ms)",
    "HoldsTheLock": "strangers.py:HoldsTheLock did not answer within 0.6 s (its budget is 50ms)",
    "StartsAProgram": "strangers.py:StartsAProgram did not answer within 0.6 s (its budget is 50ms)",
}
HARMLESS = ("Prints", "Tampers", "Boasts", "ReportsNothing", "FailsInTheWarmUp", "Remembers", "DiesOnce")
HANGING = ("Sleeps", "HoldsTheLock", "StartsAProgram")


@pytest.fixture(scope="module")
def contest(tmp_path_factory):
    """All bad agents in one run: for each the records of its two games, one from either seat."""
    folder = tmp_path_factory.mktemp("strangers")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("IN_PARENT", str(os.getpid()))
        source = Path(__file__).with_name("strangers.py").read_text(encoding="utf-8")
        Path("strangers.py").write_text(source, encoding="utf-8")
        pairings = {
            name: Pairing(
                game="hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20",
                players=(
                    Player.parse(f"strangers.py:{name}", Budget(milliseconds=50) if name in HANGING else None),
                    Player.parse("random"),
                ),
                games=2,
                seed=3,
            )
            for name in (*REASONS, *HARMLESS)
        }
        compile_for(pairings.values())
        with Store("games.db") as store:
            play_pairings(list(pairings.values()), ArenaConfig(store=store, workers=2))
            yield {
                name: [record for _, record in games_of(pairing, ArenaConfig(store=store))]
                for name, pairing in pairings.items()
            }


@pytest.mark.parametrize("name", REASONS)
def test_it_forfeits_from_either_seat_and_the_store_says_why(contest, name):
    first, second = contest[name]
    assert (first.outcome, second.outcome) == (-1, 1)
    for record in (first, second):
        assert REASONS[name] in record.forfeit
        assert "\n" not in record.forfeit
        assert len(record.forfeit) <= 1000


@pytest.mark.parametrize("name", HARMLESS)
def test_bad_manners_alone_lose_nothing(contest, name):
    for record in contest[name]:
        assert record.forfeit == ""


def test_every_game_replays_up_to_where_it_was_broken_off(contest):
    for records in contest.values():
        for record in records:
            *_, last = positions(record)
            assert last.is_over == (not record.forfeit)
            assert record.reports["seat"] == [turn % 2 for turn in range(len(record.turns))]


def test_a_game_that_was_broken_off_knows_its_turns_and_its_times(contest):
    """The one who moved second had seen a turn when it was stopped."""
    for name in HANGING:
        first, second = contest[name]
        assert (len(first.turns), len(second.turns)) == (0, 1)
        for record in (first, second):
            assert record.overrun_ms > 500
            assert 0.6 <= record.seconds < 100


def test_what_no_search_can_report_is_left_out(contest):
    """Whole numbers of any kind are kept; what is no finite number is not, so that JSON can hold it."""
    for record in contest["Boasts"]:
        place = next(seat for seat, player in enumerate(record.setup.players) if player.agent != "random")
        mine = [turn for turn, seat in enumerate(record.reports["seat"]) if seat == place]
        assert {record.figure("evaluations")[turn] for turn in mine} == {7}
        for name in ("steps", "iterations", "unique", "depth_mean", "value"):
            assert {record.figure(name)[turn] for turn in mine} <= {None, 0.0}
        json.dumps(record.reports, allow_nan=False)


def test_no_process_is_left_behind(contest):
    """Not even a program that an agent had started."""
    pids = {int(line) for line in Path("pids").read_text().split()}
    assert len(pids) > 2
    until = monotonic() + 10
    while any(map(is_alive, pids)) and monotonic() < until:
        sleep(0.05)
    assert not any(map(is_alive, pids))


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def test_an_agent_that_never_gets_ready_forfeits_when_patience_ends(strangers, pairing):
    """Patience is for getting ready, and for planning without a time budget."""
    played = pairing("strangers.py:SleepsInTheWarmUp", "random", games=2)
    compile_for([played])
    with Store.in_memory() as store:
        play_pairings([played], ArenaConfig(store=store, workers=2, patience=5))
        for game, record in games_of(played, ArenaConfig(store=store)):
            assert record.points(game.seats.index(0)) == 0
            assert record.forfeit == "strangers.py:SleepsInTheWarmUp did not answer within 5 s (its budget is 30ev)"
            assert record.turns == ()


def test_a_little_over_time_is_no_forfeit_but_reported(strangers, pairing):
    budget = Budget(milliseconds=20)
    players = (Player.parse("strangers.py:Overruns", budget), Player.parse("random", budget))
    record = play_game(pairing(players=players, games=2).pair(0)[0].setup)
    assert record.forfeit == ""
    assert record.overrun_ms > 39  # it sleeps 60 ms of its 20


def test_an_error_without_a_word_is_a_forfeit_all_the_same(tmp_path, monkeypatch, pairing):
    monkeypatch.chdir(tmp_path)
    source = "import turnwright\nclass Mute:\n    def plan(self, *_):\n        raise turnwright.TurnwrightError('')\n"
    Path("mute.py").write_text(source)
    record = play_game(pairing("mute.py:Mute", games=2).pair(0)[0].setup)
    assert (record.outcome, record.forfeit) == (-1, "failed without a reason")
