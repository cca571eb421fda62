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
from turnwright.agents.constants import NONE
from turnwright.core.bits import EMPTY, ONE
from turnwright.core.compiled import inlined, rule
from turnwright.core.control_kernel import MAX_TURN, offer
from turnwright.core.rng import below, draw

GENES = MAX_TURN - 1
"""The most room of a genome; one place of a turn is left for its end."""
ANY = NONE
"""The gene that a mutation puts in where it is to be a random other one."""
REPAIR_RANDOMLY, REPAIR_GREEDILY = range(2)
"""How a gene that cannot be played is replaced."""
BEFORE_END = -1
"""The horizon of genomes that are judged as soon as their turn can only end; 0: behind its end."""
_PARENTS_GENES, _PARENTS_NEXT_GENES = 2, 4
"""How many genes of the parents are tried for one place: both of that place, and both of the next one."""


class Recipe(NamedTuple):
    """What a genome is made from: nothing, two parents that are crossed, or the first of them mutated."""

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
    coins: np.uint64
    """A bit for every place: whose gene comes first into question."""


@inlined
def make_genome(search, genes, row, repair):
    """Write a new genome to a row, and play it; every gene is a repair. Returns its length and that of its first turn.

    `search.work.playing` is the state after the genome then.
    """
    game, s, work = search.game, search.settings, search.work
    end = np.int64(game.end_action())
    draw(work.rng)  # makers and crossers take the same random numbers
    work.playing[0] = search.start[0]
    state = work.playing[0]
    length = played = 0
    ended = False
    while length < genes.shape[1] and not ended and not is_far_enough(played, s.horizon):
        action = end
        if not game.must_end(state, work.actions):
            action = repaired_gene(search, state, repair)
        elif s.horizon == BEFORE_END:
            break
        genes[row, length] = action
        length += 1
        played += np.int64(action != end)
        ended = play_gene(search, state, action)
    if not ended or s.horizon <= 0:
        return length, length
    recipe = Recipe(0, 0, 0, 0, NONE, ANY, repair, EMPTY)
    return continue_genome(search, genes, row, recipe, length, played), length


@inlined
def cross_genomes(search, genes, row, mother, father, repair):
    """Write a child of two genomes, each given as row and length, to a row, and play it as `make_genome` does."""
    recipe = Recipe(mother[0], mother[1], father[0], father[1], NONE, ANY, repair, draw(search.work.rng))
    length, head, _ = breed(search, genes, row, recipe, NONE)
    return length, head


@rule
def copied_parent(genes, mother, father, coins):
    """The row of the parent that a child of two repeatable genomes would be a copy of; NONE if only playing can tell.

    As long as a child has the genes of a parent, it can play that parent's next gene.
    """
    with_mother = with_father = True
    for i in range(GENES):
        heads = (coins >> np.uint64(i & 63)) & ONE != 0
        if not (with_mother if heads else with_father):
            break
        row, length = mother if heads else father
        if i == length:
            return np.int64(row)
        with_mother = with_mother and i < mother[1] and genes[mother[0], i] == genes[row, i]
        with_father = with_father and i < father[1] and genes[father[0], i] == genes[row, i]
    return np.int64(NONE)


@inlined
def breed(search, genes, row, recipe, at):
    """Cross two genomes by a recipe, with a random other gene at one place (NONE: nowhere), and play the child as
    `make_genome` does. Returns also how many of its genes no parent has given."""
    game, s, work = search.game, search.settings, search.work
    end = np.int64(game.end_action())
    work.playing[0] = search.start[0]
    state = work.playing[0]
    length = played = strange = 0
    ended = False
    while length < genes.shape[1] and not ended and not is_far_enough(played, s.horizon):
        action = end
        if not game.must_end(state, work.actions):
            action = crossed_gene(game, state, genes, recipe, length)
            if length == at:
                action = different_choice(game, state, action, work.actions, work.rng)
                strange += 1
            elif action == NONE:
                action = repaired_gene(search, state, recipe.repair)
                strange += 1
        elif s.horizon == BEFORE_END:
            break
        genes[row, length] = action
        length += 1
        played += np.int64(action != end)
        ended = play_gene(search, state, action)
    if not ended or s.horizon <= 0:
        return length, length, strange
    return continue_genome(search, genes, row, recipe, length, played), length, strange


