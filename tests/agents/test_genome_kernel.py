"""Genomes: crossover and mutation only make legal turns, and change no more than they must."""

import numpy as np
import pytest

from turnwright import Budget, State
from turnwright.agents.choice_kernel import new_workspace
from turnwright.agents.genome_kernel import ANY, cross_genomes, make_genome, mutate_genome
from turnwright.agents.memory import genome_width
from turnwright.agents.registry import agent
from turnwright.agents.search_kernel import Search
from turnwright.core.compiled import entry
from turnwright.core.control import new_control
from turnwright.core.rng import below, generator

RANDOM, GREEDY = 0, 1
GAMES = ("hero_academy", "hero_academy:map=a-small,deck=SMALL,action_points=8,pruning=reference", "pairs")


@entry
def _bred(game, states, control, settings, how, mutated, genes, lengths, ats, rng):
    """Fill rows of genes: the first ones with new genomes, the others with children of earlier ones, crossed or
    mutated. `lengths` says how many are new by its last place; row i's parents are noted in `ats`."""
    search = Search(game, states, game.player(states[0]), settings[0], control[0], new_workspace(game, states, rng))
    new = lengths[-1]
    for row in range(genes.shape[0]):
        a = b = 0
        at = -1
        if row < new:
            length, _ = make_genome(search, genes, row, how)
        else:
            a, b = below(rng, row), below(rng, row)
            if mutated:
                at = below(rng, lengths[a])
                length, _ = mutate_genome(search, genes, row, (a, lengths[a]), at, ANY, how)
            else:
                length, _ = cross_genomes(search, genes, row, (a, lengths[a]), (b, lengths[b]), how)
        lengths[row] = length
        ats[row, 0], ats[row, 1], ats[row, 2] = a, b, at


def bred(state: State, how: int, mutated: bool, count: int = 400, seed: int = 1):
    """Genomes of which the first 20 are new and the others children: genes, and for each its parents and where it was
    mutated (-1: crossed)."""
    width = genome_width(state.game, 0)
    genes = np.zeros((count, width), dtype=np.int32)
    lengths = np.zeros(count + 1, dtype=np.int64)
    lengths[-1] = 20
    ats = np.zeros((count, 3), dtype=np.int64)
    control, options = new_control(Budget(iterations=1)), agent("oep").options
    _bred(state.game, state.records, control, options, how, mutated, genes, lengths, ats, generator(seed))
    return [genes[i, : lengths[i]].tolist() for i in range(count)], ats.tolist()


@pytest.fixture(params=GAMES)
def state(request, midgame, pairs) -> State:
    return midgame(pairs if request.param == "pairs" else request.param, 1, seed=2)[0]


def choices(state: State) -> list[int]:
    return state.candidates() or [state.end_action]


def best_choices(state: State) -> list[int]:
    """The candidates whose successor evaluates best for the player to move."""
    me = state.player
    values = {action: state.play(action).evaluate(me) for action in choices(state)}
    return [action for action, value in values.items() if value == max(values.values())]


def check_whole(state: State, genome: list[int]) -> None:
    """A genome is one turn: legal, and over with its last gene."""
    me = state.player
    for gene in genome:
        assert not state.is_over
        assert state.player == me
        assert gene in choices(state) or state.is_legal(gene)
        state = state.play(gene)
    assert state.is_over or state.player != me


@pytest.mark.parametrize("mutated", [False, True])
@pytest.mark.parametrize("how", [RANDOM, GREEDY])
def test_crossover_and_mutation_only_make_legal_genomes(state, how, mutated):
    """Over hundreds of generations on end, replayed action by action."""
    genomes, _ = bred(state, how, mutated, count=400)
    for genome in genomes:
        check_whole(state, genome)


def test_a_crossed_gene_comes_from_a_parent_where_it_can(state):
    """One of the parents' genes of that place if either is a candidate; else one of their next genes; else any. With
    greedy repair: else the greedy choice."""
    for how in (RANDOM, GREEDY):
        genomes, origins = bred(state, how, mutated=False, count=250, seed=3)
        from_mother = from_father = next_genes = 0
        for genome, (mother, father, _) in list(zip(genomes, origins, strict=True))[20:]:
            here = state
            for i, gene in enumerate(genome):
                candidates = choices(here)
                given = [parent[i] for parent in (genomes[mother], genomes[father]) if i < len(parent)]
                following = [parent[i + 1] for parent in (genomes[mother], genomes[father]) if i + 1 < len(parent)]
                usable = [one for one in given if one in candidates]
                after = [one for one in following if one in candidates]
                if usable:
                    assert gene in usable
                    if len(set(given)) == 2 and len(usable) == 2:
                        from_mother += gene == given[0]
                        from_father += gene == given[1]
                elif after and how == RANDOM:
                    assert gene == after[0]
                    next_genes += 1
                elif how == GREEDY:
                    assert gene in best_choices(here)
                else:
                    assert gene in candidates
                here = here.play(gene)
        if how == RANDOM:  # greedy genomes are often all the same
            assert from_mother > 50
            assert abs(from_mother - from_father) < 5 * (from_mother + from_father) ** 0.5


@pytest.mark.parametrize("how", [RANDOM, GREEDY])
def test_a_mutation_changes_one_gene_and_what_it_makes_illegal(state, how):
    """The genes in front stay; the mutated one differs where there is another candidate; later ones stay where they
    are legal and are repaired where not."""
    genomes, origins = bred(state, how, mutated=True, count=250, seed=4)
    repaired = 0
    for genome, (mother, _, at) in list(zip(genomes, origins, strict=True))[20:]:
        parent, here = genomes[mother], state
        for i, gene in enumerate(genome):
            if i < at:
                assert gene == parent[i]
            elif i == at:
                assert gene in choices(here)
                assert gene != parent[i] or len(choices(here)) == 1
            elif i < len(parent) and here.is_legal(parent[i]):
                assert gene == parent[i]
            else:
                repaired += 1
                assert gene in (best_choices(here) if how == GREEDY else choices(here))
            here = here.play(gene)
    assert repaired > 0 or state.game.name != "hero_academy"
