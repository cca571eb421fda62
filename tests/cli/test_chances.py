"""`turnwright train chances`: what an evaluation means, from stored games, also in parts of a game."""

import pytest


@pytest.fixture
def amazons(turnwright_command, tmp_path):
    """A store with eight short games of Amazons."""
    store = tmp_path / "games.db"
    played = turnwright_command(
        *("match", "greedy_action", "random", "--game", "amazons:side=4", "--games", 8, "--workers", 1),
        *("--plain", "--store", store),
    )
    assert played.code == 0, played.err
    return store


def test_scales_below_one_are_told_with_their_digits_and_parts_have_their_own(turnwright_command, amazons):
    asked = ("train", "chances", "--game", "amazons:side=4", "--store", amazons)
    whole = turnwright_command(*asked, "--json").data
    assert whole["games"] == 8
    assert 0 < whole["low"] <= whole["scale"] <= whole["high"]
    said = turnwright_command(*asked).out
    assert f"amazons:side=4: scale {whole['scale']:.3g} (" in said
    parts = turnwright_command(*asked, "--parts", 2, "--json").data["parts"]
    assert parts[0]["turn"] == 1
    assert len(parts) == 2
    assert sum(part["positions"] for part in parts) == whole["positions"]
    told = turnwright_command(*asked, "--parts", 2).out
    for part in parts:
        assert f"amazons:side=4 from turn {part['turn']} on: scale " in told


def test_a_store_without_such_games_is_told(turnwright_command, amazons):
    refused = turnwright_command("train", "chances", "--game", "amazons:side=5", "--store", amazons)
    assert refused.code == 2
    assert "the store has no games of amazons:side=5" in refused.err
