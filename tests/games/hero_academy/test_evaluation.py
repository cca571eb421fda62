"""Evaluation and action ordering against slow definitions written from the specification's tables."""

from dataclasses import fields, replace

import pytest

import turnwright
from turnwright import State
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.settings import WEIGHTS, Settings, Weights
from turnwright.games.hero_academy.state_codec import Piece, take_apart

KNIGHT, ARCHER, CLERIC, WIZARD, NINJA, CRYSTAL = range(6)
LETTERS = {KNIGHT: "K", ARCHER: "A", CLERIC: "C", WIZARD: "W", NINJA: "N"}
HP = {KNIGHT: 1000, ARCHER: 800, CLERIC: 800, WIZARD: 800, NINJA: 800, CRYSTAL: 4500}
POWER = {KNIGHT: 200, ARCHER: 300, CLERIC: 200, WIZARD: 200, NINJA: 200}
INFERNO, POTION = 5, 6
RUNE, SCROLL, DRAGON, HELM = range(4)

SQUARE = {  # assault, defense, power, by unit
    "A": {"A": 40, "C": 10, "K": 120, "N": 50, "W": 40},
    "S": {"A": 80, "C": 20, "K": 30, "N": 60, "W": 70},
    "P": {"A": 120, "C": 40, "K": 30, "N": 70, "W": 100},
}
GEAR = {
    "described": {
        DRAGON: {"A": 30, "C": 30, "K": 30, "N": 30, "W": 20},
        RUNE: {"A": 40, "C": 20, "K": -50, "N": 20, "W": 40},
        HELM: {"A": 20, "C": 20, "K": 20, "N": 10, "W": 20},
        SCROLL: {"A": 50, "C": 30, "K": -40, "N": 40, "W": 50},
    },
    "reference": {
        DRAGON: {"A": 60, "C": 30, "K": 60, "N": 30, "W": 50},
        RUNE: {"A": 60, "C": 20, "K": -30, "N": 20, "W": 60},
        HELM: {"A": 40, "C": 20, "K": 20, "N": 30, "W": 40},
        SCROLL: {"A": 80, "C": 30, "K": -10, "N": 70, "W": 80},
    },
}
MATERIAL = (1.0, 1.1, 1.2, 1.1, 1.5, 1.2, 0.9, 0.4, 0.9, 0.4, 0.4)
FULL_DECK = {  # the deck that belongs to a map's name
    "a": (3, 3, 3, 3, 1, 2, 2, 3, 2, 3, 3),
    "a-small": (2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2),
    "a-tiny": (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
}
MAPS = list(FULL_DECK)


def items(piece: Piece) -> list[int]:
    return [item for item in range(4) if piece.gear >> item & 1]


def max_hp(piece: Piece) -> int:
    return HP[piece.kind] + HP[piece.kind] // 10 * sum(item in (DRAGON, HELM) for item in items(piece))


def symbol(state: State, square: int) -> str:
    board = state.game.settings.board
    return board.rows[square % board.height][square // board.height]


def power(state: State, piece: Piece) -> int:
    value = POWER[piece.kind] + (POWER[piece.kind] // 2 if RUNE in items(piece) else 0)
    value += 100 if symbol(state, piece.square) == "P" else 0
    return value * 3 if SCROLL in items(piece) else value


def piece_value(state: State, piece: Piece, reading: str) -> int:
    up = 2 if piece.hp > 0 else 1
    if piece.kind == CRYSTAL:
        return piece.hp + HP[CRYSTAL] * up
    letter, square = LETTERS[piece.kind], symbol(state, piece.square)
    place = -75 if square in "dD" else SQUARE.get(square, {}).get(letter, 0)
    gear = sum(GEAR[reading][item][letter] for item in items(piece))
    return piece.hp + HP[piece.kind] * up + gear * up + place * (up - 1)


def heuristic(state: State, player: int, reading: str) -> float:
    if state.is_over:
        return 60000 * state.outcome * (1 if player == 0 else -1)
    parts = take_apart(state)
    totals, infernos = [0, 0], [0, 0]
    for piece in parts.pieces:
        totals[piece.owner] += piece_value(state, piece, reading)
    for side in range(2):
        held = [a + b for a, b in zip(parts.hands[side], parts.decks[side], strict=True)]
        totals[side] += sum(held[kind] * HP[kind] * 7 // 4 for kind in range(5))
        totals[side] += 600 * held[POTION] if reading == "described" else 0
        infernos[side] = 750 * held[INFERNO]
    me, foe = player, 1 - player
    if reading == "reference":
        return totals[me] - totals[foe] + infernos[0] - infernos[1]
    return totals[me] - totals[foe] + infernos[me] - infernos[foe]


def material(state: State, player: int) -> float:
    parts = take_apart(state)
    crystals = sum(row.count("c") for row in state.game.settings.board.rows)
    sides = [0.0, 0.0]
    for side in range(2):
        own = [piece for piece in parts.pieces if piece.owner == side]
        units = [piece for piece in own if piece.kind != CRYSTAL]
        sides[side] += sum(MATERIAL[u.kind] + sum(MATERIAL[7 + item] for item in items(u)) for u in units)
        for cards in (parts.hands[side], parts.decks[side]):
            sides[side] += sum(n * value for n, value in zip(cards, MATERIAL, strict=True))
        sides[side] += 20 * sum(piece.hp for piece in own if piece.kind == CRYSTAL) / (4500 * crystals)
    difference = sides[player] - sides[1 - player]
    if state.is_over:
        return 0.0 if state.outcome == 0 else 2 * difference
    return difference


def mean(state: State, player: int) -> float:
    sign = 1 if player == 0 else -1
    if state.is_over:
        return 1.0 if state.outcome * sign > 0 else 0.0
    parts = take_apart(state)
    values = [1.6 if card == INFERNO else value for card, value in enumerate(MATERIAL)]
    deck_value = sum(n * v for n, v in zip(FULL_DECK[state.game.settings.map], values, strict=True))
    crystals = 4500 * sum(row.count("c") for row in state.game.settings.board.rows)
    sides = []
    for side in range(2):
        own = [piece for piece in parts.pieces if piece.owner == side]
        board = 0.0
        for unit in own:
            if unit.kind != CRYSTAL:
                health = unit.hp / HP[unit.kind] / 2 + (0.5 if unit.hp > 0 else 0)
                board += (values[unit.kind] + sum(values[7 + item] for item in items(unit))) * health
        held = [a + b for a, b in zip(parts.hands[side], parts.decks[side], strict=True)]
        cards = sum(n * value for n, value in zip(held, values, strict=True))
        board, cards = board / deck_value, cards / deck_value
        sides.append((board + cards) * board * sum(p.hp for p in own if p.kind == CRYSTAL) / crystals)
    return sides[player] - sides[1 - player]


def inferno_priority(state: State, square: int, reading: str) -> int:
    height = state.game.settings.board.height
    value = -500
    for piece in take_apart(state).pieces:
        (x, y), (a, b) = divmod(piece.square, height), divmod(square, height)
        if piece.owner != state.player and max(abs(x - a), abs(y - b)) <= 1:
            value += 2 * max_hp(piece) if reading == "reference" and piece.hp == 0 else 300
    return value


def card_priority(state: State, card: int, target: Piece | None, square: int, reading: str) -> int:
    if card < INFERNO:
        return 200 if reading == "reference" else 0
    if card == INFERNO:
        return inferno_priority(state, square, reading)
    assert target is not None
    if card == POTION and target.hp == 0:
        return max_hp(target) + 200 * len(items(target))
    if card == POTION:
        return max_hp(target) - target.hp - 300
    if reading == "reference":
        return power(state, target) * (target.hp // max_hp(target))
    return power(state, target) * target.hp // max_hp(target)


def unit_priority(state: State, unit: Piece, target: Piece | None, square: int, reading: str) -> int:
    if target is None:
        special = "ASPdD" if reading == "reference" else "ASP"
        return 30 if symbol(state, square) in special else 0
    if target.hp == 0:
        is_revival = unit.kind == CLERIC and (target.owner == unit.owner or reading == "reference")
        return 1400 if is_revival else max_hp(target) * (2 if reading == "reference" else 1)
    if target.owner != unit.owner:
        return power(state, unit) + (200 if unit.kind == WIZARD else 0)
    return max_hp(target) - target.hp if unit.kind == CLERIC else 0


def priority(state: State, action: int, reading: str) -> int:
    pieces = {piece.square: piece for piece in take_apart(state).pieces}
    square = action & 63
    if action == state.end_action:
        return 10000
    if action >= 8192:
        return 0
    if action >= 4096:
        return card_priority(state, action - 4096 >> 6, pieces.get(square), square, reading)
    return unit_priority(state, pieces[action >> 6], pieces.get(square), square, reading)


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("reading", ["described", "reference"])
def test_heuristic_follows_the_tables(board: str, reading: str, crowded_states):
    """Section 10.1: pieces, squares, gear, cards; the described one symmetric, the reference with its
    inferno quirk."""
    for state in crowded_states(f"hero_academy:map={board},evaluation={reading}", 60):
        for player in range(2):
            value = heuristic(state, player, reading)
            assert state.evaluate(player) == value, state
            assert state.normalised(player) == pytest.approx((value + 60000) / 120000)


@pytest.mark.parametrize("board", MAPS)
def test_other_evaluations_follow_their_definitions(board: str, crowded_states):
    """Section 10.2: material balance, mean, and win or lose."""
    spec = f"hero_academy:map={board},turn_limit=30"
    by_material, by_mean = (turnwright.game(spec, evaluation=name) for name in ("material", "mean"))
    for state in crowded_states(spec, 60):
        for player in range(2):
            assert state.under(by_material).evaluate(player) == pytest.approx(material(state, player))
            assert state.under(by_mean).evaluate(player) == pytest.approx(mean(state, player))


def test_results_of_finished_games():
    """A won game is worth 60000 to the winner, its opposite to the loser; win_lose gives 1, 0, and 0.5
    before."""
    game = turnwright.game("hero_academy")
    win_lose = turnwright.game("hero_academy:evaluation=win_lose")
    before = game.parse_state("8 1 2 a1k800,b4X4500,g4N800,h4x120 -/- -/- 0/0")
    ninja, crystal = 6 * 5 + 3, 7 * 5 + 3
    over = before.play(ninja << 6 | crystal)
    assert (over.is_over, over.outcome, over.evaluate(0), over.evaluate(1)) == (True, 1, 60000, -60000)
    assert (over.under(win_lose).evaluate(0), over.under(win_lose).evaluate(1)) == (1, 0)
    assert before.under(win_lose).evaluate(0) == 0.5


@pytest.mark.parametrize("board", MAPS)
@pytest.mark.parametrize("reading", ["described", "reference"])
def test_ordering_follows_the_table(board: str, reading: str, crowded_states):
    """The value of every action in every list (algorithms 1.4, rules 10.4)."""
    for state in crowded_states(f"hero_academy:map={board},ordering={reading}", 40):
        for action in state.legal_actions():
            assert state.priority(action) == priority(state, action, reading), (
                state.action_text(action),
                state,
            )


def doubled(weights):
    return tuple(map(doubled, weights)) if isinstance(weights, tuple) else 2 * weights


def test_weights_change_without_another_game(crowded_states):
    """Weights are parameters: doubling all but the win doubles every value of an unfinished game."""
    usual = WEIGHTS["described"]
    changed = {field.name: doubled(getattr(usual, field.name)) for field in fields(usual)}
    double = Weights(**changed | {"win": usual.win, "swapped_infernos": False})
    game = HeroAcademy(Settings(evaluation="described"), double)
    for state in crowded_states("hero_academy:evaluation=described", 20):
        if not state.is_over:
            assert state.under(game).evaluate(0) == 2 * state.evaluate(0)


def test_another_reading_keeps_weights_of_ones_own():
    """A custom evaluation stays while only ordering or pruning change; asking for another evaluation replaces it."""
    weights = replace(WEIGHTS["described"], deploy_square=(-1,) * 5)
    game = HeroAcademy(Settings(map="a-tiny", evaluation="described"), weights)
    assert game.variant(pruning="reference").weights == weights
    assert game.variant(ordering="reference", pruning="reference").weights == weights
    assert game.variant(evaluation="reference").weights == WEIGHTS["reference"]
    assert game.variant(evaluation="described") is game
