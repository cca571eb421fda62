"""`turnwright ladder`: the table, JSON, the picture, and resuming."""

from pathlib import Path

import pytest

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
COMMAND = (
    "ladder",
    "greedy_action",
    "random",
    "--budgets",
    "4ev,32ev",
    "--game",
    TINY,
    "--games",
    6,
    "--store",
    "g.db",
)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_ladder_for_people_with_a_picture_and_then_as_json(here, turnwright_command):
    ran = turnwright_command(*COMMAND, "--plot", "ladder.svg")
    assert ran.code == 0, ran.err
    for word in ("greedy_action", "4ev", "32ev", "±", "to be as strong.", "games are in g.db"):
        assert word in ran.out
    assert "wrote ladder.svg" in ran.err
    assert "<svg" in Path("ladder.svg").read_text()
    again = turnwright_command(*COMMAND, "--json")
    assert "24 of 24 games are already in the store" in again.err
    assert again.data["budgets"] == ["4ev", "32ev"]
    assert {entry["one"] for entry in again.data["doublings"]} <= {"greedy_action", "random"}


def test_what_is_wrong_is_refused_before_anything_is_played(here, refused):
    assert "must end in .png or .svg" in refused(*COMMAND, "--plot", "ladder.txt")
    assert "at least two budgets" in refused("ladder", "random", "--budgets", "5ev", "--store", "g.db")
    assert not Path("g.db").exists()
