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

from importlib import import_module
from typing import TYPE_CHECKING, Any

from turnwright.environment_ids import register

if TYPE_CHECKING:
    from turnwright.agents.base import Agent, Report, Turn
    from turnwright.agents.registry import agent, agent_names
    from turnwright.arena.curve import CurveResult, curve
    from turnwright.arena.ladder import LadderResult, ladder
    from turnwright.arena.match import MatchResult, match
    from turnwright.arena.tournament import TournamentResult, tournament
    from turnwright.core.budget import Budget
    from turnwright.core.errors import TurnwrightError
    from turnwright.core.state import IllegalActionError, State, View
    from turnwright.environments.guided_search import guided_search
    from turnwright.environments.make import env, gym_env, spiel_game, vector_env
    from turnwright.games.amazons.typed_state import AmazonsState
    from turnwright.games.arimaa.typed_state import ArimaaState
    from turnwright.games.hero_academy.typed_state import HeroAcademyState
    from turnwright.games.locm.typed_state import LocmState
    from turnwright.games.registry import game, game_names, state

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "AmazonsState",
    "ArimaaState",
    "Budget",
    "CurveResult",
    "HeroAcademyState",
    "IllegalActionError",
    "LadderResult",
    "LocmState",
    "MatchResult",
    "Report",
    "State",
    "TournamentResult",
    "Turn",
    "TurnwrightError",
    "View",
    "agent",
    "agent_names",
    "curve",
    "env",
    "game",
    "game_names",
    "guided_search",
    "gym_env",
    "ladder",
    "match",
    "spiel_game",
    "state",
    "tournament",
    "vector_env",
]

_PLACES = {
    "turnwright.agents.base": ("Agent", "Report", "Turn"),
    "turnwright.agents.registry": ("agent", "agent_names"),
    "turnwright.arena.curve": ("CurveResult", "curve"),
    "turnwright.arena.ladder": ("LadderResult", "ladder"),
    "turnwright.arena.match": ("MatchResult", "match"),
    "turnwright.arena.tournament": ("TournamentResult", "tournament"),
    "turnwright.core.budget": ("Budget",),
    "turnwright.core.errors": ("TurnwrightError",),
    "turnwright.core.state": ("IllegalActionError", "State", "View"),
    "turnwright.environments.guided_search": ("guided_search",),
    "turnwright.environments.make": ("env", "gym_env", "spiel_game", "vector_env"),
    "turnwright.games.amazons.typed_state": ("AmazonsState",),
    "turnwright.games.arimaa.typed_state": ("ArimaaState",),
    "turnwright.games.hero_academy.typed_state": ("HeroAcademyState",),
    "turnwright.games.locm.typed_state": ("LocmState",),
    "turnwright.games.registry": ("game", "game_names", "state"),
}
"""Where the names come from. They are imported on first use: a contest's bot must answer before all of it is loaded."""


def __getattr__(name: str) -> Any:
    for place, names in _PLACES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(place), name))
    raise AttributeError(f"module 'turnwright' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


register()
