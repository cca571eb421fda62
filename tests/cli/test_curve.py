"""`turnwright curve`: the table, JSON, the picture, and resuming."""

from pathlib import Path

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
COMMAND = ("curve", "greedy_action", "--budgets", "4ev,32ev", "--against", "random", "--game", TINY, "--store", "g.db")


def test_a_curve_for_people_with_a_picture_and_then_as_json(tmp_path, monkeypatch, turnwright_command):
    monkeypatch.chdir(tmp_path)
    ran = turnwright_command(*COMMAND, "--games", "4,2", "--plot", "curve.svg")
    assert ran.code == 0, ran.err
    for word in ("greedy_action", "4ev", "32ev", "4 games", "2 games", "games are in g.db"):
        assert word in ran.out
    assert "<svg" in Path("curve.svg").read_text()
    again = turnwright_command(*COMMAND, "--games", "4,2", "--json")
    assert "6 of 6 games are already in the store" in again.err
    assert again.data["budgets"] == ["4ev", "32ev"]


def test_what_is_wrong_is_refused_before_anything_is_played(tmp_path, monkeypatch, refused):
    monkeypatch.chdir(tmp_path)
    assert "must end in .png or .svg" in refused(*COMMAND, "--plot", "curve.txt")
    assert "--games is 'many'; it must be a number" in refused(*COMMAND, "--games", "many")
    assert not Path("g.db").exists()
