"""`turnwright bot`: our agents as programs of a contest. What they know, when they answer, and that nothing stays."""

import io
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from time import monotonic

import pytest

import turnwright
from turnwright import Budget
from turnwright.games.locm.contest import plain_player
from turnwright.games.locm.contest.knowledge import Knowledge
from turnwright.games.locm.contest.plain_player import PlainPlayer
from turnwright.games.locm.contest.protocol import play_line, read_block, read_turn
from turnwright.wire import door
from turnwright.wire.bot_search import BotSearch, contestant_for
from turnwright.wire.door import Door
from turnwright.wire.searcher import CALLED, READY, Knock
from turnwright.wire.session import shown_state

SLOW = "time=200"
"""So many times the contest's limits that only a program that hangs is late, however busy the machine."""
OURS = f"{sys.executable} -m turnwright bot locm --time 100 --agent"


def test_our_bot_plays_itself_over_pipes(play):
    record = play(f"cmd:{SLOW}:{OURS} random", f"cmd:{SLOW}:{OURS} random", game="locm", view="hidden")
    assert record.forfeit == ""
    assert record.outcome in (1, -1)


def test_our_bot_plays_the_decent_example(play, example):
    record = play(
        f"cmd:{SLOW}:{OURS} greedy_action", f"cmd:{SLOW}:{example('locm_bot.py')}", game="locm", view="hidden"
    )
    assert record.forfeit == ""


# Behind the door


def test_our_bot_knows_all_that_a_player_can_know(random_play):
    """What it puts together from messages is the hidden view of the true state.

    But for two things that no message tells and nothing depends on: whether a creature without effects of its card has
    been touched, and the own health before the opponent's turn.
    """

    def told(state):
        text = shown_state(state.view(kind="hidden")).text
        return re.sub(r"was-?\d+", "was", re.sub(r"(:[BCDGLW-]{6}[rs]*)t\b", r"\1", text))

    players: dict[tuple[int, int], Knowledge] = {}
    turns = 0
    for seed, lines, state, walk in random_play(8):
        player = players.setdefault((seed, state.player), Knowledge(state.game))
        block = read_block(lines)
        if block.is_draft:
            player.note_pick(block, walk.actions[0])
        else:
            assert told(player.note_turn(block)) == told(state)
            turns += 1
    assert turns > 100


def test_the_search_answers_every_turn_that_the_door_passes_on(random_play):
    """Behind the door, with the draft and time enough, every message gets a line that can be played whole."""
    drafted, knocks, states = [], [], []
    for _, lines, state, walk in random_play(1):
        if state.player == 1 and plain_player.is_draft(lines):
            drafted.append((lines, f"PICK {walk.actions[0]}"))
        elif state.player == 1:
            knock = Knock(number=len(knocks), lines=lines, deadline=monotonic() + 1000, answered=drafted)
            knocks.append(json.dumps(asdict(knock)))
            states.append(state)
            drafted = []
    said = io.StringIO()
    contestant = contestant_for(turnwright.game("locm"))
    BotSearch(contestant, turnwright.agent("greedy_action"), Budget(evaluations=500), 1).play(knocks, said)
    called, ready, *answers = map(json.loads, said.getvalue().splitlines())
    assert (called, ready) == ([CALLED, ""], [READY, ""])
    assert [number for number, _ in answers] == list(range(len(knocks)))
    for (_, line), state in zip(answers, states, strict=True):
        after, played = play_line(state, line)
        assert len(played) == len(read_turn(line)) or after.is_over


def test_a_message_that_is_too_late_is_noted_but_not_searched_for(random_play):
    """The search that was not loaded in time for the first turns knows the game when it is."""
    messages = [lines for _, lines, state, _ in random_play(1) if state.player == 0]
    turns = [lines for lines in messages if not plain_player.is_draft(lines)][:2]
    drafted = [(lines, "PICK 0") for lines in messages if plain_player.is_draft(lines)]
    late = Knock(number=0, lines=turns[0], deadline=monotonic() - 1, answered=drafted)
    next_one = Knock(number=1, lines=turns[1], deadline=monotonic() + 1000, answered=[])
    said = io.StringIO()
    search = BotSearch(contestant_for(turnwright.game("locm")), turnwright.agent("random"), None, 1)
    search.play([json.dumps(asdict(knock)) for knock in (late, next_one)], said)
    answers = [json.loads(line) for line in said.getvalue().splitlines()[2:]]
    assert answers[0] == [0, ""]
    assert answers[1][0] == 1
    assert answers[1][1] != ""


