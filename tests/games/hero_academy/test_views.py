"""Views (section 8): what a player sees of the other's hand, of the decks' seeds and of chance."""

import pytest

import turnwright
from turnwright import State, View
from turnwright.games.hero_academy.state_codec import Parts, take_apart


def parts_of(view: View | State) -> Parts:
    return take_apart(State(view.game, view.records))


def total(counts: tuple[int, ...]) -> int:
    return sum(counts)


@pytest.fixture(params=["hero_academy", "hero_academy:draws=random,map=a-tiny,deck=TINY"])
def states(request, crowded_states) -> list[State]:
    return crowded_states(request.param, 30)


def test_reference_view_puts_the_other_hand_back(states):
    """The opponent's hand is empty, his deck holds it, seeds are shown: exactly section 8."""
    for state in states:
        whole = take_apart(state)
        for player in range(2):
            seen, other = parts_of(state.view(player, "reference")), 1 - player
            assert total(seen.hands[other]) == 0
            merged = tuple(a + b for a, b in zip(whole.hands[other], whole.decks[other], strict=True))
            assert seen.decks[other] == merged
            assert (seen.hands[player], seen.decks[player]) == (whole.hands[player], whole.decks[player])
            assert (seen.seeds, seen.unknown, seen.pieces) == (whole.seeds, (0, 0), whole.pieces)


def test_in_the_reference_view_the_opponent_draws_another_hand():
    """At the end of the turn he draws six cards from the merged deck, by his seed: not his hand."""
    differs = 0
    for seed in range(10):
        state = turnwright.game("hero_academy").start(seed=seed)
        world = state.view(0, "reference").world().play("end")
        assert total(take_apart(world).hands[1]) == 6
        differs += take_apart(world).hands[1] != take_apart(state.play("end")).hands[1]
    assert differs > 5


def test_hidden_view_wipes_what_cannot_be_known(states):
    """No hand of the opponent, only its size; no seeds, no chance."""
    for state in states:
        whole = take_apart(state)
        for player in range(2):
            seen, other = parts_of(state.view(player, "hidden")), 1 - player
            assert total(seen.hands[other]) == 0
            assert seen.unknown[other] == total(whole.hands[other])
            assert (seen.seeds, seen.chance) == ((0, 0), 0)
            assert (seen.hands[player], seen.decks[player]) == (whole.hands[player], whole.decks[player])


def test_a_guess_keeps_all_counts(states):
    """A world of the hidden view: own cards as they are, the other's cards the same in all, his hand as
    large."""
    for state in states:
        whole = take_apart(state)
        for player in range(2):
            guess, other = take_apart(state.view(player, "hidden").world(seed=5)), 1 - player
            assert (guess.hands[player], guess.decks[player]) == (whole.hands[player], whole.decks[player])
            assert total(guess.hands[other]) == total(whole.hands[other])
            for card in range(11):
                held = whole.hands[other][card] + whole.decks[other][card]
                assert guess.hands[other][card] + guess.decks[other][card] == held
            assert (guess.pieces, guess.unknown) == (whole.pieces, (0, 0))


def test_guesses_differ_and_follow_their_seed():
    view = turnwright.game("hero_academy").start(seed=1).view(0, "hidden")
    assert view.world(seed=1).text == view.world(seed=1).text
    assert len({take_apart(view.world(seed)).hands[1] for seed in range(30)}) > 20


def test_a_hidden_hand_is_not_drawn_beyond_six():
    """Unknown cards fill places in the hand: playing on in the view itself draws none for them."""
    state = turnwright.game("hero_academy").start(seed=1)
    view = state.view(0, "hidden")
    after = State(view.game, view.records).play("end")
    assert total(take_apart(after).hands[1]) + take_apart(after).unknown[1] == 6
