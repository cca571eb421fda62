"""Islands: populations of turns that evolve in step, one child to a lane.

An island has 32 lanes and twice as many rows for genomes. In every generation each lane crosses two survivors, mutates
the child on the way, plays and judges it; children that end in a state that is there already are dropped; all rows are
ranked, and the better half survives. Between these phases there is a barrier. The first generation has no parents to
cross: all its genes are random.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import complete_turn
from turnwright.agents.constants import NONE
from turnwright.agents.genome_kernel import ANY, REPAIR_RANDOMLY, Recipe, crossed_gene
from turnwright.core.compiled import rule
from turnwright.core.rng import below, draw, uniform

LANES = 32
ROWS = 2 * LANES
_MUTATION = 0.5
_UNBORN, _DOUBLE = -np.inf, -1e300
"""The values of a row without a genome, and of a genome whose end another one has."""


class Island(NamedTuple):
    """A population."""

    genes: np.ndarray
    """A row for every genome."""
    lengths: np.ndarray
    values: np.ndarray
    keys: np.ndarray
    """Of the end states of the genomes."""
    order: np.ndarray
    """The rows, best first; children take the places of the latter half."""


@rule
def clear_row(island, row):
    """Make a row one without a genome."""
    island.lengths[row], island.values[row], island.keys[row], island.order[row] = 0, _UNBORN, 0, row


@rule
def conceive(island, rng):
    """What the next child of a lane is made of, and the place of its mutation; NONE if it has none."""
    first, second = below(rng, LANES), below(rng, LANES - 1)
    mother = np.int64(island.order[first])
    father = np.int64(island.order[second + 1 if second >= first else second])
    mother_length, father_length = np.int64(island.lengths[mother]), np.int64(island.lengths[father])
    at = np.int64(NONE)
    if uniform(rng) < _MUTATION and mother_length > 0:
        at = below(rng, mother_length)
    return Recipe(mother, mother_length, father, father_length, NONE, ANY, REPAIR_RANDOMLY, draw(rng)), at


@rule
def next_gene(game, work, genes, recipe, at, length):
    """What a child plays next; NONE where the turn can only end."""
    state = work.playing[0]
    if length >= genes.shape[1] or game.must_end(state, work.actions):
        return np.int64(NONE)
    gene = crossed_gene(game, state, genes, recipe, length)
    if gene == NONE or length == at:
        # Any legal action, drawn once, without a list: the other lanes wait for this one.
        gene = np.int64(game.random_action(state, work.actions, work.rng))
        if gene == game.end_action():
            return np.int64(NONE)
    return gene


@rule
def judge_child(game, state, island, child, length, me):
    """Note what has become of a child."""
    island.lengths[child] = length
    island.values[child] = game.evaluate(state, me)
    island.keys[child] = game.state_hash(state)


@rule
def drop_double(island, lane):
    """Drop the child of a lane if a survivor, or the child of an earlier lane, ends in the same state."""
    child = island.order[LANES + lane]
    key, is_double = island.keys[child], False
    for place in range(LANES + lane):
        is_double |= island.keys[island.order[place]] == key
    if is_double:
        island.values[child] = _DOUBLE


@rule
def places_of(island, lane):
    """The places of both rows of a lane among all, best first."""
    mine, other_mine = island.values[lane], island.values[LANES + lane]
    place, other_place = 0, 0
    for row in range(ROWS):
        value = island.values[row]
        place += np.int64(value > mine or (value == mine and row < lane))
        other_place += np.int64(value > other_mine or (value == other_mine and row < LANES + lane))
    return place, other_place


@rule
def answer_turn(game, playing, actions, turns, number):
    """Complete a turn up to the last action, and judge it for the opponent before that; the last action is not
    played."""
    playing[0] = turns.states[number]
    state, length = playing[0], np.int64(turns.lengths[number])
    me = np.int64(game.player(state))
    for i in range(length):
        game.apply(state, np.int64(turns.actions[number, i]))
    turns.counter_values[number] = game.evaluate(state, 1 - me)
    if not game.is_over(state) and game.player(state) == me:
        turns.lengths[number] = complete_turn(game, state, turns.actions[number], length, actions)
