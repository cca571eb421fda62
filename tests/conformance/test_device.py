"""`check-game --gpu` names what keeps a game from a GPU, in words and without one."""

from pathlib import Path

import pytest

from turnwright.conformance.device import check_for_gpu

PAIRS = Path(__file__).resolve().parents[2] / "examples" / "pairs.py"


@pytest.mark.parametrize("name", ["hero_academy", "locm", "arimaa", "amazons"])
def test_no_rule_of_our_games_allocates(name, monkeypatch):
    monkeypatch.setattr("turnwright.conformance.device.find_spec", lambda package: None)
    assert check_for_gpu(name) == []


def test_a_rule_that_allocates_is_named(tmp_path):
    source = PAIRS.read_text().replace("count = 0\n    while free:", "count = np.zeros(1).size - 1\n    while free:")
    assert source != PAIRS.read_text()
    (tmp_path / "mine.py").write_text(source)
    (found,) = check_for_gpu(f"{tmp_path / 'mine.py'}:Pairs")
    assert "legal_actions in mine.py, line" in found.what
    assert "allocates an array (zeros)" in found.what
    assert "work_array" in found.advice


def test_a_game_that_is_not_there_is_a_finding():
    (found,) = check_for_gpu("chess")
    assert "chess" in found.what
