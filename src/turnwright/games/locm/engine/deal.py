"""New games: the cards of the draft and, if the players do not play it, the finished draft."""

import numpy as np

from turnwright.core.bits import EMPTY
from turnwright.core.compiled import rule
from turnwright.core.rng import below, draw
from turnwright.games.locm.engine.battle import end_turn, set_up
from turnwright.games.locm.engine.deck_database import BATTLES, deal_decks
from turnwright.games.locm.engine.draft import note_pick, seeds_of
from turnwright.games.locm.engine.draft_strategies import NONE, RANKED, strategic_pick
from turnwright.games.locm.engine.parameters import DRAFTERS
from turnwright.games.locm.engine.rules import begin
from turnwright.games.locm.engine.state import ROUNDS

_DECKS = DRAFTERS.index("decks")


@rule
def deal(params, state, rng):
    """A new game whose seeds follow from one main seed, or a random battle of the deck database."""
    if params.drafter == _DECKS:
        deal_decks(params, state, below(rng, BATTLES))
        return
    draft, first, second = seeds_of(np.int64(draw(rng)))
    if params.same_shuffle:
        second = first
    begin(params, state, draft, first, second, draw(rng) if params.anonymous else EMPTY)
    if params.drafter == NONE:
        return
    for round_number in range(ROUNDS):
        for side in range(2):
            seat = side if params.drafter == RANKED else 0
            choice = strategic_pick(params, state, params.drafter, side, seat, round_number, rng)
            note_pick(state, side, round_number, choice)
    set_up(params, state)
    end_turn(params, state)
