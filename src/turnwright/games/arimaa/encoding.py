"""What the numbers of Arimaa's encoding mean."""

from turnwright.core.encoding import ActionRange, Encoding, EncodingRules
from turnwright.games.arimaa.engine import encoding as engine
from turnwright.games.arimaa.engine.state import KINDS, PLACEMENTS, SQUARES

_KINDS = ("rabbit", "cat", "dog", "horse", "camel", "elephant")

ENCODING = Encoding(
    actions=(
        ActionRange(
            first=0,
            count=4 * SQUARES,
            meaning="the piece on a square steps: direction × 64 + square; directions: forward, right, back, left",
        ),
        ActionRange(first=4 * SQUARES, count=1, meaning="the turn ends"),
        ActionRange(
            first=engine.PLACED,
            count=KINDS * SQUARES,
            meaning="a piece is placed: kind × 64 + square; kinds from rabbit to elephant",
        ),
    ),
    planes=(
        *(f"own {kind}" for kind in _KINDS),
        *(f"enemy {kind}" for kind in _KINDS),
        "traps",
        "frozen pieces",
        "the square that the last step has left, if a push or a pull can continue there",
    ),
    height=8,
    width=8,
    numbers=(
        "1 while pieces are being placed",
        "steps, or pieces to place, left in the turn",
        "1 while a push must be completed",
        "strength of the piece that has left the marked square, 1 to 6",
        "turns played, as a share of the turn limit",
        "1 if the observer is to move",
        "1 if the observer is Gold",
        *(f"own {kind}s still to be placed" for kind in _KINDS),
    ),
    high=float(PLACEMENTS),
    rules=EncodingRules(action_of=engine.action_of, index_of=engine.index_of, write=engine.write),
)
