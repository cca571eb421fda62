"""Hero Academy as a `Game`."""

import re
from copy import copy
from dataclasses import replace
from functools import lru_cache

import numpy as np

from turnwright.core.encoding import Encoding
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game, Rules
from turnwright.core.plain_data import with_readings
from turnwright.core.spec import choose, format_spec
from turnwright.core.state import State, Walk
from turnwright.evaluators.network import Network
from turnwright.games.hero_academy import notation
from turnwright.games.hero_academy.drawing import svg_board, text_board
from turnwright.games.hero_academy.encoding import encoding_on
from turnwright.games.hero_academy.engine import (
    evaluation,
    hashing,
    listing,
    ordering,
    rules,
    sampling,
    successor_value,
    view,
    winning,
)
from turnwright.games.hero_academy.engine.cards import CARDS
from turnwright.games.hero_academy.engine.network_inputs import INPUTS, input_count
from turnwright.games.hero_academy.engine.parameters import build_parameters, with_network
from turnwright.games.hero_academy.engine.rules import ENDINGS
from turnwright.games.hero_academy.engine.state import MAX_ACTIONS, STATE
from turnwright.games.hero_academy.evaluators import Evaluator, evaluator_of
from turnwright.games.hero_academy.settings import EVALUATIONS, MAX_ACTION_POINTS, Settings, Weights
from turnwright.games.hero_academy.shallow import HeroAcademyInputs
from turnwright.games.hero_academy.squares import square_number
from turnwright.games.hero_academy.terms import HeroAcademyTerms
from turnwright.games.hero_academy.typed_state import HeroAcademyState

RULES = Rules(
    deal=rules.deal,
    player=rules.player,
    is_over=rules.is_over,
    outcome=rules.outcome,
    legal_actions=listing.legal_actions,
    is_legal=listing.is_legal,
    apply=rules.apply,
    end_action=rules.end_action,
    state_hash=hashing.state_hash,
    position_key=hashing.position_key,
    evaluate=evaluation.evaluate,
    ending=rules.ending,
    successor_value=successor_value.successor_value,
    candidate_values=successor_value.candidate_values,
    candidates=listing.candidates,
    is_candidate=listing.is_candidate,
    priority=ordering.priority,
    top_candidate=ordering.top_candidate,
    ordered_candidates=ordering.ordered_candidates,
    random_action=sampling.random_action,
    meta_action=sampling.meta_action,
    must_end=listing.must_end,
    may_win=winning.may_win,
    actions_left=listing.actions_left,
    normalise=evaluation.normalise,
    refresh=evaluation.refresh,
    conceal=view.conceal,
    determinise=view.determinise,
)

_KEPT = 64
"""Games with different settings whose parameters are kept; they take three quarters of a megabyte each."""


class HeroAcademy(Game):
    """Two Council teams on a small board; the turn is a number of action points."""

    name = "hero_academy"
    rules = RULES
    state_dtype = STATE
    max_actions = MAX_ACTIONS
    list_groups = 64 + 2 * len(CARDS)
    """Sets that a list is spread from at most: a unit on every square, and for every card its squares and its swap."""
    turn_length_setting = "action_points"
    readings = ("evaluation", "ordering", "pruning")
    endings = ENDINGS
    evaluations = EVALUATIONS
    state_class = HeroAcademyState

    def __init__(self, settings: Settings | None = None, weights: Weights | None = None) -> None:
        self.settings = settings or Settings()
        found = evaluator_of(self.settings)
        self.evaluator = found if weights is None else replace(found, weights=weights)
        most = max(self.settings.action_points, self.settings.first_turn_points)
        super().__init__(_parameters(self.settings, self.evaluator), max_turn=most + 1)

    @property
    def weights(self) -> Weights:
        """The weights of the heuristic evaluation."""
        return self.evaluator.weights

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    @property
    def judged_by(self) -> str:
        return self.settings.evaluation

    def parse_action(self, text: str) -> int:
        return notation.parse_action(self, text)

    def format_action(self, action: int, state: State) -> str:
        return notation.format_action(self, action, state)

    def format_actions(self, walk: Walk) -> list[str]:
        return notation.format_actions(self, walk)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return notation.format_state(self, state)

    def start(self, seed: int) -> HeroAcademyState:
        return HeroAcademyState.deal(self, seed)

    @property
    def turn_length(self) -> int:
        return self.settings.action_points

    def with_actions_left(self, state: State, count: int) -> State:
        if not 0 <= count <= MAX_ACTION_POINTS:
            raise TurnwrightError(f"{count} action points are impossible; give 0 to {MAX_ACTION_POINTS}")
        changed = state.copy()
        changed.records["ap"] = count
        return changed

    def draw_text(self, state: State) -> str:
        return text_board.draw_text(self, state)

    def draw_svg(self, state: State) -> str:
        return svg_board.draw_svg(self, state)

    def action_path(self, action: int, state: State) -> tuple[tuple[float, float], ...]:
        """Where an action shows in the picture: from a unit to its target, or the square that a card is played on."""
        board = self.settings.board
        squares = re.findall(r"[a-z]\d+", self.format_action(action, state))
        return tuple(svg_board.centre_of(board, square_number(board, square)) for square in squares)

    def encoding(self) -> Encoding:
        """Actions and observations in numbers, for learning code."""
        return encoding_on(self.settings.board)

    def terms(self) -> HeroAcademyTerms:
        return HeroAcademyTerms(self.settings.board, self.weights)

    def shallow_inputs(self) -> HeroAcademyInputs:
        return HeroAcademyInputs(self.params, self.weights)

    def network_inputs(self, inputs: str) -> int:
        return input_count(
            choose(inputs, list(INPUTS), "kind of inputs"), self.settings.board.width * self.settings.board.height
        )

    def evaluated_by(self, network: Network) -> "HeroAcademy":
        judged = copy(self)
        judged.evaluator = Evaluator(runs="network", network=network)
        judged.params = with_network(self.params, network)
        return judged

    def variant(self, **settings: str) -> "HeroAcademy":
        for key in settings:
            choose(key, list(self.readings), "reading")
        return _read_as(self, tuple(settings.items()))


@lru_cache(maxsize=_KEPT)
def _read_as(game: HeroAcademy, readings: tuple[tuple[str, str], ...]) -> HeroAcademy:
    """A game with other readings: made once, for agents ask for it in every turn."""
    wanted = with_readings(game.settings, dict(readings), game.name)
    if wanted == game.settings:
        return game
    return HeroAcademy(wanted, game.weights if wanted.evaluation == game.settings.evaluation else None)


@lru_cache(maxsize=_KEPT)
def _parameters(settings: Settings, evaluator: Evaluator) -> np.ndarray:
    return build_parameters(settings, evaluator)


GAME = HeroAcademy
SETTINGS = Settings
