"""Hero Academy in text: one word for an action, one line for a turn or a state.

Actions: `c2-d3` moves, `c2xd3` attacks, `c2+d3` heals, `c2=d3` exchanges places; `K@a1` plays a card on a
square; `~K` swaps a card; `end` ends the turn. A unit's action names two squares and the rules decide what it
is, so the sign is for the reader: any of them, and `>`, is understood.

States: turn, player to move, action points, pieces, hands, decks, seeds of the decks; see `format_state`.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from turnwright.core.game import NotationError
from turnwright.core.state import State, Walk
from turnwright.games.hero_academy.engine.cards import CARDS, CLERIC, CRYSTAL, GEAR, NINJA
from turnwright.games.hero_academy.engine.maps import Map
from turnwright.games.hero_academy.engine.state import (
    DROP,
    END,
    KIND_MASK,
    SWAP,
    drop_action,
    swap_action,
    unit_action,
)
from turnwright.games.hero_academy.squares import square_name, square_names, square_number
from turnwright.games.hero_academy.state_codec import ImpossibleStateError, Parts, Piece, put_together, take_apart

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

CARD_LETTERS = "KACWNIPRSDH"
"""A letter for every card, in card order."""
PIECE_LETTERS = CARD_LETTERS[:CRYSTAL] + "X"
"""A letter for every kind of piece."""
GEAR_LETTERS = "rsdh"
assert (len(CARD_LETTERS), len(GEAR_LETTERS)) == (len(CARDS), len(GEAR))

_END = "end"
_UNIT_ACTION = re.compile(r"([a-z]+[0-9]+)[-x+=>]([a-z]+[0-9]+)")
_DROP = re.compile(rf"([{CARD_LETTERS}])@([a-z]+[0-9]+)")
_SWAP = re.compile(rf"~([{CARD_LETTERS}])")
_PIECE = re.compile(rf"([a-z]+[0-9]+)([{PIECE_LETTERS}{PIECE_LETTERS.lower()}])([0-9]{{1,4}})([{GEAR_LETTERS}]*)")
_CARDS = re.compile(rf"(?:[{CARD_LETTERS}](?:[1-9][0-9]?)?)+")
_CARD = re.compile(r"([A-Z])([0-9]*)")
_NUMBER = re.compile(r"[0-9]{1,10}")
_HEX = re.compile(r"[0-9a-f]{1,16}")
_ACTION_FORMS = "c2-d3 (a unit acts), K@a1 (a card is played), ~K (a card is swapped) and end"
_STATE_FORM = "<turn> <player> <ap> <pieces> <hands> <decks> <seeds>"


# Actions


def format_action(game: "HeroAcademy", action: int, state: State) -> str:
    """An action in notation. An integer that is no action at all is shown as `#` and its number."""
    return _words(game, (action,), state.records)[0]


def format_actions(game: "HeroAcademy", walk: Walk) -> list[str]:
    """The actions of a turn in notation."""
    return _words(game, walk.actions, walk.records)


def _words(game: "HeroAcademy", actions: Sequence[int], records: np.ndarray) -> list[str]:
    """Every action in notation; record i is where action i is played. Fields are read at once, for speed."""
    board = game.settings.board
    squares = board.width * board.height
    names = square_names(board.height)
    plain = records.view(np.ndarray)
    units, living, fallen, player = plain["unit"], plain["living"].tolist(), plain["fallen"].tolist(), plain["player"]
    me = int(player[0])
    words = []
    for i, action in enumerate(actions):
        source, target = action >> 6, action & 63
        if action == END:
            words.append(_END)
        elif 0 <= action < DROP and source < squares and target < squares:
            kind = int(units[i, source]) & KIND_MASK
            own = (living[i][me] | fallen[i][me] if kind == CLERIC else living[i][me]) >> target & 1
            sign = "x" if living[i][1 - me] >> target & 1 else _FRIENDLY.get(kind, "-") if own else "-"
            words.append(f"{names[source]}{sign}{names[target]}")
        elif DROP <= action < drop_action(len(CARDS), 0) and target < squares:
            words.append(f"{CARD_LETTERS[(action - DROP) >> 6]}@{names[target]}")
        elif SWAP <= action < swap_action(len(CARDS)):
            words.append(f"~{CARD_LETTERS[action - SWAP]}")
        else:
            words.append(f"#{action}")
    return words


_FRIENDLY = {CLERIC: "+", NINJA: "="}
"""What is done to a piece of one's own, by the kind that does it."""


def parse_action(game: "HeroAcademy", text: str) -> int:
    """An action from its notation."""
    board = game.settings.board
    word = text.strip()
    if word == _END:
        return END
    if match := _UNIT_ACTION.fullmatch(word):
        return unit_action(square_number(board, match[1]), square_number(board, match[2]))
    if match := _DROP.fullmatch(word):
        return drop_action(CARD_LETTERS.index(match[1]), square_number(board, match[2]))
    if match := _SWAP.fullmatch(word):
        return swap_action(CARD_LETTERS.index(match[1]))
    raise NotationError(f"{_short(word)} is not an action of {game.name}; actions are {_ACTION_FORMS}")


# States


