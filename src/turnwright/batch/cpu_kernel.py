"""Batches on a processor: the lanes of `lane_kernel` and `island_kernel`, one after another."""

import numpy as np

from turnwright.agents.constants import NONE
from turnwright.batch.island_kernel import (
    LANES,
    ROWS,
    answer_turn,
    clear_row,
    conceive,
    drop_double,
    judge_child,
    next_gene,
    places_of,
)
from turnwright.batch.lane_kernel import (
    begin_game,
    begin_playout,
    begin_turn,
    choose_greedily,
    choose_listed,
    choose_step,
    end_game,
    is_turn_of,
    known_action,
    make_step,
    note_state,
    note_turn,
    play_step,
    seed_lane,
    seed_of_turn,
)
from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry, rule


@entry
def play_randomly(game, steps, work, seed, share, most, dealt, listed):
    """Play the games of a share (first, end) to their ends, or up to a number of actions. `dealt`: they begin with
    deals, else with given positions; `listed`: actions are picked from lists."""
    steps, work = borrowed(steps), borrowed(work)
    for number in range(share[0], share[1]):
        if dealt:
            begin_game(game, work.playing, work.rng, seed, number)
        else:
            begin_playout(steps, work.playing, work.rng, seed, number)
        length, digest = np.int64(0), np.uint64(0)
        while length < most and not game.is_over(work.playing[0]):
            if listed:
                action = choose_listed(game, work.playing, work.actions, work.rng)
            else:
                action = choose_step(game, work.playing, work.actions, work.rng)
            digest = play_step(game, work.playing, action, digest)
            length += 1
        end_game(steps, number, work.playing, length, digest)


@entry
def make_steps(game, states, actions, lists, work, share):
    """Play one action in every state of a share; `lists` gets a word for what was legal there."""
    states, actions, work = borrowed(states), borrowed(actions), borrowed(work)
    for number in range(share[0], share[1]):
        lists[number] = make_step(game, states, actions, number, work.actions)


@entry
def play_greedily(game, turns, work, tally, seed, share):
    """Plan the turns of a share action by action."""
    turns, work = borrowed(turns), borrowed(work)
    for number in range(share[0], share[1]):
        begin_turn(work.playing, turns, work.rng, seed, number)
        state = work.playing[0]
        me, length, room = game.player(state), 0, turns.actions.shape[1]
        while length < room and is_turn_of(game, state, me):
            action = choose_greedily(game, work, tally, me)
            turns.actions[number, length] = action
            game.apply(state, action)
            length += 1
        turns.lengths[number] = length
        turns.values[number] = game.evaluate(state, me)
        turns.counter_values[number] = game.evaluate(state, 1 - me)


@rule
def evolve_turn(game, turns, number, island, work, rngs, seed, generations):
    """Evolve one turn by an island, lane after lane."""
    me = game.player(turns.states[number])
    state = work.playing[0]
    for lane in range(LANES):
        seed_lane(rngs[lane], seed, number * LANES + lane)
    for row in range(ROWS):
        clear_row(island, row)
    for _ in range(generations):
        for lane in range(LANES):
            child = np.int64(island.order[LANES + lane])
            work.rng[0] = rngs[lane, 0]
            recipe, at = conceive(island, work.rng)
            work.playing[0] = turns.states[number]
            length, is_open = 0, is_turn_of(game, state, me)
            while is_open:
                gene = next_gene(game, work, island.genes, recipe, at, length)
                if gene == NONE:
                    break
                island.genes[child, length] = gene
                game.apply(state, gene)
                length += 1
                is_open = is_turn_of(game, state, me)
            judge_child(game, state, island, child, length, me)
            rngs[lane, 0] = work.rng[0]
        for lane in range(LANES):
            drop_double(island, lane)
        for lane in range(LANES):
            first, second = places_of(island, lane)
            island.order[first], island.order[second] = lane, LANES + lane
    best = island.order[0]
    for i in range(island.lengths[best]):
        turns.actions[number, i] = island.genes[best, i]
    turns.lengths[number], turns.values[number] = island.lengths[best], island.values[best]
    answer_turn(game, work.playing, work.actions, turns, number)


@entry
def evolve_turns(game, turns, island, work, rngs, seed, share, generations):
    """Evolve the turns of a share."""
    turns, island, work, rngs = borrowed(turns), borrowed(island), borrowed(work), borrowed(rngs)
    for number in range(share[0], share[1]):
        evolve_turn(game, turns, number, island, work, rngs, seed, generations)


@entry
def play_games(game, games, island, work, rngs, seed, share, generations, most):
    """Play the games of a share to their ends, or up to a number of turns."""
    games, island, work, rngs = borrowed(games), borrowed(island), borrowed(work), borrowed(rngs)
    turns, states = games.turns, games.turns.states
    for number in range(share[0], share[1]):
        state = states[number]
        seed_lane(work.rng, seed, number)
        game.deal(state, work.rng)
        while games.counts[number] < most and not game.is_over(state):
            turn_seed = seed_of_turn(seed, games.counts[number])
            known = known_action(game, state, work.rng, turn_seed, number)
            if known >= 0:
                game.apply(state, known)
                note_state(game, states, games.counts, games.digests, number)
            else:
                evolve_turn(game, turns, number, island, work, rngs, turn_seed, generations)
                note_turn(game, games, work.playing, number)
