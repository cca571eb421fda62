"""The experiments of the LOCM paper, small: scores, decks, possible actions, time, and the tuning."""

from statistics import fmean

import pytest

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.papers.cost import cost
from turnwright.papers.load import experiment, experiment_names
from turnwright.papers.locm.by_deck import holdings
from turnwright.papers.locm.possible_actions import peaks
from turnwright.papers.matches import Matches
from turnwright.papers.published import ExperimentError
from turnwright.papers.report import report_page
from turnwright.papers.reproduce import Laboratory, reproduce
from turnwright.papers.rows import markdown
from turnwright.papers.scale import Size, game_spec, pairing_for, source_pairing
from turnwright.papers.tuning_experiment import plan_of, settled_at
from turnwright.tuning.report import Recommendation, RunReport

TINY = Size(games=24, scale=0.02)
"""Two sets of twelve games, ten evaluations a turn."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store(tmp_path_factory.mktemp("store") / "games.db") as opened:
        yield opened


def test_the_published_scores_are_those_of_the_specification():
    table = {cell.series: cell.published.value for cell in experiment("locm-tab2").cells}
    assert table == {
        "noai-random": 76.7,
        "ones-random": 90.1,
        "ntbea-random": 93.3,
        "ones-noai": 80.3,
        "ntbea-noai": 82.5,
        "ones-emcts": 50.5,
        "ntbea-emcts": 56.0,
    }
    assert [one.sigma for one in experiment("locm-tab2").series] == [0.057, 0.039, 0.036, 0.057, 0.058, 0.022, 0.021]
    features = [(cell.row, cell.published.value) for cell in experiment("locm-tab1").cells]
    assert features == [
        ("OEP([1,1,0,0,0])", 68.0),
        ("OEP([1,0,1,0,0])", 81.0),
        ("OEP([1,0,0,1,0])", 55.0),
        ("OEP([1,0,0,0,1])", 50.0),
    ]
    assert [cell.published.value for cell in experiment("locm-pre").cells] == [85.6]


def test_at_full_size_an_agent_has_500_evaluations_and_a_match_1200_games():
    matches = Matches(experiment("locm-tab2"), experiment("locm-tab2").cells, Size())
    assert {pairing.games for pairing in matches.pairings} == {1200}
    budgets = {str(player.budget) for pairing in matches.pairings for player in pairing.players}
    assert budgets == {"None", "500it"}
    agents = {player.agent for pairing in matches.pairings for player in pairing.players}
    assert "permutation_oep:evaluation=features(3/2/5/1/1),win_probe=0" in agents
    assert cost(experiment("locm-fig3"), Size()).games == 60_000


def test_a_second_feature_helps_and_every_table_says_that_players_see_everything(store):
    result = reproduce(
        experiment("locm-tab1"), TINY, Laboratory(arena=ArenaConfig(store=store)), ["series=board"], "a command"
    )
    (score,) = result.scores
    assert score.games == 24
    assert score.share > 0.5
    (spread,) = [one for one in result.findings if one.label == "σ of the score"]
    assert "over 2 sets" in spread.ours
    assert spread.published == ".11"
    page, text = report_page(result), markdown(result)
    assert "a cheat" in result.words
    assert "a cheat" in text
    captions = page.count("<caption>")
    assert page.count("a cheat") >= captions - 2  # but for those of players and of the machine


def test_scores_deck_by_deck_add_up_to_the_score(store):
    result = reproduce(experiment("locm-fig5"), TINY, Laboratory(arena=ArenaConfig(store=store)))
    matches = Matches(experiment("locm-fig5"), experiment("locm-fig5").cells, TINY)
    for score, (_, pairing, player) in zip(result.scores, matches.places, strict=True):
        held = holdings(pairing, player, ArenaConfig(store=store))
        assert len(held) == score.games == 24
        assert sum(one.points for one in held) == score.points
        assert {one.deck[0] for one in held} <= set(range(10))
        assert len({one.set for one in held}) == 2
    (better,) = [one for one in result.findings if one.label.startswith("decks on which")]
    assert better.published == "almost all"
    (figure,) = result.curves
    assert [line.label for line in figure.lines] == ["OEP(1s)", "OEP(NTBEA)"]
    for line, score in zip(figure.lines, result.scores, strict=True):
        assert fmean(line.y) == pytest.approx(100 * score.share)  # as many games with every deck of two drafts
    assert "<svg" in report_page(result)


def test_possible_actions_are_counted_at_every_turn(store):
    size = Size(games=4, scale=0.02)
    result = reproduce(experiment("locm-actions"), size, Laboratory(arena=ArenaConfig(store=store)))
    told = {one.label: one.ours for one in result.findings}
    low, high = map(int, told["actions, smallest to largest"].split(" to "))
    assert 0 <= low < 6
    assert 10 < high <= 102
    (figure,) = result.curves
    assert sum(figure.lines[0].y) == pytest.approx(100)


def test_peaks_are_found_in_a_histogram_with_two():
    counts = {size: round(1000 * (2 ** -abs(size - 5) + 2 ** -abs(size - 15))) for size in range(1, 36)}
    assert peaks(counts) == [5, 15]
    assert peaks({3: 7}) == [3]


def test_the_time_of_a_turn_gets_no_verdict(store):
    result = reproduce(
        experiment("locm-time"), Size(games=2, scale=0.02, positions=10), Laboratory(arena=ArenaConfig(store=store))
    )
    time, evaluations = result.findings
    assert (time.published, time.word) == ("54.98", None)
    assert float(evaluations.ours) <= 10


def test_the_tuning_is_played_and_told(store):
    """Four sets in each of two logs, by the same words as the command."""
    size = Size(games=2, scale=0.001)
    result = reproduce(experiment("locm-fig3"), size, Laboratory(arena=ArenaConfig(store=store)))
    plan = plan_of(experiment("locm-fig3"), size)
    assert (plan.iterations, plan.games, str(plan.budget), plan.opponent.budget) == (5, 2, "1it", None)
    told = {one.label: one for one in result.findings}
    weights = told["recommended weights"]
    assert weights.published == "[3,2,5,1,1]"
    assert all(0 <= int(weight) <= 5 for weight in weights.ours[1:-1].split(","))
    (figure,) = result.curves
    assert [line.label for line in figure.lines] == ["damage", "danger", "board", "items", "cards"]
    assert "a cheat" in markdown(result)
    again = reproduce(experiment("locm-fig3"), size, Laboratory(arena=ArenaConfig(store=store)))
    assert again.as_dict() == result.as_dict()


def test_five_tunings_are_compared_on_decks_they_have_not_seen(store):
    size = Size(games=2, scale=0.0004)
    result = reproduce(experiment("locm-robust"), size, Laboratory(arena=ArenaConfig(store=store)))
    assert len([one for one in result.findings if one.label == "recommended weights"]) == 5
    assert len([one for one in result.findings if one.label.startswith("recommended weight of")]) == 5
    matches = [one for one in result.findings if one.label.startswith("score against no_ai")]
    assert matches
    assert {one.note for one in matches} == {"2 games"}


def test_a_recommendation_has_settled_where_the_last_change_was():
    def run(*points):
        found = [Recommendation(iteration=100 * n, point=(p,), estimate=0.5) for n, p in enumerate(points, 1)]
        return RunReport(number=0, entries=(), trajectory=tuple(found))

    assert settled_at(run(1, 2, 3, 3, 3)) == 300
    assert settled_at(run(3, 3, 2, 3)) == 400
    assert settled_at(run(1)) == 100


@pytest.mark.parametrize("name", [name for name in experiment_names() if name.startswith("locm-")])
def test_the_reference_reading_plays_as_the_authors_agent_does(name):
    """Its list of attacks and what it thinks of Guards are known; decks are still those of a database, all seen."""
    played = experiment(name)
    size = Size(variant="reference")
    games = [plan_of(played, size).game] if played.tuning else []
    for cell in played.cells:
        pairing, _ = pairing_for(played, cell, size)
        assert pairing.view == "open"
        games.append(pairing.game)
    for source in played.sources:
        games.append(source_pairing(played, source, size).game)
    assert games
    for game in games:
        settings = turnwright.game(game).settings
        assert (settings.draft, settings.possible, settings.threat) == ("decks", "authors", "guards")


def test_a_reading_that_an_experiment_does_not_have_is_refused():
    with pytest.raises(ExperimentError, match="no reading of a published code"):
        game_spec("locm:draft=decks", None, "reference")
