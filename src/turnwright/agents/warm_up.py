"""Compiling ahead of a search, so that no budget pays for it."""

from turnwright.agents.base import Agent
from turnwright.agents.search import SearchAgent
from turnwright.core.budget import Budget
from turnwright.core.state import View


def warm_up(agent: Agent, view: View) -> None:
    """Let a search agent make all machine code it needs for the game of a view."""
    if isinstance(agent, SearchAgent):
        agent.plan(view, Budget(iterations=1))
