"""`turnwright games`: every game with its settings in words."""

from dataclasses import fields

import turnwright
from turnwright.games.registry import DEFAULT_GAME, game_settings


def test_every_setting_is_explained(turnwright_command):
    listed = {entry["game"]: entry for entry in turnwright_command("games", "--json").data}
    assert list(listed) == turnwright.game_names()
    for name, entry in listed.items():
        assert entry["meaning"]
        names = [setting["name"] for setting in entry["settings"]]
        assert names == [field.name for field in fields(game_settings(name))]
        assert all(setting["meaning"] for setting in entry["settings"])


def test_one_game_can_be_asked_for(turnwright_command):
    said = turnwright_command("games", "locm").out
    assert "locm  A draft of thirty cards" in said
    assert "hero_academy" not in said


def test_a_game_from_a_file_is_listed_too(turnwright_command):
    assert turnwright_command("games", "examples/pairs.py:Pairs").code == 0


def test_an_unknown_game_is_refused(refused):
    assert "no game 'chess'" in refused("games", "chess")


def test_the_default_game_exists():
    assert DEFAULT_GAME in turnwright.game_names()
