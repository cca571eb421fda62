"""`turnwright verify`: exit code 0 without a mismatch, 1 with one, 2 for input that cannot be used."""

import gzip
import json
import sys
from pathlib import Path

import pytest

from turnwright.cli import main

DATA = Path(__file__).resolve().parents[1] / "data" / "hero"
SHORT, DEALS = DATA / "limit_edge.jsonl.gz", DATA / "deals.jsonl.gz"


@pytest.fixture
def verify(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "verify", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.fixture
def altered(tmp_path):
    lines = [json.loads(line) for line in gzip.decompress(SHORT.read_bytes()).splitlines()]
    lines[4]["s"]["u"][0][4] -= 1
    path = tmp_path / "altered.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_counts_files_games_steps_and_deals(verify):
    code, out, _ = verify("hero_academy", SHORT, DEALS)
    assert code == 0
    assert out.startswith("hero_academy: 2 files, 10 games, 1,344 steps, 3,000 deals in ")
    assert out.endswith("mismatches: 0\n")


def test_json_is_alone_on_stdout(verify):
    code, out, _ = verify("hero_academy", SHORT, "--json")
    assert code == 0
    report = json.loads(out)
    assert report.pop("seconds") >= 0
    assert report == {
        "game": "hero_academy",
        "files": 1,
        "games": 10,
        "steps": 1344,
        "deals": 0,
        "mismatches": 0,
        "first_mismatch": None,
    }


def test_a_mismatch_is_shown_and_exits_with_1(verify, altered):
    code, out, _ = verify("hero_academy", altered)
    assert code == 1
    assert "mismatches: 1\n" in out
    assert f"first mismatch: {altered}, line 5: s.u, item 1 of 5 (game 0, step 3)\n" in out
    assert "  recorded: [0, 1, 1, 'ARCHER', 799, []]\n  engine:   [0, 1, 1, 'ARCHER', 800, []]\n" in out


def test_a_mismatch_in_json(verify, altered):
    code, out, _ = verify("hero_academy", altered, "--json")
    assert code == 1
    report = json.loads(out)
    assert report["mismatches"] == 1
    assert report["first_mismatch"]["line"] == 5
    assert report["first_mismatch"]["expected"][4] == 799


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess", SHORT), "there is no game 'chess'"),
        (("hero_academy", "missing.jsonl"), "missing.jsonl cannot be read"),
        (("hero_academy", DATA), "cannot be read"),
        (("hero_academy", Path(__file__)), "line 1: this is not JSON"),
    ],
)
def test_unusable_input_is_one_sentence_and_exits_with_2(verify, arguments, message):
    code, out, err = verify(*arguments)
    assert code == 2
    assert out == ""
    assert message in err.replace("\n", " ")
    assert "Traceback" not in err


def test_no_files_exits_with_2(verify):
    assert verify("hero_academy")[0] == 2


def test_a_game_without_recordings_is_refused_in_one_sentence(verify):
    code, _, err = verify("arimaa", SHORT)
    assert code == 2
    assert "there are no recorded games of arimaa to verify" in err
