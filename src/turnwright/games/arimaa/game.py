"""Arimaa as a `Game`."""

import re
from functools import lru_cache

import numpy as np

from turnwright.core.encoding import Encoding
from turnwright.core.game import Game, Rules
from turnwright.core.plain_data import with_readings
from turnwright.core.spec import choose, format_spec
from turnwright.core.state import State
from turnwright.games.arimaa import notation
from turnwright.games.arimaa.drawing import svg_board, text_board
from turnwright.games.arimaa.encoding import ENCODING
from turnwright.games.arimaa.engine import evaluation, listing, ordering, rules, setups
from turnwright.games.arimaa.engine.parameters import build_parameters
from turnwright.games.arimaa.engine.state import DIRECTIONS, ENDINGS, MAX_ACTIONS, MAX_TURN, STATE
from turnwright.games.arimaa.settings import Settings
from turnwright.games.arimaa.typed_state import ArimaaState

RULES = Rules(
    deal=rules.deal,
    player=listing.player,
    is_over=rules.is_over,
    outcome=rules.outcome,
    legal_actions=listing.legal_actions,
    is_legal=listing.is_legal,
    apply=rules.apply,
    end_action=rules.end_action,
    state_hash=rules.state_hash,
    evaluate=evaluation.evaluate,
    may_end=listing.may_end,
    ending=rules.ending,
    position_key=rules.position_key,
    candidates=listing.candidates,
    is_candidate=listing.is_candidate,
    priority=ordering.priority,
    possible_actions=listing.possible_actions,
    book_action=setups.book_action,
    actions_left=listing.actions_left,
    normalise=evaluation.normalise,
    refresh=rules.refresh,
)


class Arimaa(Game):
    """Sixteen pieces a side; a turn is one to four steps, pushes and pulls among them; a rabbit at the goal wins."""

    name = "arimaa"
    rules = RULES
    state_dtype = STATE
    max_actions = MAX_ACTIONS
    state_class = ArimaaState
    endings = ENDINGS

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        super().__init__(_parameters(self.settings), max_turn=MAX_TURN)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def start(self, seed: int) -> ArimaaState:
        return ArimaaState.deal(self, seed)

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def format_action(self, action: int, state: State) -> str:
        return notation.format_action(action, state)

    def split_turn(self, text: str) -> list[str]:
        return notation.split_turn(text)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return f"{self.spec} {notation.format_state(state)}"

    def draw_text(self, state: State) -> str:
        return text_board.draw_text(state)

    def draw_svg(self, state: State) -> str:
        return svg_board.draw_svg(state)

    def action_path(self, action: int, state: State) -> tuple[tuple[float, float], ...]:
        """Where an action shows in the picture: a step from square to square, or the square of a placed piece."""
        found = re.search(rf"([a-h][1-8])([{DIRECTIONS}]?)", self.format_action(action, state))
        if found is None:
            return ()
        square = notation.parse_square(found[1])
        squares = (square, square + (8, 1, -8, -1)[DIRECTIONS.index(found[2])]) if found[2] else (square,)
        return tuple(map(svg_board.centre_of, squares))

    def encoding(self) -> Encoding:
        """Actions and observations in numbers, for learning code."""
        return ENCODING

    def variant(self, **settings: str) -> "Arimaa":
        """The same game with another evaluation (such as `features(1/1.8/…)`), pruning or book."""
        for key in settings:
            choose(key, ["evaluation", "pruning", "book"], "reading")
        read = _read_as(self.settings, tuple(settings.items()))
        return self if read.settings == self.settings else read


@lru_cache(maxsize=256)
def _read_as(settings: Settings, readings: tuple[tuple[str, str], ...]) -> Arimaa:
    """A game with other readings: created once, because every turn needs it."""
    wanted = dict(readings)
    weights = wanted.pop("evaluation") if "(" in wanted.get("evaluation", "") else None
    read = with_readings(settings, wanted, Arimaa.name)
    return Arimaa(read if weights is None else read.weighted(weights))


@lru_cache(maxsize=256)
def _parameters(settings: Settings) -> np.ndarray:
    return build_parameters(settings)


GAME = Arimaa
SETTINGS = Settings
