"""The compiled part of Greedy Turn: depth-first search over the turn."""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import choices, complete_turn, sort_choices
from turnwright.agents.rollout_kernel import judge
from turnwright.agents.search_kernel import Search
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, inlined, rule
from turnwright.core.control_kernel import MAX_TURN, is_spent, offer
from turnwright.core.hash_table import Table, add, is_full
from turnwright.core.rng import skip

SORT_ALL, SORT_ROOT, SORT_NONE = range(3)
"""`sort`."""
BY_ORDERING, BY_EVALUATION = range(2)
"""`sort_by`."""
_DRAWS_PER_SHARE = 1 << 40
"""More random numbers than a share needs: below the root, shares draw from different parts of one sequence."""
SEE_ALL, SEE_INNER, SEE_NOTHING = range(3)
"""`visited`."""


class Level(NamedTuple):
    """One depth of the search: the actions of its state, their number, and the first that is still to be tried."""

    actions: np.ndarray
    number: int
    first: int
    step: int
    """The distance to the next action: the root's actions are distributed over the shares."""


class Children(NamedTuple):
    """The successors of one state."""

    states: np.ndarray
    keys: np.ndarray


class BestTurns(NamedTuple):
    """The best turns so far, up to a maximum number, unsorted. Forced ends of turns are left out."""

    turns: np.ndarray
    """One row per turn."""
    lengths: np.ndarray
    values: np.ndarray
    """Minus infinity if there is no turn yet."""
    lowest: np.ndarray
    """A turn is kept if its value is higher than this; infinite if no turns are kept at all."""


class Memory(NamedTuple):
    """The memory of a search."""

    seen: Table
    """The set of states."""
    best: BestTurns


@rule
def keep_turn(best, value, turn, length):
    """Replace the worst stored turn by this one."""
    place = np.argmin(best.values)
    for i in range(length):
        best.turns[place, i] = turn[i]
    best.lengths[place], best.values[place] = length, value
    best.lowest[0] = best.values.min()


@inlined
def leaf(search, best, state, turn, length):
    """Evaluate the state before the end of the turn, and store and report the turn."""
    game, c = search.game, search.control
    c.iterations += 1
    value = judge(game, state, search.me, search.settings, c, search.work)
    if value > best.lowest[0]:
        keep_turn(best, value, turn, length)
    if value > c.best_value or c.best_length == 0:
        if not game.is_over(state) and game.player(state) == search.me:
            search.work.scratch[0] = state
            length = complete_turn(game, search.work.scratch[0], turn, length, search.work.actions)
        offer(c, value, turn, length)


@rule
def sort_level(search, state, actions, count):
    """Sort the choices of a node, the most promising first."""
    game, s, work = search.game, search.settings, search.work
    if s.sort_by == BY_ORDERING:
        for i in range(count):
            work.keys[i] = game.priority(state, np.int64(actions[i]))
        sort_choices(actions, work.keys, count, s.ties, work.rng)
        return
    for i in range(count):
        work.values[i] = game.successor_value(state, np.int64(actions[i]), search.me, work.scratch)
    search.control.evaluations += count
    sort_choices(actions, work.values, count, s.ties, work.rng)


@rule
def is_leaf(game, state, me, actions):
    """Whether nothing is left to do in the turn."""
    return game.is_over(state) or game.player(state) != me or game.must_end(state, actions)


@inlined
def all_leaves(search, state, level, children):
    """Whether every remaining action ends the turn. If so, computes their successors and keys.

    Computing them all before any lookup in the table lets the processor load many table slots in parallel.
    """
    game, me, actions = search.game, search.me, level.actions
    end = game.end_action()
    for i in range(level.first, level.number, level.step):
        if actions[i] == end:
            return False
        children.states[i] = state
        game.apply(children.states[i], np.int64(actions[i]))
        if not is_leaf(game, children.states[i], me, search.work.actions):
            return False
        children.keys[i] = game.state_hash(children.states[i])
    search.control.steps += (level.number - level.first + level.step - 1) // level.step
    return True


@entry
def search_turns(game, states, control, settings, share, longest, memory, work):
    """Depth-first search over the turn. The shares take the actions of the root in turns."""
    memory = borrowed(memory)
    seen, best = memory.seen, memory.best
    search = Search(game, borrowed(states), game.player(states[0]), settings[0], control[0], borrowed(work))
    c, s, me = search.control, search.settings, search.me
    end = game.end_action()
    levels = np.empty(longest + 2, dtype=states.dtype)
    actions = np.empty((longest + 2, game.list_room), dtype=np.int32)
    counts = np.zeros(longest + 2, dtype=np.int64)
    nexts = np.zeros(longest + 2, dtype=np.int64)
    children = Children(np.empty(game.list_room, dtype=states.dtype), np.empty(game.list_room, dtype=np.uint64))
    turn = np.empty(MAX_TURN, dtype=np.int32)

    levels[0] = states[0]
    counts[0] = choices(game, levels[0], actions[0])
    if s.sorting != SORT_NONE:
        sort_level(search, levels[0], actions[0], counts[0])
    skip(search.work.rng, share * _DRAWS_PER_SHARE)
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
            search, state, Level(actions[depth], counts[depth], nexts[depth], step), children
        ):
            for i in range(nexts[depth], counts[depth], step):
                if is_spent(c):
                    break
                if s.visited != SEE_ALL or add(seen, children.keys[i]):
                    turn[depth] = actions[depth, i]
                    leaf(search, best, children.states[i], turn, depth + 1)
            if is_spent(c):
                break
            depth -= 1
            continue
        action = np.int64(actions[depth, nexts[depth]])
        nexts[depth] += step
        turn[depth] = action
        if action == end:
            leaf(search, best, state, turn, depth)
            continue
        child = depth + 1
        levels[child] = state
        game.apply(levels[child], action)
        c.steps += 1
        last = child >= longest or is_leaf(game, levels[child], me, actions[child])
        remembered = s.visited == SEE_ALL or (s.visited == SEE_INNER and not last)
        if remembered and not add(seen, game.state_hash(levels[child])):
            continue
        if last:
            leaf(search, best, levels[child], turn, child)
            continue
        counts[child] = choices(game, levels[child], actions[child])
        if s.sorting == SORT_ALL:
            sort_level(search, levels[child], actions[child], counts[child])
        nexts[child] = 0
        depth = child
    c.exhausted = 1 if depth < 0 else 0
    # If the table is full, a state may be evaluated twice.
    c.unique = c.iterations if s.visited == SEE_ALL and not is_full(seen) else 0
