"""The engine replays the official referee's recorded games exactly, and a difference is found and shown."""

import gzip
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from turnwright.core.state import State
from turnwright.games.locm.game import Locm
from turnwright.games.locm.recorded.files import read_action, read_recordings
from turnwright.games.locm.recorded.lines import LineError, read_state, write_state
from turnwright.games.locm.recorded.verify import verify_files
from turnwright.games.locm.state_codec import take_apart
from turnwright.games.record_files import RecordingError

DATA = Path(__file__).resolve().parents[2] / "data" / "locm"
FILES = sorted(DATA.glob("*.jsonl.gz"))


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def is_refused(line: dict) -> bool:
    return line["t"] == "step" and not line["ok"]


def first_game(name: str, having=lambda line: True) -> list[dict]:
    """The lines of a file's first game that has a certain line."""
    game: list[dict] = []
    for line in lines_of(DATA / name):
        game = [line] if line["t"] == "game" else [*game, line]
        if line["t"] == "end" and any(map(having, game)):
            break
    return game


NORMAL, SCENARIO = first_game("pub_normal_00.jsonl.gz"), first_game("pub_scenario_00.jsonl.gz", is_refused)
LEGAL = next(i for i, line in enumerate(NORMAL) if "legal" in line)
PROTO = next(i for i, line in enumerate(NORMAL) if line.get("proto") and line["i"] > 10)
REFUSED = next(i for i, line in enumerate(SCENARIO) if is_refused(line))


@pytest.fixture
def altered(tmp_path):
    """The report on a game after one change of one of its lines."""

    def verify(game, line, change):
        lines = json.loads(json.dumps(game))
        change(lines[line])
        path = tmp_path / "altered.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return verify_files([path])

    return verify


def test_all_recorded_games_replay_without_a_mismatch():
    told: list[int] = []
    report = verify_files(FILES, told.append)
    assert report.first_mismatch is None
    assert report.mismatches == 0
    kinds = Counter(line["t"] for path in FILES for line in lines_of(path))
    assert (report.files, report.games, report.steps) == (len(FILES), kinds["game"], kinds["step"])
    assert sum(told) == sum(path.stat().st_size for path in FILES)


def test_the_stored_games_hold_every_event_of_the_rules():
    """The stored games are a part of the recordings; every kind of event in those is in these too."""
    events = Counter(tag for path in FILES for line in lines_of(path) for tag in line.get("ev", ()))
    rare = {
        "both_players_dead_actor_wins", "blue_no_damage_keeps_ward", "green_charge_after_attack", "drain_0_attack",
        "lethal_attacker_0_attack_no_kill", "lethal_defender_0_attack_no_kill", "breakthrough_lethal_no_excess",
        "deckout_multi_rune", "deckout_with_full_hand", "turnlimit_death", "red_strip_ward_then_damage", "self_kill",
        "bonus_mana_lost", "max_mana_13", "rune_lost_multi_opp", "rune_lost_self", "hp_above_30",
    }  # fmt: skip
    assert rare <= set(events)


def bump(*keys):
    def change(line):
        place = line
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] += 1

    return change


@pytest.mark.parametrize(
    ("line", "change", "what"),
    [
        (0, bump("draft", 29, 2), "draft, item 30 of 30"),
        (0, bump("init", "players", 1, "deck", 24, 1), "init.players.1.deck, item 25 of 25"),
        (2, bump("i"), "i (game"),
        (2, bump("before", "turn"), "before.turn"),
        (2, bump("after", "cur"), "after.cur"),
        (2, bump("after", "winner"), "after.winner"),
        (2, bump("after", "players", 0, "hp"), "after.players.0.hp"),
        (2, bump("after", "players", 1, "mana"), "after.players.1.mana"),
        (2, bump("after", "players", 1, "max_mana"), "after.players.1.max_mana"),
        (2, bump("after", "players", 1, "bonus"), "after.players.1.bonus"),
        (2, bump("after", "players", 1, "runes", 2), "after.players.1.runes, item 3 of 5"),
        (2, bump("after", "players", 1, "next_rune"), "after.players.1.next_rune"),
        (2, bump("after", "players", 1, "next_draw"), "after.players.1.next_draw"),
        (2, bump("after", "players", 1, "draw_shown"), "after.players.1.draw_shown"),
        (2, bump("before", "players", 1, "hand", 2, 0), "before.players.1.hand, item 3"),
        (-1, bump("winner"), "end.winner"),
        (-1, bump("turn"), "end.turn"),
        (-1, bump("steps"), "end.steps"),
    ],
)
def test_one_altered_number_is_one_mismatch(altered, line, change, what):
    line %= len(NORMAL)
    report = altered(NORMAL, line, change)
    mismatch = report.first_mismatch
    # a triplet also changes the deck that is shuffled from it, if that card was picked
    assert report.mismatches == 1 or what.startswith("draft,")
    assert mismatch.line == line + 1
    assert mismatch.what.startswith(what)
    assert mismatch.expected != mismatch.got
    assert mismatch.state.startswith("locm battle")


@pytest.mark.parametrize("column", range(3, 5))
def test_an_altered_creature_is_one_mismatch(altered, column):
    line = next(i for i, line in enumerate(NORMAL) if line["t"] == "step" and line["before"]["players"][0]["board"])
    report = altered(NORMAL, line, bump("before", "players", 0, "board", 0, column))
    assert report.mismatches == 1
    assert report.first_mismatch.what.startswith("before.players.0.board, item 1")