@inlined
def mutate_genome(search, genes, row, parent, at, gene, repair):
    """Write a genome, given as row and length, with another gene at one place to a row, and play it as `make_genome`
    does. Genes in front stay; later ones stay where they can be played."""
    game, s, work = search.game, search.settings, search.work
    end = np.int64(game.end_action())
    recipe = Recipe(parent[0], parent[1], 0, 0, at, gene, repair, EMPTY)
    work.playing[0] = search.start[0]
    state = work.playing[0]
    length = played = 0
    ended = False
    while length < genes.shape[1] and not ended and not is_far_enough(played, s.horizon):
        action = end
        if length < at:
            action = np.int64(genes[recipe.mother, length])
        elif not game.must_end(state, work.actions):
            action = mutated_gene(game, state, genes, recipe, length, work)
            if action == NONE:
                action = repaired_gene(search, state, repair)
        elif s.horizon == BEFORE_END:
            break
        genes[row, length] = action
        length += 1
        played += np.int64(action != end)
        ended = play_gene(search, state, action)
    if not ended or s.horizon <= 0:
        return length, length
    return continue_genome(search, genes, row, recipe, length, played), length


@rule
def continue_genome(search, genes, row, recipe, length, played):
    """Play a genome on beyond its first turn, up to the horizon; a greedy model plays for the opponent.

    `length` genes have been written, `played` of them more than ends of turns. Returns the length of the whole.
    """
    game, s, work = search.game, search.settings, search.work
    state = work.playing[0]
    end = np.int64(game.end_action())
    while length < genes.shape[1] and not game.is_over(state) and not is_far_enough(played, s.horizon):
        mover = game.player(state)
        action = np.int64(NONE)
        if length < recipe.at:
            action = np.int64(genes[recipe.mother, length])
        elif mover != search.me:
            action = greedy_choice(game, state, mover, s.model_top, s.ties, search.control, work)
        elif game.must_end(state, work.actions):
            action = end
        elif recipe.at == NONE:
            action = crossed_gene(game, state, genes, recipe, length)
        else:
            action = mutated_gene(game, state, genes, recipe, length, work)
        if action == NONE:
            action = repaired_gene(search, state, recipe.repair)
        genes[row, length] = action
        length += 1
        played += np.int64(action != end)
        play_gene(search, state, action)
    return length


@rule
def is_far_enough(played, horizon):
    """Whether a genome has reached the horizon, if there is one."""
    return 0 < horizon <= played


@inlined
def play_gene(search, state, action):
    """Play a gene; whether the searcher's turn is over behind it."""
    search.game.apply(state, action)
    search.control.steps += 1
    return search.game.is_over(state) or search.game.player(state) != search.me


@rule
def crossed_gene(game, state, genes, recipe, i):
    """A gene for place i from two parents; NONE if neither has one that can be played.

    By a coin the mother's or the father's, then the other's; where genes are repaired at random, the parents' next
    genes are tried before that.
    """
    heads = (recipe.coins >> np.uint64(i & 63)) & ONE
    # One place that asks for legality, not four: this is inlined into every walk.
    for attempt in range(_PARENTS_NEXT_GENES if recipe.repair == REPAIR_RANDOMLY else _PARENTS_GENES):
        is_next = attempt >= _PARENTS_GENES
        of_mother = attempt == _PARENTS_GENES if is_next else (heads != 0) == (attempt == 0)
        row, length = (recipe.mother, recipe.mother_length) if of_mother else (recipe.father, recipe.father_length)
        place = i + 1 if is_next else i
        if place < length and game.is_candidate(state, np.int64(genes[row, place])):
            return np.int64(genes[row, place])
    return np.int64(NONE)


@inlined
def mutated_gene(game, state, genes, recipe, i, work):
    """The gene that a mutation has for its place or a later one; NONE if it has none that can be played."""
    if i == recipe.at:
        if recipe.gene != ANY:
            return recipe.gene
        return different_choice(game, state, np.int64(genes[recipe.mother, i]), work.actions, work.rng)
    if i < recipe.mother_length and game.is_legal(state, np.int64(genes[recipe.mother, i])):
        return np.int64(genes[recipe.mother, i])
    return np.int64(NONE)


@rule
def different_choice(game, state, gene, actions, rng):
    """A random choice other than `gene`; the gene itself where there is no other."""
    count = choices(game, state, actions)
    if count == 1:
        return np.int64(actions[0])
    chosen = below(rng, count)
    if actions[chosen] == gene:
        chosen = (chosen + 1 + below(rng, count - 1)) % count
    return np.int64(actions[chosen])


@inlined
def repaired_gene(search, state, repair):
    """An own gene where none is given that can be played."""
    if repair == REPAIR_RANDOMLY:
        return random_choice(search.game, state, search.work.actions, search.work.rng)
    s = search.settings
    return greedy_choice(search.game, state, search.me, s.repair_top, s.ties, search.control, search.work)


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
