"""`turnwright power`: the questions it answers, and that nothing but JSON is on stdout if asked for."""

import json
import sys

import pytest

from turnwright.cli import main


@pytest.fixture
def power(monkeypatch, capsys):
    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnwright", "power", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capsys.readouterr()
        return int(caught.value.code or 0), printed.out, printed.err

    return run


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--share", 0.6), "194 games show a share of 60.0 % (+70 Elo) with a power of 80 % at alpha 0.05."),
        (
            ("--share", 0.55, "--unpaired"),
            "783 games show a share of 55.0 % (+35 Elo) with a power of 80 % at alpha 0.05.",
        ),
        (
            ("--share", 0.6, "--power", 0.9),
            "260 games show a share of 60.0 % (+70 Elo) with a power of 90 % at alpha 0.05.",
        ),
        (("--games", 194), "194 games show a share of 60.0 % (+70 Elo) with a power of 80 % at alpha 0.05."),
        (
            ("--share", 0.6, "--games", 194),
            "194 games show a share of 60.0 % (+70 Elo) with a power of 80 % at alpha 0.05.",
        ),
        (("--games", 1), "1 game cannot show any difference with a power of 80 % at alpha 0.05: play more."),
    ],
)
def test_answers_in_one_sentence(power, arguments, sentence):
    assert power(*arguments) == (0, sentence + "\n", "")


def test_elo_and_share_are_one_question(power):
    assert power("--elo", -190.8485)[1].startswith("30 games show a share of 25.0 % (-191 Elo)")
    assert power("--share", 0.25)[1].startswith("30 games show a share of 25.0 % (-191 Elo)")


def test_without_a_question_a_table(power):
    code, out, _ = power()
    assert code == 0
    assert len([line for line in out.splitlines() if line.startswith("│")]) == 10


def test_json(power):
    told = json.loads(power("--share", 0.6, "--games", 100, "--pair-correlation", -0.5, "--json")[1])
    assert (told["alpha"], told["draws"], told["paired"], told["pair_correlation"]) == (0.05, 0.0, True, -0.5)
    (row,) = told["differences"]
    assert (row["share"], row["games"]) == (0.6, 100)
    # As sure as 200 single games.
    assert row["power"] == pytest.approx(0.81, abs=0.01)
    (row,) = json.loads(power("--games", 1, "--json")[1])["differences"]
    assert (row["share"], row["elo"], row["games"]) == (None, None, 1)
    (row,) = json.loads(power("--share", 1, "--json")[1])["differences"]
    assert (row["share"], row["elo"], row["games"]) == (1.0, None, 4)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--elo", 20, "--share", 0.6), "--elo and --share both name a difference; give one of them"),
        (("--share", 62), "a share of 62.0 is impossible"),
        (("--elo", 0), "no number of games shows a difference of 0"),
        (("--elo", "nan"), "must be a number"),
        (("--elo", 20, "--alpha", 2), "alpha is 2; it must be between 0 and 1"),
        (("--elo", 20, "--unpaired", "--pair-correlation", -0.5), "single games have no pair correlation"),
    ],
)
def test_bad_questions_get_one_sentence(power, arguments, message):
    code, out, err = power(*arguments)
    assert (code, out) == (2, "")
    assert message in err
