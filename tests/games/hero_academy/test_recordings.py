"""Recorded games: reading them, and what is said about files that cannot be used."""

import gzip
import json
from pathlib import Path

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.games.hero_academy.engine.maps import parse_map
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.recorded.files import (
    RecordedDeal,
    RecordedGame,
    RecordingError,
    read_recordings,
)
from turnwright.games.hero_academy.recorded.lines import (
    LineError,
    read_action,
    read_state,
    write_state,
)
from turnwright.games.hero_academy.recorded.positions import read_positions, reference_positions
from turnwright.games.hero_academy.settings import Settings

DATA = Path(__file__).resolve().parents[2] / "data" / "hero"
FILES = sorted(DATA.glob("*.jsonl.gz"))
SHORT = DATA / "limit_edge.jsonl.gz"


def lines_of(path: Path) -> list[dict]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def write_lines(path: Path, lines: list[dict]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.fixture(scope="module")
def short_games() -> list[RecordedGame]:
    return [game for game in read_recordings(SHORT) if isinstance(game, RecordedGame)]


# Reading


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_files_are_read_completely(path):
    read = list(read_recordings(path))
    lines = [line for found in read for line in (found.lines if isinstance(found, RecordedGame) else [found.line])]
    assert lines == lines_of(path)


def test_gzip_is_told_by_content(tmp_path):
    disguised = tmp_path / "plain.jsonl"
    disguised.write_bytes(SHORT.read_bytes())
    assert [game.lines for game in read_recordings(disguised)] == [game.lines for game in read_recordings(SHORT)]


def test_settings_are_the_header_s():
    for path in FILES:
        for game in read_recordings(path):
            if isinstance(game, RecordedGame):
                header, settings = game.header, game.settings
                assert list(settings.board.rows) == header["rows"]
                assert (settings.deck, settings.action_points) == (header["deck"], header["ap"])
                assert (settings.first_turn_points, settings.limit) == (
                    header["start_ap"],
                    header["turn_limit"],
                )
    assert next(iter(read_recordings(DATA / "a_ap5_agents.jsonl.gz"))).settings == Settings()


def test_recorded_states_load_and_save_the_same():
    for path in FILES:
        first = next(iter(read_recordings(path)))
        if isinstance(first, RecordedDeal):
            continue
        game = HeroAcademy(first.settings)
        for line in first.lines[1::9]:
            state = read_state(game, line["s"])
            assert write_state(state) == line["s"]
            assert turnwright.state(state.text).records.tobytes() == state.records.tobytes()


def test_actions_of_a_state_have_the_reference_s_words(short_games):
    game = HeroAcademy(short_games[0].settings)
    for step in short_games[0].steps[::10]:
        state = read_state(game, step["s"])
        actions = [read_action(game.settings.board, text) for text in step["L"]]
        assert actions == state.legal_actions()


@pytest.mark.parametrize(
    "text", ["", "e", "S:CRYSTAL", "D:KNIGHT", "D:KNIGHT:9,0", "U:0,0:0,5:M", "U:0,0:0,1:Z", "U:0,0"]
)
def test_words_that_mean_nothing_are_refused(text):
    with pytest.raises(LineError):
        read_action(parse_map("a"), text)


@pytest.mark.parametrize(
    "change",
    [
        {"turn": 0},
        {"p": 3},
        {"u": [[0, 0, 1, "DRAGON", 5, []]]},
        {"u": [[0, 0, 1, "KNIGHT", 5000, []]]},
        {"u": [[0, 0]]},
        {"u": 7},
        {"h1": [1, 2]},
        {"h1": None},
        {"s1": "x"},
    ],
)
def test_states_that_cannot_be_are_refused(change, short_games):
    state = {**short_games[0].steps[0]["s"], **change}
    with pytest.raises(TurnwrightError):
        read_state(HeroAcademy(), state)


# Files that cannot be used


def refusal(path: Path) -> str:
    with pytest.raises(TurnwrightError) as error:
        list(read_recordings(path))
    message = str(error.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def test_a_missing_file_and_a_folder(tmp_path):
    assert "No such file" in refusal(tmp_path / "missing.jsonl")
    assert "directory" in refusal(tmp_path)


def test_an_empty_file(tmp_path):
    (tmp_path / "empty.jsonl").touch()
    assert "empty" in refusal(tmp_path / "empty.jsonl")


def test_a_truncated_gzip_file(tmp_path):
    cut = tmp_path / "cut.jsonl.gz"
    packed = SHORT.read_bytes()
    cut.write_bytes(packed[: len(packed) // 2])
    message = refusal(cut)
    assert "damaged or cut off" in message
    assert int(message.split("line ")[1].split(":")[0]) > 100


def test_a_damaged_gzip_file(tmp_path):
    damaged = tmp_path / "damaged.jsonl.gz"
    packed = bytearray(SHORT.read_bytes())
    for i in range(20_000, 20_050):
        packed[i] ^= 0x5A
    damaged.write_bytes(packed)
    assert ", line " in refusal(damaged)


def test_a_plain_file_cut_inside_a_line(tmp_path):
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(gzip.decompress(SHORT.read_bytes())[:3000])
    assert f"{cut}, line " in refusal(cut)
    assert "not JSON" in refusal(cut)


def test_a_file_that_ends_inside_a_game(tmp_path):
    message = refusal(write_lines(tmp_path / "cut.jsonl", lines_of(SHORT)[:10]))
    assert "line 10: the file ends inside the game of line 1" in message


@pytest.mark.parametrize("text", [b"\xff\xfe\x00", b"[1, 2]\n", b"\n", b"[" * 100_000, b"9" * 10_000, b"null"])
def test_lines_that_are_no_json_object(text, tmp_path):
    (tmp_path / "odd.jsonl").write_bytes(text)
    assert "odd.jsonl, line 1: " in refusal(tmp_path / "odd.jsonl")


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (0, {"t": "match"}, "'match'"),
        (0, {"t": 7}, "kind 7"),
        (0, {"rows": None}, "'rows' is 'None'; a list is expected"),
        (0, {"seed1": -1}, "'seed1' is -1"),
        (0, {"seed1": 1.5}, "a int is expected"),
        (1, {"s": []}, "a dict is expected"),
        (1, {"s": {}}, "the state has no 'turn'"),
        (1, {"a": None}, "a str is expected"),
        (
            1,
            {
                "t": "game",
                "rows": [],
                "deck": "",
                "ap": 1,
                "start_ap": 1,
                "turn_limit": 1,
                "seed1": 1,
                "seed2": 1,
            },
            "begins before",
        ),
        (
            0,
            {
                "t": "step",
                "s": dict.fromkeys(("turn", "p", "ap", "term", "win", "u", "h1", "h2", "d1", "d2", "s1", "s2", "hash")),
                "ev": [],
                "L": [],
                "a": "",
            },
            "outside a game",
        ),
    ],
)
def test_lines_that_do_not_fit(line, change, reason, tmp_path):
    lines = lines_of(SHORT)[:20]
    lines[line] |= change
    message = refusal(write_lines(tmp_path / "odd.jsonl", lines))
    assert f"line {line + 1}: " in message
    assert reason in message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rows": ["d0", "D"]}, "row 2 of the map"),
        ({"rows": ["dcCD" * 20] * 2}, "at most 64"),
        ({"rows": [7]}, "map"),
        ({"deck": "HUGE"}, "HUGE"),
        ({"ap": 99}, "action_points is 99"),
    ],
)
def test_headers_that_no_game_can_have(change, reason, tmp_path):
    lines = lines_of(SHORT)
    lines[0] |= change
    (game, *_) = read_recordings(write_lines(tmp_path / "odd.jsonl", lines))
    with pytest.raises(RecordingError, match=reason) as error:
        game.settings  # noqa: B018
    assert error.value.line == 1


