"""The database of decks: which battles it has, that decks are what their strategies draft, and matches on it."""

from collections import Counter
from itertools import permutations

import pytest

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.games.locm.engine.deck_database import BATTLES, STRATEGIES, Battle, battle_of_match, decks_of_database
from turnwright.games.locm.state_codec import take_apart

DECKS = turnwright.game("locm:draft=decks,decks=7")


def test_battles_are_numbered_by_draft_order_and_pair_of_decks():
    battles = [Battle.of(DECKS, number) for number in range(BATTLES)]
    assert len(battles) == 600
    expected = {(d, o, pair) for d in range(10) for o in range(10) for pair in permutations(STRATEGIES, 2)}
    assert {(battle.draft, battle.order, battle.decks) for battle in battles} == expected


def test_mirrors_are_the_other_reading_of_a_set():
    mirrors = turnwright.game("locm:draft=decks,deck_pairs=mirrors")
    pairs = [Battle.of(mirrors, number).decks for number in range(6)]
    assert sorted(tuple(sorted(pair)) for pair in pairs) == sorted(
        [(a, b) for i, a in enumerate(sorted(STRATEGIES)) for b in sorted(STRATEGIES)[i:]]
    )


def cards_of(number: int, seat: int) -> list[int]:
    """The deck of a battle in the order of drawing, wherever its cards are now."""
    parts = take_apart(DECKS.start(number))
    return [parts.cards[2 * place + seat + 1] for place in range(30)]


def test_a_deck_is_the_same_whoever_plays_it_and_its_orders_hold_the_same_cards():
    decks = {(deck.draft, deck.strategy, deck.order): list(deck.cards) for deck in decks_of_database(DECKS)}
    assert len(decks) == 300
    assert len({tuple(cards) for cards in decks.values()}) == 300
    for number in range(0, BATTLES, 7):
        battle = Battle.of(DECKS, number)
        for seat in (0, 1):
            assert cards_of(number, seat) == decks[battle.draft, battle.decks[seat], battle.order]
    for draft in range(10):
        for strategy in STRATEGIES:
            assert len({tuple(sorted(decks[draft, strategy, order])) for order in range(10)}) == 1


def test_decks_are_drafted_from_the_same_triplets_and_a_start_tells_its_draft():
    """All decks of a draft have their cards from its triplets; the ranked one the best of each, by the first list."""
    parts = take_apart(DECKS.start(2))
    assert {take_apart(DECKS.start(number)).triplets for number in range(60)} == {parts.triplets}
    assert take_apart(DECKS.start(60)).triplets != parts.triplets
    for number in range(6):
        battle, start = Battle.of(DECKS, number), take_apart(DECKS.start(number))
        for seat in (0, 1):
            picked = [triplet[pick] for triplet, pick in zip(start.triplets, start.picks[seat], strict=True)]
            assert sorted(picked) == sorted(cards_of(number, seat))
            if battle.decks[seat] == "ranked":
                from turnwright.games.locm.engine.cards import value_column

                rank = value_column("coac19_rank_p1")
                best = [min(triplet, key=lambda card: rank[card - 1]) for triplet in start.triplets]
                assert picked == best


def test_another_seed_is_another_database_and_the_same_one_the_same():
    assert DECKS.start(5) == turnwright.game("locm:draft=decks,decks=7").start(5)
    assert DECKS.start(5).text.partition(" ")[2] != turnwright.game("locm:draft=decks").start(5).text.partition(" ")[2]
    assert DECKS.start(5) == DECKS.start(5 + BATTLES)


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_a_match_of_1200_games_plays_every_battle_once_from_either_seat(seed):
    pairing = Pairing(
        game=DECKS.spec, players=(Player(agent="no_ai"), Player(agent="permutation_random")), games=1200, seed=seed
    )
    games = list(pairing)
    counts = Counter((game.setup.seed, game.seats) for game in games)
    assert set(counts) == {(deal, seats) for deal in range(600) for seats in ((0, 1), (1, 0))}
    for first in range(0, 1200, 12):
        battles = [Battle.of(DECKS, game.setup.seed) for game in games[first : first + 12]]
        assert len({(battle.draft, battle.order) for battle in battles}) == 1
    assert len({game.setup.key for game in games}) == 1200


def test_matches_of_other_seeds_begin_with_other_sets():
    """A tuning's set of twelve games is any of the hundred."""
    firsts = {battle_of_match(seed, 0) // 6 for seed in range(300)}
    assert len(firsts) > 80
    assert [battle_of_match(3, place) % 6 for place in range(6)] == list(range(6))


@pytest.mark.parametrize("wrong", ["decks=-1", "decks=x", "draft=deck", "deck_pairs=all"])
def test_settings_that_name_no_database_are_refused(wrong):
    with pytest.raises(turnwright.TurnwrightError) as caught:
        turnwright.game(f"locm:{wrong}")
    assert "\n" not in str(caught.value)
