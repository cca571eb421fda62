"""`turnwright perft`: counts on the command line."""

import json

import pytest
from typer.testing import CliRunner

from turnwright import TurnwrightError
from turnwright.cli import app

POSITION = "95 1 5 b4X3426,c2A720rh,h4x4150,i4w800 -/- -/- 115142/17887"


def perft(*arguments: str) -> list[dict]:
    result = CliRunner().invoke(app, ["perft", "hero_academy", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_counts_are_printed_as_json():
    (found,) = perft("--state", POSITION)
    assert (found["turns"], found["outcomes"]) == (88477, 147)
    assert [depth["actions"] for depth in found["depths"]] == [1, 2, 3, 4, 5]
    assert found["depths"][-1]["sequences"] == 88477


def test_a_state_may_name_its_game():
    assert perft("--state", POSITION) == perft("--state", f"hero_academy {POSITION}")


def test_action_points_can_be_chosen():
    one, three = perft("--state", POSITION, "--ap", "1", "--ap", "3")
    assert one["turns"] == one["depths"][0]["sequences"] == three["depths"][0]["sequences"]
    assert [len(one["depths"]), len(three["depths"])] == [1, 3]


def test_the_table_shows_every_depth():
    result = CliRunner().invoke(app, ["perft", "hero_academy", "--state", POSITION])
    assert "88,477" in result.stdout
    assert "distinct end-of-turn states 147" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--ap", "26"], "--ap cannot be 26: 26 action points are impossible; give 0 to 25"),
        (["--state", POSITION, "--seed", "1"], "give one of them"),
        (["--state", "nonsense"], "is not a state"),
        (["--limit", "5"], "more than 5 distinct states"),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(arguments: list[str], message: str):
    result = CliRunner().invoke(app, ["perft", "hero_academy", *arguments])
    assert isinstance(result.exception, TurnwrightError)
    assert message in str(result.exception)
