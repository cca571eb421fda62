"""Legends of Code and Magic in plain Python: messages of the referee, and an immediate simple answer to each.

Nothing here needs anything to be loaded, so that a bot can answer while its search is not ready: picks follow a
drafting strategy, mana is spent from the most expensive creature down, and creatures attack guards, weak creatures, or
the opponent.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turnwright.games.locm.contest.plain_draft import DRAFTS, PlainDraft
from turnwright.games.locm.engine.cards import CREATURE

_IN_HAND, _OWN, _FOE = "0", "1", "-1"
_FACE = -1
_LANE_SIZE = 3
_FIRST_SECONDS, _PICK_SECONDS, _TURN_SECONDS = 1.0, 0.1, 0.2
"""What the contest allows for the first pick and the first turn of a battle, for every other pick, and for every other
turn."""


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


class PlainPlayer:
    """Plays immediately, without a search."""

    drafts = DRAFTS
    """The names of the drafting strategies, the default first."""

    def __init__(self, draft: str = DRAFTS[0], seed: int = 0) -> None:
        self._draft = PlainDraft(draft, seed)

    def read_message(self, next_line: Callable[[], str]) -> list[str] | None:
        """The lines of the referee's next message; none at the end of the input, even if it is in the middle."""
        return read_message(next_line)

    def at_once(self, message: Sequence[str]) -> str | None:
        """The pick of a round of the draft; none in the battle."""
        if not is_draft(message):
            return None
        numbers = [int(line.split()[0]) for line in message[4:]]
        return f"PICK {self._draft.pick(numbers, seat_in_draft(message))}"

    def turn(self, message: Sequence[str]) -> str:
        """A turn of the battle that is always a legal one."""
        return turn(message)

    def pick_seconds(self, number: int) -> float:
        """What the contest allows for a pick; they are counted from 0."""
        return _PICK_SECONDS if number else _FIRST_SECONDS

    def turn_seconds(self, number: int) -> float:
        """What the contest allows for a turn of the battle; they are counted from 0."""
        return _TURN_SECONDS if number else _FIRST_SECONDS


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