def test_an_action_that_means_nothing_is_named_with_its_line(tmp_path):
    lines = lines_of(SHORT)
    lines[3]["a"] = "jump"
    (game, *_) = read_recordings(write_lines(tmp_path / "odd.jsonl", lines))
    with pytest.raises(RecordingError, match=r"odd.jsonl, line 4: 'jump' is not an action"):
        game.actions  # noqa: B018


# Positions


@pytest.fixture(scope="module")
def positions():
    return reference_positions()


def test_the_package_ships_192_positions(positions):
    assert len(positions) == 192
    assert len({position.state.text for position in positions}) == 192
    points = [position.game.settings.action_points for position in positions]
    assert {p: points.count(p) for p in set(points)} == {3: 24, 5: 120, 10: 24, 15: 24}
    assert {position.phase for position in positions} == {"opening", "mid", "end"}


def test_positions_have_the_recorded_facts_under_the_reference_s_readings(positions):
    for position in positions:
        reference = position.game.variant(evaluation="reference", ordering="reference", pruning="reference")
        state = position.state.under(reference)
        assert len(state.legal_actions()) == position.legal
        assert len(state.candidates()) == position.pruned
        assert state.evaluate() == position.value
        assert state.normalised() == position.normalised


def test_recorded_turns_lead_to_the_recorded_values(positions):
    for position in positions[::8]:
        reference = position.game.variant(evaluation="reference")
        for runs in position.results.values():
            for run in runs:
                state = position.state.under(reference).play(*run.actions)
                assert state.evaluate(position.state.player) == run.value
                assert state.is_over == run.over


def test_the_best_of_a_position_is_among_its_runs(positions):
    for position in positions:
        assert position.best == max(run.value for runs in position.results.values() for run in runs)
        assert any(run.value == position.best for run in position.results[position.best_by])


def test_a_broken_position_is_named_with_its_line(tmp_path):
    broken = tmp_path / "positions.jsonl"
    broken.write_text('{"id": "x"}\n')
    with pytest.raises(RecordingError, match=r"positions.jsonl, line 1: the position has no 'map'"):
        list(read_positions(broken))
    broken.write_text('{"map": 7}\n')
    with pytest.raises(RecordingError, match="line 1"):
        list(read_positions(broken))
