"""The two sides of a search against replies: the searcher's turns, and the replies that refute them.

Rows of genes: `Candidates` hold turns of the searcher. An `Archive` holds answers (replies, or the searcher's next
turns): first the small population of the current search for an answer, then two work rows, then the stored answers.

Under hidden information, each turn is tried in the same worlds, and its value is the mean over them.
"""

from typing import NamedTuple

import numpy as np

from turnwright.agents.choice_kernel import Workspace
from turnwright.agents.constants import NONE
from turnwright.agents.edit_kernel import Script
from turnwright.agents.genome_kernel import ANY, REPAIR_GREEDILY, Recipe, breed, make_genome
from turnwright.agents.search_kernel import Search
from turnwright.agents.win_search_kernel import WinSearch
from turnwright.core.compiled import inlined, rule
from turnwright.core.rng import draw

CANDIDATE = np.dtype(
    [
        ("bound", np.float64),  # value after the worst known reply
        ("after_reply", np.float64),  # the same without the searcher's next turn
        ("length", np.int64),
        ("level", np.int64),  # number of searched replies that it has met
        ("met", np.int64),  # number of archived replies when it last met them all
        ("reply_length", np.int64),  # length of the worst reply to it
        ("repeats", np.int64),  # whether it leads to an earlier position
        ("safe", np.int64),  # whether the opponent is known to have no reply that wins
    ]
)
FACTS = np.dtype(
    [
        ("candidates", np.int64),
        ("lowest", np.float64),  # the lowest bound among the candidates, once the list is full
        ("announced", np.int64),  # number of archived replies that the population has met
        ("gain", np.float64),  # mean gain by the searcher's next turn after the reply
        ("gains", np.int64),
        ("answer", np.int64),  # the candidate that is the answer; NONE until one is verified
        ("refuting", np.int64),  # the row of the worst reply to the turn that was tested last
    ]
)


class Candidates(NamedTuple):
    """The most promising turns of the searcher."""

    genes: np.ndarray
    turns: np.ndarray
    replies: np.ndarray
    """Genes of the worst replies to them; they may need repair."""
    ends: np.ndarray
    """The states after every turn, one per world."""
    looked_at: np.ndarray
    """The states after the current turn, one per world."""
    past: np.ndarray
    """The keys of earlier positions, in ascending order."""
    facts: np.ndarray


COUNTS = np.dtype(
    [
        ("kept", np.int64),  # number of stored answers
        ("archived", np.int64),  # number of answers ever added to the archive
        ("searches", np.int64),
        ("won", np.int64),  # whether the present search has found an answer that wins; by edits, it stops then
    ]
)


class Archive(NamedTuple):
    """Answers of one player: a population for the search, and former best answers, the most useful first."""

    genes: np.ndarray
    lengths: np.ndarray
    values: np.ndarray
    """Values of the population, for the player who answers."""
    order: np.ndarray
    """The rows of the stored answers."""
    seen: np.ndarray
    """End states that the current search for an answer has seen. On a collision, the last one stays."""
    counts: np.ndarray


class Side(NamedTuple):
    """A player who answers: the opponent with replies, or the searcher with its next turns."""

    player: int
    sign: float
    """1 for the searcher, -1 for the opponent. Values are from the searcher's view."""
    work: Workspace
    """Its first state is the one after the answer that was played last."""
    archive: Archive


class Duel(NamedTuple):
    """One search against replies."""

    own: Search
    worlds: np.ndarray
    """The states in which the turn may start; just one unless something is hidden."""
    candidates: Candidates
    replies: Side
    next_turns: Side
    script: Script
    """Room for children that are made by edits."""
    wins: WinSearch
    """Room to look for replies that win."""


@inlined
def can_reply(duel, state):
    """Whether the opponent is to move."""
    return not duel.own.game.is_over(state) and duel.own.game.player(state) != duel.own.me


@inlined
def value_now(duel, state):
    """The value of a state for the searcher."""
    duel.own.control.evaluations += 1
    return duel.own.game.evaluate(state, duel.own.me)


@rule
def has_been(duel, state):
    """Whether a position occurred earlier in the game."""
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
    """The value of a turn. If it repeats a position, it is worth at most a draw."""
    return min(value, 0.0) if repeats else value


# Genomes. Each operator is compiled once, for turns of the searcher and for replies.


@rule
def make(search, genes, row, repair):
    """Write a new genome to a row and play it. Returns its length."""
    length, _ = make_genome(search, genes, row, repair)
    return length


@rule
def cross(search, genes, row, mother, father, at):
    """Write a child of two genomes, each given as row and length, to a row and play it. Returns its length.

    At one position it has a different random gene (NONE: nowhere).
    """
    coins = draw(search.work.rng)
    recipe = Recipe(mother[0], mother[1], father[0], father[1], NONE, ANY, REPAIR_GREEDILY, coins)
    length, _, _ = breed(search, genes, row, recipe, at)
    return length
