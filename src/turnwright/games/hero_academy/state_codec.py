"""A state taken apart and put together again: what notation and recordings have in common.

Parts hold everything that can be chosen freely; sets of pieces, hash and balance follow from them.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import CARDS, CRYSTAL, DECKS, GEAR, HAND_SIZE, KINDS
from turnwright.games.hero_academy.engine.parameters import pack_cards, unpack_cards
from turnwright.games.hero_academy.engine.state import GEAR_SHIFT, KIND_MASK, TRAIT_HURT
from turnwright.games.hero_academy.squares import square_name

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

MAX_CARDS = 15
"""Of one kind, in hand and deck together: their counts have four bits."""
MAX_UNITS = sum(DECKS["STANDARD"][:CRYSTAL])
"""Of one side, on the board, in hand and in the deck: more could overflow a list of actions."""
_MAX_SEED = 2**31 - 1
_MAX_CHANCE = 2**64 - 1
_SEATS = ("player 1", "player 2")


class ImpossibleStateError(TurnwrightError):
    """Parts that do not make a state of the game."""


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A unit or crystal on the board."""

    square: int
    """Its square's number."""
    owner: int
    """Its player, 0 or 1."""
    kind: int
    """Index in `KINDS`."""
    hp: int
    """Hit points left; 0 if it is knocked out."""
    gear: int = 0
    """Bit i is set if it carries item i of `GEAR`."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """All of a state that does not follow from the rest."""

    turn: int
    """The number of the turn, from 1."""
    player: int
    """The player to move, 0 or 1."""
    ap: int
    """Action points left in the turn."""
    pieces: tuple[Piece, ...]
    """What stands or lies on the board, by ascending square."""
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    """By player, counts per card."""
    decks: tuple[tuple[int, ...], tuple[int, ...]]
    """By player, counts per card."""
    seeds: tuple[int, int]
    """By player, the seed of the deck."""
    over: bool = False
    """Whether the game has ended."""
    chance: int = 0
    """The state of the generator of random draws."""
    unknown: tuple[int, int] = (0, 0)
    """By player, cards in hand that the holder of this view does not know; they are counted in the deck."""


def take_apart(state: State) -> Parts:
    """The parts of a state."""
    record = state.records[0]
    standing = [int(word) for word in record.living]
    fallen = [int(word) for word in record.fallen]
    pieces = []
    for square in range(64):
        for owner in (0, 1):
            if (standing[owner] | fallen[owner]) >> square & 1:
                code = int(record.unit[square])
                pieces.append(
                    Piece(
                        square=square,
                        owner=owner,
                        kind=code & KIND_MASK,
                        hp=int(record.hp[square]),
                        gear=code >> GEAR_SHIFT,
                    )
                )
    return Parts(
        turn=int(record.turn),
        player=int(record.player),
        ap=int(record.ap),
        pieces=tuple(pieces),
        hands=(tuple(unpack_cards(record.hand[0])), tuple(unpack_cards(record.hand[1]))),
        decks=(tuple(unpack_cards(record.deck[0])), tuple(unpack_cards(record.deck[1]))),
        seeds=(int(record.seed[0]), int(record.seed[1])),
        over=bool(record.over),
        chance=int(record.chance),
        unknown=(int(record.unknown[0]), int(record.unknown[1])),
    )


def put_together(game: "HeroAcademy", parts: Parts) -> State:
    """The state with these parts; an `ImpossibleStateError` says what cannot be."""
    _check_counters(game, parts)
    _check_pieces(game, parts)
    _check_cards(parts)
    records = game.blank()
    record = records[0]
    record.turn, record.player, record.ap, record.over = parts.turn, parts.player, parts.ap, parts.over
    record.chance = parts.chance
    living, fallen, crystals, traits = [0, 0], [0, 0], 0, [0] * (TRAIT_HURT + 1)
    for piece in parts.pieces:
        code = piece.kind | piece.gear << GEAR_SHIFT
        here = 1 << piece.square
        record.unit[piece.square], record.hp[piece.square] = code, piece.hp
        (living if piece.hp else fallen)[piece.owner] |= here
        for item in range(len(GEAR)):
            traits[item] |= here if piece.gear >> item & 1 else 0
        if piece.kind == CRYSTAL:
            crystals |= here
        elif 0 < piece.hp < game.params[0].max_hp[code]:
            traits[TRAIT_HURT] |= here
    record.living[:], record.fallen[:], record.crystals, record.traits[:] = living, fallen, crystals, traits
    for player in (0, 1):
        record.hand[player], record.deck[player] = (
            pack_cards(parts.hands[player]),
            pack_cards(parts.decks[player]),
        )
        record.seed[player], record.unknown[player] = parts.seeds[player], parts.unknown[player]
    return State(game, records).under(game)


def _check_counters(game: "HeroAcademy", parts: Parts) -> None:
    _check_range("the turn", parts.turn, 1, game.settings.limit)
    _check_range("the player to move", parts.player + 1, 1, 2)
    _check_range("the number of action points", parts.ap, 0, game.max_turn - 1)
    for seed in parts.seeds:
        _check_range("the seed of a deck", seed, 0, _MAX_SEED)
    _check_range("chance", parts.chance, 0, _MAX_CHANCE)


def _check_pieces(game: "HeroAcademy", parts: Parts) -> None:
    board = game.settings.board
    taken = set()
    for piece in parts.pieces:
        _check_range("the square of a piece", piece.square, 0, board.width * board.height - 1)
        _check_range("the owner of a piece", piece.owner + 1, 1, 2)
        name = square_name(board, piece.square)
        if piece.square in taken:
            raise ImpossibleStateError(f"there are two pieces on {name}; a square holds at most one")
        taken.add(piece.square)
        if not (0 <= piece.kind < len(KINDS) and 0 <= piece.gear < 1 << len(GEAR)):
            raise ImpossibleStateError(f"the piece on {name} is of no known kind or has unknown gear")
        if piece.kind == CRYSTAL and piece.gear:
            raise ImpossibleStateError(f"the crystal on {name} carries an item; crystals cannot")
        most = int(game.params[0].max_hp[piece.kind | piece.gear << GEAR_SHIFT])
        least = 1 if piece.kind == CRYSTAL else 0
        _check_range(f"the hp of the {KINDS[piece.kind].lower()} on {name}", piece.hp, least, most)


def _check_cards(parts: Parts) -> None:
    for player, seat in enumerate(_SEATS):
        hand, deck, unknown = parts.hands[player], parts.decks[player], parts.unknown[player]
        if len(hand) != len(CARDS) or len(deck) != len(CARDS):
            raise ImpossibleStateError(f"{seat}'s hand and deck need {len(CARDS)} counts, one for every card")
        for card, held, left in zip(CARDS, hand, deck, strict=True):
            what = f"{seat}'s number of {card}"
            _check_range(f"{what} in hand", held, 0, MAX_CARDS)
            _check_range(f"{what} in the deck", left, 0, MAX_CARDS)
            _check_range(f"{what} in hand and deck", held + left, 0, MAX_CARDS)
        _check_range(f"the number of {seat}'s unknown cards", unknown, 0, min(HAND_SIZE, sum(deck)))
        _check_range(f"the number of cards in {seat}'s hand", sum(hand) + unknown, 0, HAND_SIZE)
        units = sum(hand[:CRYSTAL]) + sum(deck[:CRYSTAL])
        units += sum(piece.owner == player and piece.kind != CRYSTAL for piece in parts.pieces)
        _check_range(f"the number of {seat}'s units on the board, in hand and in the deck", units, 0, MAX_UNITS)


def _check_range(what: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ImpossibleStateError(f"{what} is {value}; it must be from {low} to {high}")
