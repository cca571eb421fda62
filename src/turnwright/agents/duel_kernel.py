"""The two sides of a search against replies: own turns on one, replies that refute them on the other.

Rows of genes: `Candidates` hold own turns. An `Archive` holds turns that answer something, replies or own next turns:
first a small population of the answer that is searched for, then two workplaces, then the answers that are kept.

Under hidden information a turn is tried in several worlds, the same for all turns, and its value is the mean over them.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.constants import NONE
from turnwright.agents.edit_kernel import Script
from turnwright.agents.genome_kernel import ANY, REPAIR_GREEDILY, Recipe, breed, make_genome
from turnwright.agents.search_kernel import Search
from turnwright.core.compiled import inlined, rule
from turnwright.core.rng import draw

CANDIDATE = np.dtype(
    [
        ("bound", np.float64),  # what the replies so far leave of it
        ("after_reply", np.float64),  # the same without the look at the own next turn
        ("length", np.int64),
        ("level", np.int64),  # searched replies that it has met
        ("met", np.int64),  # how many replies had been archived when it last met them all
        ("reply_length", np.int64),  # of the reply that leaves least of it
        ("repeats", np.int64),  # whether the position behind it has been there before
    ]
)
FACTS = np.dtype(
    [
        ("candidates", np.int64),
        ("lowest", np.float64),  # the lowest bound among the candidates once there is no room for more
        ("announced", np.int64),  # of the archived replies, those that the population has met
        ("gain", np.float64),  # mean gain of the own next turn after the reply
        ("gains", np.int64),
        ("answer", np.int64),  # the candidate that is the answer; NONE before one is verified
        ("refuting", np.int64),  # the row of the reply that left least of the turn that last met replies
    ]
)


class Candidates(NamedTuple):
    """The most promising own turns."""

    genes: np.ndarray
    turns: np.ndarray
    replies: np.ndarray
    """Genes of the replies that leave least of them; they may need repair."""
    ends: np.ndarray
    """The states behind every turn, one a world."""
    looked_at: np.ndarray
    """The states behind the turn that is looked at, one a world."""
    past: np.ndarray
    """The keys of positions that have been there before, in ascending order."""
    facts: np.ndarray


COUNTS = np.dtype(
    [
        ("kept", np.int64),  # answers that are kept
        ("archived", np.int64),  # answers that were ever put into the archive
        ("searches", np.int64),
        ("won", np.int64),  # whether the present search has found an answer that wins; by edits, it stops then
    ]
)


class Archive(NamedTuple):
    """Answers of one player: a population to search with, and those that were best once, the most useful first."""

    genes: np.ndarray
    lengths: np.ndarray
    values: np.ndarray
    """Of the population, for the player who answers."""
    order: np.ndarray
    """The rows of the kept answers."""
    seen: np.ndarray
    """Ends that the present search for an answer has seen; of several in one place the last."""
    counts: np.ndarray


class Side(NamedTuple):
    """A player who answers: the opponent with replies, or the searcher with own next turns."""

    player: int
    sign: float
    """1 for the searcher, -1 for the opponent: values are the searcher's."""
    work: Workspace
    """Its first state is the one behind the answer that was played last."""
    archive: Archive


class Duel(NamedTuple):
    """One search against replies."""

    own: Search
    worlds: np.ndarray
    """The states in which the turn may begin; a single one unless something is hidden."""
    candidates: Candidates
    replies: Side
    next_turns: Side
    script: Script
    """Room for children that are made by edits."""


@inlined
def can_reply(duel, state):
    """Whether the opponent is to move."""
    return not duel.own.game.is_over(state) and duel.own.game.player(state) != duel.own.me


@inlined
def value_now(duel, state):
    """What a state is worth to the searcher."""
    duel.own.control.evaluations += 1
    return duel.own.game.evaluate(state, duel.own.me)


@rule
def has_been(duel, state):
    """Whether a position has been there before."""
    past, key = duel.candidates.past, duel.own.game.position_key(state)
    low, high = 0, past.size
    while low < high:
        middle = (low + high) // 2
        if past[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low < past.size and past[low] == key


@inlined
def unless_repeated(value, repeats):
    """What a turn is worth: where it brings a position back, no more than a draw."""
    return min(value, 0.0) if repeats else value


# Genomes: each way to make one is compiled once, for own turns and for replies.


@rule
def make(search, genes, row, repair):
    """Write a new genome to a row, and play it; its length."""
    length, _ = make_genome(search, genes, row, repair)
    return length


@rule
def cross(search, genes, row, mother, father, at):
    """Write a child of two genomes, each given as row and length, to a row, and play it; its length.

    At one place it has a random other gene (NONE: nowhere).
    """
    coins = draw(search.work.rng)
    recipe = Recipe(mother[0], mother[1], father[0], father[1], NONE, ANY, REPAIR_GREEDILY, coins)
    length, _, _ = breed(search, genes, row, recipe, at)
    return length
