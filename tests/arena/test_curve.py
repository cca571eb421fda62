"""Strength curves: who meets whom, what is resumed, what the result says, and what is wrong with a description."""

import json
from dataclasses import replace

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.arena.curve import curve, planned_curve
from turnwright.arena.store import Store

BUDGETS = ["1ev", "40ev", "160ev"]
TINY = "hero_academy:map=a-tiny,deck=TINY"


@pytest.fixture
def drawn(begun):
    """The curve of an agent that plays better with a larger budget, and its store."""
    with Store.in_memory() as store:
        yield climb(store, games=[12, 8, 8]), store


def climb(store, budgets=BUDGETS, games=12):
    return curve(
        ["greedy_action"], budgets, "greedy_action@40ev", game=TINY, games=games, seed=1, store=store, backend="here"
    )


def test_every_budget_meets_the_same_opponent_in_the_same_deals():
    planned = planned_curve(["random", "greedy_action"], BUDGETS, "oep@9it", TINY, [8, 4, 2], 3, "open")
    assert planned.agents == ("random", "greedy_action")
    assert [tuple(map(str, pairing.players)) for pairing in planned.pairings] == [
        (f"{agent}@{budget}", "oep@9it") for agent in planned.agents for budget in BUDGETS
    ]
    assert [pairing.games for pairing in planned.pairings] == [8, 4, 2] * 2
    deals = [[game.setup.seed for game in pairing][:2] for pairing in planned.pairings]
    assert deals == [deals[0]] * 6


def test_games_are_stored_and_not_played_again(drawn, begun):
    result, store = drawn
    assert len(begun) == len(result.games) == store.count() == 28
    assert str(climb(store, games=[12, 8, 8])) == str(result)
    assert len(begun) == 28
    climb(store, budgets=[*BUDGETS, "640ev"], games=[12, 8, 10, 4])
    assert len(begun) == 28 + 2 + 4, "only new games are played"


def test_the_result_as_text_as_data_and_as_a_picture(drawn, tmp_path):
    result, _ = drawn
    text = str(result)
    for word in ("against greedy_action@40ev", "greedy_action", "1ev", "40ev", "160ev", "12 games", "8 games"):
        assert word in text
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["opponent"] == "greedy_action@40ev"
    assert data["budgets"] == BUDGETS
    (line,) = data["curves"]
    assert [score["games"] for score in line["scores"]] == [12, 8, 8]
    assert line["scores"][0]["share"] < 0.5 <= line["scores"][2]["share"], "a budget buys strength here"
    result.draw(tmp_path / "curve.svg")
    first = (tmp_path / "curve.svg").read_bytes()
    assert b"<svg" in first
    result.draw(tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").read_bytes() == first


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ((60, 40), (61, 39), "greedy_action never scores less with a larger budget."),
        ((60, 40), (58, 42), "scores 2.0 points less with 40ev than with 1ev (change -15.3 to +11.4): chance can"),
        ((80, 20), (40, 60), "scores 40.0 points less with 40ev than with 1ev (change -51.2 to -26.8): chance hardly"),
    ],
)
def test_a_dip_is_told_with_its_error(drawn, before, after, said):
    result, _ = drawn
    scores = [
        replace(score, wins=wins, draws=0, losses=losses)
        for score, (wins, losses) in zip(result.scores, (before, after), strict=False)
    ]
    changed = replace(result, planned=replace(result.planned, budgets=result.planned.budgets[:2]), scores=tuple(scores))
    (sentence,) = changed.sentences()
    assert said in sentence


@pytest.mark.parametrize(
    ("budgets", "against", "games", "message"),
    [
        (["100it"], "random", 4, "a curve needs at least two budgets"),
        (BUDGETS, "oep", 4, "oep needs a budget"),
        (BUDGETS, "random", [4, 2], "2 numbers of games were given for 3 budgets"),
        (BUDGETS, "random", 3, "the number must be even"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(budgets, against, games, message):
    with pytest.raises(TurnwrightError) as caught:
        turnwright.curve(["greedy_action"], budgets, against, games=games)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
