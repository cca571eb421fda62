"""Verdicts on scores, and on statements that figures and words make."""

from dataclasses import replace

import pytest

from turnwright.papers.experiment import Experiment, Role
from turnwright.papers.published import Published, Series, Statement, published_score, selection_bias
from turnwright.papers.result import CellScore
from turnwright.papers.statements import judge_statements, slope_interval


def a_series(name, at):
    return Series(name=name, label=name, player="a", opponent="b", over="turn_length", at=at)


def an_experiment(*statements, at=(2.0, 5.0, 10.0)):
    return Experiment(
        name="x",
        paper="s0",
        title="x",
        about="x",
        kind="matches",
        games=400,
        players={"a": Role(label="A", described="random"), "b": Role(label="B", described="random")},
        series=(a_series("one", at), a_series("other", at)),
        statements=statements,
    )


def scores_of(experiment, shares, games=400):
    cells = experiment.cells
    assert len(cells) == len(shares)
    return [
        CellScore(
            cell=cell,
            player="a",
            opponent="b",
            wins=round(share * games),
            draws=0,
            losses=games - round(share * games),
            wanted=games,
        )
        for cell, share in zip(cells, shares, strict=True)
    ]


def word_of(statement, shares, games=400):
    experiment = an_experiment(statement)
    (tested,) = judge_statements(experiment, scores_of(experiment, shares, games))
    return tested.word


ONE = ("one",)


@pytest.mark.parametrize(
    ("statement", "shares", "word"),
    [
        (dict(test="above", series=ONE), (0.7, 0.6, 0.6, 0, 0, 0), "agrees"),
        (dict(test="above", series=ONE), (0.7, 0.51, 0.6, 0, 0, 0), "not borne out"),
        (dict(test="above", series=ONE), (0.7, 0.3, 0.6, 0, 0, 0), "differs"),
        (dict(test="above", series=ONE, at=(2.0,)), (0.7, 0.3, 0.6, 0, 0, 0), "agrees"),
        (dict(test="above", series=ONE, value=80.0), (0.7, 0.7, 0.7, 0, 0, 0), "differs"),
        (dict(test="below", series=ONE), (0.3, 0.2, 0.1, 0, 0, 0), "agrees"),
        (dict(test="below", series=ONE), (0.3, 0.2, 0.9, 0, 0, 0), "differs"),
        (dict(test="not_above", series=ONE), (0.5, 0.2, 0.1, 0, 0, 0), "agrees"),
        (dict(test="not_above", series=ONE), (0.6, 0.2, 0.1, 0, 0, 0), "differs"),
        (dict(test="near", series=ONE), (0.5, 0.52, 0.48, 0, 0, 0), "agrees"),
        (dict(test="near", series=ONE), (0.5, 0.7, 0.48, 0, 0, 0), "differs"),
        (dict(test="grows", series=ONE), (0.4, 0.5, 0.8, 0, 0, 0), "agrees"),
        (dict(test="grows", series=ONE), (0.8, 0.5, 0.4, 0, 0, 0), "differs"),
        (dict(test="grows", series=ONE), (0.5, 0.5, 0.5, 0, 0, 0), "not borne out"),
        (dict(test="falls", series=ONE), (0.8, 0.5, 0.4, 0, 0, 0), "agrees"),
        (dict(test="highest", series=ONE, at=(2.0,)), (0.8, 0.5, 0.4, 0, 0, 0), "agrees"),
        (dict(test="highest", series=ONE, at=(2.0,)), (0.5, 0.8, 0.4, 0, 0, 0), "differs"),
        (dict(test="highest", series=ONE, at=(2.0,)), (0.5, 0.5, 0.4, 0, 0, 0), "not borne out"),
        (dict(test="higher_than", series=ONE, other="other"), (0.8, 0.8, 0.8, 0.5, 0.5, 0.5), "agrees"),
        (dict(test="higher_than", series=ONE, other="other"), (0.8, 0.8, 0.4, 0.5, 0.5, 0.5), "differs"),
        (dict(test="higher_than", series=ONE, other="other", at=(2.0,)), (0.8, 0, 0, 0.5, 0.5, 0.5), "agrees"),
    ],
)
def test_statements(statement, shares, word):
    assert word_of(Statement(says="It is so.", **statement), shares) == word