def format_state(game: "HeroAcademy", state: State) -> str:
    """A state in one line, the game's spec in front.

    Pieces are square, letter (capital for player 1), hit points and gear (r s d h): `a1K1000rd,g2x4500`.
    Hands and decks are letters with their number where it is not 1: `K2A/-`. `over`, `chance=` and
    `unknown=` follow where they are needed.
    """
    parts = take_apart(state)
    board = game.settings.board
    words = [
        game.spec,
        str(parts.turn),
        str(parts.player + 1),
        str(parts.ap),
        ",".join(_format_piece(board, piece) for piece in parts.pieces) or "-",
        _format_cards(parts.hands),
        _format_cards(parts.decks),
        _format_pair(parts.seeds),
    ]
    if parts.over:
        words.append("over")
    if parts.chance:
        words.append(f"chance={parts.chance:x}")
    if any(parts.unknown):
        words.append(f"unknown={_format_pair(parts.unknown)}")
    return " ".join(words)


def parse_state(game: "HeroAcademy", text: str) -> State:
    """A state from its notation, without the spec in front. Everything is checked."""
    words = text.split()
    if len(words) < 7:
        raise NotationError(f"{_short(text)} is not a state of {game.name}; after the game it reads {_STATE_FORM}")
    turn, player, ap, pieces, hands, decks, seeds, *rest = words
    options = _read_options(rest)
    parts = Parts(
        turn=_read_number("turn", turn),
        player=_read_number("player", player) - 1,
        ap=_read_number("number of action points", ap),
        pieces=_read_pieces(game.settings.board, pieces),
        hands=_read_cards("hands", hands),
        decks=_read_cards("decks", decks),
        seeds=_read_pair("seeds", seeds),
        over="over" in options,
        chance=_read_chance(options.get("chance", "0")),
        unknown=_read_pair("unknown", options.get("unknown", "0/0")),
    )
    try:
        return put_together(game, parts)
    except ImpossibleStateError as error:
        raise NotationError(f"the state {_short(text)} is impossible: {error}") from error


def _format_piece(board: Map, piece: Piece) -> str:
    letter = PIECE_LETTERS[piece.kind]
    gear = "".join(GEAR_LETTERS[i] for i in range(len(GEAR)) if piece.gear >> i & 1)
    return f"{square_name(board, piece.square)}{letter.lower() if piece.owner else letter}{piece.hp}{gear}"


def _format_cards(sides: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    texts = [
        "".join(
            letter + (str(count) if count > 1 else "")
            for letter, count in zip(CARD_LETTERS, counts, strict=True)
            if count
        )
        for counts in sides
    ]
    return f"{texts[0] or '-'}/{texts[1].lower() or '-'}"


def _format_pair(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}"


def _read_options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if key in options or not (word == "over" or (equals and key in ("chance", "unknown"))):
            raise NotationError(
                f"{_short(word)} at the end of a state is not understood; over, chance=<hex> and "
                "unknown=<n>/<n> can stand there, each once"
            )
        options[key] = value
    return options


def _read_number(what: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"the {what} of a state must be a whole number, not {_short(text)}")
    return int(text)


def _read_pair(what: str, text: str) -> tuple[int, int]:
    first, slash, second = text.partition("/")
    if not slash:
        raise NotationError(f"{what} in a state are two numbers divided by '/', not {_short(text)}")
    return _read_number(what, first), _read_number(what, second)


def _read_chance(text: str) -> int:
    if not _HEX.fullmatch(text):
        raise NotationError(f"chance in a state is up to 16 hexadecimal digits, not {_short(text)}")
    return int(text, 16)


def _read_pieces(board: Map, text: str) -> tuple[Piece, ...]:
    return tuple(_read_piece(board, part) for part in text.split(",")) if text != "-" else ()


def _read_piece(board: Map, text: str) -> Piece:
    match = _PIECE.fullmatch(text)
    gear = match[4] if match else ""
    if not match or gear != "".join(letter for letter in GEAR_LETTERS if letter in gear):
        raise NotationError(
            f"{_short(text)} is not a piece; a piece is its square, its letter ({' '.join(PIECE_LETTERS)}, "
            f"small for player 2), its hp and its gear in the order {GEAR_LETTERS}, such as a1K1000rd"
        )
    return Piece(
        square=square_number(board, match[1]),
        owner=int(match[2].islower()),
        kind=PIECE_LETTERS.index(match[2].upper()),
        hp=int(match[3]),
        gear=sum(1 << GEAR_LETTERS.index(letter) for letter in gear),
    )


def _read_cards(what: str, text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, slash, second = text.partition("/")
    if not slash or not text.isascii() or first != first.upper() or second != second.lower():
        raise NotationError(
            f"{what} in a state are player 1's cards in capitals, '/', and player 2's in small letters, such "
            f"as K2A/k, not {_short(text)}"
        )
    return _read_counts(what, first), _read_counts(what, second.upper())


def _read_counts(what: str, text: str) -> tuple[int, ...]:
    counts = [0] * len(CARDS)
    if text == "-":
        return tuple(counts)
    if not _CARDS.fullmatch(text):
        raise NotationError(
            f"{_short(text)} in the {what} of a state is not understood; cards are letters "
            f"({' '.join(CARD_LETTERS)}) with their number where it is not 1, or '-' for none"
        )
    for letter, number in _CARD.findall(text):
        card = CARD_LETTERS.index(letter)
        if counts[card]:
            raise NotationError(f"the card {letter} is there twice in {_short(text)}; give it once with its number")
        counts[card] = int(number or 1)
    return tuple(counts)


def _short(text: str) -> str:
    """What was given, cut to a length that fits a sentence."""
    return repr(text if len(text) <= 60 else f"{text[:57]}…")
