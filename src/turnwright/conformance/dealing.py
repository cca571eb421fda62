"""Does `deal` set up the same, whole game for the same seed?"""

from collections.abc import Iterator

import numpy as np

from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import same_fields
from turnwright.core import state_kernel
from turnwright.core.game import Game
from turnwright.core.rng import generator

_SUBJECT = "deal"
_POISON = 0xAA


def check_dealing(game: Game) -> Iterator[Finding]:
    """The same seed deals the same game, into whatever was in the record before; and the game is not over yet."""
    for seed in range(3):
        if not same_fields(game.start(seed).records, game.start(seed).records):
            yield Finding(
                subject=_SUBJECT, what="the same seed dealt two different games", advice="take all randomness from rng"
            )
            return
        if (start := game.start(seed)).is_over:
            yield Finding(subject=_SUBJECT, what="the game is over before it begins", state=start.text)
            return
    forgotten = sorted(set().union(*(_forgotten_fields(game, seed) for seed in range(3))))
    if forgotten:
        names = ", ".join(forgotten)
        yield Finding(
            subject=_SUBJECT,
            what=f"deal does not set these fields: {names}",
            advice="set every field in deal, because states live in buffers that are reused",
        )


def _forgotten_fields(game: Game, seed: int) -> set[str]:
    """The fields that differ after a deal into zeros and into other bytes."""
    clean, poisoned = game.blank(), game.blank()
    poisoned.view(np.uint8)[:] = _POISON
    state_kernel.deal(game, clean, generator(seed))
    state_kernel.deal(game, poisoned, generator(seed))
    names = game.state_dtype.names or ()
    return {name for name in names if not np.array_equal(clean[name], poisoned[name])}
