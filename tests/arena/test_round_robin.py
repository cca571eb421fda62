"""Round robins: fair pairing, right sums, forfeits with their reasons, the same table in any number of processes."""

from collections import Counter

import pytest

from turnwright import Budget
from turnwright.arena.game import GameResult, GameSetup, play_game
from turnwright.arena.round_robin import CrossTable, RoundRobin, play_round_robin

TINY = "hero_academy:map=a-tiny,deck=TINY,turn_limit=12"
BOTS = """
class Raises:
    def plan(self, view, budget, seed):
        return 1 / 0

class Cheats:
    def plan(self, view, budget, seed):
        return ["a1-a9"]

class Passes:
    def plan(self, view, budget, seed):
        return "end"
"""


@pytest.fixture
def bots(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.py").write_text(BOTS)


def tournament(*agents: str, deals: int = 1, seed: int = 0) -> RoundRobin:
    return RoundRobin(game=TINY, agents=agents, budget=Budget(evaluations=50), deals=deals, seed=seed)


def test_everyone_meets_everyone_on_the_same_deals_from_both_seats():
    games = tournament("a", "b", "c", deals=3).games()
    assert len(games) == 3 * 2 * 3
    assert Counter(game.seats for game in games) == {
        seats: 3 for seats in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    }
    deals = {seats: [g.setup.deal for g in games if g.seats == seats] for seats in {g.seats for g in games}}
    assert all(of_pair == deals[0, 1] for of_pair in deals.values())
    assert len(set(deals[0, 1])) == 3
    assert tournament("a", "b", seed=1).games()[0].setup.deal not in deals[0, 1]


def test_points_of_wins_draws_and_totals():
    table = CrossTable(agents=("a", "b", "c"))
    table.add((0, 1), GameResult(outcome=1, turns=9))
    table.add((1, 0), GameResult(outcome=0, turns=9))
    table.add((2, 0), GameResult(outcome=-1, turns=9))
    assert (table.cells[0][1].points, table.cells[1][0].points, table.cells[0][1].games) == (1.5, 0.5, 2)
    assert (table.cells[0][2].points, table.cells[2][0].points) == (1.0, 0.0)
    assert (table.total(0).points, table.total(0).games, table.total(0).share) == (2.5, 3, pytest.approx(5 / 6))
    assert table.ranking() == [0, 1, 2]
    assert table.as_dict()["table"][1][2] == {"points": 0.0, "games": 0, "share": None, "low": 0.0, "high": 1.0}


@pytest.mark.parametrize(
    ("agents", "outcome", "reason"),
    [
        (("bots.py:Raises", "random"), -1, "bots.py:Raises failed with ZeroDivisionError: division by zero"),
        (("random", "bots.py:Cheats"), 1, "action 1 of the turn: 'a9' is not a square"),
    ],
)
def test_an_agent_that_fails_or_cheats_forfeits_and_the_reason_is_kept(bots, agents, outcome, reason):
    result = play_game(GameSetup(game=TINY, agents=agents, deal=1, budget=Budget(evaluations=50)))
    assert result.outcome == outcome
    assert reason in result.forfeit


def test_the_turn_limit_draws_a_game_in_which_nothing_happens(bots):
    agents = ("bots.py:Passes", "bots.py:Passes")
    result = play_game(GameSetup(game=TINY, agents=agents, deal=1, budget=Budget(evaluations=50)))
    assert (result.outcome, result.turns, result.forfeit) == (0, 12, "")


def test_two_processes_give_the_table_of_one(bots):
    """Counted budgets and seeds decide everything; a stranger's file is found by the workers too."""
    games = tournament("random", "greedy_action", "bots.py:Raises")
    alone = play_round_robin(games, workers=1)
    told: list[int] = []
    together = play_round_robin(games, workers=2, progress=lambda table: told.append(table.total(0).games))
    assert alone.as_dict()["table"] == together.as_dict()["table"]
    assert alone.forfeits == together.forfeits
    assert sum(alone.forfeits.values()) == 4
    assert len(told) == 6
