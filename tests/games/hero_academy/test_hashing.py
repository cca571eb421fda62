"""Keys of states: ours tell apart what matters; the reference's is computed as the published engine does."""

from dataclasses import replace

import numpy as np
import pytest

import turnwright
from turnwright import State
from turnwright.bench.collisions import count_collisions
from turnwright.core.compiled import entry
from turnwright.games.hero_academy.engine.hashing import reference_hash
from turnwright.games.hero_academy.state_codec import Parts, put_together, take_apart

ORDER = (2, 0, 4, 5, 3, 1)
"""The reference's numbers of knight, archer, cleric, wizard, ninja and crystal."""


@entry
def _reference_hash(game, states):
    return reference_hash(game.record, states[0])


def wrapped(value: int, bits: int) -> int:
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> bits - 1 else value


def slow_reference_hash(state: State) -> int:
    """Section 9, word by word."""
    parts, height = take_apart(state), state.game.settings.board.height
    cards = []
    for counts in (parts.hands[0], parts.decks[1], parts.hands[1], parts.decks[0]):
        h = 1
        for count in (*counts, 0):
            h = 7 * h + count
        cards.append(wrapped(h, 32))
    words = [parts.ap, parts.turn, 0 if parts.over else 1, *cards]
    for piece in parts.pieces:
        rune, scroll, dragon, helm = (piece.gear >> item & 1 for item in range(4))
        h = 16 + dragon + 2 * rune + 4 * helm + 8 * scroll
        h = 6 * (2 * (6553 * h + piece.hp) + piece.owner) + ORDER[piece.kind]
        words.append(5 * (5 * h + piece.square // height) + piece.square % height)
    r = 1
    for word in words:
        r = 1193 * r + word
    return wrapped(r, 64)


@pytest.mark.parametrize("board", ["a", "a-small", "a-tiny"])
def test_reference_hash_is_the_published_one(board: str, crowded_states):
    for state in crowded_states(f"hero_academy:map={board}", 60):
        assert _reference_hash(state.game, state.records) == slow_reference_hash(state)


def test_the_published_hash_collides_where_ours_does_not():
    """It writes columns 0 to 8 in base 5, so a knight five columns further east looks like a ninja."""
    game = turnwright.game("hero_academy")
    knight = game.parse_state("5 1 3 b4X4500,h3K700,h4x4500 -/- -/- 0/0")
    ninja = game.parse_state("5 1 3 b4X4500,c3N700,h4x4500 -/- -/- 0/0")
    assert slow_reference_hash(knight) == slow_reference_hash(ninja)
    assert _reference_hash(game, knight.records) == _reference_hash(game, ninja.records)
    assert knight.hash != ninja.hash


def changed_parts(parts: Parts) -> list[Parts]:
    """Everything that can differ between two states, changed one at a time."""
    piece = parts.pieces[0]
    pieces = [
        replace(piece, hp=piece.hp - 1),
        replace(piece, owner=1 - piece.owner),
        replace(piece, kind=(piece.kind + 1) % 5, hp=1),
        replace(piece, gear=piece.gear ^ 1),
        replace(piece, square=piece.square + 1),
    ]
    hand, deck = parts.hands
    fewer, more = (3, *parts.decks[0][1:]), (2, *parts.decks[0][1:])
    return [
        *(replace(parts, pieces=(other, *parts.pieces[1:])) for other in pieces),
        replace(parts, turn=parts.turn + 1),
        replace(parts, player=1 - parts.player),
        replace(parts, ap=parts.ap - 1),
        replace(parts, over=True),
        replace(parts, seeds=(parts.seeds[0] + 1, parts.seeds[1])),
        replace(parts, seeds=(parts.seeds[0], parts.seeds[1] + 1)),
        replace(parts, chance=parts.chance + 1),
        replace(parts, hands=(deck, hand)),
        *(replace(parts, decks=(cards, parts.decks[1])) for cards in (fewer, more)),
    ]


def test_every_part_of_a_state_is_in_its_key():
    game = turnwright.game("hero_academy")
    pieces = "a1K900rd,a5c0,b4X4500,c2X4500,d3k100,g2x4500,h4x120"
    state = game.parse_state(f"6 2 4 {pieces} KI/k2 RS/- 1824/10787")
    keys = [state.hash, *(put_together(game, other).hash for other in changed_parts(take_apart(state)))]
    assert len(set(keys)) == len(keys)


def test_no_key_of_random_play_collides():
    """Of about a hundred thousand states each, those of whole games and those of turns from the same
    positions."""
    for report in count_collisions(turnwright.game("hero_academy"), 100_000):
        assert report.distinct > 50_000
        assert report.collisions == 0, report


def test_the_key_is_the_same_however_a_state_was_reached():
    """Two orders of independent moves meet in one state."""
    game = turnwright.game("hero_academy")
    state = game.parse_state("6 1 4 a2K900,a4K900,b4X4500,h4x120 -/- -/- 0/0")
    first, second = 1 << 6 | 2, 3 << 6 | 7
    one, other = state.play(first, second), state.play(second, first)
    assert one.hash == other.hash
    assert np.all(one.records == other.records)