def test_a_missing_or_additional_legal_action_is_found(altered):
    assert altered(NORMAL, LEGAL, lambda line: line["legal"].pop(0)).mismatches == 1
    assert altered(NORMAL, LEGAL, lambda line: line["legal"].append("SUMMON 1 0")).mismatches == 1
    assert altered(NORMAL, LEGAL, lambda line: line["legal"].append(line["legal"][0])).mismatches == 1
    assert altered(NORMAL, LEGAL, lambda line: line.update(legal=None)).mismatches == 1
    assert altered(NORMAL, LEGAL, lambda line: line["legal"].reverse()).mismatches == 0


def test_protocol_blocks_count_to_the_last_space(altered):
    def strip(line):
        line["proto"][-1] = line["proto"][-1].rstrip()

    def strip_draft(line):
        line["draft_proto"][37][-1] = line["draft_proto"][37][-1].rstrip()

    assert altered(NORMAL, PROTO, strip).first_mismatch.what.startswith("proto, item")
    assert altered(NORMAL, 0, strip_draft).first_mismatch.what.startswith("draft_proto, item 38 of 60")


def test_other_seeds_make_other_decks(altered):
    for seed, player in (("shuffle0", 0), ("shuffle1", 1)):
        assert altered(NORMAL, 0, bump("seeds", seed)).first_mismatch.what.startswith(f"init.players.{player}.hand")
        found = altered(SCENARIO, 0, bump("seeds", seed)).first_mismatch
        assert found.what.startswith(f"init.players.{player}, cards by the seeds")
    assert altered(NORMAL, 0, bump("seeds", "draft")).first_mismatch.what.startswith("draft, item")


def test_an_injected_start_has_the_health_it_says(altered):
    assert altered(SCENARIO, 0, bump("setup", "hp", 1)).first_mismatch.what.startswith("setup.hp, item 2")


def test_a_replay_stops_where_legality_differs(altered):
    report = altered(SCENARIO, REFUSED, lambda line: line.update(ok=True, after=line["before"]))
    assert (report.mismatches, report.first_mismatch.expected) == (1, True)
    assert "not legal" in report.first_mismatch.got
    played = next(i for i, line in enumerate(NORMAL) if line.get("action", "").startswith("SUMMON"))
    report = altered(NORMAL, played, lambda line: line.update(ok=False, after=None))
    assert (report.mismatches, report.first_mismatch.got) == (1, "legal here, so the replay stops")


def test_every_step_can_be_tested_alone():
    """A recorded state is read, the action played, and the result is the recorded one; an illegal one is refused."""
    game = Locm()
    for line in (line for line in lines_of(DATA / "pub_rare_00.jsonl.gz") if line["t"] == "step"):
        if line["action"] == "START":
            continue
        state = read_state(game, line["before"])
        assert write_state(take_apart(state)) == line["before"]
        action = read_action(line["action"])
        assert state.is_legal(action) == line["ok"]
        if line["ok"]:
            assert write_state(take_apart(state.play(action))) == line["after"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda lines: lines[0].pop("seeds"), "the game line has no 'seeds'"),
        (lambda lines: lines[0]["seeds"].update(draft="x"), "the seed 'draft' is 'x'"),
        (lambda lines: lines[0]["draft"].pop(), "'draft' must be 30 rounds"),
        (lambda lines: lines[0]["picks"][0].append(1), "'picks' must be two rows"),
        (lambda lines: lines[0]["init"].pop("players"), "'init' is not a state"),
        (lambda lines: lines[0]["init"]["players"][0].pop("hand"), "a player of 'init' has no 'hand'"),
        (lambda lines: lines[0]["init"]["players"][0].update(hand=None), "value of the wrong kind"),
        (lambda lines: lines[0]["init"]["players"][0]["hand"].append([1, 161]), "is not a card"),
        (lambda lines: lines[0]["init"]["players"][0].update(hp=-5), "winner and health do not agree"),
        (lambda lines: lines[1].update(action="JUMP 1 2"), "'JUMP 1 2' is not an action"),
        (lambda lines: lines[1].update(after=None), "needs a state 'after'"),
        (lambda lines: lines[1].update(t="stop"), "the line is of kind 'stop'"),
        (lambda lines: lines.pop(), "the file ends inside the game"),
        (lambda lines: lines.pop(0), "stands outside a game"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path, change, reason):
    lines = json.loads(json.dumps(SCENARIO))
    change(lines)
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(RecordingError) as caught:
        verify_files([path])
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_states_of_the_wrong_kind_are_refused():
    state = SCENARIO[1]["before"]
    for value in (None, "x", [[1]], [[1, 2, 3]]):
        changed = json.loads(json.dumps(state))
        changed["players"][0]["deck"] = value
        with pytest.raises(LineError):
            read_state(Locm(), changed)


def test_the_command_exits_with_1_after_one_altered_number(tmp_path):
    lines = json.loads(json.dumps(SCENARIO))
    lines[3]["before"]["players"][1]["hp"] += 1
    path = tmp_path / "altered.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [sys.executable, "-m", "turnwright", "verify", "locm", path, "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert json.loads(done.stdout)["mismatches"] == 1


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_without_the_compiler_and_with_checked_bounds_games_replay_as_exactly(tmp_path, setting):
    """The shortest game of every file, as plain Python and with every index checked."""
    games = [min(read_recordings(path), key=lambda game: len(game.steps)) for path in FILES]
    lines = [line for game in games for line in (game.header, *game.steps, game.end)]
    (tmp_path / "short.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    command = [sys.executable, "-m", "turnwright", "verify", "locm", tmp_path / "short.jsonl", "--json"]
    done = subprocess.run(command, env=os.environ | {setting: "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["games"], report["mismatches"]) == (len(games), 0)


def test_mismatches_print_the_state_in_notation(altered):
    found = altered(NORMAL, 2, bump("after", "players", 0, "hp")).first_mismatch
    assert State(Locm(), Locm().parse_state(found.state.partition(" ")[2]).records).text == found.state
