"""Tuning by real games: what is found, what is stored, and that nothing is played twice."""

import json

import pytest

from turnwright.arena import match
from turnwright.arena.config import ArenaConfig
from turnwright.arena.play_game import play_game
from turnwright.arena.record import GameSetup
from turnwright.arena.scores import score_of
from turnwright.arena.store import Store
from turnwright.core.errors import TurnwrightError
from turnwright.tuning import tune as tuning
from turnwright.tuning.load import plan_from
from turnwright.tuning.plan import Plan
from turnwright.tuning.plots import draw_tuning
from turnwright.tuning.tune import tune

OPTIMISERS = ["ntbea", "optuna"]


def plan_of(**changes: object) -> Plan:
    """How often should a player follow the ordering of actions, against one that never does?"""
    return plan_from(
        {
            "agent": "random:policy={policy},greedy={greedy}",
            "opponent": "random:policy=meta",
            "game": "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=40",
            "games": 4,
            "iterations": 8,
            "runs": 2,
            "play_off": 4,
            "log_every": 3,
            "space": {"policy": ["global", "local"], "greedy": [0.0, 0.5, 1.0]},
        }
        | changes
    )


class Table:
    """Plays in this process, one game after another, and may be kicked over."""

    def __init__(self, games: float = float("inf")) -> None:
        self.asked: list[GameSetup] = []
        self._games = games

    def __call__(self, setups, arena):
        waiting = iter(setups)
        while (setup := next(waiting, None)) is not None:
            if len(self.asked) >= self._games:
                raise KeyboardInterrupt
            self.asked.append(setup)
            yield setup, play_game(setup)


@pytest.fixture
def sit_down(monkeypatch):
    def at(table: Table) -> Table:
        monkeypatch.setattr(tuning, "play_on", table)
        monkeypatch.setattr(match, "play_on", table)
        return table

    return at


@pytest.mark.parametrize("optimiser", OPTIMISERS)
def test_the_fitness_is_the_share_of_a_set_that_the_store_has(sit_down, optimiser):
    """Counted again from the stored games, run by run and iteration by iteration."""
    sit_down(Table())
    plan = plan_of()
    with Store.in_memory() as store:
        report = tune(plan, optimiser, ArenaConfig(store=store))
        for run in report.runs:
            assert [entry.iteration for entry in run.entries] == list(range(8))
            for entry in run.entries:
                score = score_of(plan.set_of(entry.point, run.number, entry.iteration), ArenaConfig(store=store))
                assert (score.games, score.share) == (4, entry.fitness)
        assert store.count() == 2 * 8 * 4 + 4 * len(report.finals)
    assert [found.iteration for found in report.runs[0].trajectory] == [3, 6, 8]
    assert sum(final.runs for final in report.finals) == 2
    assert report.best in [final.point for final in report.finals]


@pytest.mark.parametrize("optimiser", OPTIMISERS)
@pytest.mark.parametrize("kicked_after", [1, 30, 65])
def test_a_tuning_that_was_stopped_ends_as_if_it_had_not_been(sit_down, optimiser, kicked_after):
    """In the first set, in the middle and in the play-off; and no game that is stored is played again."""
    plan = plan_of()
    sit_down(Table())
    with Store.in_memory() as store:
        whole = tune(plan, optimiser, ArenaConfig(store=store)).as_dict()
    with Store.in_memory() as store:
        first = sit_down(Table(kicked_after))
        with pytest.raises(KeyboardInterrupt):
            tune(plan, optimiser, ArenaConfig(store=store))
        second = sit_down(Table())
        assert tune(plan, optimiser, ArenaConfig(store=store)).as_dict() == whole
        assert not {setup.key for setup in first.asked} & {setup.key for setup in second.asked}
        third = sit_down(Table())
        assert tune(plan, optimiser, ArenaConfig(store=store)).as_dict() == whole
        assert not third.asked


def test_without_the_journal_the_games_alone_lead_back(sit_down):
    """A kill may come after a set's games are stored and before its evaluation is."""
    plan = plan_of()
    sit_down(Table())
    with Store.in_memory() as store:
        whole = tune(plan, "ntbea", ArenaConfig(store=store)).as_dict()
        with store.transaction() as connection:
            connection.exec_driver_sql("DELETE FROM tuning_evaluations WHERE iteration >= 5")
        again = sit_down(Table())
        assert tune(plan, "ntbea", ArenaConfig(store=store)).as_dict() == whole
        assert not again.asked


