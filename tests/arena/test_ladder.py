"""Skill ladders: who meets whom, what is resumed, what the result says, and what is wrong with a description."""

import json
from math import log2

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.arena.ladder import Ladder, ladder
from turnwright.arena.store import Store

BUDGETS = ["1ev", "40ev", "160ev"]
TINY = "hero_academy:map=a-tiny,deck=TINY"


@pytest.fixture
def climbed(begun):
    """A ladder of two agents, one of which plays better with a larger budget, and its store."""
    with Store.in_memory() as store:
        yield climb(["greedy_action", "random"], BUDGETS, store), store


def climb(agents, budgets, store):
    return ladder(agents, budgets, game=TINY, games=12, seed=1, store=store, backend="here")


def test_agents_meet_themselves_with_the_next_budget_and_others_with_the_same():
    planned = Ladder.of(["random", "greedy_action"], BUDGETS, games=4)
    assert planned.agents == ["random", "greedy_action"]
    met = {tuple(map(str, pairing.players)) for pairing in planned.pairings()}
    assert met == {
        ("random@1ev", "random@40ev"), ("random@40ev", "random@160ev"),
        ("greedy_action@1ev", "greedy_action@40ev"), ("greedy_action@40ev", "greedy_action@160ev"),
        ("random@1ev", "greedy_action@1ev"), ("random@40ev", "greedy_action@40ev"),
        ("random@160ev", "greedy_action@160ev"),
    }  # fmt: skip


def test_games_are_stored_and_not_played_again(climbed, begun):
    result, store = climbed
    assert len(begun) == len(result.games) == store.count() == 7 * 12
    again = climb(["greedy_action", "random"], BUDGETS, store)
    assert len(begun) == 7 * 12
    assert str(again) == str(result)
    climb(["greedy_action"], [*BUDGETS, "640ev"], store)
    assert len(begun) == 7 * 12 + 12, "only the new rung is played"


def test_the_result_says_what_a_budget_buys(climbed):
    result, _ = climbed
    gain = result.gain("greedy_action")
    assert gain.elo > 100
    assert gain.interval.low > 0
    assert 0 in result.gain("random").interval
    text = str(result)
    for word in ("1ev", "40ev", "160ev", "greedy_action", "random", "Elo", "±"):
        assert word in text
    assert text.index("greedy_action") < text.index("random")


def test_who_needs_more_budget_is_named_first(climbed):
    """Random play, which no budget helps, needs more than the better agent."""
    result, _ = climbed
    ((one, other, more),) = result.comparisons
    assert (one, other) == ("random", "greedy_action")
    assert more.doublings > 0
    assert result.sentences() == [f"random needs {more} the budget of greedy_action to be as strong."]
    assert result.doublings("greedy_action", "random").doublings == pytest.approx(-more.doublings)


def test_the_result_as_data_and_as_a_picture(climbed, tmp_path):
    result, _ = climbed
    data = json.loads(json.dumps(result.as_dict(), allow_nan=False))
    assert data["agents"] == ["greedy_action", "random"]
    assert data["budgets"] == BUDGETS
    assert data["doublings"][0]["one"] == "random"
    assert data["doublings"][0]["measurable"] == pytest.approx([-log2(160), log2(160)])
    assert len(data["pairings"]) == 7
    assert data["gains"]["greedy_action"]["low"] > 0
    result.draw(tmp_path / "ladder.svg")
    first = (tmp_path / "ladder.svg").read_bytes()
    assert b"<svg" in first
    result.draw(tmp_path / "ladder.svg")
    assert (tmp_path / "ladder.svg").read_bytes() == first
    with pytest.raises(TurnwrightError, match=r"must end in \.png or \.svg"):
        result.draw(tmp_path / "ladder.txt")


@pytest.mark.parametrize(
    ("agents", "budgets", "message"),
    [
        ([], BUDGETS, "at least one agent; none was given"),
        (["random"], ["100it"], "at least two budgets, such as 100it,200it; 1 were given"),
        (["random"], ["100it", "100ms"], "100it and 100ms cannot be compared"),
        (["random"], ["200it", "100it"], "the budgets 200it,100it must be above 0 and increase"),
        (["random"], ["0it", "100it"], "must be above 0 and increase"),
        (["random"], ["100it", "100it"], "must be above 0 and increase"),
        (["random"], ["100it", "1s+200it"], "the budget 1000ms+200it has several limits"),
        (["random", "random"], BUDGETS, "random@1ev is listed twice"),
        (["oep@100it"], BUDGETS, "'oep@100it' has the budget 100it; leave it out"),
        (["oap"], BUDGETS, "there is no agent 'oap'"),
        (["random"], ["10", "20"], "'10' is not a budget"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(agents, budgets, message):
    with pytest.raises(TurnwrightError) as caught:
        turnwright.ladder(agents, budgets)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
