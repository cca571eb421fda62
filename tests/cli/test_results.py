"""`turnwright results`: stores that become one."""


def test_stores_merge(turnwright_command, refused, tmp_path):
    """Two machines play parts of a match; one store then has all of it, and nothing is played again."""
    one, other = tmp_path / "one.db", tmp_path / "other.db"
    match = ("match", "random", "random:policy=meta", "--workers", "1", "--json")
    turnwright_command(*match, "--games", "2", "--store", one)
    turnwright_command(*match, "--games", "4", "--store", other)
    ran = turnwright_command("results", "merge", other, "--store", one, "--json")
    assert ran.data == {"stores": {str(other): {"new": 2, "known": 2}}}
    assert "4 of 4 games are already in the store" in turnwright_command(*match, "--games", "4", "--store", one).err
    shown = turnwright_command("results", "merge", other, "--store", one).out
    assert "0 games from" in shown
    assert "4 games in the store" in shown
    assert len(turnwright_command("results", "--store", one, "--json").data) == 4
    assert "there is no store" in refused("results", "merge", tmp_path / "none.db", "--store", one)
