"""Agents that are broken on purpose: each is found out. The package's own are checked by test_agent_conformance."""

from pathlib import Path

import pytest

from turnwright.conformance.agent import check_agent

GAME = f"{Path(__file__).resolve().parents[2] / 'examples' / 'pairs.py'}:Pairs"
BOTS = """
import random
from turnwright import Agent

class Good(Agent):
    def plan(self, view, budget=None, seed=0):
        world = view.world()
        return [random.Random(seed).choice(world.legal_actions()), world.end_action][: view.world().records[0].left]

class OneByOne(Agent):
    def plan(self, view, budget=None, seed=0):
        return view.world().legal_actions()[:1]

class Illegal(Agent):
    def plan(self, view, budget=None, seed=0):
        return ["a1", "a1"]

class Silent(Agent):
    def plan(self, view, budget=None, seed=0):
        return []

class Moody(Agent):
    def plan(self, view, budget=None, seed=0):
        return [random.choice(view.world().legal_actions()), 25][: view.world().records[0].left]

class Careless(Agent):
    def plan(self, view, budget=None, seed=0):
        view.records[0].turn += 2
        return [view.world().legal_actions()[0], 25][: view.records[0].left]

class Greedy(Agent):
    def plan(self, view, budget=None, seed=0):
        if not budget.iterations:
            raise RuntimeError("I need more")
        return [view.world().legal_actions()[0], 25][: view.records[0].left]
"""
FOUND = {
    "Good": None,
    "OneByOne": None,
    "Illegal": "turns: seat 0, open view: the turn ends after 1 of the 2 actions given",
    "Silent": "the turn is not complete after the 0 actions given",
    "Moody": "repeatability: the same view, budget (60it) and seed gave two different turns",
    "Careless": "views: planning changed the view",
    "Greedy": "budget: with only 0ev+0st+0it: ",
}


@pytest.mark.parametrize("name", FOUND)
def test_what_is_wrong_is_named(tmp_path, monkeypatch, name):
    (tmp_path / "bots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    findings = [str(finding) for finding in check_agent(f"bots.py:{name}", GAME)]
    if FOUND[name] is None:
        assert findings == []
    else:
        assert any(FOUND[name] in finding for finding in findings), findings
