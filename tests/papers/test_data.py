"""The data files: every experiment of the specification is there, and print agrees with itself where it can."""

import pytest

import turnwright
from turnwright.papers.experiment import PAPERS
from turnwright.papers.load import experiment, experiment_names, read_experiment
from turnwright.papers.published import ExperimentError, published_score

# Section 18 of the specification, name by name; the raw results of 18.7 have no name there.
SPECIFIED = [
    "th-2.3-hands", "th-2.3-branch", "th-2.3-length", "th-2.3-states", "th-fig5.1", "th-tab5.1", "th-fig5.2",
    "th-fig5.3", "th-fig5.4", "th-ne-vs-cut", "th-tt", "th-par", "th-oe-rollouts", "th-oe-eps", "th-oe-fitness",
    "th-oe-history", "th-oe-island", "th-fig5.5", "th-oe-gens", "th-fig5.6", "th-tab5.2", "th-tab5.3",
    "th-fig5.7", "th-human",
    "s0-tab2", "s0-3.4", "s0-tab1", "s0-split", "s0-rollout-fitness",
    "bc-tab1", "bc-init20", "bc-phases", "bc-speed",
    "fh-tab1", "fh-fig6", "fh-fig7", "fh-branch",
    "locm-actions", "locm-time", "locm-pre", "locm-tab1", "locm-fig3", "locm-tab2", "locm-fig4", "locm-fig5",
    "locm-fig6", "locm-robust",
    "tc-ap",
    "raw-2015",
    "bc-readings", "bc-tab1-best", "bc-tab1-time", "fh-ordering", "fh-tab1-best", "fh-tab1-first",  # ours, as the next
    "open-readings",
]  # fmt: skip


def test_there_is_one_data_file_for_every_experiment_of_the_specification():
    assert sorted(experiment_names()) == sorted(SPECIFIED)


@pytest.mark.parametrize("name", SPECIFIED)
def test_an_experiment_names_agents_and_games_that_exist(name):
    one = experiment(name)
    assert one.paper in PAPERS
    assert one.title
    assert one.about
    assert turnwright.game(one.game).name == ("locm" if one.paper == "locm" else "hero_academy")
    for role in one.players.values():
        for spec in (role.described, role.reference):
            if spec is not None:
                assert turnwright.agent(spec.replace("{at}", "1").replace("{ap}", "5"), **role.tuned, **role.shrinks)


@pytest.mark.parametrize("name", ["s0-tab2", "th-tab5.3"])
def test_a_cross_table_prints_every_pairing_twice_and_the_two_add_up(name):
    """Except where the 2016 paper contradicts itself; there both readings are within the published range."""
    (table,) = experiment(name).tables
    printed = {
        (row, column): table.published[i][j]
        for i, row in enumerate(table.rows)
        for j, column in enumerate(table.columns)
        if row != column
    }
    odd = {}
    for (row, column), value in printed.items():
        other = printed.get((column, row))
        if other is not None and value + other != 100:
            odd[row, column] = (value, other)
    if name == "th-tab5.3":
        assert not odd
    else:
        assert odd == {("greedy_turn", "mcts"): (88.0, 22.0), ("mcts", "greedy_turn"): (22.0, 88.0)}
        assert {(fix.row, fix.column): (fix.low, fix.high) for fix in table.corrections} == {
            ("greedy_turn", "mcts"): (78.0, 88.0),
            ("mcts", "greedy_turn"): (12.0, 22.0),
        }


def test_the_54_scores_of_emcts_are_there():
    """Some of them as the specification's table has them; all are scores of 400 games."""
    cells = experiment("bc-tab1").cells
    assert len(cells) == 54
    found = {(cell.opponent, cell.seconds, cell.turn_length): cell.published for cell in cells}
    assert len(found) == 54
    assert {published.games for published in found.values()} == {400}
    assert found["greedy_action", 0.2, 5].value == 87.6
    assert found["greedy_turn", 5.0, 10].value == 98.8
    assert found["bb_mcts", 1.0, 15].value == 94.5
    assert found["greedy_oep", 1.0, 5].value == 52.5
    assert found["greedy_oep", 5.0, 15].value == 61.3


def test_fh_emcts_is_published_for_2_to_15_action_points():
    best = [cell for cell in experiment("fh-tab1").cells if cell.series == "best"]
    assert [cell.turn_length for cell in best] == list(range(2, 16))
    assert [cell.published.value for cell in best] == [85, 69, 64, 62, 61, 57, 58, 61, 60, 60, 59, 61, 59, 62]
    sweep = [cell for cell in experiment("fh-tab1").cells if cell.extra]
    assert len(sweep) == 14 * 16
    assert all(cell.turn_length <= cell.at <= cell.turn_length + 15 for cell in sweep)


