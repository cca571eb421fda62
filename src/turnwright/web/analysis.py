"""Analyses: an agent thinks about a position, and tells what it finds while it does."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from turnwright.agents.turn_check import walk_of
from turnwright.core.state import State
from turnwright.web.limits import Limits
from turnwright.web.search_pool import Found, Search, SearchPool
from turnwright.web.search_view import inside_of, wants_tree
from turnwright.web.serialise import progress_data, shown_reply, shown_state, shown_steps

_LOOK = 0.1


async def follow(
    pool: SearchPool, search: Search, visitor: str, session: str = ""
) -> AsyncIterator[dict[str, Any] | Found]:
    """A search's progress again and again, and at last what it has found."""
    answer = asyncio.create_task(pool.run(search, visitor, session))
    try:
        while not answer.done():
            await asyncio.wait({answer}, timeout=_LOOK)
            if not answer.done():
                yield progress_data(search.state, search.progress)
        yield answer.result()
    finally:
        answer.cancel()


def line_data(found: Found) -> dict[str, Any]:
    """A turn that was found: its way over the board, its worth, and the report of its search."""
    walk, turn = found.walk, found.turn
    seat = walk.start.player
    return {
        "value": found.value,
        "evaluation": walk.after.evaluate(seat),
        "notation": walk.text,
        "reply": shown_reply(walk.after, turn.reply),
        "steps": shown_steps(walk.start, walk.actions, walk.start.game.format_actions(walk)),
        "figures": found.figures,
        "curve": [list(point) for point in turn.report.curve],
        "parts": [[list(point) for point in part.curve] for part in turn.report.parts],
        "exhausted": turn.report.exhausted,
        **inside_of(walk.start, turn.tree),
    }


class Analysis:
    """A position, an agent and a budget; several lines are several searches from different seeds."""

    def __init__(
        self,
        state: State,
        searches: list[tuple[int, Search]],
        pool: SearchPool,
        visitor: str,
        session: str,
    ) -> None:
        """`searches`: all that may be made: one for each line that is wanted, and one less for those that agree."""
        self._shown, self._state = shown_state(state), state
        self._searches, self._pool, self._visitor, self._session = searches, pool, visitor, session
        self._wanted = (len(searches) + 1) // 2
        self._stopped = False
        self._running: Search | None = None

    def stop(self) -> None:
        """Answer with what has been found so far."""
        self._stopped = True
        if self._running is not None:
            self._running.stop()

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """The position, progress, every line as it is found, and the whole at last, best line first."""
        yield {"type": "position", **self._shown}
        lines: list[dict[str, Any]] = []
        for number, (seed, search) in enumerate(self._searches, 1):
            if self._stopped and lines:
                break
            if number > self._wanted and len(await self._distinct(lines)) == self._wanted:
                break
            self._running = search
            async for news in follow(self._pool, search, self._visitor, self._session):
                if isinstance(news, Found):
                    lines.append(news.shown | {"seed": seed})
                else:
                    yield {"type": "thinking", "line": number, "of": max(number, self._wanted)} | news
        yield {"type": "analysis", "searches": len(lines), "lines": await self._distinct(lines)}

    async def _distinct(self, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """As many different turns as are wanted, if they are there: those of the searches, and where these agree, the
        next ones of the best population."""
        found = _ranked(lines)
        evolved = next((line for line in found if line["population"]), None)
        if evolved is not None and len(found) < self._wanted:
            found = _ranked(found + await asyncio.to_thread(_from_population, self._state, evolved, self._wanted))
        return found[: self._wanted]


def _from_population(state: State, line: dict[str, Any], most: int) -> list[dict[str, Any]]:
    """Further turns of the population that a line was found in, which end elsewhere."""
    further: list[dict[str, Any]] = []
    ends = {line["steps"][-1]["notation"]}
    for genome in line["population"]["genomes"]:
        walk = walk_of(genome["actions"], state)
        if walk.after.text in ends:
            continue
        ends.add(walk.after.text)
        told = {
            "value": genome["value"],
            "evaluation": walk.after.evaluate(state.player),
            "notation": walk.text,
            "steps": shown_steps(state, walk.actions, state.game.format_actions(walk)),
        }
        unsaid: dict[str, Any] = {"reply": [], "curve": [], "parts": [], "figures": {}, "population": None}
        further.append(line | unsaid | told)
        if len(further) == most:
            break
    return further


def _ranked(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The best first; of lines that lead to the same position only the first one.

    Turns are judged where they end, unless the agent has looked for replies: then its own value says more.
    """
    by_value = all(line["value"] is not None for line in lines) and any(line["reply"] for line in lines)
    ends: dict[str, dict[str, Any]] = {}
    for line in sorted(lines, key=lambda line: -line["value" if by_value else "evaluation"]):
        ends.setdefault(line["steps"][-1]["notation"], line)
    return list(ends.values())


def analysis_of(
    state: State, *, agent: str, budget: Any, view: Any, seed: int, lines: int, limits: Limits, pool: SearchPool,
    visitor: str, session: str,
) -> Analysis:  # fmt: skip
    """An analysis that is ready to begin."""
    chosen = {"agent": agent, "budget": budget, "view": view, "limits": limits, "keep_tree": wants_tree(agent, budget)}
    numbers = range(seed, seed + 2 * lines - 1)  # seeds are used in order, and the last ones where searches agree
    searches = [(number, Search(state, seed=number, describe=line_data, **chosen)) for number in numbers]
    return Analysis(state, searches, pool, visitor, session)