@pytest.mark.parametrize("test", ["near", "above", "grows"])
def test_few_games_say_little(test):
    """A claim is called not borne out only after as many games as the paper played."""
    assert word_of(Statement(says="x", test=test, series=ONE), (0.5, 0.5, 0.5, 0, 0, 0), games=10) == "undecided"


def test_scaled_budgets_get_no_verdict():
    experiment = an_experiment(Statement(says="It is so.", test="above", series=ONE))
    scores = [replace(one, is_judged=False) for one in scores_of(experiment, (0.9,) * 6)]
    (tested,) = judge_statements(experiment, scores)
    assert tested.word is None
    assert replace(score(90, 100, 88.0), is_judged=False).verdict is None


def test_a_statement_says_on_how_many_scores_it_was_tested():
    experiment = an_experiment(Statement(says="It is so.", test="above", series=ONE))
    scores = scores_of(experiment, (0.9,) * 6)
    (tested,) = judge_statements(experiment, scores[:2])
    assert tested.says == "It is so. (tested on 2 of 3 scores)"
    assert "one, 2 AP: 90 (87–93)" in tested.detail
    assert judge_statements(experiment, scores[3:]) == []


def test_the_slope_is_that_of_a_line_through_the_scores():
    """Scores of 40, 50 and 60 % at 1, 2 and 3 lie on a line that rises by 10 points a place."""
    experiment = an_experiment(at=(1.0, 2.0, 3.0))
    low, high = slope_interval(scores_of(experiment, (0.4, 0.5, 0.6) + (0,) * 3, games=10_000)[:3])
    assert (low + high) / 2 == pytest.approx(0.1, abs=0.001)
    assert low < 0.1 < high
    # Its standard error is that of a share of 10,000 games over the square root of the spread of x, which is 2.
    assert (high - low) / 2 == pytest.approx(1.96 * 0.5 / 100 / 2**0.5, rel=0.05)


def score(wins, games, published, low=None, high=None):
    cell = an_experiment().cells[0]
    told = Published(value=published, games=100, low=low or published, high=high or published)
    return CellScore(
        cell=replace(cell, published=told),
        player="",
        opponent="",
        wins=wins,
        draws=0,
        losses=games - wins,
        wanted=games,
    )


def test_verdicts_on_scores():
    """Agrees if the whole interval of the difference lies within ten points, else differs if it excludes 0."""
    assert score(99, 100, 98.0).verdict.word == "agrees"
    assert score(60, 100, 88.0).verdict.word == "differs"
    assert score(90, 100, 88.0).verdict.word == "undecided"


def test_where_print_contradicts_itself_either_reading_will_do():
    assert score(700, 1000, 88.0).verdict.word == "differs"
    assert score(700, 1000, 88.0, low=70.0, high=88.0).verdict.difference == 0
    assert score(950, 1000, 88.0, low=78.0, high=88.0).verdict.difference == pytest.approx(0.07)


def test_pairs_and_clusters_decide_the_interval():
    plain = score(200, 400, 50.0)
    split = replace(plain, pairs=(0, 0, 200, 0, 0))
    drafts = replace(plain, clusters=((10.0, 40), (30.0, 40)) * 5)
    assert [one.unit for one in (plain, split, drafts)] == ["games", "pairs", "clusters"]
    assert split.interval.half_width < plain.interval.half_width < drafts.interval.half_width
    # The published games came in drafts too: they count for as much less as ours.
    assert drafts.verdict.interval.half_width > plain.verdict.interval.half_width
    assert replace(plain, pairs=(0, 0, 100, 0, 0)).unit == "games"  # some games have no partner


def test_the_best_of_many_is_too_high():
    """The highest of 16 normal numbers is 1.766 deviations up on average; a share of 62 % of 400 games has 2.43."""
    assert selection_bias(62.0, 400, 16) == pytest.approx(1.766 * 2.427, rel=0.01)
    published = published_score(62.0, 400, None, best_of=16)
    assert (published.value, published.high) == (62.0, 62.0)
    assert published.low == pytest.approx(62 - 4.29, abs=0.05)
    assert published_score(62.0, 400, None).low == 62.0
