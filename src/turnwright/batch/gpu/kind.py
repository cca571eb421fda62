"""What kernels are compiled for, and the memory of their lanes."""

from collections.abc import Callable
from typing import Any, NamedTuple

from numba import cuda, types
from numba.extending import intrinsic
from numba.np.numpy_support import from_dtype

from turnwright.agents.choice_kernel import Workspace
from turnwright.batch.island_kernel import LANES, ROWS, Island
from turnwright.batch.lazy_list import lazy_list, sought_list
from turnwright.core.game import Game
from turnwright.core.game_type import GameType
from turnwright.core.spread import MARGIN

THREADS = 256
"""Of a block, with as many registers as a lane can have."""
_ISLAND_THREADS = 512
"""Of a block with islands: the more lanes stay together, the less code is fetched."""
_SHARED_BYTES = 48 * 1024
_ROW_BYTES = 24
"""What a row of an island takes in memory, its genes aside."""
ALIGNED = 16
"""Bytes that a record in a lane's memory is aligned to."""


class Kernel(NamedTuple):
    """A kernel for one game, the types of its arguments behind the parameters, and, where the compiler is to keep to
    them, the threads of a block with the blocks that are to fit on a multiprocessor."""

    function: Callable[..., None]
    signature: tuple[Any, ...]
    bounds: tuple[int, int] | None = None
    takes_turns: bool = False
    """Whether lanes that are done with one game or turn take another."""
    threads: int = THREADS
    """Of a block, where there are no islands."""


class Kind(NamedTuple):
    """What kernels are compiled for: a game, its states, and the length of its turns and lists."""

    game: GameType
    state: types.Record
    genes: int
    room: int
    groups: int
    """Groups of actions in a list, where lists can be lazy; else 0."""

    @property
    def bounds(self) -> tuple[int, int]:
        """Of kernels with islands: one full block is to fit on a multiprocessor, and the compiler keeps to as many
        registers as that leaves."""
        return self.islands * LANES, 1

    @property
    def islands(self) -> int:
        """Islands in a block: as many as there is shared memory for."""
        island = ROWS * (4 * self.genes + _ROW_BYTES)
        return max(1, min(_ISLAND_THREADS, _SHARED_BYTES // island * LANES) // LANES)


def kind_of(game: Game) -> Kind:
    groups = getattr(game, "list_groups", 0)
    return Kind(game._numba_type_, from_dtype(game.state_dtype), game.max_turn, game.max_actions + MARGIN, groups)


def _list_maker(kind: Kind) -> Any:
    """What makes the list of a lane of the arrays that it is given: lazy where the game's lists can be."""
    if kind.groups:
        return lazy_list

    @intrinsic
    def plain_list(typingctx, actions, squares, size):
        return actions(actions, squares, size), lambda context, builder, sig, args: args[0]

    return plain_list


def array_of(kind: Any, dimensions: int = 1) -> types.Array:
    return types.Array(kind, dimensions, "C")


def actions_maker(kind: Kind, is_sought: bool) -> Any:
    """What makes the list of a lane in its own memory. It is copied into the kernel before it is compiled."""
    make_list, places, groups = _list_maker(kind), kind.groups or kind.room, max(1, kind.groups)

    @cuda.jit(device=True, inline="always")
    def make_sought():
        return sought_list(
            cuda.local.array(2, types.int64), cuda.local.array(1, types.int64), cuda.local.array(1, types.uint64)
        )

    @cuda.jit(device=True, inline="always")
    def make_actions():
        return make_list(
            cuda.local.array(places, types.int32),
            cuda.local.array(groups, types.uint64),
            cuda.local.array(2, types.int64),
        )

    return make_sought if is_sought else make_actions


def room_maker(kind: Kind) -> Any:
    """What makes the island of a lane, which it shares with the other lanes of the island, and its own workspace. It is
    copied into the kernel before it is compiled: memory of a lane does not outlive a call."""
    record, genes, make_actions = kind.state, kind.genes, actions_maker(kind, is_sought=False)
    rows = kind.islands * ROWS

    @cuda.jit(device=True, inline="always")
    def make_room():
        first = (cuda.threadIdx.x // LANES) * ROWS
        end = first + ROWS
        island = Island(
            cuda.shared.array((rows, genes), types.int32)[first:end],
            cuda.shared.array(rows, types.int32)[first:end],
            cuda.shared.array(rows, types.float64)[first:end],
            cuda.shared.array(rows, types.uint64)[first:end],
            cuda.shared.array(rows, types.int32)[first:end],
        )
        work = Workspace(
            make_actions(),
            cuda.local.array(1, types.int64),
            cuda.local.array(1, types.float64),
            cuda.local.array(1, record, ALIGNED),
            cuda.local.array(1, record, ALIGNED),
            cuda.local.array(1, types.uint64),
        )
        return island, work

    return make_room
