"""The loops that are timed: each does one thing many times and returns how often.

They are written against the game contract, so they measure any game. What a loop computes ends in its
result, in a pool or in `sink`, which outlive it; otherwise the compiler would leave the work out.
"""

import numpy as np

from turnwright.agents.choice_kernel import ordered_choices
from turnwright.core.compiled import entry
from turnwright.core.game import Game
from turnwright.core.rng import below


@entry
def play_listed(game, states, pool, buffer, rng, repetitions):
    """Random games from the states to their end: list, pick, apply."""
    steps = 0
    state = pool[0]
    for _ in range(repetitions):
        for i in range(states.size):
            pool[0] = states[i]
            while not game.is_over(state):
                count = game.legal_actions(state, buffer)
                action = buffer[below(rng, count)] if count > 0 else game.end_action()
                game.apply(state, action)
                steps += 1
    return steps


@entry
def play_sampled(game, states, pool, buffer, rng, repetitions):
    """The same games without lists: an action is sampled directly."""
    steps = 0
    state = pool[0]
    for _ in range(repetitions):
        for i in range(states.size):
            pool[0] = states[i]
            while not game.is_over(state):
                game.apply(state, game.random_action(state, buffer, rng))
                steps += 1
    return steps


@entry
def play_from_deal(game, pool, buffer, rng, games):
    """Full random games, the deal included."""
    state = pool[0]
    for _ in range(games):
        game.deal(state, rng)
        while not game.is_over(state):
            count = game.legal_actions(state, buffer)
            action = buffer[below(rng, count)] if count > 0 else game.end_action()
            game.apply(state, action)
    return games


@entry
def copy_states(states, pool, repetitions):
    for _ in range(repetitions):
        for i in range(states.size):
            pool[i % pool.size] = states[i]
    return repetitions * states.size


@entry
def evaluate_states(game, states, repetitions, sink):
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += game.evaluate(states[i], i & 1)
    sink[0] = total
    return repetitions * states.size


@entry
def hash_states(game, states, repetitions, sink):
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += np.float64(game.state_hash(states[i]) & np.uint64(1))
    sink[0] = total
    return repetitions * states.size


@entry
def list_legal(game, states, buffer, repetitions, sink):
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += game.legal_actions(states[i], buffer)
    sink[0] = total
    return repetitions * states.size


@entry
def list_candidates(game, states, buffer, repetitions, sink):
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += game.candidates(states[i], buffer)
    sink[0] = total
    return repetitions * states.size


@entry
def list_ordered(game, states, buffer, keys, repetitions, sink):
    """The candidates, sorted by the game's action ordering."""
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            ordered_choices(game, states[i], buffer, keys)
            total += buffer[0]
    sink[0] = total
    return repetitions * states.size


@entry
def pick_top(game, states, buffer, repetitions, sink):
    """The candidate that action ordering puts first."""
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += game.top_candidate(states[i], buffer)
    sink[0] = total
    return repetitions * states.size


@entry
def check_legal(game, states, actions, repetitions, sink):
    """Whether an action is legal; `actions` belong to the states one to one."""
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += 1.0 if game.is_legal(states[i], actions[i]) else 0.0
    sink[0] = total
    return repetitions * states.size


@entry
def choose_actions(game, states, buffer, rng, actions):
    """For every state one action to ask about: half of them legal there, half legal somewhere."""
    for i in range(states.size):
        source = i if i & 1 else below(rng, states.size)
        count = game.legal_actions(states[source], buffer)
        actions[i] = buffer[below(rng, count)] if count > 0 else game.end_action()


@entry
def scatter(positions, states, rng):
    """Fill `states` with positions at random."""
    for i in range(states.size):
        states[i] = positions[below(rng, positions.size)]


@entry
def deal_running(game, states, buffer, rng, depth):
    """Fill `states` with games dealt and played at random for up to `depth` actions, none of them over."""
    for i in range(states.size):
        state = states[i]
        game.deal(state, rng)
        for _ in range(below(rng, depth)):
            game.apply(state, game.random_action(state, buffer, rng))
            if game.is_over(state):
                game.deal(state, rng)


def room_for_actions(game: Game) -> np.ndarray:
    """A buffer for lists of actions."""
    return np.empty(game.list_room, dtype=np.int32)
