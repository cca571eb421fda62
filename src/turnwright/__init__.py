"""Turnwright: turn-based multi-action adversarial games, their search agents, and an arena.

>>> import turnwright
>>> game = turnwright.game("hero_academy:map=a-tiny")
>>> state = game.start(seed=7)
>>> len(state.legal_actions())
24
"""

from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import IllegalActionError, State, View
from turnwright.games.registry import game, game_names, state

__version__ = "0.1.0"

__all__ = ["Budget", "IllegalActionError", "State", "TurnwrightError", "View", "game", "game_names", "state"]
