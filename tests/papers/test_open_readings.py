"""What open readings are worth, from made-up scores."""

from itertools import product
from pathlib import Path

from turnwright.papers.check import read_result
from turnwright.papers.crossed_readings import crossed_section
from turnwright.papers.load import experiment
from turnwright.papers.open_readings import NAME, open_readings

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"
TABLES = (
    "5 action points, 3 in the first turn",
    "10 action points, 9 in the first turn",
    "10 action points, 3 in the first turn",
)


def test_an_effect_is_the_mean_over_all_combinations_of_the_other_choices():
    scores = []
    for table, judged, played in product(TABLES, ("before", "after"), ("final root", "best seen")):
        score = 50 + 2 * (judged == "after") + 10 * (played == "best seen") + 5 * (table == TABLES[2])
        row = f"{judged} the end, {played}, against vanilla OEP"
        place = {"table": f"Score of EMCTS, {table}", "row": row, "games": 40}
        scores.append({**place, "score": float(score), "low": score - 6.0, "high": score + 6.0})
    section = crossed_section({"scores": scores})
    # Six pairs of scores, each ± 6: 6 √12 / 6 = 3.5; two combinations fewer for the first turn: 6 √8 / 4 = 4.2.
    assert "| evaluated after the end of the turn, not before | +2.0 (-1.5 to +5.5) |" in section
    assert "| the best genome seen is played, not the final root | +10.0 (+6.5 to +13.5) |" in section
    assert "| 10 action points: 3 in the first turn, not 9 | +5.0 (+0.8 to +9.2) |" in section
    assert "40 games each, ± 6 points" in section


def test_every_question_has_an_effect_or_a_note():
    listed = open_readings(PAPERS / "open-readings.toml")
    assert [one.id for one in listed] == [f"A{number}" for number in range(1, 39)]
    assert all(bool(one.series) != bool(one.note) for one in listed)


def test_everything_that_was_played_stands_under_a_question():
    """But for the two scores that others are compared with."""
    asked = [name for one in open_readings(PAPERS / "open-readings.toml") for name in one.series]
    assert sorted(asked) == sorted(
        one.name for one in experiment(NAME).series if one.name not in ("rules", "hands_open")
    )
    assert len(read_result(PAPERS / "results" / NAME)["scores"]) == len(asked) + 2
