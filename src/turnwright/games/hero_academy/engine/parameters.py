"""Converts settings to the parameter record of compiled code: tables of squares, units and weights."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np

from turnwright.core.records import blank_records
from turnwright.core.rng import words
from turnwright.evaluators.model import ModelError
from turnwright.evaluators.network import NETWORK_FIELDS, Network
from turnwright.evaluators.shallow import Shallow, shallow_fields
from turnwright.games.hero_academy.engine import cards as c
from turnwright.games.hero_academy.engine.maps import MAPS, Map
from turnwright.games.hero_academy.engine.network_inputs import INPUTS, input_count
from turnwright.games.hero_academy.engine.shallow_inputs import (
    ALL_INPUTS,
    health_scale,
    input_places,
    mirrored_inputs,
)
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK, UNIT_CODES
from turnwright.games.hero_academy.evaluators import Evaluator
from turnwright.games.hero_academy.settings import Settings, Weights

_KINDS = len(c.KINDS)

PARAMETERS = np.dtype(
    [
        ("width", np.int64),
        ("height", np.int64),
        ("action_points", np.int64),
        ("starting_action_points", np.int64),
        ("turn_limit", np.int64),
        ("random_draws", np.int64),
        ("draw_at_start", np.int64),
        ("any_starting_hand", np.int64),
        ("evaluator", np.int64),
        ("ordering", np.int64),
        ("reference_pruning", np.int64),
        # Squares
        ("board", np.uint64),
        ("deploy", np.uint64, 2),
        ("assault", np.uint64),
        ("power_squares", np.uint64),
        ("defense", np.uint64),
        ("special", np.uint64, 2),  # squares that the ordering rewards: described, reference
        ("crystals", np.uint64, 2),
        ("x", np.int8, 64),
        ("y", np.int8, 64),
        ("area", np.uint64, 64),  # the 3×3 area around a square
        ("adjacent", np.uint64, 64),  # distance 1
        ("neighbour", np.int8, (64, 8)),  # by direction; -1 off the board
        ("direction", np.int8, (64, 64)),  # from a square towards another, as signs of dx and dy
        ("chain_order", np.int8, (8, 7)),  # directions of the chain's next jump, best first
        # What a unit of a kind can reach from a square
        ("walk", np.uint64, (_KINDS, 64)),
        ("strike", np.uint64, (_KINDS, 64)),
        ("heal", np.uint64, (_KINDS, 64)),
        ("exchange", np.uint64, _KINDS),
        # How many moves bring a unit of a kind within reach of a target, by distance: its own moves, or also a ninja's
        ("approach", np.int8, (2, _KINDS, 64)),
        ("shadow", np.uint64, (64, 256)),  # squares hidden behind blockers, by the pattern of the eight neighbours
        ("straight2", np.uint64, 64),
        ("straight3", np.uint64, 64),
        # Inferno pruning: centres that cover the given columns and rows, and squares that these centres cover
        ("area_columns", np.uint64, (64, 3)),
        ("area_rows", np.uint64, (64, 3)),
        ("cover_x", np.uint64, (64, 8)),
        ("cover_y", np.uint64, (64, 8)),
        ("spread_x", np.uint64, (64, 8)),
        ("spread_y", np.uint64, (64, 8)),
        # Numbers of units, by code (kind and gear)
        ("max_hp", np.int32, UNIT_CODES),
        ("power", np.int32, (UNIT_CODES, 2)),  # not on, and on a power square
        ("resistance", np.int32, (2, UNIT_CODES)),  # physical, magical
        ("magical", np.int32, _KINDS),
        ("damage_halves", np.int32, (2, _KINDS)),  # at a distance, in melee
        # Cards
        ("deck", np.uint64),
        # Evaluation
        ("win", np.int64),
        ("hit_point", np.int64, _KINDS),  # sixteenths of a point
        ("worth", np.int32, (UNIT_CODES, 2)),  # knocked out, standing
        ("place", np.int32, (2, _KINDS, 64)),  # by owner
        ("reserve", np.int32, len(c.CARDS)),
        ("inferno", np.int64),
        ("swapped_infernos", np.int64),
        ("material", np.float64, len(c.CARDS)),
        ("mean_inferno", np.float64),
        ("mean_deck_value", np.float64),
        ("crystal_total", np.float64),
        # A network as evaluation, and the scale of its inputs
        *NETWORK_FIELDS,
        ("crystal_scale", np.float64),
        ("unit_scale", np.float64),
        ("facing", np.int8, (2, 64)),  # the square as a player sees it: the second player from the other side
        *shallow_fields(ALL_INPUTS),
        ("health_scale", np.int64, _KINDS),
        # Hash keys
        ("square_key", np.uint64, 64),
        ("unit_key", np.uint64, (2, UNIT_CODES)),
        ("hand_key", np.uint64, (2, len(c.CARDS))),
        ("deck_key", np.uint64, (2, len(c.CARDS))),
        ("counter_key", np.uint64, 8),
    ],
    align=True,
)

EVALUATORS = ("heuristic", "material", "mean", "win_lose", "network", "shallow")
ORDERINGS = ("described", "reference", "simple")

NEVER = 100
"""More moves than a turn has."""

DIRECTIONS = ((0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
"""N E W S NE NW SE SW: the order in which a wizard's chain prefers its next target."""