def test_the_last_curve_of_figure_6_is_table_1_over_again():
    both = [cell.published for cell in experiment("fh-fig6").cells if cell.series == "both"]
    best = [cell.published for cell in experiment("fh-tab1").cells if cell.series == "best"]
    assert both == best


def test_online_evolution_against_static_fitness_is_the_same_question_in_thesis_and_paper():
    """But for the history table, which the thesis tests later."""
    thesis, paper = experiment("th-oe-fitness"), experiment("s0-rollout-fitness")
    assert thesis.players["rollout"].described + ",history=yes" == paper.players["rollout"].described
    assert thesis.cells[0].published.value == 54


@pytest.mark.parametrize("name", ["th-tab5.1", "th-fig5.2", "th-fig5.3", "th-fig5.4", "th-ne-vs-cut", "th-par"])
def test_the_transposition_table_is_off_before_it_is_tested(name):
    """The thesis' initial configuration has none; th-tt tests it after these."""
    specs = [spec for role in experiment(name).players.values() for spec in (role.described, role.reference) if spec]
    assert all("table=no" in spec for spec in specs if spec.startswith("mcts"))


@pytest.mark.parametrize("name", ["th-oe-rollouts", "th-oe-eps", "th-oe-fitness"])
def test_the_history_table_is_off_before_it_is_tested(name):
    assert not any("history=yes" in role.described for role in experiment(name).players.values())


def test_the_public_testbed_is_the_first_reading_of_hero_academy():
    assert experiment("bc-tab1").primary == experiment("s0-3.4").primary == "reference"
    assert experiment("s0-tab1").primary == experiment("locm-tab2").primary == "described"


def test_results_of_single_games_become_percent_with_draws_as_halves():
    published = published_score("29-16-5", 50, None)
    assert (published.value, published.games) == (63.0, 50)
    assert published_score("10-89-1", 100, None).value == 10.5
    assert published_score("", 50, None) is None


def test_numbers_of_the_specification_about_searches():
    figures = {(one.player, one.figure): one.published for one in experiment("s0-3.4").search}
    assert figures == {
        ("greedy_turn", "unique"): 579912,
        ("oe", "unique"): 9344,
        ("oe", "generations"): 3693,
        ("mcts", "unique"): 201,
        ("mcts", "depth_mean"): 4.86,
        ("mcts", "depth_max"): 6.38,
        ("mcts", "iterations"): 258488,
    }


GOOD = """
name = "mine"
paper = "s0"
title = "Mine"
about = "A test."
kind = "matches"
[players.a]
label = "A"
described = "random"
[[series]]
name = "s"
label = "A against itself"
player = "a"
opponent = "a"
published = [50.0]
"""


def test_a_stranger_can_add_an_experiment(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(GOOD)
    (cell,) = read_experiment(file).cells
    assert (cell.row, cell.published.value, cell.games) == ("A against itself", 50.0, 100)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('title = "Mine"', "", "mine.toml lacks the key 'title'"),
        ('title = "Mine"', "titel = 1", "mine.toml has no key 'titel' (did you mean 'title'?)"),
        ('title = "Mine"', "title = 1", "mine.toml: title must be text, not 1"),
        ('kind = "matches"', 'kind = "x"', "mine.toml: kind cannot be 'x'"),
        ('paper = "s0"', 'paper = "x"', "there is no paper 'x'"),
        ('player = "a"', 'player = "b"', "mine.toml names the player 'b'"),
        ("published = [50.0]", "published = [50.0, 1.0]", "'s' has 1 places, but 2 entries"),
        ("published = [50.0]", "published = [150.0]", "a published score of 150 is impossible"),
        ("published = [50.0]", 'published = ["x"]', "'x' is not a published score"),
        ("published = [50.0]", "games = 3", "odd number of games"),
        ('name = "mine"', 'name = "other"', "mine.toml is named 'other' inside"),
        ("[[series]]", "[[series", "mine.toml cannot be read as TOML"),
    ],
)
def test_a_bad_data_file_is_refused_with_one_sentence(tmp_path, old, new, complaint):
    file = tmp_path / "mine.toml"
    file.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(turnwright.TurnwrightError) as caught:
        read_experiment(file)
    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value) or "TOML" in complaint


def test_an_unknown_experiment_is_refused():
    with pytest.raises(turnwright.TurnwrightError, match=r"there is no experiment 's0-tab3'.*did you mean 's0-tab"):
        experiment("s0-tab3")
    assert issubclass(ExperimentError, turnwright.TurnwrightError)
