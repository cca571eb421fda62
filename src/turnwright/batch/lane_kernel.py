"""Lanes: what one lane of a batch does between two barriers.

A lane plays one game, one turn or one genome. Its functions are written once: the CPU calls them lane after lane
(`cpu_kernel`), a GPU all lanes at once (`gpu`). A lane draws from a generator that follows from its number alone, so
both play the same, bit for bit. A lane reads what other lanes wrote before the last barrier, and writes its own places
only.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import TIES_RANDOM, greedy_choice
from turnwright.agents.constants import NONE
from turnwright.batch.lazy_list import found_action
from turnwright.core.compiled import rule
from turnwright.core.rng import GOLDEN, below, mix

TALLY = np.dtype([("steps", np.int64), ("evaluations", np.int64)])
"""What `greedy_choice` counts in; a lane has no use for it."""


class Steps(NamedTuple):
    """Games that are played at random; a place for each."""

    states: np.ndarray
    """How each ended."""
    lengths: np.ndarray
    """The number of actions played."""
    digests: np.ndarray
    """A word that every state of the game has gone into."""


class Turns(NamedTuple):
    """Turns that are planned; a place for each."""

    states: np.ndarray
    """Where they begin."""
    actions: np.ndarray
    """A row for each."""
    lengths: np.ndarray
    values: np.ndarray
    """What the turn is worth to the player, before it ends."""
    counter_values: np.ndarray
    """The same for the opponent."""


class Games(NamedTuple):
    """Games that are played turn by turn; a place for each."""

    turns: Turns
    """Where each game stands, and its latest turn."""
    counts: np.ndarray
    """The number of turns played."""
    digests: np.ndarray
    """A word that the state behind every turn has gone into."""
    ends: np.ndarray
    """The states in which the first turns were judged: a row for each game."""
    end_values: np.ndarray
    """What they were worth to the player whose turn it was."""


@rule
def seed_lane(rng, seed, number):
    """Set a generator to the one of some number."""
    rng[0] = mix(seed + GOLDEN * np.uint64(number + 1))


# Random games


@rule
def begin_game(game, playing, rng, seed, number):
    """Deal the game of some number."""
    seed_lane(rng, seed, number)
    game.deal(playing[0], rng)


@rule
def begin_playout(steps, playing, rng, seed, number):
    """Take up the position of some number."""
    seed_lane(rng, seed, number)
    playing[0] = steps.states[number]


@rule
def choose_step(game, playing, actions, rng):
    """A uniformly random legal action."""
    return np.int64(game.random_action(playing[0], actions, rng))


@rule
def choose_listed(game, playing, actions, rng):
    """The same, picked from the list of all."""
    return np.int64(actions[below(rng, game.legal_actions(playing[0], actions))])


@rule
def choose_sought(game, playing, sought, rng):
    """The same without a list: what is legal is counted, and then found."""
    sought.place[0] = NONE
    number = game.legal_actions(playing[0], sought)
    sought.place[0] = below(rng, number)
    game.legal_actions(playing[0], sought)
    return found_action(sought)


@rule
def play_step(game, playing, action, digest):
    """Play an action. Returns the digest with the new state in it."""
    game.apply(playing[0], action)
    return digest * GOLDEN + game.state_hash(playing[0])


@rule
def end_game(steps, number, playing, length, digest):
    """Note how a game ended."""
    steps.states[number] = playing[0]
    steps.lengths[number] = length
    steps.digests[number] = digest


# Single steps


@rule
def make_step(game, states, actions, number, listed):
    """Play one action in a state. Returns a word for the list of what was legal there."""
    state = states[number]
    digest = np.uint64(0)
    for i in range(game.legal_actions(state, listed)):
        digest = mix(digest + GOLDEN + np.uint64(listed[i]))
    game.apply(state, np.int64(actions[number]))
    return digest


# Greedy turns


@rule
def begin_turn(playing, turns, rng, seed, number):
    seed_lane(rng, seed, number)
    playing[0] = turns.states[number]


@rule
def choose_greedily(game, work, tally, me):
    """The action whose successor is worth most."""
    return greedy_choice(game, work.playing[0], me, 0, TIES_RANDOM, tally[0], work)


@rule
def is_turn_of(game, state, me):
    """Whether the turn of a player goes on."""
    return not game.is_over(state) and game.player(state) == me


# Whole games


@rule
def seed_of_turn(seed, turn):
    """The seed of the lanes that plan some turn of all games."""
    return mix(seed ^ (GOLDEN * np.uint64(turn + 1)))


@rule
def known_action(game, state, rng, seed, number):
    """What the game's book plays here; -1 where it has nothing to say."""
    seed_lane(rng, seed, number)
    return np.int64(game.book_action(state, rng))


@rule
def note_turn(game, games, playing, number):
    """Keep the state in which a turn was judged, if there is room, and play the turn."""
    turns, played = games.turns, games.counts[number]
    if played < games.ends.shape[1]:
        games.ends[number, played] = playing[0]
        games.end_values[number, played] = turns.values[number]
    state = turns.states[number]
    for i in range(turns.lengths[number]):
        game.apply(state, np.int64(turns.actions[number, i]))
    note_state(game, turns.states, games.counts, games.digests, number)


@rule
def note_state(game, states, counts, digests, number):
    """Count a turn, and put the state behind it into the digest."""
    digests[number] = digests[number] * GOLDEN + game.state_hash(states[number])
    counts[number] += 1