MATERIAL = (1.0, 1.1, 1.2, 1.1, 1.5, 1.2, 0.9, 0.4, 0.9, 0.4, 0.4)
MEAN_INFERNO = 1.6
DECK_OF_MAP = {"a": "STANDARD", "a-small": "SMALL", "a-tiny": "TINY"}


def build_parameters(settings: Settings, evaluator: Evaluator) -> np.ndarray:
    """The one-element parameter array for a game."""
    board, units = settings.board, _units(settings)
    array = _square_tables(board, tuple(units)).copy()
    p = array[0]
    p.action_points = settings.action_points
    p.starting_action_points = settings.first_turn_points
    p.turn_limit = settings.limit
    p.random_draws = settings.draws == "random"
    p.draw_at_start = settings.draw_at == "start"
    p.any_starting_hand = settings.starting_hand == "any"
    p.evaluator = EVALUATORS.index(evaluator.runs)
    p.ordering = ORDERINGS.index(settings.ordering)
    p.reference_pruning = settings.pruning == "reference"
    _fill_units(p, units, settings)
    p.deck = pack_cards(c.DECKS[settings.deck])
    _fill_weights(p, board, evaluator.weights)
    _fill_balances(p, settings)
    _fill_network_scales(p, settings)
    _fill_keys(p)
    if evaluator.shallow is not None:
        _fill_shallow(p, board, evaluator.shallow)
    return array if evaluator.network is None else with_network(array, evaluator.network)


def with_network(params: np.ndarray, network: Network) -> np.ndarray:
    """The same parameters with a network as evaluation."""
    array = params.copy()
    p = array[0]
    fitting = [input_count(inputs, int(p.width * p.height)) for inputs in INPUTS]
    if network.inputs not in fitting:
        raise ModelError(
            f"the network has {network.inputs} inputs; on a map of {p.width}×{p.height} squares it must have "
            f"{' or '.join(map(str, fitting))}"
        )
    p.evaluator = EVALUATORS.index("network")
    network.fill(p)
    return array


@lru_cache(maxsize=16)
def _square_tables(board: Map, units: tuple[c.Unit, ...]) -> np.ndarray:
    """Parameters with only the tables of squares. These take longest to compute and are the same for most settings."""
    array = blank_records(PARAMETERS)
    p = array[0]
    p.width, p.height = board.width, board.height
    _fill_board(p, board)
    _fill_reach(p, board, list(units))
    _fill_sight(p, board)
    _fill_blasts(p, board)
    return array


def pack_cards(counts: Iterable[int]) -> int:
    """Counts per card as one word, four bits each."""
    word = 0
    for card, count in enumerate(counts):
        word |= int(count) << 4 * card
    return word


def unpack_cards(word: int) -> list[int]:
    """The counts per card of a word."""
    return [int(word) >> 4 * card & 15 for card in range(len(c.CARDS))]


