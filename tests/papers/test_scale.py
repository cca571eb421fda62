"""Budgets and sizes: what a second of the papers is worth, and what scaling does."""

import pytest

import turnwright
from turnwright.papers.cell_filter import chosen_cells
from turnwright.papers.cost import cost, seconds_of_turn
from turnwright.papers.load import experiment
from turnwright.papers.rates import at_length, paper_budget
from turnwright.papers.scale import Size, pairing_for, player_for


def players_of(name, size, **wanted):
    one = experiment(name)
    (cell,) = [cell for cell in one.cells if all(getattr(cell, key) == value for key, value in wanted.items())]
    pairing, place = pairing_for(one, cell, size)
    return str(pairing.players[place]), str(pairing.players[1 - place]), pairing


def test_a_second_of_the_papers_in_counts():
    """Section 1.6 of the specification."""
    assert paper_budget("oep", 1, 5).iterations == 31_000
    assert paper_budget("emcts", 1, 5).iterations == 6_000
    assert paper_budget("mcts", 1, 5).iterations == 43_000
    assert paper_budget("greedy_turn", 1, 5).iterations == 97_000
    assert paper_budget("random", 1, 5) is None
    assert paper_budget("greedy_action", 1, 5) is None


def test_fh_emcts_gets_the_evaluations_of_emcts():
    fh = paper_budget("fh_emcts", 1, 5)
    assert fh.iterations is None
    assert fh.evaluations == pytest.approx(6000 * 36, rel=0.1)


def test_figures_between_measured_places_lie_on_a_line():
    table = {"2": 10.0, "4": 20.0, "10": 50.0}
    assert [at_length(table, points) for points in (1, 2, 3, 4, 7, 12)] == [10, 10, 15, 20, 35, 50]


def test_the_2016_paper_at_full_size():
    oe, mcts, pairing = players_of("s0-tab2", Size(), player="oe", opponent="mcts")
    assert (oe, mcts) == ("oep:win_probe=0@186000it", "mcts:win_probe=0@258000it")
    assert pairing.games == 100
    assert turnwright.game(pairing.game).settings.limit == 100
    assert pairing.view == "open"


def test_agents_do_nothing_that_the_papers_agents_do_not():
    """No look for wins at hand, whatever the reading and whoever plays."""
    one = experiment("th-tab5.3")
    for variant in ("described", "reference"):
        for role in one.players:
            player = player_for(one, role, 6.0, 5, None, Size(variant=variant))
            assert turnwright.agent(player.agent).actions_probed == 0


def test_a_pairing_and_its_mirror_image_are_played_once():
    one = experiment("s0-tab2")
    pairings = {pairing_for(one, cell, Size())[0] for cell in one.cells}
    assert len(one.cells) == 16
    assert len(pairings) == 10


def test_scaling_shrinks_games_and_budgets_together():
    oe, mcts, pairing = players_of("s0-tab2", Size(scale=0.1), player="oe", opponent="mcts")
    assert (oe, mcts, pairing.games) == ("oep:win_probe=0@18600it", "mcts:win_probe=0@25800it", 10)
    assert "SCALED to 0.1" in Size(scale=0.1).words
    assert "SCALED" not in Size().words


def test_games_can_be_given_apart_from_the_scale():
    *_, pairing = players_of("s0-tab2", Size(scale=0.1, games=40), player="oe", opponent="mcts")
    assert pairing.games == 40
    assert "budgets SCALED to 0.1" in Size(scale=0.1, games=40).words


def test_tuned_phases_follow_the_square_root_of_the_budget():
    """Section 1.6: 40 √(budget); at the published budget, what was tuned."""
    wanted = dict(opponent="greedy_action", turn_length=10)
    assert players_of("bc-tab1", Size(), seconds=1.0, **wanted)[0] == "emcts:win_probe=0,phases=40@6000it"
    assert players_of("bc-tab1", Size(), seconds=5.0, **wanted)[0] == "emcts:win_probe=0,phases=100@30000it"
    assert players_of("bc-tab1", Size(scale=0.25), seconds=1.0, **wanted)[0] == "emcts:win_probe=0,phases=20@1500it"
    assert players_of("bc-tab1", Size(budget="500it"), seconds=1.0, **wanted)[0] == "emcts:win_probe=0@500it"


