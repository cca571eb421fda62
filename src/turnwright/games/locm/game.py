"""Legends of Code and Magic as a `Game`."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from turnwright.core.game import Game, Rules
from turnwright.core.spec import choose, format_spec, read_settings
from turnwright.core.state import State
from turnwright.games.locm import (
    battle,
    drawing,
    evaluation,
    hashing,
    listing,
    notation,
    ordering,
    picture,
    rules,
    sampling,
    view,
)
from turnwright.games.locm.parameters import build_parameters
from turnwright.games.locm.settings import Settings
from turnwright.games.locm.state import MAX_ACTIONS, MAX_TURN, STATE

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
    evaluate=evaluation.evaluate,
    candidates=listing.candidates,
    is_candidate=listing.is_candidate,
    priority=ordering.priority,
    random_action=sampling.random_action,
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
    sources = Path(__file__).parent
    state_dtype = STATE
    max_actions = MAX_ACTIONS

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        super().__init__(_parameters(self.settings), max_turn=MAX_TURN)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)

    def parse_action(self, text: str) -> int:
        return notation.parse_action(text)

    def format_action(self, action: int, state: State) -> str:
        return notation.format_action(action)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(self, text)

    def format_state(self, state: State) -> str:
        return notation.format_state(self, state)

    def draw_text(self, state: State) -> str:
        return drawing.draw_text(state)

    def draw_svg(self, state: State) -> str:
        return picture.draw_svg(state)

    def variant(self, **settings: str) -> "Locm":
        for key in settings:
            choose(key, ["evaluation", "pruning"], "reading")
        changed = read_settings(Settings, settings, self.name)
        wanted = replace(self.settings, **{key: getattr(changed, key) for key in settings})
        return self if wanted == self.settings else Locm(wanted)


@lru_cache(maxsize=256)
def _parameters(settings: Settings) -> np.ndarray:
    return build_parameters(settings)


GAME = Locm
SETTINGS = Settings