def test_a_player_who_fell_by_drawing_passes():
    """The referee still asks for a line."""
    lines = ["0 12 0 0 1", "9 12 0 0 1", "0 0", "0"]
    knock = Knock(number=0, lines=lines, deadline=monotonic() + 1000, answered=[])
    said = io.StringIO()
    contestant = contestant_for(turnwright.game("locm"))
    BotSearch(contestant, turnwright.agent("random"), None, 1).play([json.dumps(asdict(knock))], said)
    assert json.loads(said.getvalue().splitlines()[2]) == [0, "PASS"]


# The door


def test_the_plain_answers_are_legal(random_play):
    """Those that are given when the search is not ready: every action of every line can be played."""
    for _, lines, state, _ in random_play(8):
        message = iter(line + "\n" for line in lines)
        read = plain_player.read_message(lambda message=message: next(message, ""))
        assert read == lines
        if plain_player.is_draft(read):
            assert PlainPlayer().at_once(read) in ("PICK 0", "PICK 1", "PICK 2")
        else:
            answer = plain_player.turn(read)
            after, played = play_line(state, answer)
            assert len(played) == len(read_turn(answer)) or after.is_over


def test_picks_can_go_by_rank():
    """Card 65 is higher in the list than 1 and 2 from either seat."""
    for ahead in (0, 1):
        cards = [f"{number} -1 0 0 1 1 1 ------ 0 0 0 -1 " for number in (1, 65, 2)]
        assert PlainPlayer("ranked").at_once(["30 0 0 25 0", f"30 0 {ahead} 25 0", "0 0", "3", *cards]) == "PICK 1"


def test_a_message_that_ends_too_early_is_the_end():
    lines = iter(["30 0 0 25 0\n", "30 0 0 25 0\n", "0 0\n", "3\n", "1 -1 0 0 1"])
    assert plain_player.read_message(lambda: next(lines, "")) is None


class FakeSearcher:
    """A process that searches, by a clock that moves only while it is waited for."""

    def __init__(self, monkeypatch, ready_after, late=0.0, answers=None):
        self.now, self.ready_after, self.late, self.answers = 100.0, 100.0 + ready_after, late, answers or {}
        self.is_ready, self.is_gone, self.waits = self, False, []
        monkeypatch.setattr(door, "monotonic", lambda: self.now)
        monkeypatch.setattr(door, "_age", lambda: 0.2)

    def is_set(self):
        return self.now >= self.ready_after

    def wait(self, seconds):
        ready = self.now + seconds >= self.ready_after
        waited = max(0.0, self.ready_after - self.now) if ready else seconds
        self.waits.append(round(waited, 3))
        self.now += waited + (0.0 if ready else self.late)
        return ready

    def answer(self, knock):
        answer = self.answers.get(knock.number)
        self.now = self.now + 0.01 if answer else knock.deadline + self.late
        return answer


@pytest.fixture
def serve(random_play):
    """Plays the first seat's messages of a game through a door; gives the door and its lines."""
    lines = [line for _, message, state, _ in random_play(1) if state.player == 0 for line in message]

    def served(searcher, player=None):
        said = io.StringIO()
        opened = Door(io.StringIO("\n".join(lines) + "\n"), said, searcher, player or PlainPlayer(), 1.0)
        opened.serve()
        return opened, said.getvalue().splitlines()

    return served


def test_picks_are_held_back_until_the_search_is_ready(serve, monkeypatch, capsys):
    """The first as long as a second allows that began 0.2 s ago, with the process; the next ones as 100 ms allow."""
    searcher = FakeSearcher(monkeypatch, ready_after=0.91 - 0.2 + 2 * 0.055 + 0.03)
    searcher.answers = {number: "PASS" for number in range(100)}
    opened, said = serve(searcher)
    assert searcher.waits == [0.71, 0.055, 0.055, 0.03] + [0.0] * 26
    assert (opened.picks, opened.unsearched) == (30, 0)
    assert len(said) == opened.picks + opened.turns
    assert capsys.readouterr().err == ""


def test_a_door_that_was_woken_late_waits_less(serve, monkeypatch):
    """Twice the delay is left for the next answer: 55 ms less twice 10."""
    searcher = FakeSearcher(monkeypatch, ready_after=1000.0, late=0.01)
    serve(searcher)
    assert searcher.waits == [0.71] + [0.035] * 29