def _units(settings: Settings) -> list[c.Unit]:
    units = list(c.UNITS)
    units[c.NINJA] = replace(units[c.NINJA], speed=settings.ninja_speed)
    units[c.CLERIC] = replace(units[c.CLERIC], magical_resistance=settings.cleric_magical_resistance)
    units[c.WIZARD] = replace(units[c.WIZARD], magical_resistance=settings.wizard_magical_resistance)
    if settings.archer_melee == "full":
        units[c.ARCHER] = replace(units[c.ARCHER], melee_halves=2)
    return units


def _mask(board: Map, x: int, y: int, wanted: Callable[[int, int], bool]) -> int:
    """The squares whose offset (dx, dy) from (x, y) satisfies a condition."""
    word = 0
    for tx in range(board.width):
        for ty in range(board.height):
            if wanted(tx - x, ty - y):
                word |= 1 << tx * board.height + ty
    return word


def _within(reach: int) -> Callable[[int, int], bool]:
    return lambda dx, dy: 0 < abs(dx) + abs(dy) <= reach


def _column(wanted: int) -> Callable[[int, int], bool]:
    """One column of a blast."""
    return lambda dx, dy: dx == wanted and abs(dy) <= 1


def _row(wanted: int) -> Callable[[int, int], bool]:
    return lambda dx, dy: dy == wanted and abs(dx) <= 1


def _word(squares: Iterable[int]) -> int:
    word = 0
    for square in squares:
        word |= 1 << square
    return word


def _squares(board: Map) -> list[tuple[int, int, int]]:
    return [(x * board.height + y, x, y) for x in range(board.width) for y in range(board.height)]


def _fill_board(p: np.record, board: Map) -> None:
    p.board = _word(square for square, _, _ in _squares(board))
    p.deploy[:] = [_word(board.squares("d")), _word(board.squares("D"))]
    p.assault = _word(board.squares("A"))
    p.defense = _word(board.squares("S"))
    p.power_squares = _word(board.squares("P"))
    bonus = int(p.assault) | int(p.defense) | int(p.power_squares)
    p.special[:] = [bonus, bonus | int(p.deploy[0]) | int(p.deploy[1])]
    p.crystals[:] = [_word(board.squares("c")), _word(board.squares("C"))]
    p.neighbour[:] = -1
    for square, x, y in _squares(board):
        p.x[square], p.y[square] = x, y
        p.area[square] = _mask(board, x, y, lambda dx, dy: max(abs(dx), abs(dy)) <= 1)
        p.adjacent[square] = _mask(board, x, y, lambda dx, dy: abs(dx) + abs(dy) == 1)
        for index, (dx, dy) in enumerate(DIRECTIONS):
            if 0 <= x + dx < board.width and 0 <= y + dy < board.height:
                p.neighbour[square, index] = (x + dx) * board.height + y + dy
        for target, tx, ty in _squares(board):
            if target != square:
                sign = (int(np.sign(tx - x)), int(np.sign(ty - y)))
                p.direction[square, target] = DIRECTIONS.index(sign)
    for index, (dx, dy) in enumerate(DIRECTIONS):
        behind = DIRECTIONS.index((-dx, -dy))
        p.chain_order[index] = [index, *(d for d in range(8) if d not in (index, behind))]


