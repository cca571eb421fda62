"""Reviews: every turn of a finished game beside the best one that an agent finds there."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from turnwright.agents.turn_check import walk_of
from turnwright.core.budget import Budget
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.web.analysis import follow
from turnwright.web.limits import Limits
from turnwright.web.search_pool import Found, Search, SearchPool


async def review(
    starts: Sequence[State],
    turns: Sequence[str],
    *,
    agent: str,
    budget: Budget,
    view: ViewKind,
    limits: Limits,
    pool: SearchPool,
    visitor: str,
) -> AsyncIterator[dict[str, Any]]:
    """Turn by turn: what was played is worth, the best turn found, and the regret, all for whoever played it.

    The agent knows what the player knew.
    """
    regrets: list[list[float]] = [[], []]
    for number, (start, turn) in enumerate(zip(starts, turns, strict=False), 1):
        played = walk_of(turn, start)
        seat = start.player
        search = Search(start, agent=agent, budget=budget, seed=number, view=view, limits=limits)
        async for news in follow(pool, search, visitor):
            if not isinstance(news, Found):
                continue
            best, worth = news.walk.after.evaluate(seat), played.after.evaluate(seat)
            regrets[seat].append(max(0.0, best - worth))
            yield {
                "type": "reviewed",
                "number": number,
                "of": len(turns),
                "seat": seat,
                "played": worth,
                "best": best,
                "regret": max(0.0, best - worth),
                "turn": news.walk.text if best > worth else turn,
            }
    yield {"type": "review", "regrets": [sum(found) / len(found) if found else 0.0 for found in regrets]}
