"""The terms of `standing`: what of creatures, health and cards a weight can be learned for."""

from typing import Any

import numpy as np

from turnwright.evaluators.terms import Terms
from turnwright.games.locm.engine.cards import BREAKTHROUGH, DRAIN, GUARD, LETHAL, WARD
from turnwright.games.locm.engine.state import FIRST_CARDS, FIRST_ID, LAST_ID, RUNE_STEP
from turnwright.games.locm.settings import STANDING_WEIGHTS, Settings

_SPREAD = 1.0
_GIFTS = {"guard": GUARD, "lethal": LETHAL, "ward": WARD}
_SHARPER = {"drain": DRAIN, "breakthrough": BREAKTHROUGH}


class LocmTerms(Terms):
    """Around the weights of some settings."""

    names = STANDING_WEIGHTS

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.prior = np.array([getattr(settings, name) for name in self.names])
        self.spread = np.full(len(self.names), _SPREAD)

    def values(self, records: np.ndarray) -> np.ndarray:
        states = records.view(np.ndarray)
        terms = {name: np.zeros(len(states)) for name in self.names}
        for player, sign in enumerate((1.0, -1.0)):
            self._add_health(terms, states, player, sign)
            _add_cards(terms, states, player, sign)
        for instance in range(FIRST_ID, LAST_ID + 1):
            _add_creature(terms, states, instance)
        return np.stack([terms[name] for name in self.names], axis=1).astype(np.float32)

    def _add_health(self, terms: dict[str, np.ndarray], states: np.ndarray, player: int, sign: float) -> None:
        left = np.maximum(states["health"][:, player].astype(np.float64), 0.0)
        for name, most in (("health", np.inf), ("last_twenty", 20.0), ("last_ten", 10.0)):
            terms[name] += sign * np.minimum(left, most)

    def content(self, weights: np.ndarray) -> dict[str, Any]:
        found = {name: round(weight, 4) for name, weight in zip(self.names, weights.tolist(), strict=True)}
        evaluation = self._settings.evaluation
        return {
            "evaluation": evaluation if evaluation in ("standing", "answered") else "answered",
            **found,
            "doom": self._settings.doom,
        }


def _add_cards(terms: dict[str, np.ndarray], states: np.ndarray, player: int, sign: float) -> None:
    own = FIRST_CARDS << np.uint64(player)
    rune = states["rune"][:, player].astype(np.int64)
    health = np.maximum(states["health"][:, player].astype(np.int64), 1)
    broken = (rune - np.minimum(rune, RUNE_STEP * ((health - 1) // RUNE_STEP))) // RUNE_STEP
    terms["held"] += sign * np.bitwise_count(states["hand"] & own)
    terms["coming"] += sign * (states["next_draw"][:, player] + broken)


def _add_creature(terms: dict[str, np.ndarray], states: np.ndarray, instance: int) -> None:
    """A card of some id, in the games in which it is on the board."""
    owner = 1 - instance % 2
    board = (states["lane"][:, 0] | states["lane"][:, 1]) >> np.uint64(instance) & np.uint64(1)
    here = board.astype(np.float64) * (1.0 - 2.0 * owner)
    attack = states["attack"][:, instance].astype(np.float64)
    keywords = states["keywords"][:, instance]
    active = here * (attack > 0)
    terms["defense"] += here * states["defense"][:, instance]
    terms["presence"] += active
    terms["attack"] += active * attack
    terms["initiative"] += active * attack * (states["player"] == owner)
    for name, gift in _GIFTS.items():
        terms[name] += active * (keywords & gift != 0)
    for name, gift in _SHARPER.items():
        terms[name] += active * attack * (keywords & gift != 0)
