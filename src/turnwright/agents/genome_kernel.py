"""Genomes: turns as rows of genes that evolution and tree search make, cross, mutate and repair.

A genome holds actions one after the other, the ends of turns included. Without a horizon it is one turn, with or
without an end that is forced. With one it reaches on: the opponent's actions are made up anew by a model behind every
change, further own genes follow, until that many actions (ends of turns not counted) have been played; then it is
judged, wherever in a turn that is.

Genomes are named by their rows: views of rows would be reference-counted.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import choices, complete_turn, greedy_choice, random_choice
from turnwright.agents.constants import BEFORE_END, NONE, REPAIR_RANDOMLY
from turnwright.core.bits import EMPTY, ONE
from turnwright.core.compiled import rule
from turnwright.core.control_kernel import MAX_TURN, offer
from turnwright.core.rng import below, draw

GENES = MAX_TURN - 1
"""The most room of a genome; one place of a turn is left for its end."""
ANY = NONE
"""The gene that a mutation puts in where it is to be a random other one."""
_PARENTS_GENES, _PARENTS_NEXT_GENES = 2, 4
"""How many genes of the parents are tried for one place: both of that place, and both of the next one."""


class Recipe(NamedTuple):
    """What a genome is made from: two parents that are crossed, or the first of them mutated."""

    mother: int
    mother_length: int
    father: int
    father_length: int
    at: int
    """The place that a mutation changes; NONE where parents are crossed."""
    gene: int
    """What it puts there, or ANY."""
    repair: int
    """How genes that cannot be played are replaced."""


@rule
def make_genome(search, playing, genes, row, repair):
    """Write a new genome to a row, and play it; every gene is a repair. Returns its length and that of its first turn.

    `playing` has room for one state, which is the one after the genome then.
    """
    return play_genome(search, playing, genes, row, Recipe(0, 0, 0, 0, NONE, ANY, repair))


@rule
def cross_genomes(search, playing, genes, row, mother, father, repair):
    """Write a child of two genomes, each given as row and length, to a row, and play it as `make_genome` does.

    A fair coin decides whose gene comes first into question at each place.
    """
    recipe = Recipe(mother[0], mother[1], father[0], father[1], NONE, ANY, repair)
    return play_genome(search, playing, genes, row, recipe)


@rule
def mutate_genome(search, playing, genes, row, parent, at, gene, repair):
    """Write a genome, given as row and length, with another gene at one place to a row, and play it as `make_genome`
    does. Genes in front stay; later ones stay where they can be played."""
    return play_genome(search, playing, genes, row, Recipe(parent[0], parent[1], 0, 0, at, gene, repair))


@rule
def play_genome(search, playing, genes, row, recipe):
    """Play what a recipe makes from the start of the search on, and write it to a row of the genes."""
    game, me, s = search.game, search.me, search.settings
    end = np.int64(game.end_action())
    length = head = 0
    played = own_turns = 0
    coins = draw(search.work.rng) if recipe.at == NONE else EMPTY
    playing[0] = search.start[0]
    state = playing[0]
    while length < genes.shape[1] and not is_complete(game, state, played, s.horizon, own_turns):
        mover = game.player(state)
        action = np.int64(NONE)
        if length < recipe.at:
            action = np.int64(genes[recipe.mother, length])
        elif mover == me:
            if game.must_end(state, search.work.actions):
                if s.horizon == BEFORE_END:
                    break
                action = end
            else:
                action = given_gene(game, state, genes, recipe, length, coins, search.work)
        if action == NONE:
            action = missing_gene(search, state, mover, recipe.repair)
        game.apply(state, action)
        search.control.steps += 1
        genes[row, length] = action
        length += 1
        if action != end:
            played += 1
        if mover == me and (game.is_over(state) or game.player(state) != me):
            if own_turns == 0:
                head = length
            own_turns += 1
    return length, (head if own_turns > 0 else length)


@rule
def is_complete(game, state, played, horizon, own_turns):
    """Whether a genome has been played to its end: that of the turn, or the horizon if there is one."""
    if game.is_over(state):
        return True
    return played >= horizon if horizon > 0 else own_turns > 0


@rule
def given_gene(game, state, genes, recipe, i, coins, work):
    """The own gene that a recipe has for place i; NONE if it has none that can be played."""
    if recipe.at == NONE:
        return crossed_gene(game, state, genes, recipe, i, (coins >> np.uint64(i & 63)) & ONE)
    if i == recipe.at:
        if recipe.gene != ANY:
            return recipe.gene
        return different_choice(game, state, np.int64(genes[recipe.mother, i]), work)
    if i < recipe.mother_length and game.is_legal(state, np.int64(genes[recipe.mother, i])):
        return np.int64(genes[recipe.mother, i])
    return np.int64(NONE)


@rule
def crossed_gene(game, state, genes, recipe, i, heads):
    """A gene for place i from two parents; NONE if neither has one that can be played.

    By the coin the mother's or the father's, then the other's; where genes are repaired at random, the parents' next
    genes are tried before that.
    """
    # One place that asks for legality, not four: this is inlined into every walk.
    for attempt in range(_PARENTS_NEXT_GENES if recipe.repair == REPAIR_RANDOMLY else _PARENTS_GENES):
        is_next = attempt >= _PARENTS_GENES
        of_mother = attempt == _PARENTS_GENES if is_next else (heads != 0) == (attempt == 0)
        row, length = (recipe.mother, recipe.mother_length) if of_mother else (recipe.father, recipe.father_length)
        place = i + 1 if is_next else i
        if place < length and game.is_candidate(state, np.int64(genes[row, place])):
            return np.int64(genes[row, place])
    return np.int64(NONE)


@rule
def different_choice(game, state, gene, work):
    """A random choice other than `gene`; the gene itself where there is no other."""
    actions, rng = work.actions, work.rng
    count = choices(game, state, actions)
    if count == 1:
        return np.int64(actions[0])
    chosen = below(rng, count)
    if actions[chosen] == gene:
        chosen = (chosen + 1 + below(rng, count - 1)) % count
    return np.int64(actions[chosen])


@rule
def missing_gene(search, state, mover, repair):
    """A gene where none is given: an own one is repaired; beyond the turn, a greedy model plays for the opponent."""
    mine = mover == search.me
    if mine and repair == REPAIR_RANDOMLY:
        return random_choice(search.game, state, search.work.actions, search.work.rng)
    top = search.settings.repair_top if mine else search.settings.model_top
    return greedy_choice(search.game, state, mover, top, search.control, search.work)


@rule
def answer_genome(search, value, genes, row, head):
    """Make a genome the answer: its first turn, completed if the genome stops before the end."""
    game, control, scratch = search.game, search.control, search.work.scratch
    scratch[0] = search.start[0]
    for i in range(head):
        control.best_turn[i] = genes[row, i]
        game.apply(scratch[0], np.int64(genes[row, i]))
    control.best_value, control.best_length = value, head
    if not game.is_over(scratch[0]) and game.player(scratch[0]) == search.me:
        control.best_length = complete_turn(game, scratch[0], control.best_turn, head, search.work.actions)


@rule
def offer_genome(search, value, genes, row, head):
    """Tell of a genome; it is the answer if it is the best so far."""
    if value > search.control.best_value or search.control.best_length == 0:
        offer(search.control, value, genes[row], head)
        answer_genome(search, value, genes, row, head)
