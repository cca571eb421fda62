"""Hero Academy as a `Game`."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from turnwright.core.game import Game, Rules
from turnwright.core.spec import format_spec
from turnwright.games.hero_academy import evaluation, hashing, listing, ordering, rules, view
from turnwright.games.hero_academy.parameters import build_parameters
from turnwright.games.hero_academy.settings import WEIGHTS, Settings, Weights
from turnwright.games.hero_academy.state import MAX_ACTIONS, STATE

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
    random_action=listing.random_action,
    normalise=evaluation.normalise,
    refresh=evaluation.refresh,
    conceal=view.conceal,
    determinise=view.determinise,
)


class HeroAcademy(Game):
    """Two Council teams on a small board; the turn is a number of action points."""

    name = "hero_academy"
    rules = RULES
    sources = Path(__file__).parent
    state_dtype = STATE
    max_actions = MAX_ACTIONS

    def __init__(self, settings: Settings | None = None, weights: Weights | None = None) -> None:
        self.settings = settings or Settings()
        self.weights = weights or WEIGHTS.get(self.settings.evaluation, WEIGHTS["described"])
        most = max(self.settings.action_points, self.settings.first_turn_points)
        super().__init__(_parameters(self.settings, self.weights), max_turn=most + 1)

    @property
    def spec(self) -> str:
        return format_spec(self.name, self.settings)


@lru_cache(maxsize=256)
def _parameters(settings: Settings, weights: Weights) -> np.ndarray:
    return build_parameters(settings, weights)


GAME = HeroAcademy
SETTINGS = Settings
