"""The official notation of Arimaa: squares, pieces, placements, steps, turns and positions.

A step is the piece, its square and a direction, `Ed2n`; a piece that is captured follows, `Ed2n rc3x`. A placement is
the piece and its square, `Ra1`. Gold's pieces are upper case. A turn of fewer than four steps ends with `end` here,
since whoever reads actions one by one has to know.

A position is the number of the turn with the side to move, and the board from a8 to h1 in brackets:
`2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]`. Within a turn, the number of steps, the board
at the start of the turn and what the last step leaves open follow. What was there before is a word behind `~`.
"""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as BadBase64
from collections import Counter

import numpy as np

from turnwright.core.game import Game, NotationError
from turnwright.core.state import State, Walk
from turnwright.games.arimaa.engine.setups import LETTERS
from turnwright.games.arimaa.engine.state import (
    COUNTS,
    DIRECTIONS,
    END,
    HISTORY,
    KEY,
    NOWHERE,
    PLACE,
    PLACEMENTS,
    PLANE,
    SQUARES,
    STEPS,
)

MOST_TURNS = 10_000
FIRST_TURN = 2
"""Turns before it are setups."""
TRAP_SQUARES = (18, 21, 42, 45)
EMPTY_SQUARE = "."
PIECES = f"{EMPTY_SQUARE}{LETTERS}{LETTERS.lower()}"
SIDES = "gs"
END_TEXT = "end"
_SQUARE = "[a-h][1-8]"
_STEP = re.compile(rf"([RCDHMErcdhme]?)({_SQUARE})([{DIRECTIONS}])((?: [RCDHMErcdhme]{_SQUARE}x)?)")
_PLACEMENT = re.compile(rf"([RCDHMErcdhme])({_SQUARE})")
_CAPTURE = re.compile(rf"[RCDHMErcdhme]{_SQUARE}x")
_BOARD = r"\[([ .RCDHMErcdhme]{64})\]"
_OPEN = rf"(-|[<>][RCDHMErcdhme]{_SQUARE})"
_STATE = re.compile(rf"(\d{{1,4}})([gs]) {_BOARD}(?: ([123]) {_BOARD} {_OPEN})?(?: ~([\w-]*=*))?")


# Squares and pieces


