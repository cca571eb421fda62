"""A game whose rules take memory, write it full and give it back: a search that works on a state whose memory it has
given back already finds it overwritten. Each player takes one to three of twenty stones; nobody wins."""

from pathlib import Path

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.game import Game, NotationError, Rules
from turnwright.core.rng import mix
from turnwright.core.state import State

TAKE, END = 0, 1
WORDS = 24
STATE = np.dtype(
    [("stones", np.int64), ("turn", np.int64), ("left", np.int64), ("rest", np.int64, WORDS - 3)], align=True
)
PARAMETERS = np.dtype([("stones", np.int64)], align=True)


@rule
def scribble():
    """Take as much memory as a state has, write it full, and say something about it."""
    paper = np.full(WORDS, -7, dtype=np.int64)
    return paper[WORDS // 2]


@rule
def deal(params, state, rng):
    state.stones, state.turn, state.left = params.stones, 0, 3
    for i in range(WORDS - 3):
        state.rest[i] = 0


@rule
def player(params, state):
    return (scribble() + 7 + state.turn) & 1


@rule
def is_over(params, state):
    return state.stones + scribble() <= -7


@rule
def legal_actions(params, state, out):
    if is_over(params, state):
        return 0
    out[0], out[1] = TAKE, END
    return 2


@rule
def is_legal(params, state, action):
    return 0 <= action <= END and not is_over(params, state)


@rule
def apply(params, state, action):
    if action == TAKE:
        state.stones -= 1
        state.left -= 1
    if action == END or state.left == 0:
        state.turn, state.left = state.turn + 1, 3


@rule
def state_hash(params, state):
    return mix(np.uint64(state.stones) + mix(np.uint64(state.turn) + mix(np.uint64(state.left))))


@rule
def book_action(params, state, rng):
    return np.int64(TAKE) if scribble() < 0 else np.int64(-1)


class Scribbling(Game):
    name = "scribbling"
    sources = Path(__file__)
    state_dtype = STATE
    max_actions = 2
    rules = Rules(
        deal=deal,
        player=player,
        is_over=is_over,
        outcome=rule(lambda params, state: 0),
        legal_actions=legal_actions,
        is_legal=is_legal,
        apply=apply,
        end_action=rule(lambda params: END),
        state_hash=state_hash,
        evaluate=rule(lambda params, state, player: np.float64(scribble() + 7 + state.stones)),
        book_action=book_action,
    )

    def __init__(self) -> None:
        super().__init__(np.array([(20,)], dtype=PARAMETERS), max_turn=4)

    def format_action(self, action: int, state: State | None = None) -> str:
        return ("take", "end")[action]

    def parse_action(self, text: str) -> int:
        if text not in ("take", "end"):
            raise NotationError(f"{text!r} is not an action; one is take or end")
        return ("take", "end").index(text)

    def format_state(self, state: State) -> str:
        record = state.records[0]
        return f"scribbling {record.stones} {record.turn} {record.left}"
