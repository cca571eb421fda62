"""Games and labelled positions as Parquet files: there and back, and files that are none of ours."""

import json
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import turnwright
from turnwright import TurnwrightError
from turnwright.exchange.files import games_in, write_games, write_positions
from turnwright.exchange.labelled import LabelledPosition, labelled_positions
from turnwright.exchange.tables import columns, game_rows, read_games, read_positions, write_table

from .conftest import stored_in


@pytest.fixture
def games(store):
    return stored_in(store)


@pytest.fixture
def file(tmp_path, games) -> Path:
    write_games(tmp_path / "games.parquet", games)
    return tmp_path / "games.parquet"


def test_games_come_back_as_they_were(file, games):
    assert list(games_in(file)) == games


def test_what_is_unknown_is_told_apart_from_zero(file, games):
    rows = parquet.read_table(file).to_pylist()
    assert {row["first_budget"] for row in rows} == {None, "30ev"}
    assert [row["overrun_ms"] for row in rows] == [None] * len(rows)
    assert all(row["reports"]["generations"] is None for row in rows)
    assert [row["reports"]["seat"] for row in rows] == [game.record.reports["seat"] for game in games]


def test_positions_come_back_as_they_were(tmp_path, games):
    labelled = list(labelled_positions(games))
    write_positions(tmp_path / "p.parquet", labelled)
    assert list(read_positions(tmp_path / "p.parquet")) == labelled
    assert len(labelled) == sum(len(game.record.turns) for game in games)
    for position in labelled:
        state = turnwright.state(position.state)
        assert state.player == position.player
        assert position.points == (1 + position.outcome * (1, -1)[position.player]) / 2
        state.game.split_turn(position.played)


def test_every_column_says_what_it_holds():
    for table in ("games", "positions"):
        assert all(column.metadata[b"meaning"] for column in columns(table))
    names = list(LabelledPosition.__dataclass_fields__)
    assert columns("positions").names == names


def test_a_file_carries_its_card(file, games):
    card = json.loads(parquet.read_metadata(file).metadata[b"turnwright.card"])
    assert (card["table"], card["version"], card["rows"]) == ("games", 1, len(games))
    assert set(card["agents"]) == {"random", "greedy_action@30ev"}
    assert sum(card["outcomes"].values()) == len(games)
    written = write_games(file, games)
    assert "| `greedy_action@30ev` | 4 |" in written.text("games.parquet")


def changed(file: Path, **changes: object) -> Path:
    """The file with other values in its first row."""
    rows = parquet.read_table(file).to_pylist()
    rows[0] |= changes
    write_table(file, "games", rows)
    return file


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"turns": ["end", "nonsense"]}, "cannot be used: ValueError: its figures of seat do not fit its turns"),
        ({"seed": 99}, "its setup is not the one that its key names"),
        ({"outcome": 5}, "the outcome is 5; it must be 1, 0 or -1"),
        ({"view": "psychic"}, "there is no view 'psychic'"),
        ({"forfeit": "x" * 200_000}, "forfeit has 200,000 letters"),
        ({"first_budget": "much"}, "'much' is not a budget"),
    ],
)
def test_rows_that_are_wrong_are_refused_in_one_sentence(file, changes, says):
    with pytest.raises(TurnwrightError, match=says) as caught:
        list(games_in(changed(file, **changes)))
    assert str(caught.value).startswith("row 1 of ")
    assert "\n" not in str(caught.value)


def test_games_that_the_rules_do_not_allow_are_refused(file, games):
    flipped = -1 if games[0].record.outcome == 1 else 1
    with pytest.raises(TurnwrightError, match=r"game 1 of .* is refused: the stored outcome is"):
        list(games_in(changed(file, outcome=flipped)))


def test_rules_from_outside_run_only_with_trust(canary, tmp_path, games):
    (row,) = game_rows(games[:1])
    for spec in canary.specs:
        record = games[0].record
        foreign = replace(record, setup=replace(record.setup, game=spec))
        write_table(tmp_path / "f.parquet", "games", [row | {"game": spec, "key": foreign.setup.key}])
        with pytest.raises(TurnwrightError, match="is not trusted"):
            list(games_in(tmp_path / "f.parquet"))


def test_files_of_others_are_refused_in_one_sentence(tmp_path, file):
    text = tmp_path / "text.parquet"
    text.write_text("not a table")
    other = tmp_path / "other.parquet"
    parquet.write_table(pa.table({"a": [1]}), other)
    newer = tmp_path / "newer.parquet"
    schema = columns("games").with_metadata({"turnwright.table": "games", "turnwright.version": "2"})
    parquet.write_table(schema.empty_table(), newer)
    lacking = tmp_path / "lacking.parquet"
    parquet.write_table(columns("games").empty_table().drop_columns(["turns"]), lacking)
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(file.read_bytes()[:-50])
    damaged = tmp_path / "damaged.parquet"
    content = bytearray(file.read_bytes())
    content[40:400] = bytes(360)
    damaged.write_bytes(content)
    for wrong, says in (
        (text, "is no Parquet file, or a damaged one"),
        (other, "is a Parquet file, but none of Turnwright"),
        (newer, "has version '2' of the table 'games', this Turnwright knows 1"),
        (lacking, "has no column 'turns' of the type list"),
        (cut, "is no Parquet file, or a damaged one"),
        (damaged, "damaged.parquet"),
        (tmp_path / "nowhere.parquet", "cannot be read: No such file"),
    ):
        with pytest.raises(TurnwrightError, match=says) as caught:
            list(read_games(wrong))
        assert "\n" not in str(caught.value)
    with pytest.raises(TurnwrightError, match="has the table 'games'; 'positions' is wanted here"):
        list(read_positions(file))
