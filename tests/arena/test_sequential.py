"""A match that stops: at the same pair whoever plays it, and not before its question is answered."""

import random

import pytest

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import play_pairings
from turnwright.arena.provenance import source_for
from turnwright.arena.record import GameRecord
from turnwright.arena.sequential import SequentialTest
from turnwright.arena.statistics import Sprt, pair_counts
from turnwright.arena.store import Store

QUESTION = Sprt(elo0=0, elo1=100)


def outcomes(pairing, seed=1, strength=0.7):
    """Made-up results in which the first player is the stronger one."""
    chance = random.Random(seed)
    records = []
    for game in pairing:
        won = 1 if chance.random() < strength else -1
        records.append(GameRecord(setup=game.setup, outcome=won if game.seats[0] == 0 else -won, turns=()))
    return records


def first_answer(records) -> tuple[int, str]:
    """After how many pairs the question is answered, by the definition of the test."""
    points = []
    for number in range(0, len(records), 2):
        one, other = records[number : number + 2]
        points.append(one.points(0) + other.points(1))
        decision = QUESTION.state(pair_counts(points)).decision
        if decision != "undecided":
            return len(points), decision
    raise AssertionError("the records answer nothing")


@pytest.mark.parametrize("strength", [0.7, 0.45])
def test_the_answer_comes_from_the_pairs_in_their_order_whenever_they_were_played(pairing, strength):
    played = pairing(games=400)
    records = outcomes(played, strength=strength)
    expected = first_answer(records)
    assert 2 < expected[0] < 190
    for shuffled in (0, 8, 400):  # in order, as with some workers, and in any order at all
        order = list(records)
        chance = random.Random(shuffled)
        order.sort(key=lambda record: records.index(record) + chance.uniform(0, shuffled))
        with Store.in_memory() as store:
            test = SequentialTest(played, ArenaConfig(store=store), QUESTION)
            listen = test.listening(lambda record: None)
            for record in order:
                listen(record)
            assert (test.pairs_used, test.state.decision) == expected
            assert test.state == QUESTION.state(pair_counts(points_of(records[: 2 * expected[0]])))
            assert not test.wants(played, 399)


def points_of(records):
    return [one.points(0) + other.points(1) for one, other in zip(records[::2], records[1::2], strict=True)]


def test_stored_games_give_the_answer_at_once_and_games_beyond_it_do_not_count(pairing):
    played = pairing(games=400)
    records = outcomes(played)
    pairs, decision = first_answer(records)
    with Store.in_memory() as store:
        run = store.begin_run({})
        store.add([(record, source_for(record.setup)) for record in reversed(records)], run=run, versions={})
        test = SequentialTest(played, ArenaConfig(store=store), QUESTION)
        assert (test.pairs_used, test.state.decision) == (pairs, decision)
        assert test.as_dict()["pairs"] == pairs
        assert f"decided after {pairs} pairs" in test.sentence()


def test_a_gap_holds_the_answer_back(pairing):
    played = pairing(games=400)
    records = outcomes(played)
    with Store.in_memory() as store:
        test = SequentialTest(played, ArenaConfig(store=store), QUESTION)
        listen = test.listening(lambda record: None)
        for record in records[1:]:
            listen(record)
        assert (test.pairs_used, test.state.decision) == (0, "undecided")
        assert "undecided between 0 and 100 Elo after 0 pairs" in test.sentence()
        listen(records[0])
        assert (test.pairs_used, test.state.decision) == first_answer(records)


def test_a_contest_stops_when_the_question_is_answered(pairing, begun):
    """Greedy beats random in every game: a few pairs answer it."""
    played = pairing("greedy_action", "random", games=2000, game="hero_academy:map=a-tiny,deck=TINY")
    with Store.in_memory() as store:
        test = SequentialTest(played, ArenaConfig(store=store), QUESTION)
        play_pairings(
            [played],
            ArenaConfig(store=store, backend="here"),
            listener=test.listening(lambda record: None),
            wanted=test.wants,
            finder=test.found,
        )
        assert test.state.decision == "elo1"
        assert 2 * test.pairs_used <= store.count() < 200
        again = SequentialTest(played, ArenaConfig(store=store), QUESTION)
        assert (again.pairs_used, again.state) == (test.pairs_used, test.state)


def test_games_that_another_run_has_played_meanwhile_are_heard_of(pairing, begun):
    """Otherwise they would be a gap for ever."""
    played = pairing("greedy_action", "random", games=40, game="hero_academy:map=a-tiny,deck=TINY")
    with Store.in_memory() as store:
        test = SequentialTest(played, ArenaConfig(store=store), Sprt(elo0=0, elo1=1))
        play_pairings(
            [pairing("greedy_action", "random", games=4, game=played.game)], ArenaConfig(store=store, backend="here")
        )
        play_pairings(
            [played],
            ArenaConfig(store=store, backend="here"),
            listener=test.listening(lambda record: None),
            wanted=test.wants,
            finder=test.found,
        )
        assert test.pairs_used == 20


def test_a_pair_costs_the_same_however_many_were_before_it(pairing, monkeypatch):
    """One look at the statistics for each pair that comes, one for all that were stored; and nothing is kept."""
    played = pairing(games=400)
    records = outcomes(played, strength=0.5)
    looks: list[int] = []
    state = Sprt.state
    monkeypatch.setattr(Sprt, "state", lambda self, counts: looks.append(sum(counts)) or state(self, counts))
    with Store.in_memory() as store:
        test = SequentialTest(played, ArenaConfig(store=store), Sprt(elo0=0, elo1=1))
        listen = test.listening(lambda record: None)
        for record in records:
            listen(record)
        assert looks == list(range(201))
        assert (test.pairs_used, test._halves) == (200, {})
        looks.clear()
        store.add([(record, source_for(record.setup)) for record in records], run=store.begin_run({}), versions={})
        assert SequentialTest(played, ArenaConfig(store=store), Sprt(elo0=0, elo1=1)).state == test.state
        assert looks == [0, 200]
