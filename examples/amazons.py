"""Amazons: turns that must be finished, on a board of up to ten by ten (see docs/adding-a-game.md).

A turn is a move and then a shot, both in a straight line over free squares, as a queen moves in chess. The shot comes
from the amazon that has moved, and what it hits is closed for good. There is no passing, so the rules end every turn;
whoever cannot move has lost. Try `turnwright show --game examples/amazons.py:Amazons:side=6`.

A board of more than 64 squares does not fit into one word: here it is an array of small integers.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game, NotationError, Rules
from turnwright.core.rng import mix
from turnwright.core.spec import format_spec
from turnwright.core.state import State

MOST = 10
SQUARES = MOST * MOST
EMPTY, FIRST, SECOND, CLOSED = range(4)  # what a square may hold
SYMBOLS = ".WBx"
NOWHERE = -1  # where nobody has moved yet in this turn
DIRECTIONS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))

# An action is `source * SQUARES + target` for a move, `SHOT + target` for a shot. Squares are numbered row by row.
SHOT = SQUARES * SQUARES
END = SHOT + SQUARES  # there is no passing: this action is never legal

STATE = np.dtype([("board", np.int8, SQUARES), ("turn", np.int8), ("moved", np.int8), ("stuck", np.int8)], align=True)
PARAMETERS = np.dtype([("side", np.int64), ("step", np.int64, (8, 2)), ("start", np.int8, SQUARES)], align=True)


@rule
def player(params, state):
    return np.int64(state.turn) & 1


@rule
def reach(params, board, source, base, out, count):
    """Write `base` and the number of each square that an amazon can reach from a square; the number of actions then.

    Without room in `out` they are only counted.
    """
    side = params.side
    for direction in range(8):
        x, y = source % side, source // side
        while True:
            x += params.step[direction, 0]
            y += params.step[direction, 1]
            if x < 0 or y < 0 or x >= side or y >= side or board[y * side + x] != EMPTY:
                break
            if out.size > 0:
                out[count] = base + y * side + x
            count += 1
    return count


@rule
def list_moves(params, state, side, out):
    """The moves of one side, listed or only counted."""
    count = 0
    for square in range(params.side * params.side):
        if state.board[square] == FIRST + side:
            count = reach(params, state.board, square, square * SQUARES, out, count)
    return count


@rule
def is_clear(params, board, source, target):
    """Whether two squares lie in a straight line, with nothing between them nor on the second."""
    side = params.side
    across, down = target % side - source % side, target // side - source // side
    if source == target or (across != 0 and down != 0 and abs(across) != abs(down)):
        return False
    for i in range(1, max(abs(across), abs(down)) + 1):
        x, y = source % side + i * np.sign(across), source // side + i * np.sign(down)
        if board[y * side + x] != EMPTY:
            return False
    return True


@rule
def deal(params, state, rng):
    for square in range(SQUARES):
        state.board[square] = params.start[square]
    state.turn, state.moved, state.stuck = 0, NOWHERE, 0


@rule
def is_over(params, state):
    return state.stuck != 0


@rule
def outcome(params, state):
    if state.stuck == 0:
        return 0
    return 2 * player(params, state) - 1  # the player to move cannot


@rule
def legal_actions(params, state, out):
    if state.stuck:
        return 0
    if state.moved != NOWHERE:
        return reach(params, state.board, np.int64(state.moved), SHOT, out, 0)
    return list_moves(params, state, player(params, state), out)


@rule
def is_legal(params, state, action):
    squares = params.side * params.side
    if state.stuck or action < 0 or action >= END:
        return False
    source, target = action // SQUARES, action % SQUARES
    if target >= squares:
        return False
    if state.moved != NOWHERE:
        return source == SQUARES and is_clear(params, state.board, np.int64(state.moved), target)
    if source >= squares or state.board[source] != FIRST + player(params, state):
        return False
    return is_clear(params, state.board, source, target)


@rule
def apply(params, state, action):
    source, target = action // SQUARES, action % SQUARES
    if source < SQUARES:
        state.board[target], state.board[source] = state.board[source], EMPTY
        state.moved = target
        return
    state.board[target] = CLOSED
    state.turn += 1
    state.moved = NOWHERE
    state.stuck = list_moves(params, state, player(params, state), state.board[:0]) == 0


@rule
def state_hash(params, state):
    key = mix(np.uint64(state.turn) << np.uint64(8) | np.uint64(state.moved + 1))
    for square in range(params.side * params.side):
        key = key * np.uint64(31) + np.uint64(state.board[square])
    return mix(key)


@rule
def evaluate(params, state, player):
    """Who has more moves."""
    value = np.float64(outcome(params, state))
    if not state.stuck:
        first = list_moves(params, state, 0, state.board[:0])
        second = list_moves(params, state, 1, state.board[:0])
        value = (first - second) / (first + second + 1.0)
    return -value if player else value


def start_of(side: int) -> np.ndarray:
    """Four amazons each, a third of the board's side away from the corners."""
    board = np.zeros(SQUARES, dtype=np.int8)
    third, last = (side - 1) // 3, side - 1
    for x, y in ((0, third), (third, 0), (last - third, 0), (last, third)):
        board[y * side + x] = FIRST
        board[(last - y) * side + x] = SECOND
    return board