def test_every_turn_without_a_search_is_told(serve, monkeypatch, capsys):
    searcher = FakeSearcher(monkeypatch, ready_after=3.3, answers={1: "PASS"})
    opened, said = serve(searcher)
    assert said[31] == "PASS"
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "turn 1 is played by simple rules: the search is not loaded yet"
    assert told[1] == "turn 3 is played by simple rules: the search was late"
    assert opened.unsearched == len(told) == opened.turns - 1


def test_a_search_that_has_ended_is_told(serve, monkeypatch, capsys):
    searcher = FakeSearcher(monkeypatch, ready_after=0.0)
    searcher.is_gone = True
    serve(searcher)
    assert "turn 1 is played by simple rules: the process that searches has ended\n" in capsys.readouterr().err


# The processes


def run_bot(*arguments, text=""):
    command = [sys.executable, "-m", "turnwright", "bot", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True)


def test_the_draft_is_answered_before_anything_big_is_loaded():
    """The command goes straight to the door, and the door needs nothing that takes time to load."""
    program = (
        "import sys, turnwright.__main__, turnwright.wire.door as door\n"
        "big = ('numba', 'numpy', 'turnwright.cli')\n"
        "door.enter = lambda arguments: print(arguments, [name for name in big if name in sys.modules])\n"
        "sys.argv = ['turnwright', 'bot', 'locm', '--seed', '1']\n"
        "turnwright.__main__.main()\n"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert finished.stdout == "['locm', '--seed', '1'] []\n"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["locm", "--agent", "ooep"], "there is no agent 'ooep'"),
        (["hero_academy"], "the contest's protocol is for locm, not for hero_academy"),
        (["locm", "--budget", "much"], "'much' is not a budget"),
        (["locm", "--time", "soon"], "--time is 'soon'; it must be a number from 0.1 to 1000"),
        (["locm", "--draft", "best"], "--draft cannot be 'best'; available: learned, ranked, curve, mixed, random"),
    ],
)
def test_our_bot_says_what_is_wrong_with_its_arguments(arguments, reason):
    finished = run_bot(*arguments)
    assert finished.returncode == 2
    assert reason in finished.stderr
    assert finished.stdout == ""


def test_our_bot_says_that_its_input_is_no_contest():
    finished = run_bot("locm", "--agent", "random", text="what\nis\nthat\n")
    assert finished.returncode == 2
    assert finished.stderr.startswith("error: the input is not the contest's protocol")


def children_of(process):
    return [int(word) for word in subprocess.run(["pgrep", "-P", str(process)], capture_output=True).stdout.split()]


_EARLY = """\
import os, signal, subprocess, sys

class Popen(subprocess.Popen):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        print(self.pid, flush=True)
        os.kill(os.getpid(), int(sys.argv[1]))

subprocess.Popen = Popen
from turnwright.wire.door import enter
sys.exit(enter(["locm", "--agent", "random"]))
"""
"""A bot that gets a signal in the moment in which the process that searches begins."""


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_not_lost_while_the_search_begins(way, gone):
    command = [sys.executable, "-c", _EARLY, str(int(way))]
    bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    searching = int(bot.stdout.readline())
    assert bot.wait(timeout=120) == 128 + way
    assert gone(searching)
    assert bot.stderr.read() == ""


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL, None])
def test_nothing_is_left_of_our_bot(way, gone):
    """Whatever ends it: a signal, or the end of its input in the middle of a game."""
    command = [sys.executable, "-m", "turnwright", "bot", "locm", "--agent", "random", "--time", "100"]
    bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    message = ["30 0 0 25 0", "30 0 0 25 0", "0 0", "3", *(f"{n} -1 0 0 1 1 1 ------ 0 0 0 -1 " for n in (1, 2, 3))]
    bot.stdin.write("\n".join(message) + "\n")
    bot.stdin.flush()
    while not (children := children_of(bot.pid)):
        assert bot.poll() is None
        time.sleep(0.02)
    if way is None:
        bot.stdin.close()
    else:
        bot.send_signal(way)
    code = bot.wait(timeout=120)
    assert all(map(gone, children))
    assert bot.stderr.read() == ""
    assert code == {None: 0, signal.SIGKILL: -signal.SIGKILL}.get(way, 128 + (way or 0))
