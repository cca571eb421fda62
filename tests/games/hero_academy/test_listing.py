"""Legal actions and pruning against slow definitions written from the rules (sections 5 and 10.3)."""

from itertools import product

import numpy as np
import pytest

from turnwright import State
from turnwright.games.hero_academy.engine.cards import CARDS
from turnwright.games.hero_academy.engine.state import END, drop_action, swap_action, unit_action
from turnwright.games.hero_academy.state_codec import Piece, take_apart

KNIGHT, ARCHER, CLERIC, WIZARD, NINJA, CRYSTAL = range(6)
INFERNO, POTION = 5, 6
SPEED = {KNIGHT: 2, ARCHER: 2, CLERIC: 2, WIZARD: 2}
REACH = {KNIGHT: 1, ARCHER: 3, CLERIC: 2, WIZARD: 2, NINJA: 2}
BASE_HP = {KNIGHT: 1000, ARCHER: 800, CLERIC: 800, WIZARD: 800, NINJA: 800}


def max_hp(piece: Piece) -> int:
    boosts = (piece.gear >> 2 & 1) + (piece.gear >> 3 & 1)
    return BASE_HP[piece.kind] + BASE_HP[piece.kind] // 10 * boosts


class Board:
    """The pieces of a state by coordinates."""

    def __init__(self, state: State) -> None:
        self.parts = take_apart(state)
        self.settings = state.game.settings
        rows = self.settings.board.rows
        self.width, self.height = len(rows[0]), len(rows)
        self.symbol = {(x, y): rows[y][x] for x in range(self.width) for y in range(self.height)}
        self.pieces = {divmod(piece.square, self.height): piece for piece in self.parts.pieces}
        self.me = self.parts.player

    def number(self, place: tuple[int, int]) -> int:
        return place[0] * self.height + place[1]

    def is_deploy(self, place: tuple[int, int], player: int) -> bool:
        return self.symbol[place] == "dD"[player]

    def standing_enemy(self, place: tuple[int, int]) -> bool:
        piece = self.pieces.get(place)
        return piece is not None and piece.hp > 0 and piece.owner != self.me

    def sees(self, source: tuple[int, int], target: tuple[int, int]) -> bool:
        """Line of sight by the squares between, written out for every offset within reach."""
        (x, y), (dx, dy) = source, (target[0] - source[0], target[1] - source[1])
        s, t = int(np.sign(dx)), int(np.sign(dy))
        between = {
            (2, 0): [(s, 0)],
            (3, 0): [(s, 0), (2 * s, 0)],
            (0, 2): [(0, t)],
            (0, 3): [(0, t), (0, 2 * t)],
            (2, 1): [(s, 0), (s, t)],
            (1, 2): [(0, t), (s, t)],
        }.get((abs(dx), abs(dy)), [])
        return not any(self.standing_enemy((x + a, y + b)) for a, b in between)

    def unit_action(self, source: tuple[int, int], target: tuple[int, int]) -> bool:
        unit, other = self.pieces[source], self.pieces.get(target)
        distance = abs(source[0] - target[0]) + abs(source[1] - target[1])
        walks = distance <= (self.settings.ninja_speed if unit.kind == NINJA else SPEED[unit.kind])
        if other is None or other.hp == 0:
            if self.is_deploy(target, 1 - self.me):
                return False
            return walks or (other is not None and unit.kind == CLERIC and distance <= 2)
        if other.owner != self.me:
            return distance <= REACH[unit.kind] and (distance == 1 or self.sees(source, target))
        if other.kind == CRYSTAL:
            return False
        if unit.kind == CLERIC:
            return distance <= 2 and other.hp != max_hp(other)
        return unit.kind == NINJA

    def places(self) -> list[tuple[int, int]]:
        return list(product(range(self.width), range(self.height)))

    def card_places(self, card: int) -> list[tuple[int, int]]:
        if card < INFERNO:
            own = [place for place in self.places() if self.is_deploy(place, self.me)]
            return [place for place in own if place not in self.pieces or self.pieces[place].hp == 0]
        if card == INFERNO:
            return self.places()
        units = {p: u for p, u in self.pieces.items() if u.owner == self.me and u.kind != CRYSTAL}
        if card == POTION:
            return [place for place in self.places() if place in units and units[place].hp != max_hp(units[place])]
        return [p for p in self.places() if p in units and units[p].hp > 0 and not units[p].gear >> card - 7 & 1]

    def legal_actions(self) -> list[int]:
        if self.parts.over:
            return []
        if self.parts.ap == 0:
            return [END]
        actions = []
        for source in self.places():
            unit = self.pieces.get(source)
            if unit and unit.owner == self.me and unit.hp > 0 and unit.kind != CRYSTAL:
                targets = [place for place in self.places() if place != source]
                targets = [place for place in targets if self.unit_action(source, place)]
                actions += [unit_action(self.number(source), self.number(target)) for target in targets]
        for card in range(len(CARDS)):
            if self.parts.hands[self.me][card]:
                actions += [drop_action(card, self.number(place)) for place in self.card_places(card)]
                if any(self.parts.decks[self.me]):
                    actions.append(swap_action(card))
        return actions

    def blast(self, place: tuple[int, int]) -> frozenset[tuple[int, int]]:
        """The enemies, knocked-out ones too, in the nine squares around a place."""
        x, y = place
        around = product((x - 1, x, x + 1), (y - 1, y, y + 1))
        return frozenset(p for p in around if p in self.pieces and self.pieces[p].owner != self.me)


