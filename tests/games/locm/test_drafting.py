"""Drafting strategies: each as its description has it, in plain words, over drafts that agents play."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import chisquare

import turnwright
from turnwright.agents.registry import agent
from turnwright.games.locm.contest.plain_draft import PlainDraft
from turnwright.games.locm.engine.cards import BLUE, CREATURE, GREEN, GUARD, RED, card, value_column
from turnwright.games.locm.state_codec import take_apart

RANK = [dict(enumerate(value_column(f"coac19_rank_p{seat}"), 1)) for seat in (1, 2)]
LEARNED = dict(enumerate(value_column("learned"), 1))
CURVE = [5, 4, 4, 3, 3, 3, 2, 2, 2, 2]
MIXED = [5, 4, 4, 3, 3, 3, 2, 2, 2, 1]


def group(number: int) -> int:
    one = card(number)
    if one.kind == CREATURE:
        return [0, 0, 1, 2, 3, 4, 5][one.cost] if one.cost < 7 else 6
    return {GREEN: 7, RED: 8, BLUE: 9}[one.kind]


def ranked(triplet, mine, seat):
    return min(range(3), key=lambda i: RANK[seat][triplet[i]])


def learned(triplet, mine, seat):
    return max(range(3), key=lambda i: LEARNED[triplet[i]])


def mixed(triplet, mine, seat):
    have = Counter(map(group, mine))
    filled = [Fraction(have[group(number)], MIXED[group(number)]) for number in triplet]
    ties = [i for i in range(3) if filled.count(filled[i]) > 1]
    if ties:
        return min(ties, key=lambda i: RANK[0][triplet[i]])
    return filled.index(min(filled))


@pytest.mark.parametrize(("strategy", "chosen"), [("ranked", ranked), ("mixed", mixed), ("learned", learned)])
@pytest.mark.parametrize("view", ["open", "hidden"])
def test_an_agent_with_a_book_picks_as_the_strategy_says(strategy, chosen, view):
    for seed in range(4):
        state = turnwright.game("locm").start(seed)
        taken = ([], [])
        player = agent(f"permutation_oep:book={strategy}")
        while not state.records[0].phase:
            parts = take_apart(state)
            triplet = parts.triplets[parts.turn // 2]
            turn = player.plan(state.view(kind=view), seed=parts.turn)
            (pick,) = turn.actions
            assert pick == chosen(triplet, taken[state.player], state.player)
            assert turn.report.evaluations == 0
            taken[state.player].append(triplet[pick])
            state = state.play(pick)


def weights(triplet, mine):
    have = Counter(map(group, mine))
    found = []
    for number in triplet:
        bonus = 6 if card(number).kind == CREATURE and card(number).keywords & GUARD else 0
        found.append(max(0, CURVE[group(number)] - have[group(number)] + bonus))
    return found


def test_the_curve_draws_cards_with_their_weights():
    """Chi-square at one in a million, at some rounds of a draft; also where no card is wanted any more."""
    state = turnwright.game("locm").start(2)
    player = agent("random:book=curve")
    taken = ([], [])
    unwanted = 0
    while not state.records[0].phase:
        parts = take_apart(state)
        triplet = parts.triplets[parts.turn // 2]
        wanted = np.array(weights(triplet, taken[state.player]), dtype=float)
        if parts.turn % 12 == 0 or wanted.sum() == 0:
            unwanted += wanted.sum() == 0
            share = np.full(3, 1 / 3) if wanted.sum() == 0 else wanted / wanted.sum()
            drawn = Counter(player.plan(state.view(), seed=seed).actions[0] for seed in range(600))
            counts = np.array([drawn[i] for i in range(3)])
            assert not counts[share == 0].any()
            if (share > 0).sum() > 1:
                assert chisquare(counts[share > 0], 600 * share[share > 0]).pvalue > 1e-6
        pick = state.player and 2  # fills a group or two until nothing is lacking
        taken[state.player].append(triplet[pick])
        state = state.play(pick)
    assert unwanted > 0


@pytest.mark.parametrize(("strategy", "chosen"), [("ranked", ranked), ("mixed", mixed), ("learned", learned)])
def test_a_bot_picks_as_the_strategy_says(strategy, chosen):
    """In plain Python, before anything is loaded."""
    rng = np.random.default_rng(3)
    for seat in (0, 1):
        draft, taken = PlainDraft(strategy), []
        for _ in range(30):
            triplet = (rng.choice(160, size=3, replace=False) + 1).tolist()
            pick = draft.pick(triplet, seat)
            assert pick == chosen(triplet, taken, seat)
            taken.append(triplet[pick])


@pytest.mark.parametrize("strategy", ["curve", "random"])
def test_a_bot_picks_by_chance_as_its_seed_says(strategy):
    """By the mana curve, only what is wanted is taken, and what is wanted has the weight of the description."""
    rng = np.random.default_rng(4)
    triplets = [(rng.choice(160, size=3, replace=False) + 1).tolist() for _ in range(30)]

    def picks(seed):
        draft, taken, found = PlainDraft(strategy, seed), [], []
        for triplet in triplets:
            wanted = weights(triplet, taken)
            if strategy == "curve":
                assert [draft.curve_weight(number) for number in triplet] == wanted
            found.append(draft.pick(triplet, 0))
            assert strategy == "random" or wanted[found[-1]] or not any(wanted)
            taken.append(triplet[found[-1]])
        return found

    assert picks(1) == picks(1) != picks(2)


def test_without_a_book_agents_choose_for_themselves():
    """NoAI takes the first card; a search finds the better rank, which is what its evaluation asks for."""
    state = turnwright.game("locm").start(5)
    triplet = take_apart(state).triplets[0]
    assert agent("no_ai").plan(state.view()).actions == (0,)
    assert agent("permutation_oep").plan(state.view()).actions == (ranked(triplet, [], 0),)
    assert agent("permutation_emcts").plan(state.view()).actions == (ranked(triplet, [], 0),)


def test_in_a_battle_there_is_no_book():
    state = turnwright.game("locm:draft=random,book=mixed").start(1)
    turn = agent("permutation_oep").plan(state.view())
    assert turn.report.evaluations > 0
    with pytest.raises(turnwright.TurnwrightError, match="book cannot be 'coac'"):
        agent("no_ai:book=coac").plan(state.view())
    with pytest.raises(turnwright.TurnwrightError, match="there is no reading 'book'"):
        agent("no_ai:book=mixed").plan(turnwright.game("hero_academy").start(1).view())


@pytest.mark.parametrize("strategy", ["curve", "mixed"])
def test_both_players_can_be_drafted_for(strategy):
    """Decks keep near the wanted numbers, far nearer than random ones."""

    def distance(draft):
        total = 0
        for seed in range(20):
            parts = take_apart(turnwright.game(f"locm:draft={draft}").start(seed))
            for side in (0, 1):
                have = Counter(group(parts.triplets[i][pick]) for i, pick in enumerate(parts.picks[side]))
                total += sum(abs(have[i] - CURVE[i]) for i in range(10))
        return total

    assert distance(strategy) < 0.8 * distance("random")
