"""Pairs: a complete game on one page, to copy from when adding your own (see docs/adding-a-game.md).

Each player in turn places two stones on a board of five by five; the very first turn is only one stone. Four
in a row, in any direction, win; a full board is a draw. Try `turnwright show --game examples/pairs.py:Pairs`.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from turnwright.core.bits import ONE, bit, ctz, popcount
from turnwright.core.compiled import rule
from turnwright.core.game import Game, NotationError, Rules
from turnwright.core.rng import mix
from turnwright.core.spec import format_spec
from turnwright.core.state import State

SIZE, ROW, END = 5, 4, 25  # an action is the number of a square, row by row, or the end of the turn
LAST_TURN = 50  # ending the turn is always accepted, so a limit keeps every game finite
BOARD = np.uint64(2**25 - 1)
# Lines by the step from stone to stone, and the columns and rows in which they can begin: → ↓ ↘ ↙
SHAPES = ((1, (0, 1), range(5)), (5, range(5), (0, 1)), (6, (0, 1), (0, 1)), (4, (3, 4), (0, 1)))
STARTS = [(y * SIZE + x, step) for step, columns, rows in SHAPES for x in columns for y in rows]
LINES = [sum(1 << start + i * step for i in range(ROW)) for start, step in STARTS]

STATE = np.dtype([("stones", np.uint64, 2), ("turn", np.int8), ("left", np.int8)], align=True)
PARAMETERS = np.dtype([("lines", np.uint64, len(LINES)), ("stones", np.int64)], align=True)


@rule
def deal(params, state, rng):
    state.stones[0] = state.stones[1] = np.uint64(0)
    state.turn, state.left = 0, 1


@rule
def player(params, state):
    return np.int64(state.turn) & 1


@rule
def outcome(params, state):
    for line in params.lines:
        for side in range(2):
            if state.stones[side] & line == line:
                return 1 - 2 * side
    return 0


@rule
def is_over(params, state):
    full = state.stones[0] | state.stones[1] == BOARD
    return full or state.turn >= LAST_TURN or outcome(params, state) != 0


@rule
def ending(params, state):
    if outcome(params, state) != 0:
        return 0
    return 1 if state.stones[0] | state.stones[1] == BOARD else 2


@rule
def legal_actions(params, state, out):
    free = np.uint64(0) if is_over(params, state) else BOARD & ~(state.stones[0] | state.stones[1])
    count = 0
    while free:
        out[count] = ctz(free)
        free &= free - ONE
        count += 1
    return count


@rule
def is_legal(params, state, action):
    if action < 0 or action >= END or is_over(params, state):
        return False
    return (state.stones[0] | state.stones[1]) & bit(action) == 0


@rule
def apply(params, state, action):
    if action != END:
        state.stones[player(params, state)] |= bit(action)
    state.left -= 1
    if action == END or state.left == 0:
        state.turn += 1
        state.left = params.stones


@rule
def state_hash(params, state):
    counters = np.uint64(state.turn) << np.uint64(8) | np.uint64(state.left)
    return mix(state.stones[0] + mix(state.stones[1] + mix(counters)))


@rule
def evaluate(params, state, player):
    value = np.float64(outcome(params, state))
    if not is_over(params, state):
        for line in params.lines:  # a line counts for whoever has it to himself
            first, second = popcount(line & state.stones[0]), popcount(line & state.stones[1])
            if first == 0 or second == 0:
                value += (np.float64(first) - np.float64(second)) / (ROW * params.lines.size)
    return -value if player else value


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What a game of Pairs can be played with."""

    stones: Literal[1, 2, 3] = 2
    """Stones a turn, after the first player's first."""


SETTINGS = Settings


class Pairs(Game):
    name = "pairs"
    sources = Path(__file__)
    state_dtype = STATE
    max_actions = SIZE * SIZE
    endings = ("four in a row", "full board", "turn limit")
    rules = Rules(
        deal=deal,
        player=player,
        is_over=is_over,
        outcome=outcome,
        legal_actions=legal_actions,
        is_legal=is_legal,
        apply=apply,
        end_action=rule(lambda params: END),
        state_hash=state_hash,
        evaluate=evaluate,
        ending=ending,
        actions_left=rule(lambda params, state: np.int64(state.left)),
        normalise=rule(lambda params, value: (value + 1.0) / 2.0),
    )

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        params = np.array([(LINES, settings.stones)], dtype=PARAMETERS)
        super().__init__(params, max_turn=settings.stones)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def format_action(self, action: int, state: State | None = None) -> str:
        return "end" if action == END else f"{'abcde'[action % SIZE]}{action // SIZE + 1}"

    def parse_action(self, text: str) -> int:
        names = [self.format_action(action) for action in range(END + 1)]
        if text not in names:
            raise NotationError(f"{text!r} is not an action of Pairs; one is a square, a1 to e5, or end")
        return names.index(text)

    def format_state(self, state: State) -> str:
        return f"{self.spec} {state.records[0].turn} {state.records[0].left} {'/'.join(rows(state))}"

    def parse_state(self, text: str) -> State:
        match = re.fullmatch(r"(\d\d?) (\d) ([xo.]{5}(?:/[xo.]{5}){4})", text)
        if not match or not 1 <= int(match[2]) <= self.params[0].stones:
            raise NotationError(f"{text!r} is not turn, stones left and five rows, as in '1 2 x..../…'")
        records = self.blank()
        records[0].turn, records[0].left = int(match[1]), int(match[2])
        for square, symbol in enumerate(match[3].replace("/", "")):
            if symbol != ".":
                records[0].stones["xo".index(symbol)] |= bit(square)
        return State(self, records)

    def draw_text(self, state: State) -> str:
        return "\n".join(["  a b c d e", *(f"{y} {' '.join(row)}" for y, row in enumerate(rows(state), 1))])


def rows(state: State) -> list[str]:
    first, second = (int(stones) for stones in state.records[0].stones)
    symbols = ["x" if first >> i & 1 else "o" if second >> i & 1 else "." for i in range(SIZE * SIZE)]
    return ["".join(symbols[i : i + SIZE]) for i in range(0, SIZE * SIZE, SIZE)]
