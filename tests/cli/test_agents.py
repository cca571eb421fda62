"""`turnwright agents`: everyone with every setting, its default, its values and a sentence."""

import json
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import turnwright
from turnwright.agents.oep import OepSettings
from turnwright.cli import main

MY_BOT = Path(__file__).resolve().parents[2] / "examples" / "my_bot.py"


@pytest.fixture
def agents(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "agents", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


def test_lists_every_agent(agents):
    code, out, _ = agents()
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line and line[0] != " "] == turnwright.agent_names()


def test_one_agent_with_all_its_settings_and_defaults(agents):
    code, out, _ = agents("oep")
    assert code == 0
    for field in fields(OepSettings):
        assert f"  {field.name}=" in out
    assert "population=100 " in out
    assert "(none | tabu | niche)" in out
    assert "Genomes in a population." in out


def test_json_has_defaults_choices_and_meanings(agents):
    code, out, _ = agents("oep", "--json")
    (oep,) = json.loads(out)
    settings = {setting["name"]: setting for setting in oep["settings"]}
    assert code == 0
    assert (oep["agent"], oep["needs_budget"]) == ("oep", True)
    assert list(settings) == [field.name for field in fields(OepSettings)]
    assert settings["diversity"]["choices"] == ["none", "tabu", "niche"]
    assert settings["history"]["default"] == "no"
    assert settings["patience"] | {"meaning": ""} == {
        "name": "patience",
        "default": "none",
        "values": "whole number or none",
        "choices": [],
        "meaning": "",
    }
    assert settings["survival"]["meaning"].startswith("Share of the population that survives")


def test_an_agent_from_a_file(agents):
    code, out, _ = agents(f"{MY_BOT}:MyBot")
    assert code == 0
    assert "Plays the best of some random turns." in out
    assert "tries=200" in out


def test_an_unknown_name_lists_what_exists(agents):
    code, out, err = agents("oap")
    assert (code, out) == (2, "")
    assert "did you mean 'oep'?" in err
