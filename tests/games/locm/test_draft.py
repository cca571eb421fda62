"""Draft and shuffle (sections 2 and 3): Java's generator, triplets, decks and ids from seeds."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

import turnwright
from turnwright.core.compiled import entry
from turnwright.games.locm.engine.draft import seeds_of
from turnwright.games.locm.engine.java_random import next_int, next_long, seeded
from turnwright.games.locm.state_codec import take_apart

DATA = Path(__file__).resolve().parents[2] / "data" / "locm"


class JavaRandom:
    """`java.util.Random` with whole numbers, as its documentation specifies it."""

    def __init__(self, seed: int) -> None:
        self.word = (seed ^ 0x5DEECE66D) & (1 << 48) - 1

    def next(self, bits: int) -> int:
        self.word = (self.word * 0x5DEECE66D + 0xB) & (1 << 48) - 1
        value = self.word >> 48 - bits
        return value - (1 << 32) if value >= 1 << 31 else value

    def next_int(self, bound: int) -> int:
        bits = self.next(31)
        if bound & -bound == bound:
            return bound * bits >> 31
        while bits - bits % bound + bound - 1 >= 1 << 31:
            bits = self.next(31)
        return bits % bound

    def next_long(self) -> int:
        value = ((self.next(32) << 32) + self.next(32)) & (1 << 64) - 1
        return value - (1 << 64) if value >= 1 << 63 else value


@entry
def _draw(seed, bounds, integers, longs):
    word = seeded(seed)
    for i in range(bounds.size):
        word, integers[i] = next_int(word, bounds[i])
    for i in range(longs.size):
        word, longs[i] = next_long(word)
    return seeds_of(seed)


def drawn(seed: int, bounds: list[int], longs: int) -> tuple[list[int], list[int], list[int]]:
    integers, words = np.zeros(len(bounds), dtype=np.int64), np.zeros(longs, dtype=np.int64)
    seeds = _draw(np.int64(seed), np.array(bounds, dtype=np.int64), integers, words)
    return integers.tolist(), words.tolist(), [int(value) for value in seeds]


def test_numbers_that_java_prints():
    """Known output: `nextInt()` of the seed 42, whose upper 31 bits make `nextInt(100)`; `nextLong()` of 42 and 0."""
    printed = [-1170105035, 234785527, -1360544799, 205897768]
    assert drawn(42, [100] * 4, 0)[0] == [((number & 0xFFFFFFFF) >> 1) % 100 for number in printed]
    assert drawn(42, [], 1)[1] == [-5025562857975149833]
    assert drawn(0, [], 2)[1] == [-4962768465676381896, 4437113781045784766]


@pytest.mark.parametrize("seed", [0, 1, -1, 123456789, 2**63 - 1, -(2**63), 0x5DEECE66D])
def test_the_generator_is_the_specified_one(seed):
    """Bounds of every kind: powers of two, small ones, and one that redraws nearly half of the time."""
    bounds = [160, 60, 2, 64, 30, 2**30 + 1, 1, 7] * 25
    java, main = JavaRandom(seed), JavaRandom(seed)
    expected = [java.next_int(bound) for bound in bounds], [java.next_long() for _ in range(20)]
    integers, longs, seeds = drawn(seed, bounds, 20)
    assert (integers, longs) == expected
    assert seeds == [main.next_long() for _ in range(3)]


def test_a_deck_is_the_picks_shuffled_with_ids_in_draw_order():
    """Section 2 with whole numbers, on a game that is drafted here."""
    rng = np.random.default_rng(2)
    state = turnwright.game("locm").start(seed=9)
    seeds = take_apart(state).seeds
    while not state.records[0].phase:
        assert state.legal_actions() == [0, 1, 2]
        state = state.play(int(rng.integers(3)))
    parts = take_apart(state)
    for side in (0, 1):
        deck = [triplet[pick] for triplet, pick in zip(parts.triplets, parts.picks[side], strict=True)]
        java = JavaRandom(seeds[side])
        for i in range(30, 1, -1):
            j = java.next_int(i)
            deck[i - 1], deck[j] = deck[j], deck[i - 1]
        assert [parts.cards[2 * k + side + 1] for k in range(30)] == deck
    assert [len(side.hand) for side in parts.sides] == [5, 5]
    assert parts.seeds == (0, 0)


def test_both_players_answer_every_round_and_a_pass_takes_the_first_card():
    state = turnwright.game("locm").start(seed=3)
    passed, picked = state.play("PASS", "END"), state.play("PICK 0", "PICK 0")
    assert passed == picked
    assert [take_apart(picked).picks, picked.player] == [((0,), (0,)), 0]
    assert take_apart(state.play("PICK 2")).picks == ((2,), ())


def test_triplets_come_from_sixty_cards_and_never_repeat_within():
    for seed in range(20):
        triplets = take_apart(turnwright.game("locm").start(seed)).triplets
        assert len({number for triplet in triplets for number in triplet}) <= 60
        assert all(len(set(triplet)) == 3 for triplet in triplets)


def test_settings_say_who_drafts_and_how_decks_are_shuffled():
    played = take_apart(turnwright.game("locm").start(seed=4))
    same = take_apart(turnwright.game("locm:shuffles=same").start(seed=4))
    assert played.triplets == same.triplets
    assert same.seeds[0] == same.seeds[1] == played.seeds[0] != played.seeds[1]
    for drafter in ("random", "ranked"):
        assert take_apart(turnwright.game(f"locm:draft={drafter}").start(seed=4)).triplets == played.triplets
    ranked = take_apart(turnwright.game("locm:draft=ranked").start(seed=4))
    rank = {}
    rows = (Path(turnwright.__file__).parent / "games/locm/engine/data/card_values.csv").read_text().splitlines()
    for row in rows[1:]:
        number, first, second = map(int, row.split(",")[:3])
        rank[number] = first, second
    for side in (0, 1):
        for triplet, pick in zip(ranked.triplets, ranked.picks[side], strict=True):
            assert triplet[pick] == min(triplet, key=lambda number: rank[number][side])


def test_recorded_drafts_are_played_by_rank_where_the_drafter_did():
    """The recordings' `rank` drafter picks by Coac's list of the first seat; so does the ordering, seat by seat."""
    games = [
        line
        for path in sorted(DATA.glob("*.gz"))
        for line in map(json.loads, gzip.decompress(path.read_bytes()).splitlines())
        if line["t"] == "game" and line["drafters"][0] == "rank"
    ]
    assert games
    game = turnwright.game("locm")
    for header in games[:5]:
        text = "/".join(".".join(map(str, triplet)) for triplet in header["draft"])
        state = game.parse_state(f"draft 0 1 draft={text} picks=-/- seeds=1/2")
        for pick in header["picks"][0]:
            assert max(range(3), key=state.priority) == pick
            state = state.play(pick, 0)
            if state.records[0].phase:
                break
