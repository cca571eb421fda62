"""Amazons as a `Game`."""

import re
from functools import lru_cache

import numpy as np

from turnwright.core.encoding import Encoding
from turnwright.core.game import Game, Rules
from turnwright.core.plain_data import with_readings
from turnwright.core.records import blank_records
from turnwright.core.spec import choose, format_spec
from turnwright.core.state import State
from turnwright.games.amazons import notation
from turnwright.games.amazons.drawing import svg_board, text_board
from turnwright.games.amazons.encoding import encoding_on
from turnwright.games.amazons.engine import evaluation, rules
from turnwright.games.amazons.engine.state import AMAZONS, MAX_ACTIONS, MAX_TURN, PARAMETERS, ROW, STATE
from turnwright.games.amazons.settings import Settings
from turnwright.games.amazons.typed_state import AmazonsState

EVALUATORS = ("territory", "win_lose")


class Amazons(Game):
    """Four amazons a side; a turn is a move and a shot that closes a square; who cannot move has lost."""

    name = "amazons"
    state_dtype = STATE
    max_actions = MAX_ACTIONS
    list_groups = 2 * AMAZONS
    """Sets that a list is spread from at most: two words for each amazon."""
    state_class = AmazonsState
    endings = ("no move",)
    rules = Rules(
        deal=rules.deal,
        player=rules.player,
        is_over=rules.is_over,
        outcome=rules.outcome,
        legal_actions=rules.legal_actions,
        is_legal=rules.is_legal,
        apply=rules.apply,
        end_action=rules.end_action,
        state_hash=rules.state_hash,
        evaluate=evaluation.evaluate,
        may_end=rules.may_end,
        ending=rules.ending,
        priority=rules.priority,
        actions_left=rules.actions_left,
        normalise=evaluation.normalise,
        refresh=rules.refresh,
    )

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.side = self.settings.side
        super().__init__(_parameters(self.settings), max_turn=MAX_TURN)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def start(self, seed: int) -> AmazonsState:
        return AmazonsState.deal(self, seed)

    def parse_action(self, text: str) -> int:
        return notation.parse_action(self.side, text)

    def format_action(self, action: int, state: State) -> str:
        return notation.format_action(action)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return f"{self.spec} {notation.format_state(state)}"

    def draw_text(self, state: State) -> str:
        return text_board.draw_text(state)

    def draw_svg(self, state: State) -> str:
        return svg_board.draw_svg(state)

    def action_path(self, action: int, state: State) -> tuple[tuple[float, float], ...]:
        """Where an action shows in the picture: a move from square to square, an arrow from the amazon that moved."""
        squares = re.findall(r"[a-j]\d+", self.format_action(action, state))
        if len(squares) == 1 and isinstance(state, AmazonsState) and state.moved is not None:
            squares.insert(0, state.moved)
        return tuple(svg_board.centre_of(self.side, square) for square in squares)

    def encoding(self) -> Encoding:
        """Actions and observations in numbers, for learning code."""
        return encoding_on(self.side)

    def variant(self, **settings: str) -> "Amazons":
        """The same game with another evaluation."""
        for key in settings:
            choose(key, ["evaluation"], "reading")
        wanted = with_readings(self.settings, settings, self.name)
        return self if wanted == self.settings else Amazons(wanted)


@lru_cache(maxsize=256)
def _parameters(settings: Settings) -> np.ndarray:
    array = blank_records(PARAMETERS)
    record, side = array[0], settings.side
    record.board = notation.words(y * ROW + x for y in range(side) for x in range(side))
    third, last = (side - 1) // 3, side - 1
    first = [(0, third), (third, 0), (last - third, 0), (last, third)]
    record.start[0] = notation.words(y * ROW + x for x, y in first)
    record.start[1] = notation.words((last - y) * ROW + x for x, y in first)
    record.territory, record.mobility = settings.territory, settings.mobility
    record.evaluator = EVALUATORS.index(settings.evaluation)
    return array


GAME = Amazons
SETTINGS = Settings
