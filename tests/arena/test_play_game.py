"""Whose fault it is: a player forfeits for what it does, never for what we do."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import turnwright
from turnwright import Budget, TurnwrightError
from turnwright.agents.greedy_action import GreedyAction
from turnwright.agents.turn_check import Spent
from turnwright.arena import play_game as module
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import play_pairings
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.store import Store
from turnwright.core.errors import ContractError

BROKEN = """
from turnwright.arena import play_game

def explode(*_):
    raise KeyError("ours")

play_game.generator = explode

class Fine:
    def plan(self, view, budget, seed):
        return [view.world().end_action]
"""


def test_an_error_of_the_arenas_own_is_raised_and_no_forfeit(pairing, monkeypatch):
    def explode(*_):
        raise KeyError("ours")

    monkeypatch.setattr(module, "generator", explode)
    with pytest.raises(KeyError, match="ours"):
        play_game(pairing().pair(0)[0].setup)


def test_an_error_in_an_agent_of_the_package_is_raised_and_no_forfeit(pairing, monkeypatch):
    def explode(*_, **__):
        raise IndexError("ours")

    monkeypatch.setattr(GreedyAction, "plan", explode)
    with pytest.raises(IndexError, match="ours"):
        play_game(pairing("greedy_action", "random").pair(0)[0].setup)


def test_a_game_that_breaks_the_contract_is_nobodys_fault(pairing, monkeypatch):
    def explode(*_, **__):
        raise ContractError("the game is wrong")

    monkeypatch.setattr(GreedyAction, "plan", explode)
    with pytest.raises(ContractError, match="the game is wrong"):
        play_game(pairing("greedy_action", "random").pair(0)[0].setup)


def test_it_ends_the_run_with_its_traceback_in_the_log(pairing, tmp_path, monkeypatch):
    """The agent's file breaks the arena in the process that plays: what it stores is nothing."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_LOG", str(tmp_path / "logs" / "errors.log"))
    Path("broken.py").write_text(BROKEN)
    monkeypatch.setattr(module, "generator", module.generator)  # the file is run here, too: put back what it breaks
    played = pairing("broken.py:Fine", "random", games=2)
    with Store.in_memory() as store:
        with pytest.raises(TurnwrightError) as caught:
            play_pairings([played], ArenaConfig(store=store))
        assert store.count() == 0
    said = str(caught.value)
    assert "\n" not in said
    assert "KeyError: 'ours'" in said
    assert f"the traceback is in {str(tmp_path / 'logs' / 'errors.log')!r}" in said
    log = (tmp_path / "logs" / "errors.log").read_text()
    assert "Traceback (most recent call last)" in log
    assert "KeyError: 'ours'" in log


def test_how_a_game_ended_is_in_the_record_in_the_games_words(pairing):
    game = turnwright.game("hero_academy")
    records = [play_game(game.setup) for game in pairing(games=4)]
    assert {record.ending for record in records} <= set(game.endings)
    for record in records:
        data = json.loads(json.dumps(record.as_dict()))
        assert data["ending"] == record.ending
        assert type(record).from_dict(data) == record


def test_a_forfeit_has_no_ending(strangers, pairing):
    record = play_game(pairing("strangers.py:Raises", "random", games=2).pair(0)[0].setup)
    assert record.forfeit
    assert record.ending is None


@pytest.mark.parametrize("kind", ["milliseconds", "cpu_milliseconds"])
@pytest.mark.parametrize(("late", "forfeits"), [(99.0, False), (101.0, True)])
def test_a_turn_may_be_late_by_the_allowance_only(pairing, monkeypatch, kind, late, forfeits):
    """The rule is the same for agents of the package as for programs, whatever clock the budget runs on."""
    times = {"milliseconds": 5.0, "cpu_milliseconds": 5.0, kind: 50.0 + late}
    monkeypatch.setattr(module.TurnClock, "spent", lambda self: Spent(**times))
    budget = Budget(**{kind: 50.0})
    setup = pairing("random", "greedy_action").pair(0)[0].setup
    timed = replace(setup, players=(Player(agent="random", budget=budget), setup.players[1]))
    record = play_game(timed)
    assert bool(record.forfeit) is forfeits
    assert record.overrun_ms == late
    if forfeits:
        assert record.outcome == -1
        assert f"its budget is {budget}, and 100 ms more are allowed" in record.forfeit