SHAPES = (
    (2, 31),
    (2, 32),
    (32, 2),
    (31, 2),
    (1, 64),
    (3, 21),
    (21, 3),
    (4, 16),
    (16, 4),
    (8, 8),
    (9, 7),
    (2, 3),
)


@pytest.fixture(params=["a", "a-small", "a-tiny", *SHAPES], ids=str)
def spec(request, map_of) -> str:
    """A game on a map of the papers or of an odd shape."""
    board = request.param if isinstance(request.param, str) else map_of(*request.param)
    return f"hero_academy:map={board},action_points=6,ninja_speed=5"


def test_legal_actions_are_those_of_the_rules(spec: str, crowded_states):
    """The whole list in its order, line of sight included, on boards of any shape."""
    for state in crowded_states(spec, 40):
        assert state.legal_actions() == Board(state).legal_actions(), state


def test_one_inferno_is_kept_for_every_maximal_set_of_targets(spec: str, crowded_states):
    """None without targets, none whose targets another one contains, exactly one of those with equal
    targets."""
    infernos_seen = 0
    for state in crowded_states(spec, 60):
        board = Board(state)
        legal = [action for action in state.legal_actions() if action >> 6 == drop_action(INFERNO, 0) >> 6]
        kept = [action for action in state.candidates() if action >> 6 == drop_action(INFERNO, 0) >> 6]
        blasts = {action: board.blast(divmod(action & 63, board.height)) for action in legal}
        sets = {blast for blast in blasts.values() if blast}
        maximal = {blast for blast in sets if not any(blast < other for other in sets)}
        assert sorted(map(sorted, (blasts[action] for action in kept))) == sorted(map(sorted, maximal)), state
        infernos_seen += bool(kept)
    assert infernos_seen


@pytest.mark.parametrize("pruning", ["described", "reference"])
def test_pruning_leaves_everything_but_infernos_and_single_swaps(pruning: str, crowded_states):
    """As described swaps stay; the reference removes the swap of a card that the hand holds once."""
    for state in crowded_states(f"hero_academy:pruning={pruning}", 60):
        hand = take_apart(state).hands[state.player]
        is_inferno = {drop_action(INFERNO, square) for square in range(64)}.__contains__
        single = {swap_action(card) for card in range(len(CARDS)) if hand[card] == 1}
        gone = single if pruning == "reference" else set()
        expected = [a for a in state.legal_actions() if a not in gone and not is_inferno(a)]
        assert [a for a in state.candidates() if not is_inferno(a)] == expected
