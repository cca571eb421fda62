"""Turnwright: turn-based multi-action adversarial games, their search agents, and an arena.

>>> import turnwright
>>> game = turnwright.game("hero_academy:map=a-tiny")
>>> state = game.start(seed=7)
>>> len(state.legal_actions())
24
>>> bot = turnwright.agent("greedy_action")
>>> turn = bot.plan(state.view(), turnwright.Budget.parse("1000ev"), seed=1)
>>> later = state.play(*turn.actions)
"""

from turnwright.agents.base import Agent, Report, Turn
from turnwright.agents.registry import agent, agent_names
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import IllegalActionError, State, View
from turnwright.games.registry import game, game_names, state

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Budget",
    "IllegalActionError",
    "Report",
    "State",
    "Turn",
    "TurnwrightError",
    "View",
    "agent",
    "agent_names",
    "game",
    "game_names",
    "state",
]
