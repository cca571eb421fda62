"""The board as a controller of AEI tells it, whatever the rules say.

Controllers may play on where our rules see no legal turn: a repetition that nobody has checked, or a setup of a study.
The controller's board is the one that counts, so its steps are followed as they are written.
"""

import re

from turnwright.core.game import NotationError
from turnwright.core.state import State
from turnwright.games.arimaa.engine.state import DIRECTIONS
from turnwright.games.arimaa.notation import EMPTY_SQUARE, END_TEXT, SIDES, parse_square, pieces_of

_WORD = re.compile(rf"([RCDHMErcdhme])([a-h][1-8])([{DIRECTIONS}x]?)")
_OFFSETS = dict(zip(DIRECTIONS, (8, 1, -8, -1), strict=True))


class ToldBoard:
    """A board and the number of its turn."""

    def __init__(self, state: State) -> None:
        """The board of a state at the start of a turn."""
        self._game = state.game
        self._turn = int(state.records[0].turn)
        self._letters = pieces_of(state.records[0].board)

    def play(self, turn: str) -> None:
        """Follow the placements, steps and captures of a turn."""
        for word in turn.split():
            if word not in (END_TEXT, "pass"):
                self._follow(word)
        self._turn += 1

    def state(self) -> State:
        """The state with this board, where it is a position that our rules know."""
        rows = ["".join(self._letters[8 * rank : 8 * rank + 8]) for rank in range(7, -1, -1)]
        return self._game.parse_state(f"{self._turn // 2 + 1}{SIDES[self._turn % 2]} [{''.join(rows)}]")

    def _follow(self, word: str) -> None:
        found = _WORD.fullmatch(word)
        if found is None:
            raise NotationError(f"{word!r} is not a step, a placement or a capture, such as Ed2n, Ra1 or rc3x")
        letter, square, how = found[1], parse_square(found[2]), found[3]
        if how:
            if self._letters[square] != letter:
                raise NotationError(f"{word!r} cannot be followed: there is no {letter} on {found[2]}")
            self._letters[square] = EMPTY_SQUARE
        if how == "x":
            return
        target = square + _OFFSETS[how] if how else square
        leaves_rank = how in ("e", "w") and target // 8 != square // 8
        if leaves_rank or not 0 <= target < len(self._letters) or self._letters[target] != EMPTY_SQUARE:
            raise NotationError(f"{word!r} cannot be followed: its square is not free, or not on the board")
        self._letters[target] = letter
