"""Legends of Code and Magic as a `Game`."""

from functools import lru_cache

import numpy as np

from turnwright.core.encoding import Encoding
from turnwright.core.game import Game, Rules
from turnwright.core.plain_data import with_readings
from turnwright.core.spec import choose, format_spec, model_value
from turnwright.core.state import State
from turnwright.evaluators.changed import split_changes
from turnwright.games.locm import notation
from turnwright.games.locm.drawing import svg_board, text_board
from turnwright.games.locm.encoding import ENCODING
from turnwright.games.locm.engine import (
    battle,
    deal,
    deck_database,
    draft_strategies,
    evaluation,
    hashing,
    listing,
    ordering,
    possible_actions,
    rules,
    sampling,
    view,
)
from turnwright.games.locm.engine.parameters import build_parameters
from turnwright.games.locm.engine.rules import ENDINGS
from turnwright.games.locm.engine.state import HAND_SIZE, LANE_SIZE, LANES, MAX_ACTIONS, MAX_TURN, STATE
from turnwright.games.locm.evaluators import judged_by
from turnwright.games.locm.settings import EVALUATIONS, Settings
from turnwright.games.locm.terms import LocmTerms
from turnwright.games.locm.typed_state import LocmState

RULES = Rules(
    deal=deal.deal,
    player=rules.player,
    is_over=rules.is_over,
    outcome=rules.outcome,
    legal_actions=listing.legal_actions,
    is_legal=listing.is_legal,
    apply=rules.apply,
    end_action=rules.end_action,
    state_hash=hashing.state_hash,
    evaluate=evaluation.evaluate,
    ending=rules.ending,
    candidates=listing.candidates,
    is_candidate=listing.is_candidate,
    priority=ordering.priority,
    random_action=sampling.random_action,
    possible_actions=possible_actions.possible_actions,
    book_action=draft_strategies.book_action,
    must_end=listing.must_end,
    actions_left=listing.actions_left,
    normalise=evaluation.normalise,
    refresh=battle.refresh,
    conceal=view.conceal,
    determinise=view.determinise,
)


class Locm(Game):
    """A draft of thirty cards, then a battle on two lanes; a turn is any number of actions and ends with a pass."""

    name = "locm"
    rules = RULES
    state_dtype = STATE
    max_actions = MAX_ACTIONS
    list_groups = LANES + LANES * LANE_SIZE + HAND_SIZE + 1
    """Sets that a list is spread from at most: summons by lane, attackers, cards in hand, and the end of the turn."""
    endings = ENDINGS
    evaluations = EVALUATIONS
    divider = "; "
    fair_views = ("hidden",)
    state_class = LocmState

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        super().__init__(_parameters(judged_by(self.settings)), max_turn=MAX_TURN)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    @property
    def judged_by(self) -> str:
        return self.settings.evaluation

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def format_action(self, action: int, state: State) -> str:
        return notation.format_action(action)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return notation.format_state(self, state)

    def draw_text(self, state: State) -> str:
        return text_board.draw_text(state)

    def draw_svg(self, state: State) -> str:
        return svg_board.draw_svg(state)

    def start(self, seed: int) -> LocmState:
        """The start of a game; with `draft=decks`, of the battle of that number."""
        if self.settings.draft == "decks":
            return LocmState(self, deck_database.start_of_battle(self, seed).records)
        return LocmState.deal(self, seed)

    def deal_of_match(self, seed: int, number: int) -> int:
        if self.settings.draft == "decks":
            return deck_database.battle_of_match(seed, number)
        return super().deal_of_match(seed, number)

    def terms(self) -> LocmTerms:
        return LocmTerms(judged_by(self.settings))

    def encoding(self) -> Encoding:
        """Actions and observations in numbers, for learning code."""
        return ENCODING

    def variant(self, **settings: str) -> "Locm":
        """The same game with another evaluation (such as `features(3/2/5/1/1)`), pruning or book."""
        for key in settings:
            choose(key, ["evaluation", "pruning", "book"], "reading")
        read = _read_as(self.settings, tuple(settings.items()))
        return self if read.settings == self.settings else read


@lru_cache(maxsize=256)
def _read_as(settings: Settings, readings: tuple[tuple[str, str], ...]) -> Locm:
    """A game with other readings: created once, because every turn needs it."""
    wanted = dict(readings)
    name, _ = split_changes(wanted.get("evaluation", ""))
    is_weighted = "(" in name and model_value(name) is None
    weights = wanted.pop("evaluation") if is_weighted else None
    read = with_readings(settings, wanted, Locm.name)
    return Locm(read if weights is None else read.weighted(weights))


@lru_cache(maxsize=256)
def _parameters(settings: Settings) -> np.ndarray:
    return build_parameters(settings)


GAME = Locm
SETTINGS = Settings
