"""Programs of the contest as players of locm: the referee's protocol, its limits, and who forfeits."""

import io
import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict
from time import monotonic

import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.turn_check import ask_and_walk
from turnwright.games.locm.contest import plain_player
from turnwright.games.locm.contest.knowledge import Knowledge
from turnwright.games.locm.contest.protocol import block_of, noted, play_line, read_block, read_turn
from turnwright.games.locm.contest.referee import milliseconds_for
from turnwright.games.locm.engine.state import BATTLE, DRAFT
from turnwright.games.locm.state_codec import Parts, parts_of, take_apart
from turnwright.wire.bot_search import BotSearch, contestant_for
from turnwright.wire.door import READY, Knock, _contest_of, _time_of
from turnwright.wire.session import shown_state

SLOW = "time=200"
"""So many times the contest's limits that only a program that hangs is late, however busy the machine."""
OURS = f"{sys.executable} -m turnwright bot locm --time 100 --agent"
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


# Our own agents as programs of the contest


def test_our_bot_plays_itself_over_pipes(play):
    record = play(f"cmd:{SLOW}:{OURS} random", f"cmd:{SLOW}:{OURS} random", game="locm", view="hidden")
    assert record.forfeit == ""
    assert record.outcome in (1, -1)


def test_our_bot_plays_the_decent_example(play, example):
    record = play(f"cmd:{SLOW}:{OURS} greedy_action", program("locm_bot.py", example), game="locm", view="hidden")
    assert record.forfeit == ""


def games_of_random_play(count):
    """Every turn of some games with the message that the referee sends, the state, and the turn that is played."""
    game, agent = turnwright.game("locm"), turnwright.agent("random")
    for seed in range(count):
        state, noted_actions = game.start(seed), [(), ()]
        while not state.is_over:
            me, parts = state.player, take_apart(state)
            _, walk = ask_and_walk(agent, state, Budget(iterations=100), seed)
            yield seed, block_of(parts, noted_actions[1 - me]).lines, state, walk
            positions = parts_of(walk.records[: len(walk.actions)])
            noted_actions[me] = [
                noted(before, action)
                for before, action in zip(positions, walk.actions, strict=True)
                if before.phase == BATTLE and action != state.end_action
            ]
            state = walk.after


def test_our_bot_knows_all_that_a_player_can_know():
    """What it puts together from messages is the hidden view of the true state.

    But for two things that no message tells and nothing depends on: whether a creature without effects of its card has
    been touched, and the own health before the opponent's turn.
    """

    def told(state):
        text = shown_state(state.view(kind="hidden")).text
        return re.sub(r"was-?\d+", "was", re.sub(r"(:[BCDGLW-]{6}[rs]*)t\b", r"\1", text))

    players: dict[tuple[int, int], Knowledge] = {}
    turns = 0
    for seed, lines, state, walk in games_of_random_play(8):
        player = players.setdefault((seed, state.player), Knowledge(state.game))
        block = read_block(lines)
        if block.is_draft:
            player.note_pick(block, walk.actions[0])
        else:
            assert told(player.note_turn(block)) == told(state)
            turns += 1
    assert turns > 100


def test_the_search_answers_every_turn_that_the_door_passes_on():
    """Behind the door, with the draft and time enough, every message gets a line that can be played whole."""
    drafted, knocks, states = [], [], []
    for _, lines, state, walk in games_of_random_play(1):
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
    ready, *answers = map(json.loads, said.getvalue().splitlines())
    assert ready == READY
    assert [number for number, _ in answers] == list(range(len(knocks)))
    for (_, line), state in zip(answers, states, strict=True):
        after, played = play_line(state, line)
        assert len(played) == len(read_turn(line)) or after.is_over


def test_a_player_who_fell_by_drawing_passes():
    """The referee still asks for a line."""
    lines = ["0 12 0 0 1", "9 12 0 0 1", "0 0", "0"]
    knock = Knock(number=0, lines=lines, deadline=monotonic() + 1000, answered=[])
    said = io.StringIO()
    contestant = contestant_for(turnwright.game("locm"))
    BotSearch(contestant, turnwright.agent("random"), None, 1).play([json.dumps(asdict(knock))], said)
    assert json.loads(said.getvalue().splitlines()[1]) == [0, "PASS"]


def test_the_plain_answers_are_legal():
    """Those that are given when the search is not ready: every action of every line can be played."""
    for _, lines, state, _ in games_of_random_play(8):
        message = iter(line + "\n" for line in lines)
        read = plain_player.read_message(lambda message=message: next(message, ""))
        assert read == lines
        if plain_player.is_draft(read):
            assert plain_player.pick(read) in ("PICK 0", "PICK 1", "PICK 2")
        else:
            answer = plain_player.turn(read)
            after, played = play_line(state, answer)
            assert len(played) == len(read_turn(answer)) or after.is_over


def test_plain_picks_go_by_rank():
    """Card 65 is higher in the list than 1 and 2 from either seat."""
    for ahead in (0, 1):
        cards = [f"{number} -1 0 0 1 1 1 ------ 0 0 0 -1 " for number in (1, 65, 2)]
        assert plain_player.pick(["30 0 0 25 0", f"30 0 {ahead} 25 0", "0 0", "3", *cards]) == "PICK 1"


def test_a_message_that_ends_too_early_is_the_end():
    lines = iter(["30 0 0 25 0\n", "30 0 0 25 0\n", "0 0\n", "3\n", "1 -1 0 0 1"])
    assert plain_player.read_message(lambda: next(lines, "")) is None


@pytest.mark.parametrize("arguments", [["--time", "7"], ["--time=7"], ["--agent", "oep", "--time", "7", "--seed", "1"]])
def test_the_door_reads_the_time(arguments):
    assert _time_of(arguments) == 7.0
    assert _time_of(["--agent", "oep"]) == 1.0


def test_the_door_finds_the_contest_of_the_game():
    assert _contest_of(["--seed", "1", "locm:draft=open"]) == "turnwright.games.locm.contest"
    assert _contest_of(["hero_academy"]) is None


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
