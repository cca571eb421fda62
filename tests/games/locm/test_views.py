"""Hidden information: what a view keeps back, and that guesses agree with everything the player has seen."""

from collections import Counter

import numpy as np
import pytest

import turnwright
from turnwright import State, View
from turnwright.games.locm.state_codec import Parts, take_apart


def seen(view: View) -> Parts:
    return take_apart(State(view.game, view.records))


def numbers(parts: Parts, ids) -> list[int]:
    return [parts.cards[i] for i in ids]


def test_a_hidden_view_keeps_back_hand_decks_and_picks(random_states):
    for state in random_states(seed=11, games=2):
        whole = take_apart(state)
        for me in (0, 1):
            view, foe = seen(state.view(me, "hidden")), 1 - me
            assert set(numbers(view, view.sides[foe].hand + view.sides[foe].deck)) <= {0}
            assert set(view.picks[foe]) == {3}
            assert view.picks[me] == whole.picks[me]
            own = numbers(view, view.sides[me].deck)
            assert own == sorted(numbers(whole, whole.sides[me].deck))
            assert numbers(view, view.sides[me].hand) == numbers(whole, whole.sides[me].hand)
            assert view.sides == whole.sides
            present = {*view.sides[foe].hand, *view.sides[foe].deck}
            gone = [i for i in range(1 + foe, 61, 2) if i not in present]
            assert numbers(view, gone) == numbers(whole, gone)


def test_a_hidden_view_of_the_draft_shows_what_has_been_laid_out(random_states):
    for state in random_states("locm", seed=12, games=1)[:60]:
        whole = take_apart(state)
        for me in (0, 1):
            view = seen(state.view(me, "hidden"))
            shown = whole.turn // 2 + 1
            assert view.triplets[:shown] == whole.triplets[:shown]
            assert set(view.triplets[shown:]) <= {(0, 0, 0)}
            assert view.seeds == (0, 0)
            assert view.picks[me] == whole.picks[me]
            assert set(view.picks[1 - me]) <= {3}


def can_be_picked(triplets, cards: list[int]) -> bool:
    """Whether distinct rounds explain all cards: every card of a number has its own round that offers it."""
    rounds = [set(triplet) for triplet in triplets]
    taken: dict[int, int] = {}

    def place(card: int, visited: set[int]) -> bool:
        for i, offered in enumerate(rounds):
            if cards[card] in offered and i not in visited:
                visited.add(i)
                if i not in taken or place(taken[i], visited):
                    taken[i] = card
                    return True
        return False

    return all(place(card, set()) for card in range(len(cards)))


@pytest.mark.parametrize("spec", ["locm:draft=random", "locm:draft=ranked,instance_ids=anonymous"])
def test_guesses_are_decks_that_can_have_been_drafted(spec, random_states):
    """The guessed deck is one pick of every round, and holds the cards that were seen where they were seen."""
    for state in random_states(spec, seed=13, games=2)[::3]:
        whole = take_apart(state)
        for me in (0, 1):
            foe = 1 - me
            view = state.view(me, "hidden")
            for seed in range(2):
                world = take_apart(view.world(seed))
                deck = numbers(world, range(1 + foe, 61, 2))
                picks = [triplet[pick] for triplet, pick in zip(world.triplets, world.picks[foe], strict=True)]
                assert Counter(deck) == Counter(picks)
                assert can_be_picked(world.triplets, deck)
                own = numbers(world, world.sides[me].deck)
                assert sorted(own) == sorted(numbers(whole, whole.sides[me].deck))
                assert world.sides == whole.sides


def test_guesses_differ(random_states):
    state = random_states(seed=14, games=1)[20]
    view = state.view(kind="hidden")
    worlds = {view.world(seed).text for seed in range(10)}
    assert len(worlds) == 10


def test_a_guess_without_a_known_draft_takes_any_card():
    state = turnwright.state(
        "locm battle 20 1 hp20,was20,mana12/12,bonus0,rune15,draw1,shown1 3=7 41=1 - - "
        "hp2,was2,mana0/11,bonus0,rune0,draw1,shown1 4=9,6=10 42=1 2=7:0:1/1:---G-- -"
    )
    worlds = [take_apart(state.view(0, "hidden").world(seed)) for seed in range(8)]
    assert all(world.cards[2] == 7 and min(numbers(world, (4, 6, 42))) >= 1 for world in worlds)
    assert len({world.cards for world in worlds}) > 1


def test_guesses_at_the_draft_come_from_sixty_cards(random_states):
    for state in random_states("locm", seed=15, games=1)[:60:4]:
        world = take_apart(state.view(kind="hidden").world(seed=1))
        assert len({number for triplet in world.triplets for number in triplet}) <= 60
        assert all(len(set(triplet)) == 3 and min(triplet) > 0 for triplet in world.triplets)


def with_ids_exchanged(state: State, rng: np.random.Generator) -> State:
    """The same position with the ids of the opponent's hand and deck given in another way."""
    record, foe = state.copy().records[0], 1 - state.player
    hand, deck = int(record.hand), int(record.deck)
    unseen = [i for i in range(1 + foe, 61, 2) if (hand | deck) >> i & 1]
    held = sum(hand >> i & 1 for i in unseen)
    chosen = {int(i) for i in rng.permutation(unseen)[:held]}
    changed = state.copy()
    own_hand = hand & ~sum(1 << i for i in unseen)
    changed.records[0].hand = own_hand | sum(1 << i for i in chosen)
    changed.records[0].deck = (deck | hand) & ~own_hand & ~sum(1 << i for i in chosen)
    return changed.under(state.game)


def test_drawn_ids_tell_the_draw_order_and_anonymous_ones_do_not(random_states):
    """With ids in draw order, all cards above the highest one seen are still in the deck. Anonymous ids are drawn in
    any order, so that ids in hand say nothing about their age."""
    for state in random_states("locm:draft=random", seed=16, games=2):
        for side in take_apart(state).sides:
            places = [*side.hand, *(creature.id for creature in side.board)]
            assert not side.deck or not places or min(side.deck) > max(places)
    mixed = 0
    for state in random_states("locm:draft=random,instance_ids=anonymous", seed=16, games=2):
        for side in take_apart(state).sides:
            mixed += bool(side.deck and side.hand and min(side.deck) < max(side.hand))
    assert mixed > 100


def test_anonymous_games_hide_the_generator_of_draws(random_states):
    for state in random_states("locm:draft=random,instance_ids=anonymous", seed=17, games=1)[::5]:
        assert int(state.records[0].chance) != 0
        view = state.view(kind="hidden")
        assert int(view.records[0].chance) == 0
        assert int(view.world(seed=3).records[0].chance) != 0
        other = with_ids_exchanged(state, np.random.default_rng(1))
        assert other.legal_actions() == state.legal_actions()


def test_reference_views_show_everything(random_states):
    for state in random_states(seed=18, games=1)[::9]:
        assert np.all(state.view(kind="reference").records == state.records)
