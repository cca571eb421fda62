"""Searches beside the event loop: limited, fair, stopped."""

import asyncio
import gc
import threading
import weakref

import pytest

import turnwright
from turnwright.agents import memory, win_probe
from turnwright.core.budget import Budget, BudgetError
from turnwright.web.limits import MOST_OF_SEARCH, Limits, TooMuchError
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
        pool = SearchPool(Limits(searches=3, searches_each=2, memory=10 * MOST_OF_SEARCH))
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


def admitted_in_turn(limits, asked):
    """The order in which blocked searches of (visitor, session) come to run, one after the other."""
    order = []

    async def scene():
        pool = SearchPool(limits)
        searches = [Blocked() for _ in asked]
        tasks = [asyncio.create_task(pool.run(search, *who)) for search, who in zip(searches, asked, strict=True)]
        while not all(task.done() for task in tasks):
            await _settled()
            for number, search in enumerate(searches):
                if search.began.is_set() and number not in order:
                    order.append(number)
                    search.let_go.set()
                    break
        pool.close()

    asyncio.run(scene())
    return [asked[number] for number in order]


def test_a_visitor_who_asks_for_much_does_not_keep_others_waiting():
    asked = [("greedy", "")] * 6 + [("a", ""), ("b", "")]
    order = admitted_in_turn(Limits(searches=1, searches_each=1), asked)
    assert order[:3] == [("greedy", ""), ("a", ""), ("b", "")]


def test_the_sessions_of_one_address_take_turns():
    asked = [("school", "analysis")] * 4 + [("school", "anna"), ("school", "ben")]
    order = admitted_in_turn(Limits(searches=1, searches_each=1), asked)
    assert [session for _, session in order[:4]] == ["analysis", "anna", "ben", "analysis"]


def test_one_place_is_kept_from_every_single_visitor():
    for cores, each in ((1, 1), (2, 1), (4, 3)):
        assert Limits(searches=cores, memory=10 * MOST_OF_SEARCH).places_each == each


def test_as_many_searches_run_as_there_is_memory_for():
    assert Limits(searches=64, memory=4 * MOST_OF_SEARCH).places == 4
    assert Limits(searches=64, memory=1).places == 1


@pytest.fixture
def reserved(monkeypatch):
    """The bytes that agents' working memory holds at present, and the most that it held."""

    class Reserved:
        now = most = 0

        def reserve(self, kind, size):
            array = _reserve(kind, size)
            self.now += array.nbytes
            self.most = max(self.most, self.now)
            weakref.finalize(array, self.free, array.nbytes)
            return array

        def free(self, count):
            self.now -= count

    _reserve, found = memory._reserved, Reserved()
    monkeypatch.setattr(memory, "_reserved", found.reserve)
    monkeypatch.setattr(win_probe, "_rooms", memory.Rooms(table=memory.KEY))
    monkeypatch.setattr(memory, "_PER_MILLISECOND", 10**6)  # as much room as a search of ten seconds takes
    return found


def test_working_memory_is_bounded_and_given_back(reserved):
    """However many variants visitors ask for, nothing of them stays but the look for wins, which all share."""
    limits = Limits(searches=1)
    state = turnwright.game("hero_academy", map="a-tiny", deck="TINY").start(1)
    specs = ["mcts", "mcts:trees=4", "emcts", "oep:islands=4", "greedy_turn:shares=4", "permutation_emcts"]

    async def scene():
        pool = SearchPool(limits)
        for spec in specs:
            budget = Budget.parse("50ms")
            await pool.run(Search(state, agent=spec, budget=budget, seed=2, view="open", limits=limits), "me")
            gc.collect()
            assert reserved.now < 20_000_000, spec
            assert reserved.most < MOST_OF_SEARCH, (spec, reserved.most)
        pool.close()

    asyncio.run(scene())
    assert reserved.most > 100_000_000  # the measure sees what searches take


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
