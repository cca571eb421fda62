"""Reviews: every turn of a finished game, compared with the best one that an agent finds."""

from collections.abc import AsyncIterator, Sequence
from typing import Any

from turnwright.agents.turn_check import walk_of
from turnwright.core.budget import Budget
from turnwright.core.spec import parse_spec
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.web.analysis import follow
from turnwright.web.limits import Limits
from turnwright.web.search_pool import Found, Search, SearchPool

_COUNT_REPLIES = ("reply",)
"""Agents whose turns are not the best where they end, but after the opponent's reply."""
_OPPONENT = "oep:diversity=tabu"
"""Who looks for the replies then, to the best turn and to the one played alike."""


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
    session: str = "",
) -> AsyncIterator[dict[str, Any]]:
    """Turn by turn: what was played is worth, the best turn found, and the regret, all for whoever played it.

    The agent knows what the player knew. Turns are judged where they end, or after a reply if the agent counts replies.
    """
    counts_replies = parse_spec(agent).label in _COUNT_REPLIES

    async def worth_of(after: State, seat: int, number: int) -> float:
        if not counts_replies or after.is_over or after.player == seat:
            return after.evaluate(seat)
        search = Search(after, agent=_OPPONENT, budget=budget, seed=number, view=view, limits=limits)
        return (await pool.run(search, visitor, session)).walk.after.evaluate(seat)

    regrets: list[list[float]] = [[], []]
    for number, (start, turn) in enumerate(zip(starts, turns, strict=False), 1):
        played = walk_of(turn, start)
        seat = start.player
        search = Search(start, agent=agent, budget=budget, seed=number, view=view, limits=limits)
        async for news in follow(pool, search, visitor, session):
            if not isinstance(news, Found):
                continue
            worth = await worth_of(played.after, seat, number)
            is_same = news.walk.after.text == played.after.text
            best = worth if is_same else await worth_of(news.walk.after, seat, number)
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
