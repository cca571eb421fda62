"""Legends of Code and Magic in plain Python: messages of the referee, and a simple answer to each at once.

Nothing here needs anything to be loaded, so that a bot can answer while its search is not ready: picks go by rank,
mana is spent from the most expensive creature down, and creatures attack guards, weak creatures, or the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from turnwright.games.locm.engine.cards import CREATURE, value_column

_IN_HAND, _OWN, _FOE = "0", "1", "-1"
_FACE = -1
_LANE_SIZE = 3
_WORST = 1000
_FIRST_SECONDS, _SECONDS = 1.0, 0.2
"""What the contest allows for the first turn of a battle, and for every other one."""


def read_message(next_line: Callable[[], str]) -> list[str] | None:
    """The lines of the referee's next message; none at the end of the input, even if it is in the middle."""
    lines: list[str] = []

    def line() -> str:
        read = next_line()
        if not read:
            raise EOFError
        lines.append(read.rstrip("\r\n"))
        return lines[-1]

    try:
        line(), line()
        for _ in range(int(line().split()[1])):
            line()
        for _ in range(int(line())):
            line()
    except EOFError:
        return None
    return lines


def is_draft(message: Sequence[str]) -> bool:
    """Whether a card is to be picked: only there a player has no mana at all."""
    return message[0].split()[1] == "0"


@cache
def _ranks(seat: int) -> tuple[int, ...]:
    return tuple(_WORST if rank is None else rank for rank in value_column(f"coac19_rank_p{seat + 1}"))


class PlainPlayer:
    """Plays without a search, and at once."""

    def read_message(self, next_line: Callable[[], str]) -> list[str] | None:
        """The lines of the referee's next message; none at the end of the input, even if it is in the middle."""
        return read_message(next_line)

    def at_once(self, message: Sequence[str]) -> str | None:
        """The pick of a round of the draft; none in the battle."""
        return pick(message) if is_draft(message) else None

    def turn(self, message: Sequence[str]) -> str:
        """A turn of the battle that is always a legal one."""
        return turn(message)

    def seconds(self, turn: int) -> float:
        """What the contest allows for a turn of the battle."""
        return _SECONDS if turn else _FIRST_SECONDS


def pick(message: Sequence[str]) -> str:
    """The card of the best rank in Coac's list of 2019."""
    numbers = [int(line.split()[0]) for line in message[4:]]
    ranks = [_ranks(seat_in_draft(message))[number - 1] for number in numbers]
    return f"PICK {ranks.index(min(ranks))}"


def seat_in_draft(message: Sequence[str]) -> int:
    """The player's seat: the second player's opponent seems to be a card ahead."""
    own, foe = (int(line.split()[2]) for line in message[:2])
    return int(foe > own)


@dataclass(kw_only=True)
class _Card:
    id: int
    place: str
    kind: int
    cost: int
    attack: int
    defense: int
    keywords: str
    lane: int

    @classmethod
    def read(cls, line: str) -> "_Card":
        _, instance, place, kind, cost, attack, defense, keywords, _, _, _, lane = line.split()
        return cls(
            id=int(instance),
            place=place,
            kind=int(kind),
            cost=int(cost),
            attack=int(attack),
            defense=int(defense),
            keywords=keywords,
            lane=int(lane),
        )


def turn(message: Sequence[str]) -> str:
    """A turn of the battle that is always a legal one."""
    mana = int(message[0].split()[1])
    actions = int(message[2].split()[1])
    cards = [_Card.read(line) for line in message[4 + actions :]]
    own = [card for card in cards if card.place == _OWN]
    orders = []
    hand = [card for card in cards if card.place == _IN_HAND and card.kind == CREATURE]
    room = [_LANE_SIZE - sum(card.lane == lane for card in own) for lane in (0, 1)]
    for card in sorted(hand, key=lambda card: -card.cost):
        lane = 0 if room[0] >= room[1] else 1
        if card.cost <= mana and room[lane]:
            mana -= card.cost
            room[lane] -= 1
            orders.append(f"SUMMON {card.id} {lane}")
    foes = [card for card in cards if card.place == _FOE]
    for card in sorted(own, key=lambda card: card.attack):
        orders.append(f"ATTACK {card.id} {_attacked(card, foes)}")
    return ";".join(orders) or "PASS"


def _attacked(card: _Card, foes: list[_Card]) -> int:
    """Whom a creature attacks; fallen ones leave the list."""
    here = [foe for foe in foes if foe.lane == card.lane]
    guards = [foe for foe in here if "G" in foe.keywords]
    falls = [foe for foe in guards or here if "W" not in foe.keywords and foe.defense <= card.attack]
    if not (guards or falls):
        return _FACE
    target = max(falls or guards, key=lambda foe: foe.attack)
    if card.attack and "W" in target.keywords:
        target.keywords = target.keywords.replace("W", "-")
    elif card.attack:
        target.defense -= card.attack
        if target.defense <= 0 or "L" in card.keywords:
            foes.remove(target)
    return target.id
