"""Greedy Turn: depth-first search over whole turns, for the end of the turn that evaluates best."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from turnwright.agents.base import Turn
from turnwright.agents.memory import KEY, TABLE, Rooms, expected_nodes, is_new, table_room
from turnwright.agents.policies import assess, choices, order_choices
from turnwright.agents.search import (
    SearchAgent,
    best_turn,
    merged_report,
    report_of,
    run_parts,
    shared_out,
    start_clock,
    waiting_controls,
)
from turnwright.agents.settings import RolloutSettings, at_least
from turnwright.core.budget import Budget
from turnwright.core.compiled import entry, rule
from turnwright.core.control import MAX_TURN, is_spent, offer
from turnwright.core.rng import generator
from turnwright.core.spec import SpecError
from turnwright.core.state import State

SORT_ALL, SORT_ROOT, SORT_NONE = range(3)
SEE_ALL, SEE_INNER, SEE_NOTHING = range(3)
REFERENCE_LENGTH = 6


@dataclass(frozen=True, kw_only=True)
class GreedyTurnSettings(RolloutSettings):
    """Settings of Greedy Turn."""

    variant: Literal["described", "reference"] = "described"
    """reference: unsorted, and no turn longer than six actions, as the published code has it."""
    sort: Literal["all", "root", "none"] = "all"
    """Where actions are ordered: at every node (2016 paper), at the root (thesis), nowhere (published code)."""
    visited: Literal["all", "inner", "none"] = "inner"
    """Which states are remembered, so that they are looked at once: all of them, which also counts the unique ends of
    the turn; those inside the turn, which is faster because looking an end up costs more than evaluating it; none."""
    table: int = 1 << 25
    """The most states remembered; beyond it the search goes on without remembering new ones."""
    shares: int = 1
    """Parts that the root's actions are dealt out to, each with its own table and share of the budget."""

    def __post_init__(self) -> None:
        super().__post_init__()
        at_least(1, self, "shares")
        if not 1 <= self.table <= 1 << 30:
            raise SpecError(f"table is {self.table}; it must be from 1 to {1 << 30:,}")


@rule
def leaf(game, state, me, length, turn, s, control, buffer, rolling, rng):
    """An end of the turn: judge it before the turn is ended, and tell of it."""
    control.iterations += 1
    value = assess(game, state, me, s, control, buffer, rolling, rng)
    if value > control.best_value or control.best_length == 0:
        ends = length
        if not game.is_over(state) and game.player(state) == me:
            turn[length] = game.end_action()
            ends += 1
        offer(control, value, turn, ends)


@rule
def is_leaf(game, state, me, buffer):
    """Whether nothing is left to do in the turn."""
    return game.is_over(state) or game.player(state) != me or game.must_end(state, buffer)


@rule
def all_leaves(game, state, me, actions, count, first, step, children, keys, control):
    """Whether every action (from `first` on, in steps) ends the turn; if so their successors and keys are made.

    Doing them all before looking any of them up in the table lets the processor wait for many places at once.
    """
    end = game.end_action()
    for i in range(first, count, step):
        if actions[i] == end:
            return False
        children[i] = state
        game.apply(children[i], np.int64(actions[i]))
        if not is_leaf(game, children[i], me, actions[count:]):
            return False
        keys[i] = game.state_hash(children[i])
    control.steps += (count - first + step - 1) // step
    return True


