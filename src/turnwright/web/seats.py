"""Seats as strangers ask for them: people, and the agents that this server lets play."""

from typing import Any

from turnwright.agents.registry import agent, agent_class, agent_names, agent_settings
from turnwright.agents.search import SearchAgent
from turnwright.arena.live.seat import HUMAN, Seat
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.settings_text import SettingText, settings_texts
from turnwright.core.spec import SpecError, no_foreign_code, parse_spec
from turnwright.web.limits import Limits

_MOST = 1000
"""The most that a whole-number setting of an agent may be, unless its default is higher."""
_BESIDE = {"worlds": 8, "islands": 4, "trees": 4, "shares": 4, "parts": 4, "threads": 1}
"""Settings that multiply work or memory, and the most that they may be."""


def seat_of(spec: str, budget: str | None, limits: Limits, game: Game, *, trust: bool) -> Seat:
    """A seat as asked for from outside: a person, or an agent that this server lets play the game."""
    if spec == HUMAN:
        if budget is not None:
            raise TurnwrightError("a person has no budget; leave it out")
        return Seat()
    allowed = allowed_agent(spec, trust=trust)
    given = None if budget is None else Budget.parse(budget)
    made = agent(allowed)
    if isinstance(made, SearchAgent):
        made.reading(game)  # an evaluation that the game has not would lose the game at the first turn
    if given is None and made.needs_budget:
        raise TurnwrightError(f"{allowed} needs a budget, such as 500ms or 20kev")
    if given is not None:
        limits.capped(given)
    return Seat(agent=allowed, budget=given)


def allowed_agent(spec: str, *, trust: bool) -> str:
    """The agent's spec in its shortest form. Without trust only agents of the package, with moderate settings."""
    wanted = parse_spec(spec)
    if trust:
        return agent(wanted).spec
    if wanted.runs_foreign_code or wanted.label not in agent_names():
        raise SpecError(f"this server plays with {', '.join(agent_names())} only, not with {wanted.label[:60]!r}")
    no_foreign_code(wanted, "start the server with --trust to play with it")
    made = agent(wanted)
    defaults = {text.name: text.default for text in _settings_of(wanted.label)}
    settings = getattr(made, "settings", made)
    for key in wanted.raw:
        value = getattr(settings, key)
        if not isinstance(value, int) or isinstance(value, bool):
            continue
        default = defaults[key] or ""
        most = _BESIDE.get(key, max(_MOST, int(default) if default.isdigit() else 0))
        if value > most:
            raise SpecError(f"{key} is {value}; this server allows up to {most}")
    return made.spec


def _settings_of(name: str) -> list[SettingText]:
    kind = agent_settings(agent_class(name))
    return [] if kind is None else settings_texts(kind)


def agents_catalogue() -> list[dict[str, Any]]:
    """The agents that a visitor can choose, with their settings."""
    listed = []
    for name in agent_names():
        try:
            kind, settings = agent_class(name), _settings_of(name)
        except TurnwrightError:  # of an installed package that is broken
            continue
        listed.append(
            {
                "agent": name,
                "meaning": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
                "needs_budget": kind.needs_budget,
                "settings": [
                    {"name": text.name, "default": text.default, "values": text.values, "meaning": text.meaning}
                    for text in settings
                    if text.name != "threads"
                ],
            }
        )
    return listed