def test_other_currencies():
    wanted = dict(player="oe", opponent="mcts")
    assert players_of("s0-tab2", Size(budget="seconds"), **wanted)[0] == "oep:win_probe=0@6000ms"
    assert players_of("s0-tab2", Size(budget="seconds", scale=0.01), **wanted)[0] == "oep:win_probe=0@60ms"
    assert players_of("s0-tab2", Size(budget="2kev"), **wanted)[1] == "mcts:win_probe=0@2000ev"
    assert players_of("s0-tab2", Size(budget="1s"), player="oe", opponent="greedy_action")[1] == "greedy_action"


def test_the_reference_reading_sets_everything_that_the_published_code_does_otherwise():
    oe, mcts, pairing = players_of("s0-tab2", Size(variant="reference"), player="oe", opponent="mcts")
    assert (oe, mcts) == (
        "oep:variant=reference,history=yes@186000it",
        "mcts:variant=reference@258000it",
    )
    settings = turnwright.game(pairing.game).settings
    assert (settings.evaluation, settings.ordering, settings.pruning) == ("reference",) * 3
    assert pairing.view == "reference"


def test_the_published_horizon_of_fh_emcts_is_the_turn_where_it_is_said_to_be():
    """Curve (b) of Figure 6 is an agent against itself at 13 to 15 action points."""
    one = experiment("fh-fig6")
    for points in (13, 14, 15):
        fh = player_for(one, "fh", 1.0, points, float(points), Size())
        fast = player_for(one, "fast_emcts", 1.0, points, float(points), Size())
        state = turnwright.game("hero_academy", action_points=points).start(0)
        assert turnwright.agent(fh.agent).horizon(state) == points
        assert turnwright.agent(fast.agent).horizon(state) == points
        assert fh.budget == fast.budget


def test_collapsing_shrinks_with_the_budget():
    full = player_for(experiment("th-fig5.2"), "collapse", 6.0, 5, None, Size())
    tenth = player_for(experiment("th-fig5.2"), "collapse", 6.0, 5, None, Size(scale=0.1))
    published = player_for(experiment("th-fig5.2"), "collapse", 6.0, 5, None, Size(variant="reference"))
    assert (full.agent, tenth.agent) == (
        "mcts:win_probe=0,table=no,collapse=120",
        "mcts:win_probe=0,table=no,collapse=12",
    )
    assert "collapse" not in published.agent


def test_cells_are_chosen_by_what_they_are():
    one = experiment("bc-tab1")
    assert len(chosen_cells(one, ["ap=5,10", "seconds=1"])) == 12
    assert {cell.opponent for cell in chosen_cells(one, ["row=oep"])} == {"vanilla_oep", "greedy_oep"}
    assert len(chosen_cells(experiment("fh-tab1"))) == 14
    assert len(chosen_cells(experiment("fh-tab1"), ["table=sweep", "ap=2"])) == 16


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ("ap=6", "available: 5, 10, 15"),
        ("ap=x", "'x' is not a number"),
        ("foo=1", "selects no cells"),
        ("ap", "key=value"),
    ],
)
def test_wishes_that_choose_nothing_are_refused(wish, complaint):
    with pytest.raises(turnwright.TurnwrightError, match=complaint):
        chosen_cells(experiment("bc-tab1"), [wish])


@pytest.mark.parametrize("bad", [{"games": 3}, {"games": 0}, {"scale": 0}, {"scale": 5}, {"budget": "much"}])
def test_impossible_sizes_are_refused(bad):
    with pytest.raises(turnwright.TurnwrightError):
        Size(**bad)


def test_costs_follow_games_and_budgets():
    full, tenth = cost(experiment("s0-tab2"), Size()), cost(experiment("s0-tab2"), Size(scale=0.1))
    assert (full.games, tenth.games) == (1000, 100)
    assert full.core_hours == pytest.approx(100 * tenth.core_hours, rel=0.01)
    assert cost(experiment("th-2.3-hands"), Size()).games == 0
    assert "200 positions" in str(cost(experiment("s0-3.4"), Size()))
    assert seconds_of_turn(player_for(experiment("s0-tab2"), "oe", 6.0, 5, None, Size(budget="seconds")), 5) == 6.0
