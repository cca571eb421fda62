"""The engine replays the reference's recorded games exactly, and a difference is found and shown."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from turnwright.games.hero_academy.recorded.files import (
    RecordedGame,
    RecordingError,
    read_recordings,
)
from turnwright.games.hero_academy.recorded.verify import verify_files, verify_game

DATA = Path(__file__).resolve().parents[2] / "data" / "hero"
FILES = sorted(DATA.glob("*.jsonl.gz"))


def lines_of(path):
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


GAME_LINES = lines_of(DATA / "limit_edge.jsonl.gz")
LENGTH = next(i for i, line in enumerate(GAME_LINES) if line["t"] == "end") + 1


@pytest.fixture
def altered(tmp_path):
    """The report on a game after one change of one of its lines."""

    def verify(line, change):
        lines = json.loads(json.dumps(GAME_LINES[:LENGTH]))
        change(lines[line])
        path = tmp_path / "altered.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return verify_files([path])

    return verify


def test_all_recorded_games_and_deals_replay_without_a_mismatch():
    told = []
    report = verify_files(FILES, told.append)
    assert report.first_mismatch is None
    assert report.mismatches == 0
    kinds = [line["t"] for path in FILES for line in lines_of(path)]
    assert (report.files, report.games, report.steps, report.deals) == (
        len(FILES),
        kinds.count("game"),
        kinds.count("step"),
        3000,
    )
    assert sum(told) == sum(path.stat().st_size for path in FILES)


def bump(key, index=None):
    def change(line):
        if index is None:
            line[key] += 1
        else:
            line[key][index] += 1

    return change


def bump_state(key, *indices):
    def change(line):
        place, last = line["s"], key
        for index in indices:
            place, last = place[last], index
        place[last] += 1

    return change


@pytest.mark.parametrize(
    ("line", "change", "what"),
    [
        (1, bump("ev", 1), "ev, item 2 of 2"),
        (1, bump("np"), "np"),
        (1, bump("sv", 2), "sv, item 3"),
        (1, bump("cv", 0), "cv, item 1"),
        (3, bump_state("turn"), "s.turn"),
        (3, bump_state("ap"), "s.ap"),
        (3, bump_state("p"), "s.p"),
        (3, bump_state("term"), "s.term"),
        (3, bump_state("win"), "s.win"),
        (3, bump_state("hash"), "s.hash"),
        (3, bump_state("s2"), "s.s2"),
        (3, bump_state("h1", 4), "s.h1, item 5 of 11"),
        (3, bump_state("d2", 10), "s.d2, item 11 of 11"),
        (3, bump_state("u", 1, 4), "s.u, item 2"),
        (LENGTH - 1, bump("steps"), "steps"),
        (LENGTH - 1, bump("ev", 0), "ev, item 1 of 2"),
    ],
)
def test_one_altered_number_is_one_mismatch(altered, line, change, what):
    report = altered(line, change)
    assert report.mismatches == 1
    mismatch = report.first_mismatch
    assert mismatch.line == line + 1
    assert mismatch.what.startswith(what)
    assert mismatch.expected != mismatch.got
    assert mismatch.state.startswith("hero_academy")


@pytest.mark.parametrize(
    ("key", "error", "mismatches"),
    [("evn", 1e-15, 1), ("evmb", 1e-12, 0), ("evmb", 1e-8, 1), ("evme", 1e-8, 1)],
)
def test_normalised_values_are_exact_and_sums_within_the_tolerance(altered, key, error, mismatches):
    def change(line):
        line[key][0] += error

    assert altered(6, change).mismatches == mismatches


def test_the_order_and_the_labels_of_legal_actions_count(altered):
    def swap(line):
        line["L"][0], line["L"][1] = line["L"][1], line["L"][0]

    assert altered(2, swap).first_mismatch.what.startswith("L, item 1 of")
    number = next(i for i, line in enumerate(GAME_LINES) if line.get("a", "").endswith(":M"))

    def relabel(line):
        line["L"] = [text.replace(":M", ":A") for text in line["L"]]

    assert altered(number, relabel).first_mismatch.got.endswith(":M")

    def relabel_played(line):
        line["a"] = line["a"].replace(":M", ":A")

    assert altered(number, relabel_played).first_mismatch.what.startswith("a (game")


def test_a_missing_or_additional_legal_action_is_shown(altered):
    report = altered(2, lambda line: line["L"].pop())
    assert report.first_mismatch.expected == "nothing"
    report = altered(2, lambda line: line["L"].append("E"))
    assert report.first_mismatch.got == "nothing"


def test_other_seeds_make_another_game(altered):
    assert altered(0, bump("seed1")).mismatches > 0


def test_a_replay_stops_at_an_action_that_cannot_be_played(altered):
    def change(line):
        line["a"] = "U:4,2:4,3:M"

    mismatch = altered(1, change).first_mismatch
    assert (mismatch.line, mismatch.expected) == (2, "U:4,2:4,3:M")
    assert "not legal" in mismatch.got


def test_a_value_of_the_wrong_kind_is_a_mismatch(altered):
    for value in (None, "x", [1], {}):
        assert altered(6, lambda line, value=value: line.update(evmb=value)).mismatches == 1
        assert altered(6, lambda line, value=value: line["s"].update(u=value)).mismatches == 1


def test_an_altered_deal_is_found(tmp_path):
    deal = lines_of(DATA / "deals.jsonl.gz")[0]
    deal["rest"][3] += 1
    path = tmp_path / "deals.jsonl"
    path.write_text(json.dumps(deal))
    report = verify_files([path])
    assert (report.deals, report.mismatches) == (1, 1)
    assert report.first_mismatch.what == "rest, item 4 of 11"


def test_a_file_that_cannot_be_used_is_an_error_and_no_mismatch(tmp_path):
    path = tmp_path / "cut.jsonl"
    path.write_text(json.dumps(GAME_LINES[0]))
    with pytest.raises(RecordingError, match="ends inside the game"):
        verify_files([path])


def test_recordings_hold_the_rare_events_of_the_rules():
    """The stored games are few; they must still contain what seldom happens."""
    seen = set()
    for path in FILES:
        for game in read_recordings(path):
            if not isinstance(game, RecordedGame):
                continue
            limit = game.header["turn_limit"]
            seen |= {f"{game.header['map']} {game.header['deck']}", f"ap {game.header['ap']}"}
            end = game.end["s"]
            if end["turn"] == limit and end["win"] == 0 and end["term"]:
                seen.add("draw at the limit")
            seen.add(f"won by {end['win']}")
            for step in game.steps:
                fallen = {(u[0], u[1]): u[2] for u in step["s"]["u"] if u[4] == 0}
                words = step["a"].split(":")
                if step["a"] == "E":
                    seen.add("early end" if step["s"]["ap"] else "end")
                    seen |= set() if step["L"] else {"nothing to do"}
                target = tuple(map(int, words[2].split(","))) if len(words) > 2 else None
                if target in fallen:
                    whose = "own" if fallen[target] == step["s"]["p"] else "enemy"
                    seen.add(f"{words[0]} {words[3] if words[0] == 'U' else words[1]} on {whose} fallen")
    expected = {"draw at the limit", "won by 1", "won by 2", "early end", "nothing to do"}
    expected |= {f"U {kind} on {whose} fallen" for kind in "MH" for whose in ("own", "enemy")}
    expected |= {f"D {card} on own fallen" for card in ("KNIGHT", "REVIVE_POTION", "INFERNO")}
    expected |= {"a STANDARD", "a-small SMALL", "a-tiny TINY"} | {f"ap {ap}" for ap in (2, 3, 5, 10, 15)}
    assert expected <= seen


@pytest.mark.parametrize("name", ["small_tiny.jsonl.gz", "aimed.jsonl.gz"])
def test_single_games_can_be_verified(name):
    game = next(iter(read_recordings(DATA / name)))
    assert list(verify_game(game)) == []


def test_without_the_compiler_games_replay_as_exactly(tmp_path):
    """The same rules as plain Python: the shortest games of some files, on a large map too."""
    games = [list(read_recordings(path)) for path in FILES if path.name != "deals.jsonl.gz"]
    shortest = sorted((min(found, key=_length) for found in games), key=_length)[:4]
    assert {game.header["map"] for game in shortest} == {"a-tiny", "a"}
    lines = [json.dumps(line) for game in shortest for line in game.lines]
    (tmp_path / "short.jsonl").write_text("\n".join(lines) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "turnwright", "verify", "hero_academy", tmp_path / "short.jsonl", "--json"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["games"], report["mismatches"]) == (len(shortest), 0)


def _length(game: RecordedGame) -> int:
    return len(game.steps)
