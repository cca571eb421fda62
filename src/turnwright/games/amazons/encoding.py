"""What the numbers of Amazons' encoding mean."""

from functools import lru_cache

from turnwright.core.encoding import ActionRange, Encoding, EncodingRules
from turnwright.games.amazons.engine import encoding as engine

_RULES = EncodingRules(action_of=engine.action_of, index_of=engine.index_of, write=engine.write)


@lru_cache(maxsize=16)
def encoding_on(side: int) -> Encoding:
    """The encoding for a board of this side length."""
    area = side * side
    return Encoding(
        actions=(
            ActionRange(first=0, count=area * area, meaning="an amazon moves: from × squares + to"),
            ActionRange(first=area * area, count=area, meaning="the amazon that has moved shoots at a square"),
        ),
        planes=("own amazons", "enemy amazons", "closed squares", "the amazon that has moved and is to shoot"),
        height=side,
        width=side,
        numbers=(
            "turns played, divided by 100",
            "1 if the turn's move is made and the shot is due",
            "1 if the observer is to move",
            "1 if the observer is the first player",
        ),
        rules=_RULES,
    )