@dataclass(frozen=True, kw_only=True)
class Settings:
    side: int = 10
    """Squares along a side of the board, 4 to 10."""

    def __post_init__(self) -> None:
        if not 4 <= self.side <= MOST:
            raise TurnwrightError(f"side is {self.side}; it must be from 4 to {MOST}")


SETTINGS = Settings


class Amazons(Game):
    name = "amazons"
    sources = Path(__file__)
    state_dtype = STATE
    max_actions = 4 * 35  # four amazons in the middle of an empty board
    endings = ("no move",)
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
        may_end=rule(lambda params, state: False),
        ending=rule(lambda params, state: 0),
        actions_left=rule(lambda params, state: 2 if state.moved == NOWHERE else 1),
        normalise=rule(lambda params, value: (value + 1.0) / 2.0),
    )

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.side = self.settings.side
        params = np.array([(self.side, DIRECTIONS, start_of(self.side))], dtype=PARAMETERS)
        super().__init__(params, max_turn=2)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def square_text(self, square: int) -> str:
        return f"{'abcdefghij'[square % self.side]}{square // self.side + 1}"

    def parse_square(self, text: str) -> int:
        names = [self.square_text(square) for square in range(self.side * self.side)]
        if text not in names:
            raise NotationError(f"{text!r} is not a square; they are {names[0]} to {names[-1]}")
        return names.index(text)

    def format_action(self, action: int, state: State | None = None) -> str:
        source, target = divmod(action, SQUARES)
        if action == END:
            return "end"
        return (
            f"*{self.square_text(target)}"
            if action >= SHOT
            else f"{self.square_text(source)}-{self.square_text(target)}"
        )

    def parse_action(self, text: str) -> int:
        if text == "end":
            return END
        if text.startswith("*"):
            return SHOT + self.parse_square(text[1:])
        source, dash, target = text.partition("-")
        if not dash:
            raise NotationError(f"{text!r} is not an action of Amazons; one is a move, a1-b2, or a shot, *c3")
        return self.parse_square(source) * SQUARES + self.parse_square(target)

    def rows(self, state: State) -> list[str]:
        board = state.records[0].board
        return ["".join(SYMBOLS[board[y * self.side + x]] for x in range(self.side)) for y in range(self.side)]

    def format_state(self, state: State) -> str:
        record = state.records[0]
        moved = "-" if record.moved == NOWHERE else self.square_text(int(record.moved))
        return f"{self.spec} {record.turn} {moved} {'/'.join(self.rows(state))}"

    def parse_state(self, text: str) -> State:
        row = f"[{SYMBOLS}]{{{self.side}}}"
        match = re.fullmatch(rf"(\d{{1,2}}) (-|[a-j]\d\d?) ({row}(?:/{row}){{{self.side - 1}}})", text)
        if not match:
            raise NotationError(f"{text!r} is not turn, square moved to or -, and {self.side} rows, as in '0 - ..W./…'")
        records = self.blank()
        record = records[0]
        record.turn = int(match[1])
        record.moved = NOWHERE if match[2] == "-" else self.parse_square(match[2])
        for square, symbol in enumerate(match[3].replace("/", "")):
            record.board[square] = SYMBOLS.index(symbol)
        side = int(match[1]) & 1
        if record.moved != NOWHERE and record.board[record.moved] != FIRST + side:
            raise NotationError(f"{text!r} has no amazon of player {side + 1} on {match[2]}, which has just moved")
        state = State(self, records)
        if record.moved == NOWHERE and not state.legal_actions():
            record.stuck = 1
        return State(self, records)

    def draw_text(self, state: State) -> str:
        head = "   " + " ".join("abcdefghij"[: self.side])
        return "\n".join([head, *(f"{y:2} {' '.join(row)}" for y, row in enumerate(self.rows(state), 1))])