@entry
def search_turns(game, states, control, settings, share, longest, known, table, rng):
    """Depth-first over the turn. Actions of the root are taken in turns by the shares."""
    c, s = control[0], settings[0]
    me = game.player(states[0])
    end = game.end_action()
    levels = np.empty(longest + 2, dtype=states.dtype)
    children = np.empty(game.max_actions, dtype=states.dtype)
    child_keys = np.empty(game.max_actions, dtype=np.uint64)
    actions = np.empty((longest + 2, game.max_actions), dtype=np.int32)
    keys = np.empty(game.max_actions, dtype=np.int64)
    counts = np.zeros(longest + 2, dtype=np.int64)
    nexts = np.zeros(longest + 2, dtype=np.int64)
    turn = np.empty(MAX_TURN, dtype=np.int32)
    buffer = np.empty(game.max_actions, dtype=np.int32)
    rolling = states.copy()
    seen = table[0]

    levels[0] = states[0]
    counts[0] = choices(game, levels[0], actions[0])
    if s["sort"] != SORT_NONE:  # not s.sort: a record has a method of that name
        order_choices(game, levels[0], actions[0], counts[0], keys)
    nexts[0] = share
    depth = 0
    while depth >= 0:
        if nexts[depth] >= counts[depth]:
            depth -= 1
            continue
        if is_spent(c):
            break
        step = s.shares if depth == 0 else 1
        state = levels[depth]
        if game.actions_left(state) <= 1 and all_leaves(
            game, state, me, actions[depth], counts[depth], nexts[depth], step, children, child_keys, c
        ):
            for i in range(nexts[depth], counts[depth], step):
                if is_spent(c):
                    break
                if s.visited != SEE_ALL or is_new(known, seen, child_keys[i]):
                    turn[depth] = actions[depth, i]
                    leaf(game, children[i], me, depth + 1, turn, s, c, buffer, rolling, rng)
            if is_spent(c):
                break
            depth -= 1
            continue
        action = np.int64(actions[depth, nexts[depth]])
        nexts[depth] += step
        turn[depth] = action
        if action == end:
            leaf(game, state, me, depth, turn, s, c, buffer, rolling, rng)
            continue
        child = depth + 1
        levels[child] = state
        game.apply(levels[child], action)
        c.steps += 1
        last = child >= longest or is_leaf(game, levels[child], me, actions[child])
        remembered = s.visited == SEE_ALL or (s.visited == SEE_INNER and not last)
        if remembered and not is_new(known, seen, game.state_hash(levels[child])):
            continue
        if last:
            leaf(game, levels[child], me, child, turn, s, c, buffer, rolling, rng)
            continue
        counts[child] = choices(game, levels[child], actions[child])
        if s["sort"] == SORT_ALL:
            order_choices(game, levels[child], actions[child], counts[child], keys)
        nexts[child] = 0
        depth = child
    c.exhausted = 1 if depth < 0 else 0
    c.unique = c.iterations if s.visited == SEE_ALL else 0
    c.depth_max = longest


class GreedyTurn(SearchAgent):
    """Looks through whole turns, depth first, until the budget is spent or nothing is left."""

    name = "greedy_turn"
    settings_class = GreedyTurnSettings
    needs_budget = False

    def __init__(self, settings: GreedyTurnSettings | None = None) -> None:
        super().__init__(settings)
        self._rooms = Rooms(KEY, TABLE)

    def search(self, state: State, budget: Budget, rng: np.ndarray, keep_tree: bool) -> Turn:
        shares = self.settings.shares
        controls = waiting_controls(budget, shares, self.settings.threads)
        longest = state.game.max_turn
        options = self.options.copy()
        if self.settings.variant == "reference":
            longest = min(longest, REFERENCE_LENGTH)
            options[0].sort = SORT_NONE
        seed = int(rng[0])
        most = [expected_nodes(part, self.settings.table) for part in shared_out(budget, shares)]
        rooms = [self._rooms.take(table_room(keys), 1) for keys in most]

        def search_share(share: int) -> None:
            if share >= self.settings.threads:
                start_clock(controls[share])
            rooms[share].clear_table(0, 1, most[share])
            table = rooms[share].parts
            rng = generator(seed, share)
            search_turns(state.game, state.records, controls[share], options, share, longest, *table, rng)

        jobs = [partial(search_share, share) for share in range(shares)]
        run_parts(jobs, self.settings.threads, controls)
        self._rooms.give(rooms)
        best = max(range(shares), key=lambda i: (controls[i][0].best_length > 0, controls[i][0].best_value))
        reports = [report_of(control) for control in controls]
        report = reports[0] if shares == 1 else merged_report(reports, curve=reports[best].curve)
        actions = best_turn(controls[best]) or (state.end_action,)
        return Turn(state=state, actions=actions, value=float(controls[best][0].best_value), report=report)
