"""Budgets: shared out without loss, stopped by whichever limit comes first, and by Ctrl-C."""

import os
import subprocess
import sys

import pytest

from turnwright import Budget
from turnwright.agents.registry import agent
from turnwright.agents.search import shared_out
from turnwright.core.budget import BudgetError

SEARCHES = (
    "greedy_turn", "mcts", "oep", "emcts", "fh_emcts", "tbets", "ntboe", "hybrid",
    "permutation_oep", "permutation_emcts",
)  # fmt: skip
LONG = 10.0**7


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_shares_add_up_to_the_budget(parts):
    """Counts are divided, the first parts taking what is left over; time is not, as parts run beside each other."""
    budget = Budget(milliseconds=100, evaluations=1000, steps=5, iterations=0)
    shares = shared_out(budget, parts)
    assert len(shares) == parts
    for currency in ("evaluations", "steps", "iterations"):
        amounts = [getattr(share, currency) for share in shares]
        assert sum(amounts) == getattr(budget, currency)
        assert max(amounts) - min(amounts) <= 1
    assert {share.milliseconds for share in shares} == {100}


@pytest.mark.parametrize("spec", ["oep:islands=3", "mcts:trees=3", "greedy_turn:shares=3"])
def test_parts_keep_the_budget_together(spec, midgame):
    state = midgame("hero_academy", 1, seed=2)[0]
    report = agent(spec).plan(state.view(), Budget(evaluations=1000)).report
    assert report.evaluations == 1000
    assert [part.evaluations for part in report.parts] == [334, 333, 333]


@pytest.mark.parametrize("spec", SEARCHES)
@pytest.mark.parametrize("currency", ["evaluations", "steps", "iterations"])
def test_a_count_is_used_up_and_kept(spec, currency, midgame):
    """Where there is enough to search, a count is reached, and passed by one iteration's worth at most."""
    state = midgame("hero_academy", 1, seed=3)[0]
    for amount in (2000, 6000):
        used = getattr(agent(spec).plan(state.view(), Budget(**{currency: amount})).report, currency)
        assert amount <= used <= amount + 600


@pytest.mark.parametrize("spec", SEARCHES)
def test_the_tightest_limit_stops_the_search(spec, midgame):
    """Limits that are not reached change nothing, the clock's among them."""
    state = midgame("hero_academy", 1, seed=4)[0]
    alone = agent(spec).plan(state.view(), Budget(iterations=300), seed=2)
    for more in ({"milliseconds": LONG}, {"evaluations": 10**9, "steps": 10**9}):
        both = agent(spec).plan(state.view(), Budget(iterations=300, **more), seed=2)
        assert both.actions == alone.actions
        assert (both.report.evaluations, both.report.steps) == (alone.report.evaluations, alone.report.steps)


@pytest.mark.parametrize("worlds", [1, 2, 5])
def test_worlds_share_the_budget(worlds, midgame):
    state = midgame("hero_academy", 1, seed=5)[0]
    turn = agent(f"oep:worlds={worlds}").plan(state.view(kind="hidden"), Budget(evaluations=1000))
    assert turn.report.evaluations == 1000
    assert len(turn.report.parts) == (0 if worlds == 1 else worlds)


@pytest.mark.parametrize("spec", ["mcts", "oep", "emcts", "fh_emcts"])
def test_a_search_without_end_needs_a_budget(spec, midgame):
    with pytest.raises(BudgetError, match=f"{spec} needs a budget"):
        agent(spec).plan(midgame("hero_academy", 1)[0].view())


@pytest.mark.parametrize("spec", ["permutation_oep", "permutation_emcts"])
def test_without_a_budget_the_agents_of_the_locm_paper_have_500_evaluations(spec, midgame):
    assert agent(spec).plan(midgame("hero_academy", 1, seed=3)[0].view()).report.evaluations == 500


def test_ctrl_c_stops_a_search():
    """The search runs beside the main thread, which passes the interruption on; the process then ends by itself,
    long before the budget does."""
    program = """
import os, signal, threading
import turnwright
from turnwright import Budget
from turnwright.agents.registry import agent
state = turnwright.game("hero_academy").start(1)
for spec in ("mcts", "oep:islands=2,threads=2", "emcts"):
    player = agent(spec)
    player.plan(state.view(), Budget(iterations=1))
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        player.plan(state.view(), Budget(milliseconds=10**7))
    except KeyboardInterrupt:
        print("stopped", spec)
"""
    finished = subprocess.run(
        [sys.executable, "-c", program], env=os.environ, capture_output=True, text=True, check=False, timeout=300
    )
    assert finished.stdout.count("stopped") == 3, finished.stderr
