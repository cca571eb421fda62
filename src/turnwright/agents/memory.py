"""Memory for a search: reserved in advance and reused by the next search, so that no turn waits for memory.

Memory that is reserved but never touched costs nothing; getting, copying and giving back what has been used takes
milliseconds, which a turn with a deadline does not have.
"""

import mmap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.genome_kernel import GENES
from turnwright.agents.win_search_kernel import WinSearch
from turnwright.core.budget import Budget
from turnwright.core.game import Game
from turnwright.core.hash_table import HEADER, KEY, Table, clear, table_room
from turnwright.core.records import record_type
from turnwright.core.state import State

INT, SINGLE, DOUBLE = np.dtype(np.int32), np.dtype(np.float32), np.dtype(np.float64)
_KEYS, _VALUES, _HEADER = "table keys", "table values", "table header"
_LARGE = 1 << 20
_PER_MILLISECOND = 4000
"""More nodes than any search makes."""
_SEEN = 1 << 14
"""States that a search for a win remembers."""
_allowed: ContextVar[int | None] = ContextVar("allowed", default=None)


@contextmanager
def at_most_nodes(count: int) -> Iterator[None]:
    """Searches that begin inside have room for no more nodes or keys than this, in every table that they take.

    For servers that search on behalf of visitors: the memory of a search then has a known size.
    """
    token = _allowed.set(count)
    try:
        yield
    finally:
        _allowed.reset(token)


def allowed_nodes(most: int) -> int:
    """As many nodes as there may be, or as `at_most_nodes` allows."""
    allowed = _allowed.get()
    return most if allowed is None else min(most, allowed)


def expected_nodes(budget: Budget, most: int) -> int:
    """More nodes than the search will make, or as many as there may be."""
    most = allowed_nodes(most)
    limits = [limit for limit in (budget.iterations, budget.evaluations, budget.steps) if limit is not None]
    if budget.milliseconds is not None:
        limits.append(int(budget.milliseconds * _PER_MILLISECOND))
    return min(1024 + min(limits), most)


def new_workspace(state: State, rng: np.ndarray) -> Workspace:
    """Room to work in for a search from a state."""
    most = state.game.list_room
    return Workspace(
        actions=np.empty(most, dtype=np.int32),
        keys=np.empty(most, dtype=np.int64),
        values=np.empty(most, dtype=np.float64),
        playing=state.game.blank(),
        scratch=state.game.blank(),
        rng=rng,
    )


def new_win_search(game: Game) -> WinSearch:
    """Room for a search for a turn that wins."""
    longest = game.max_turn
    return WinSearch(
        states=game.blank(longest + 2),
        actions=np.empty((longest + 1, game.list_room), dtype=np.int32),
        promises=np.empty((longest + 1, game.list_room), dtype=np.int64),
        counts=np.zeros(longest + 1, dtype=np.int64),
        tried=np.zeros(longest + 1, dtype=np.int64),
        turn=np.empty(longest + 2, dtype=np.int32),
        seen=np.zeros(_SEEN, dtype=np.uint64),
        serial=np.zeros(1, dtype=np.int64),
    )


def genome_width(game: Game, horizon: int) -> int:
    """Room for every genome: a turn, or the horizon with, at worst, an end of turn after every action."""
    return min(GENES, max(game.max_turn, 2 * horizon + 2))


@dataclass(frozen=True)
class Room:
    """Arrays that one search has for itself, by name."""

    whole: dict[str, np.ndarray]
    parts: dict[str, np.ndarray]
    """As much of each as was asked for: a search must not find more room only because there is some."""

    def __getitem__(self, name: str) -> np.ndarray:
        return self.parts[name]

    def new_table(self, most: int) -> Table:
        """The room's table, empty; it holds at most this many keys."""
        keys, header = self.whole[_KEYS], self.whole[_HEADER]
        clear(Table(keys, keys, header), most)  # the whole of it: an earlier search may have filled more
        return Table(self.parts[_KEYS], self.parts.get(_VALUES, self.parts[_KEYS]), self.parts[_HEADER])


class Rooms:
    """The room that an agent's searches leave for the next ones: arrays of some kinds, and perhaps a table.

    `table` is the type of its values; with `KEY` it is a set of keys.
    """

    def __init__(self, *, table: np.dtype | None = None, **kinds: np.dtype) -> None:
        self._kinds = dict(kinds)
        if table is not None:
            self._kinds |= {_KEYS: KEY, _HEADER: HEADER}
        if table is not None and table is not KEY:
            self._kinds[_VALUES] = table
        self._free: list[dict[str, np.ndarray]] = []

    def take(self, *, table: int = 0, **sizes: int) -> Room:
        """An array of every kind and of the sizes asked for, and room for a table of that many keys.

        What they hold is left over from earlier searches.
        """
        wanted = {_KEYS: table_room(table), _VALUES: table_room(table), _HEADER: 1} | sizes
        try:
            whole = self._free.pop()
        except IndexError:
            whole = {name: _reserved(kind, 0) for name, kind in self._kinds.items()}
        for name, kind in self._kinds.items():
            size = wanted[name]
            if whole[name].size < size:  # more than asked for, since time budgets differ a little from turn to turn
                whole[name] = _reserved(kind, size + size // 4)
        return Room(whole, {name: whole[name][: wanted[name]] for name in self._kinds})

    def give(self, rooms: Sequence[Room]) -> None:
        """Leave rooms for the next search."""
        self._free.extend(room.whole for room in rooms)


def _reserved(kind: np.dtype, size: int) -> np.ndarray:
    """Zeros that take memory only where they are touched, a small page at a time.

    NumPy asks for huge pages, and clearing one takes up to five milliseconds on a virtual machine.
    """
    kind = record_type(kind) if kind.names else kind
    length = size * kind.itemsize
    if length < _LARGE or not hasattr(mmap, "MAP_ANONYMOUS"):
        return np.zeros(size, dtype=kind)
    memory = mmap.mmap(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0))
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, dtype=kind)