def _fill_reach(p: np.record, board: Map, units: list[c.Unit]) -> None:
    for kind, unit in enumerate(units):
        for square, x, y in _squares(board):
            for table, reach in ((p.walk, unit.speed), (p.strike, unit.reach), (p.heal, unit.heal_reach)):
                table[kind, square] = _mask(board, x, y, _within(reach))
    p.exchange[c.NINJA] = 0xFFFFFFFFFFFFFFFF
    for kind, unit in enumerate(units):
        reach = unit.reach + (c.CHAIN_REACH if kind == c.WIZARD else 0)
        for row, speed in enumerate((unit.speed, max(unit.speed, units[c.NINJA].speed))):
            for distance in range(64):
                missing = max(0, distance - reach)
                p.approach[row, kind, distance] = -(-missing // speed) if speed else (missing > 0) * NEVER


_NEIGHBOURHOOD = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def _between(dx: int, dy: int) -> list[tuple[int, int]]:
    """The squares next to the attacker that can block the line of sight to a target at this offset (rules, section
    5)."""
    sx, sy = int(np.sign(dx)), int(np.sign(dy))
    match sorted((abs(dx), abs(dy))):
        case [0, 2] | [0, 3]:
            return [(sx, sy)]
        case [1, 2]:
            return [(sx, sy), (sx, 0) if abs(dx) == 2 else (0, sy)]
        case _:
            return []


def _fill_sight(p: np.record, board: Map) -> None:
    offsets = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if 2 <= abs(dx) + abs(dy) <= 3]
    for square, x, y in _squares(board):
        hidden_by = [0] * 8
        for dx, dy in offsets:
            tx, ty = x + dx, y + dy
            if 0 <= tx < board.width and 0 <= ty < board.height:
                for blocker in _between(dx, dy):
                    hidden_by[_NEIGHBOURHOOD.index(blocker)] |= 1 << tx * board.height + ty
        # Neighbours off the board hide nothing, so stray bits in the index of this table are harmless.
        for i, (dx, dy) in enumerate(_NEIGHBOURHOOD):
            if not (0 <= x + dx < board.width and 0 <= y + dy < board.height):
                hidden_by[i] = 0
        for pattern in range(256):
            word = 0
            for i in range(8):
                if pattern >> i & 1:
                    word |= hidden_by[i]
            p.shadow[square, pattern] = word
        p.straight2[square] = _mask(board, x, y, lambda dx, dy: sorted((abs(dx), abs(dy))) == [0, 2])
        p.straight3[square] = _mask(board, x, y, lambda dx, dy: sorted((abs(dx), abs(dy))) == [0, 3])


def _fill_blasts(p: np.record, board: Map) -> None:
    """Tables for the pruning that keeps one inferno per maximal set of targets (see listing.py)."""
    for square, x, y in _squares(board):
        for i, d in enumerate((-1, 0, 1)):
            p.area_columns[square, i] = _mask(board, x, y, _column(d))
            p.area_rows[square, i] = _mask(board, x, y, _row(d))
        for pattern in range(1, 8):
            needed = [i - 1 for i in range(3) if pattern >> i & 1]
            low, high = max(needed) - 1, min(needed) + 1
            for axis, cover, spread in ((0, p.cover_x, p.spread_x), (1, p.cover_y, p.spread_y)):
                position, size = ((x, board.width), (y, board.height))[axis]
                first, last = max(position + low, 0), min(position + high, size - 1)
                for table, a, b in ((cover, first, last), (spread, first - 1, last + 1)):
                    table[square, pattern] = _word(s for s, sx, sy in _squares(board) if a <= (sx, sy)[axis] <= b)


