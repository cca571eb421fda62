"""Genomes: turns as rows of genes. Evolution and tree search create, cross, mutate and repair them.

A genome is a sequence of actions, including the ends of turns. Without a horizon it is one turn, with or without a
forced end. With a horizon it continues: after each turn of the searcher, a model plays the opponent's reply, which is
recomputed whenever the genome changes; then more genes of the searcher follow. It stops after that many actions, not
counting the ends of turns, and is evaluated there, even in the middle of a turn.

Genomes are referred to by row number, because views of rows would be reference-counted.
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
"""The maximum length of a genome; one place of a turn is reserved for its end."""
ANY = NONE
"""As the new gene of a mutation: a random different one."""
REPAIR_RANDOMLY, REPAIR_GREEDILY = range(2)
"""How an illegal gene is replaced."""
BEFORE_END = -1
"""The horizon of genomes that are evaluated as soon as only the end of the turn is left; 0: after the end."""
_PARENTS_GENES, _PARENTS_NEXT_GENES = 2, 4
"""How many genes of the parents are tried for one position: both of that position and both of the next."""


class Recipe(NamedTuple):
    """The origin of a genome: none, a crossover of two parents, or a mutation of the first."""

    mother: int
    mother_length: int
    father: int
    father_length: int
    at: int
    """The position that a mutation changes; NONE for a crossover."""
    gene: int
    """The new gene, or ANY."""
    repair: int
    """How illegal genes are replaced."""
    coins: np.uint64
    """One bit per position: which parent's gene is tried first."""


@inlined
def make_genome(search, genes, row, repair):
    """Write a new genome to a row and play it; every gene is a repair. Returns its length and the length of its first
    turn.

    Afterwards, `search.work.playing` is the state after the genome.
    """
    game, s, work = search.game, search.settings, search.work
    end = np.int64(game.end_action())
    draw(work.rng)  # creation and crossover draw the same random numbers
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
    """Write a child of two genomes, each given as row and length, to a row and play it as `make_genome` does."""
    recipe = Recipe(mother[0], mother[1], father[0], father[1], NONE, ANY, repair, draw(search.work.rng))
    length, head, _ = breed(search, genes, row, recipe, NONE)
    return length, head


@rule
def copied_parent(genes, mother, father, coins):
    """The parent's row if a child of two repeatable genomes would be a copy of it; NONE if only playing can tell.

    While a child has the same genes as a parent, the parent's next gene is legal for it.
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
    """Cross two genomes by a recipe, with a different random gene at one position (NONE: nowhere), and play the child
    as `make_genome` does. Also returns the number of genes that come from neither parent."""
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
    """Copy a genome, given as row and length, to a row with another gene at one position, and play it as `make_genome`
    does. Earlier genes stay; later ones stay where they are legal."""
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
    """Continue a genome beyond its first turn, up to the horizon. A greedy model plays for the opponent.

    `length` genes have been written; `played` of them are not ends of turns. Returns the total length.
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
    """Play a gene. Returns whether this ends the searcher's turn."""
    search.game.apply(state, action)
    search.control.steps += 1
    return search.game.is_over(state) or search.game.player(state) != search.me


@rule
def crossed_gene(game, state, genes, recipe, i):
    """A gene for position i from two parents; NONE if neither has a legal one.

    A random bit selects the parent whose gene is tried first. If genes are repaired at random, the parents' next genes
    are tried before a repair.
    """
    heads = (recipe.coins >> np.uint64(i & 63)) & ONE
    # One call that checks legality, not four: this is inlined into every walk.
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
    """The gene of a mutant at its mutated position or a later one; NONE if no legal one exists."""
    if i == recipe.at:
        if recipe.gene != ANY:
            return recipe.gene
        return different_choice(game, state, np.int64(genes[recipe.mother, i]), work.actions, work.rng)
    if i < recipe.mother_length and game.is_legal(state, np.int64(genes[recipe.mother, i])):
        return np.int64(genes[recipe.mother, i])
    return np.int64(NONE)


@rule
def different_choice(game, state, gene, actions, rng):
    """A random choice other than `gene`, or `gene` itself if there is no other."""
    count = choices(game, state, actions)
    if count == 1:
        return np.int64(actions[0])
    chosen = below(rng, count)
    if actions[chosen] == gene:
        chosen = (chosen + 1 + below(rng, count - 1)) % count
    return np.int64(actions[chosen])


@inlined
def repaired_gene(search, state, repair):
    """A new gene where no legal one is given."""
    if repair == REPAIR_RANDOMLY:
        return random_choice(search.game, state, search.work.actions, search.work.rng)
    s = search.settings
    return greedy_choice(search.game, state, search.me, s.repair_top, s.ties, search.control, search.work)


@rule
def answer_genome(search, value, genes, row, head):
    """Make the first turn of a genome the answer, completed if the genome stops before the end of the turn."""
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
    """Report a genome. It becomes the answer if it is the best so far."""
    if value > search.control.best_value or search.control.best_length == 0:
        offer(search.control, value, genes[row], head)
        answer_genome(search, value, genes, row, head)