def test_more_iterations_and_runs_go_on_from_what_is_there(sit_down):
    sit_down(Table())
    with Store.in_memory() as store:
        short = tune(plan_of(runs=1), "ntbea", ArenaConfig(store=store))
        more = sit_down(Table())
        longer = tune(plan_of(iterations=10, play_off=0), "ntbea", ArenaConfig(store=store))
        assert len(more.asked) == (2 + 10) * 4
    assert longer.runs[0].entries[:8] == short.runs[0].entries


def test_a_report_plays_nothing(sit_down):
    table = sit_down(Table(20))
    plan = plan_of()
    with Store.in_memory() as store:
        empty = tune(plan, "ntbea", ArenaConfig(store=store), play=False)
        assert (empty.best, empty.runs) == (None, ())
        assert json.loads(json.dumps(empty.as_dict()))["evaluations"] == 0
        with pytest.raises(KeyboardInterrupt):
            tune(plan, "ntbea", ArenaConfig(store=store))
        report = tune(plan, "ntbea", ArenaConfig(store=store), play=False)
        assert len(table.asked) == 20
    assert 0 < len(report.evaluations) < 16
    assert report.best in [run.trajectory[-1].point for run in report.runs]


def test_it_learns_to_follow_the_ordering(sit_down):
    """Known from whole matches: following it always wins clearly more than never."""
    sit_down(Table())
    with Store.in_memory() as store:
        report = tune(plan_of(iterations=60, runs=1, play_off=60, games=6), "ntbea", ArenaConfig(store=store))
    assert report.best == (0, 2)
    score = report.finals[0].score
    assert score.paired.interval[0] > 0.5


@pytest.mark.slow
def test_processes_find_the_same_with_any_number_of_workers(sit_down):
    plan = plan_of()
    with Store.in_memory() as store:
        spread = tune(plan, "ntbea", ArenaConfig(store=store, workers=2)).as_dict()
    sit_down(Table())
    with Store.in_memory() as store:
        assert tune(plan, "ntbea", ArenaConfig(store=store)).as_dict() == spread


def test_forfeits_of_the_tuned_player_are_counted(sit_down, tmp_path):
    """A player that fails loses its games, and the report says how many."""
    file = tmp_path / "faint.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from turnwright.agents.base import Agent\n"
        "@dataclass(frozen=True, kw_only=True)\n"
        "class Faint(Agent):\n"
        "    courage: int = 0\n"
        "    name = 'faint'\n"
        "    needs_budget = False\n"
        "    def plan(self, view, budget, seed=0, control=None):\n"
        "        raise RuntimeError('too much')\n"
    )
    sit_down(Table())
    plan = plan_of(agent=f"{file}:Faint:courage={{courage}}", space={"courage": [0, 1]}, runs=1, iterations=2)
    with Store.in_memory() as store:
        report = tune(plan, "ntbea", ArenaConfig(store=store))
    assert report.forfeits == report.games == 8
    assert [fitness for _, fitness in report.evaluations] == [0.0, 0.0]


def test_pictures_are_drawn_for_one_dimension_and_for_several(sit_down, tmp_path):
    sit_down(Table())
    one = plan_of(agent="random:policy=global,greedy={greedy}", space={"greedy": [0.0, 1.0]}, iterations=2)
    with Store.in_memory() as store:
        for number, plan in enumerate((plan_of(iterations=3), one)):
            files = draw_tuning(tune(plan, "ntbea", ArenaConfig(store=store)), tmp_path / str(number))
            assert [file.name for file in files] == [
                "trajectory.svg",
                "trajectory.png",
                "landscape.svg",
                "landscape.png",
            ]
            for file in files:
                start = file.read_bytes()[:8]
                assert start == b"\x89PNG\r\n\x1a\n" if file.suffix == ".png" else start.startswith(b"<?xml")
        with pytest.raises(TurnwrightError, match="nothing to draw"):
            draw_tuning(tune(plan_of(seed=9), "ntbea", ArenaConfig(store=store), play=False), tmp_path / "none")


def test_unknown_optimisers_are_refused():
    with Store.in_memory() as store, pytest.raises(TurnwrightError, match="no optimiser 'guess'"):
        tune(plan_of(), "guess", ArenaConfig(store=store))
