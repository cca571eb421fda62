"""Genomes: turns as lists of genes that evolution and tree search change and repair.

A genome holds actions one after the other, the ends of turns included. Without a horizon it is one turn, with or
without an end that is forced. With one it reaches on: the opponent's actions are made up anew by a model behind every
change, further own genes follow, until that many actions (ends of turns not counted) have been played; then it is
judged, wherever in a turn that is.
"""

import numpy as np

from turnwright.agents.policies import choices, greedy_choice, random_choice
from turnwright.core.bits import EMPTY, ONE
from turnwright.core.compiled import rule
from turnwright.core.control import MAX_TURN, offer
from turnwright.core.game import Game
from turnwright.core.rng import below, draw

RANDOM, GREEDY = 0, 1
"""How a gene that cannot be played is repaired."""

END_OF_TURN, BEFORE_END = 0, -1
"""Horizons that are none: a genome is judged behind the end of its turn, or as soon as the turn can only end."""

GENES = MAX_TURN - 1
"""The most room of a genome; one place of a turn is left for its end."""


def genome_width(game: Game, horizon: int) -> int:
    """Room for every genome: a turn, or the horizon with an end behind every action at worst."""
    return min(GENES, max(game.max_turn, 2 * horizon + 2))


@rule
def is_complete(game, state, played, horizon, own_turns):
    """Whether a genome has been played to its end: that of the turn, or the horizon if there is one."""
    if game.is_over(state):
        return True
    return played >= horizon if horizon > 0 else own_turns > 0


@rule
def repair(game, state, me, how, top, control, buffer, keys, scratch, rng):
    """A gene where none of the given ones can be played."""
    if how == GREEDY:
        return greedy_choice(game, state, me, top, control, buffer, keys, scratch, rng)
    return random_choice(game, state, buffer, rng)


@rule
def crossed_gene(game, state, genes, a, a_length, b, b_length, i, heads, how):
    """A gene for position i from two parents (rows a and b); -1 if neither has one that can be played.

    By a fair coin the first parent's or the second's, then the other's; where a gene is repaired at random, the
    parents' next genes are tried before that.
    """
    # One place that asks for legality, not four: this is inlined into every walk.
    for attempt in range(4 if how == RANDOM else 2):
        of_first = (heads != 0) == (attempt == 0) if attempt < 2 else attempt == 2
        row, row_length = (a, a_length) if of_first else (b, b_length)
        place = i if attempt < 2 else i + 1
        if place < row_length and game.is_candidate(state, np.int64(genes[row, place])):
            return np.int64(genes[row, place])
    return np.int64(-1)


@rule
def different_choice(game, state, gene, buffer, rng):
    """A random candidate other than `gene`; the gene itself where there is no other."""
    count = choices(game, state, buffer)
    if count == 1:
        return np.int64(buffer[0])
    chosen = below(rng, count)
    if buffer[chosen] == gene:
        chosen = (chosen + 1 + below(rng, count - 1)) % count
    return np.int64(buffer[chosen])


@rule
def play_genome(
    game, state, me, genes, a, a_length, b, b_length, at, gene, how, top, s, control, out, buffer, keys, scratch, rng
):
    """Play a genome on `state`, repairing it on the way, and write it to row `out` of the genes.

    Parents are rows too (views of rows would be reference-counted). Two parents are crossed; parents of length 0 make
    a new genome. One parent (`at` >= 0, b unused) is kept up to position `at`, has `gene` there, or a random other
    action if that is -1, and keeps its later genes where they can be played. `how` and `top` say how genes are
    repaired. Returns the genome's length and that of its first turn.
    """
    end = np.int64(game.end_action())
    length = 0
    head = 0
    played = 0
    own_turns = 0
    coins = draw(rng) if at == -1 else EMPTY
    while length < genes.shape[1] and not is_complete(game, state, played, s.horizon, own_turns):
        mover = game.player(state)
        action = np.int64(-1)
        if length < at:
            action = np.int64(genes[a, length])
        elif mover == me:
            if game.must_end(state, buffer):
                if s.horizon == BEFORE_END:
                    break
                action = end
            elif at == -1:
                heads = (coins >> np.uint64(length & 63)) & ONE
                action = crossed_gene(game, state, genes, a, a_length, b, b_length, length, heads, how)
            elif length == at:
                action = gene if gene >= 0 else different_choice(game, state, np.int64(genes[a, length]), buffer, rng)
            elif length < a_length and game.is_legal(state, np.int64(genes[a, length])):
                action = np.int64(genes[a, length])
        if action < 0:  # nothing is given: repaired, or made up by the opponent's model
            mine = mover == me
            action = repair(
                game, state, mover, how if mine else GREEDY, top if mine else s.model_top,
                control, buffer, keys, scratch, rng,
            )  # fmt: skip
        game.apply(state, action)
        control.steps += 1
        genes[out, length] = action
        length += 1
        if action != end:
            played += 1
        if mover == me and (game.is_over(state) or game.player(state) != me):
            if own_turns == 0:
                head = length
            own_turns += 1
    return length, (head if own_turns > 0 else length)


@rule
def answer_genome(game, states, me, control, value, genes, row, head, scratch):
    """Make a genome the answer: its first turn, ended if the genome stops before the end."""
    scratch[0] = states[0]
    for i in range(head):
        control.best_turn[i] = genes[row, i]
        game.apply(scratch[0], np.int64(genes[row, i]))
    control.best_value, control.best_length = value, head
    if not game.is_over(scratch[0]) and game.player(scratch[0]) == me:
        control.best_turn[head] = game.end_action()
        control.best_length = head + 1


@rule
def offer_genome(game, states, me, control, value, genes, row, head, scratch):
    """Tell of a genome; it is the answer if it is the best so far."""
    if value > control.best_value or control.best_length == 0:
        offer(control, value, genes[row], head)
        answer_genome(game, states, me, control, value, genes, row, head, scratch)


@rule
def is_won(game, state, me):
    return game.is_over(state) and game.outcome(state) == (1 if me == 0 else -1)