def square_text(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def parse_square(text: str) -> int:
    return "abcdefgh".index(text[0]) + 8 * (int(text[1]) - 1)


def pieces_of(board: np.ndarray) -> list[str]:
    """The letter of the piece on every square, from a1 on; a dot where there is none."""
    words = [int(word) for word in board]
    letters = []
    for square in range(SQUARES):
        gold, silver, *planes = (word >> square & 1 for word in words[:5])
        strength = planes[0] + 2 * planes[1] + 4 * planes[2]
        letters.append(PIECES[strength + (len(LETTERS) if silver else 0)] if gold or silver else EMPTY_SQUARE)
    return letters


def board_text(board: np.ndarray) -> str:
    """The board from a8 to h1."""
    letters = pieces_of(board)
    return "".join("".join(letters[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1))


# Actions


def format_action(action: int, state: State) -> str:
    if action == END:
        return END_TEXT
    record = state.records[0]
    if action >= PLACE:
        letter = LETTERS[(action - PLACE) // SQUARES - 1]
        return f"{letter.lower() if state.player else letter}{square_text(action % SQUARES)}"
    if not 0 <= action < END:
        return str(action)
    before = pieces_of(record.board)
    square = action % SQUARES
    text = f"{before[square].replace(EMPTY_SQUARE, '')}{square_text(square)}{DIRECTIONS[action // SQUARES]}"
    if not state.accepts(action):
        return text
    boards = state.walk([action]).records
    after = pieces_of(boards[1].board)
    target = square + (8, 1, -8, -1)[action // SQUARES]
    lost = [place for place, letter in enumerate(before) if letter != EMPTY_SQUARE and after[place] == EMPTY_SQUARE]
    for place in lost:
        if place != square:
            return f"{text} {before[place]}{square_text(place)}x"
    return text if after[target] != EMPTY_SQUARE else f"{text} {before[square]}{square_text(target)}x"


def parse_action(text: str) -> int:
    if text in (END_TEXT, "pass"):
        return END
    if step := _STEP.fullmatch(" ".join(text.split())):
        return DIRECTIONS.index(step[3]) * SQUARES + parse_square(step[2])
    if placed := _PLACEMENT.fullmatch(text):
        return PLACE + (LETTERS.index(placed[1].upper()) + 1) * SQUARES + parse_square(placed[2])
    raise NotationError(f"{text!r} is not an action of Arimaa; one is a step, Ed2n, a placement, Ra1, or end")


def split_turn(text: str) -> list[str]:
    """The actions of a turn; a capture belongs to the step before it."""
    actions: list[str] = []
    for word in text.split():
        if actions and _CAPTURE.fullmatch(word) and " " not in actions[-1]:
            actions[-1] += f" {word}"
        else:
            actions.append(word)
    return actions


def official_turn(walk: Walk) -> str:
    """A turn as game files and other programs have it: without a word for its end."""
    actions = walk.start.game.format_actions(walk)
    return " ".join(action for action in actions if action != END_TEXT)


def read_turn(state: State, text: str) -> list[int]:
    """The actions of a turn in official notation, with the end of the turn where it needs one.

    Pieces and captures may be left out, but what is written must be what happens on the board.
    """
    words = [word for word in split_turn(text) if word not in (END_TEXT, "pass")]
    actions = [parse_action(word) for word in words]
    walk = state.walk(actions)
    for given, played in zip(words, state.game.format_actions(walk), strict=False):  # as far as it is legal
        step, *lost = given.split()
        if step not in (played.split()[0], played.split()[0][1:]):
            raise NotationError(f"{given!r} is not what stands there; the board has {played!r}")
        if lost and played.split()[1:] != lost:
            raise NotationError(f"{given!r} captures something else on this board: {played!r}")
    return actions if walk.is_whole else [*actions, END]


# States


def turn_number(state: State) -> str:
    """The number of the turn as official notation has it, such as 2g."""
    turn = int(state.records[0].turn)
    return f"{turn // 2 + 1}{SIDES[turn % 2]}"


def format_state(state: State) -> str:
    """A state in one line, without the spec."""
    record = state.records[0]
    words = [turn_number(state), f"[{board_text(record.board)}]"]
    if record.turn < FIRST_TURN:
        return " ".join(words)
    if record.steps:
        words += [str(record.steps), f"[{board_text(record.start)}]", _open_text(record)]
    history = record.history[: record.known]
    if history.tolist() != [_start_key(state.game, record)]:
        words.append("~" + urlsafe_b64encode(history.astype(">u8").tobytes()).decode())
    return " ".join(words)


def parse_state(game: Game, text: str) -> State:
    """A state from its notation; the history is that of a game that begins here, unless it is given."""
    found = _STATE.fullmatch(text)
    if found is None:
        raise NotationError(
            f"{text!r} is not a position of Arimaa; one is the turn and the board from a8 to h1, "
            "such as 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]"
        )
    number, side, board, steps, start, still_open, past = found.groups()
    turn = 2 * (int(number) - 1) + SIDES.index(side)
    if not 0 <= turn < MOST_TURNS:
        raise NotationError(f"{text!r} has turn {number}; turns count from 1g, and no game has {MOST_TURNS}")
    records = game.blank()
    record = records[0]
    record.turn, record.spot, record.winner = turn, NOWHERE, NOWHERE
    _set_board(game, record.board, board)
    if turn < FIRST_TURN:
        _begin_setup(record, board, steps or past)
        _set_board(game, record.start, "".join(letter if letter.isupper() and turn else "." for letter in board))
    else:
        _set_board(game, record.start, start or board)
        record.steps = int(steps or 0)
        if still_open not in (None, "-"):
            _set_open(record, still_open)
        keys = _read_history(past) if past is not None else [_start_key(game, record)]
        record.known = len(keys)
        record.history[: len(keys)] = keys
    return State(game, records).under(game)


def _start_key(game: Game, record: np.record) -> int:
    """The key of the position at the start of the turn."""
    side_key = int(game.record.side_key) if record.turn % 2 else 0
    return int(record.start[KEY]) ^ side_key


def _open_text(record: np.record) -> str:
    """What the last step leaves open: a pull (<) by the piece that has left a square, or a push (>) of it."""
    if record.spot == NOWHERE:
        return "-"
    letter = LETTERS[int(record.power) - 1]
    is_silver = int(record.turn) % 2 != int(record.pushing)
    return f"{'>' if record.pushing else '<'}{letter.lower() if is_silver else letter}{square_text(int(record.spot))}"


def _set_open(record: np.record, text: str) -> None:
    record.pushing = text[0] == ">"
    record.power = LETTERS.index(text[1].upper()) + 1
    record.spot = parse_square(text[2:])
    if text[1].islower() == (int(record.turn) % 2 == int(record.pushing)):
        raise NotationError(f"{text!r} names a piece of the wrong side; < is for own pieces, > for enemies")
    if int(record.board[0] | record.board[1]) >> int(record.spot) & 1:
        raise NotationError(f"{text!r} names a square that is not free")
    if record.pushing and record.steps > STEPS - 1:
        raise NotationError(f"{text!r} cannot be completed: no step is left")


def _begin_setup(record: np.record, board: str, more: str | None) -> None:
    """Check the board of a setup: Gold's pieces on its two ranks, and for Silver's setup Silver's on its own."""
    is_silver = int(record.turn) == 1
    home, rest = (board[:16], board[16:48]) if is_silver else (board[48:], board[:48])
    own = [letter for letter in home if letter.islower() == is_silver and letter.isalpha()]
    if more is not None or any(letter.isalpha() for letter in rest) or len(own) == PLACEMENTS:
        raise NotationError(
            f"[{board}] is not a board within a setup: pieces stand on the first two ranks of each side"
        )
    if len(own) != sum(letter.isalpha() for letter in home):
        raise NotationError(f"[{board}] has pieces of the wrong side where a setup is placed")
    if is_silver and sum(letter.isupper() for letter in board[48:]) != PLACEMENTS:
        raise NotationError(f"[{board}] must have all sixteen pieces of Gold when Silver places its own")
    record.steps = len(own)


def _set_board(game: Game, words: np.ndarray, text: str) -> None:
    """Fill the words of a board from its notation."""
    counts = Counter(text)
    for letter, most in zip(LETTERS, COUNTS, strict=True):
        for case in (letter, letter.lower()):
            if counts[case] > most:
                raise NotationError(f"[{text}] has {counts[case]} of {case}; a side has {most} at most")
    values = [0] * len(words)
    for place, letter in enumerate(text):
        if not letter.isalpha():
            continue
        square = place % 8 + 8 * (7 - place // 8)
        side, strength = int(letter.islower()), LETTERS.index(letter.upper()) + 1
        values[side] |= 1 << square
        for plane in range(3):
            values[PLANE + plane] |= (strength >> plane & 1) << square
        values[KEY] ^= int(game.record.keys[side, strength, square])
    words[:] = np.array(values, dtype=np.uint64)
    for trap in TRAP_SQUARES:
        beside = 1 << trap + 8 | 1 << trap - 8 | 1 << trap + 1 | 1 << trap - 1
        for side in range(2):
            if values[side] >> trap & 1 and not values[side] & beside:
                raise NotationError(f"[{text}] has a piece in the trap {square_text(trap)} without a friend next to it")


def _read_history(text: str) -> list[int]:
    try:
        data = urlsafe_b64decode(text.encode())
    except (BadBase64, ValueError):
        data = b"?"
    if len(data) % 8 or len(data) > 8 * HISTORY:
        raise NotationError(f"~{text} is not a history; it is at most {HISTORY} keys of 8 bytes in base 64")
    return [int.from_bytes(data[i : i + 8], "big") for i in range(0, len(data), 8)]
