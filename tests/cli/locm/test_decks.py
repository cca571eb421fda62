"""`turnwright decks`: the database of decks as a table, as JSON and as a file; and matches with these decks."""

import json
import sys

import pytest

from turnwright.cli import console, main


def run(monkeypatch, capsys, *arguments, command="decks"):
    monkeypatch.setattr(sys, "argv", ["turnwright", command, *arguments])
    with pytest.raises(SystemExit) as caught:
        main()
    told = capsys.readouterr()
    return caught.value.code or 0, told.out, told.err


def test_all_decks_are_written_and_printed_alike(monkeypatch, capsys, tmp_path):
    file = tmp_path / "decks.json"
    code, out, _ = run(monkeypatch, capsys, "locm", "--seed", "3", "--out", str(file), "--json")
    assert code == 0
    data = json.loads(out)
    assert data == json.loads(file.read_text())
    assert data["game"] == "locm:draft=decks,decks=3"
    decks = data["decks"]
    places = [(deck["draft"], deck["strategy"], deck["order"]) for deck in decks]
    wanted = [(d, s, o) for d in range(10) for s in ("ranked", "curve", "mixed") for o in range(10)]
    assert places == wanted
    assert all(len(deck["cards"]) == 30 and all(1 <= number <= 160 for number in deck["cards"]) for deck in decks)


def test_people_get_a_table_of_the_thirty_decks(monkeypatch, capsys):
    code, out, _ = run(monkeypatch, capsys)
    assert code == 0
    assert out.count("ranked") == out.count("curve") == out.count("mixed") == 10


@pytest.mark.parametrize("wrong", [("chess",), ("locm", "--seed", "-1"), ("locm", "--out", "/nowhere/x.json")])
def test_bad_input_is_one_sentence(wrong, monkeypatch, capsys):
    code, out, err = run(monkeypatch, capsys, *wrong)
    assert code == 2
    assert out == ""
    assert "Traceback" not in err


@pytest.mark.parametrize(("view", "told"), [("open", "view open, a cheat"), ("hidden", "view hidden")])
def test_a_match_says_whether_players_see_what_they_should_not(view, told, monkeypatch, capsys, tmp_path):
    """In the score, and in the list of stored games."""
    store = ("--store", str(tmp_path / "games.db"))
    players = ("no_ai", "permutation_random", "--game", "locm:draft=decks", "--games", "2")
    more = ("--view", view, "--workers", "1", *store)
    code, out, err = run(monkeypatch, capsys, *players, *more, command="match")
    assert code == 0, err
    assert f"locm:draft=decks, {told}\n" in out
    monkeypatch.setattr(console.out, "_width", 200)
    code, out, _ = run(monkeypatch, capsys, *store, command="results")
    assert code == 0
    assert out.count("a cheat") == (2 if view == "open" else 0)
