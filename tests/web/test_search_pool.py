"""Searches beside the event loop: limited, fair, stopped."""

import asyncio
import threading

import pytest

import turnwright
from turnwright.core.budget import Budget, BudgetError
from turnwright.web.limits import Limits, TooMuchError
from turnwright.web.search_pool import Search, SearchPool


class Blocked:
    """Stands in for a search: runs until it is let go or stopped."""

    is_brief = False

    def __init__(self):
        self.let_go, self.began = threading.Event(), threading.Event()
        self.stopped = False

    def run(self):
        self.began.set()
        assert self.let_go.wait(20)
        return self

    def stop(self):
        self.stopped = True
        self.let_go.set()


async def _settled():
    for _ in range(20):
        await asyncio.sleep(0.005)


def test_nobody_holds_more_than_a_share_and_the_others_come_in_turn():
    async def scene():
        pool = SearchPool(Limits(searches=3, searches_each=2))
        mine, other = [Blocked() for _ in range(4)], Blocked()
        tasks = [asyncio.create_task(pool.run(search, "me")) for search in mine]
        tasks.append(asyncio.create_task(pool.run(other, "other")))
        await _settled()
        assert [search.began.is_set() for search in [*mine, other]] == [True, True, False, False, True]
        mine[0].let_go.set()
        await _settled()
        assert [search.began.is_set() for search in mine] == [True, True, True, False]
        for search in [*mine, other]:
            search.let_go.set()
        await asyncio.gather(*tasks)
        assert pool.running == 0
        pool.close()

    asyncio.run(scene())


def test_the_random_agent_waits_for_nobody_once_it_has_played():
    """It takes less time than a thread takes to be asked, so that many games against it can be played at once."""
    limits = Limits(searches=1, searches_each=1)
    state = turnwright.game("hero_academy", map="a-tiny", deck="TINY").start(1)

    def of_random() -> Search:
        return Search(state, agent="random", budget=None, seed=2, view="open", limits=limits)

    async def scene():
        pool = SearchPool(limits)
        first = await pool.run(of_random(), "me")
        search = Blocked()
        task = asyncio.create_task(pool.run(search, "me"))
        await _settled()
        assert pool.running == 1
        assert (await pool.run(of_random(), "me")).walk.actions == first.walk.actions
        search.let_go.set()
        await task
        pool.close()

    asyncio.run(scene())


def test_too_many_waiting_searches_are_refused():
    async def scene():
        pool = SearchPool(Limits(searches=1, searches_each=1, waiting_each=1))
        searches = [Blocked() for _ in range(3)]
        tasks = [asyncio.create_task(pool.run(search, "me")) for search in searches]
        await _settled()
        with pytest.raises(TooMuchError):
            await tasks[2]
        for search in searches:
            search.let_go.set()
        await asyncio.gather(*tasks[:2])
        pool.close()

    asyncio.run(scene())


def test_who_goes_away_stops_the_search_and_frees_the_place():
    async def scene():
        pool = SearchPool(Limits(searches=1, searches_each=1))
        running, waiting, last = Blocked(), Blocked(), Blocked()
        tasks = [asyncio.create_task(pool.run(search, name)) for search, name in ((running, "a"), (waiting, "b"))]
        await _settled()
        tasks[1].cancel()
        tasks[0].cancel()
        await asyncio.wait(tasks)
        assert running.stopped
        assert not waiting.began.is_set()
        last.let_go.set()
        assert await pool.run(last, "c") is last
        pool.close()

    asyncio.run(scene())


def test_budgets_are_capped():
    limits = Limits(milliseconds=1000, count=5000)
    assert limits.capped(None) == Budget(milliseconds=1000)
    assert limits.capped(Budget.parse("5kev")) == Budget.parse("5kev")
    for text in ("1001ms", "5001ev", "5001st", "5001it", "1s+6kit"):
        with pytest.raises(BudgetError, match="this server allows"):
            limits.capped(Budget.parse(text))