def _fill_units(p: np.record, units: list[c.Unit], settings: Settings) -> None:
    rune, scroll, dragon, helm = (1 << GEAR_SHIFT + i for i in range(4))
    for code in range(UNIT_CODES):
        kind = code & KIND_MASK
        if kind >= _KINDS:
            continue
        unit = units[kind]
        boosts = bool(code & dragon) + bool(code & helm)
        p.max_hp[code] = unit.hp + unit.hp // 10 * boosts
        for on_power_square in (0, 1):
            power = unit.power + (unit.power // 2 if code & rune else 0)
            power += c.POWER_SQUARE_BONUS * on_power_square
            p.power[code, on_power_square] = power * (settings.scroll_factor if code & scroll else 1)
        helmet = c.GEAR_RESISTANCE if code & helm else 0
        physical_helm = settings.helm_resists == "physical"
        p.resistance[0, code] = (
            unit.physical_resistance + (c.GEAR_RESISTANCE if code & dragon else 0) + (helmet if physical_helm else 0)
        )
        p.resistance[1, code] = unit.magical_resistance + (0 if physical_helm else helmet)
    for kind, unit in enumerate(units):
        p.magical[kind] = unit.magical
        p.damage_halves[0, kind] = 2
        p.damage_halves[1, kind] = unit.melee_halves


def _fill_weights(p: np.record, board: Map, w: Weights) -> None:
    p.win = w.win
    p.hit_point[:] = w.hit_point
    for code in range(UNIT_CODES):
        kind = code & KIND_MASK
        if kind >= _KINDS:
            continue
        items = [i for i in range(4) if code >> GEAR_SHIFT + i & 1] if kind != c.CRYSTAL else []
        p.worth[code, 0] = w.fallen[kind] + sum(w.gear_fallen[i][kind] for i in items)
        p.worth[code, 1] = w.standing[kind] + sum(w.gear_standing[i][kind] for i in items)
    for kind in range(c.CRYSTAL):
        _fill_columns(p, board, kind, w.column[kind])
        for symbol, bonus in (
            ("d", w.deploy_square[kind]),
            ("D", w.deploy_square[kind]),
            ("A", w.assault_square[kind]),
            ("S", w.defense_square[kind]),
            ("P", w.power_square[kind]),
        ):
            p.place[:, kind, board.squares(symbol)] += bonus
    p.reserve[:] = w.reserve
    # Infernos are added when a value is read, because the reference counts them from the viewing player's side.
    p.inferno, p.reserve[c.INFERNO] = w.reserve[c.INFERNO], 0
    p.swapped_infernos = w.swapped_infernos


def _fill_columns(p: np.record, board: Map, kind: int, bonus: tuple[int, ...]) -> None:
    """Columns are counted from the owner's edge. Boards of another width use the nearest column."""
    for square, x, _ in _squares(board):
        for owner, way in enumerate((x, board.width - 1 - x)):
            p.place[owner, kind, square] = bonus[round(way * (len(bonus) - 1) / max(1, board.width - 1))]


def _fill_balances(p: np.record, settings: Settings) -> None:
    p.material[:] = MATERIAL
    p.mean_inferno = MEAN_INFERNO
    names = {rows: name for name, rows in MAPS.items()}
    deck = DECK_OF_MAP.get(names.get(settings.board.rows, ""), settings.deck)
    mean_values = list(MATERIAL)
    mean_values[c.INFERNO] = MEAN_INFERNO
    p.mean_deck_value = sum(n * v for n, v in zip(c.DECKS[deck], mean_values, strict=True))
    p.crystal_total = len(settings.board.squares("c")) * c.UNITS[c.CRYSTAL].hp


def _fill_network_scales(p: np.record, settings: Settings) -> None:
    p.crystal_scale = 2 * c.UNITS[c.CRYSTAL].hp
    p.unit_scale = sum(n * unit.hp for n, unit in zip(c.DECKS[settings.deck], c.UNITS[: c.CRYSTAL], strict=False))
    p.health_scale[:] = [health_scale(unit.hp) for unit in c.UNITS]
    p.facing[0] = range(64)
    p.facing[1] = range(64)
    for square, other in enumerate(_seen_from_the_other_side(settings.board)):
        p.facing[1, square] = other


def _fill_shallow(p: np.record, board: Map, network: Shallow) -> None:
    squares = board.width * board.height
    network.fill(p, input_places(squares), mirrored_inputs(squares, p.facing[1]))


def _seen_from_the_other_side(board: Map) -> list[int]:
    """For every square, the corresponding square of the other player: the board mirrored or rotated, whichever maps
    more squares to squares of the same type."""
    turns = (
        [(board.width - 1 - x) * board.height + y for _, x, y in _squares(board)],
        [(board.width - 1 - x) * board.height + board.height - 1 - y for _, x, y in _squares(board)],
    )
    types = "".join(board.rows[y][x] for _, x, y in _squares(board))
    wanted = types.translate(str.maketrans("dDcC", "DdCc"))

    def fitting(turn: list[int]) -> int:
        return sum(types[other] == wanted[square] for square, other in enumerate(turn))

    return max(turns, key=fitting)


def _fill_keys(p: np.record) -> None:
    """Random keys. Those of squares are odd, so multiplication by them is reversible."""
    for seed, field in enumerate(("square_key", "unit_key", "hand_key", "deck_key", "counter_key")):
        p[field].flat[:] = np.array(words(seed, p[field].size), dtype=np.uint64)
    p.square_key |= np.uint64(1)
