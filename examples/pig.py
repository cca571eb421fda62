"""Pig: dice inside the turn (see docs/adding-a-game.md).

The player to move rolls a die as often as he likes, at least once. A 1 loses what this turn has brought and ends it;
any other number adds to it. Holding keeps it and ends the turn. Who reaches 50 wins. Every roll reveals something, so
agents are asked again after each. Try `turnwright match mcts greedy_turn --game examples/pig.py:Pig --view hidden`.
"""

import re
from pathlib import Path

import numpy as np

from turnwright.core.compiled import rule
from turnwright.core.game import Game, NotationError, Rules
from turnwright.core.rng import GOLDEN, draw, mix
from turnwright.core.state import State
from turnwright.core.views import OPEN

GOAL, LAST_TURN = 50, 200
ROLL, HOLD = 0, 1

STATE = np.dtype(
    [("chance", np.uint64), ("turn", np.int16), ("kept", np.int16, 2), ("pot", np.int16)],
    align=True,
)
PARAMETERS = np.dtype([("goal", np.int64)])


@rule
def deal(params, state, rng):
    state.chance = draw(rng)
    state.turn, state.pot = 0, 0
    state.kept[0] = state.kept[1] = 0


@rule
def player(params, state):
    return np.int64(state.turn) & 1


@rule
def total(params, state, side):
    """What a player would have if he held now."""
    pot = np.int64(state.pot) if side == player(params, state) else 0
    return np.int64(state.kept[side]) + pot


@rule
def outcome(params, state):
    for side in range(2):
        if total(params, state, side) >= params.goal:
            return 1 - 2 * side
    return 0


@rule
def is_over(params, state):
    return state.turn >= LAST_TURN or outcome(params, state) != 0


@rule
def may_end(params, state):
    return state.pot > 0


@rule
def is_legal(params, state, action):
    if is_over(params, state):
        return False
    return action == ROLL or (action == HOLD and may_end(params, state))


@rule
def legal_actions(params, state, out):
    count = 0
    for action in range(2):
        if is_legal(params, state, action):
            out[count] = action
            count += 1
    return count


@rule
def pass_on(state):
    state.pot = 0
    state.turn += 1


@rule
def apply(params, state, action):
    if action == HOLD:
        state.kept[player(params, state)] += state.pot
        pass_on(state)
        return
    state.chance += GOLDEN
    die = 1 + np.int64(mix(state.chance) % np.uint64(6))
    if die == 1:
        pass_on(state)
    else:
        state.pot += die


@rule
def state_hash(params, state):
    scores = np.uint64(state.kept[0]) << np.uint64(32) | np.uint64(state.kept[1]) << np.uint64(16)
    return mix(state.chance + mix(scores | np.uint64(state.pot) | np.uint64(state.turn) << np.uint64(48)))


@rule
def evaluate(params, state, player):
    value = np.float64(outcome(params, state))
    if value == 0.0:
        value = (total(params, state, 0) - total(params, state, 1)) / np.float64(params.goal)
    return -value if player else value


@rule
def conceal(params, state, player, kind):
    if kind != OPEN:
        state.chance = np.uint64(0)


@rule
def determinise(params, state, player, rng):
    state.chance = draw(rng)


class Pig(Game):
    name = "pig"
    sources = Path(__file__)
    state_dtype = STATE
    max_actions = 2
    endings = ("goal", "turn limit")
    fair_views = ("hidden", "reference")  # in the open view, players know what they will roll
    rules = Rules(
        deal=deal,
        player=player,
        is_over=is_over,
        outcome=outcome,
        legal_actions=legal_actions,
        is_legal=is_legal,
        apply=apply,
        end_action=rule(lambda params: HOLD),
        state_hash=state_hash,
        evaluate=evaluate,
        may_end=may_end,
        ending=rule(lambda params, state: 0 if outcome(params, state) != 0 else 1),
        is_revealing=rule(lambda params, state, action: action == ROLL),
        actions_left=rule(lambda params, state: 3),
        normalise=rule(lambda params, value: (value + 1.0) / 2.0),
        conceal=conceal,
        determinise=determinise,
    )

    def __init__(self, goal: int = GOAL) -> None:
        # A roll that counts brings at least 2: goal / 2 - 1 of them and then a hold, or one more that wins.
        super().__init__(np.array([(goal,)], dtype=PARAMETERS), max_turn=goal // 2)

    def format_action(self, action: int, state: State | None = None) -> str:
        return ("roll", "hold")[action]

    def parse_action(self, text: str) -> int:
        if text not in ("roll", "hold"):
            raise NotationError(f"{text!r} is not an action of Pig; it must be roll or hold")
        return ("roll", "hold").index(text)

    def format_state(self, state: State) -> str:
        record = state.records[0]
        return f"{self.spec} {record.turn} {record.kept[0]} {record.kept[1]} {record.pot} {record.chance:016x}"

    def parse_state(self, text: str) -> State:
        match = re.fullmatch(r"(\d{1,3}) (\d{1,2}) (\d{1,2}) (\d{1,2}) ([0-9a-f]{16})", text)
        if not match:
            raise NotationError(
                f"{text!r} is not turn, both scores, pot and chance, as in '4 12 20 5 0123456789abcdef'"
            )
        records = self.blank()
        record = records[0]
        record.turn, record.kept[0], record.kept[1], record.pot = (int(match[i]) for i in range(1, 5))
        record.chance = int(match[5], 16)
        return State(self, records)

    def draw_text(self, state: State) -> str:
        record = state.records[0]
        marks = ["→" if state.player == side else " " for side in range(2)]
        lines = [f"{marks[side]} player {side + 1}: {record.kept[side]}" for side in range(2)]
        return "\n".join([*lines, f"  this turn: {record.pot}"])
