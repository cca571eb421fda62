"""`turnwright puzzles`."""

import pytest

GOOD = (
    '{"state": "hero_academy:map=a-small,deck=SMALL 9 1 2 b3X4500,d3A800,e2x1,f3x1 -/k -/- 1/1", '
    '"turn": "d3xe2 d3xf3", "length": 2, "turns": 2, "stars": 1}'
)


def test_a_file_is_proven_again(turnwright_command, tmp_path):
    file = tmp_path / "puzzles.json"
    file.write_text(f'{{"puzzles": [{GOOD}]}}')
    ran = turnwright_command("puzzles", "check", file)
    assert ran.code == 0
    assert "1 of 1 puzzles are proved" in ran.out
    file.write_text(f'{{"puzzles": [{GOOD}, {GOOD.replace("x1,f3x1", "x4500,f3x1")}]}}')
    ran = turnwright_command("puzzles", "check", file, "--json")
    assert ran.code == 1
    assert ran.data["puzzles"] == 2
    assert len(ran.data["wrong"]) == 1
    assert "cannot be won" in ran.data["wrong"][0]


def test_a_file_that_is_none_is_refused(refused, tmp_path):
    assert "cannot be read" in refused("puzzles", "check", tmp_path / "none.json")


@pytest.mark.slow
def test_mining_finds_the_same_puzzles_again_and_keeps_those_that_are_there(turnwright_command, tmp_path):
    game = ("--game", "hero_academy:map=a-small,deck=SMALL", "--players", "greedy_action greedy_turn@500ev")
    files = [tmp_path / name for name in ("one.json", "two.json")]
    for file in files:
        ran = turnwright_command("puzzles", "mine", file, *game, "--games", 12)
        assert ran.code == 0, ran.err
        assert turnwright_command("puzzles", "check", file).code == 0
    assert files[0].read_text() == files[1].read_text()
    assert files[0].read_text().count('"stars"') >= 2
    ran = turnwright_command("puzzles", "mine", files[0], *game, "--games", 12)
    assert ran.out.startswith("0 new puzzles")


@pytest.mark.slow
def test_mining_reads_stored_games(turnwright_command, tmp_path):
    game, store = "hero_academy:map=a-small,deck=SMALL", tmp_path / "games.db"
    played = ("greedy_action", "greedy_turn@500ev", "--game", game, "--games", 12, "--store", store, "--workers", 1)
    assert turnwright_command("match", *played).code == 0
    file = tmp_path / "puzzles.json"
    ran = turnwright_command("puzzles", "mine", file, "--stored", "--store", store, "--game", game)
    assert ran.code == 0, ran.err
    assert not ran.out.startswith("0 new")
    assert turnwright_command("puzzles", "check", file).code == 0
