"""A state of Legends of Code and Magic as a picture in plain text, and what any picture of it has to say."""

from turnwright.core.state import State
from turnwright.games.locm.engine.cards import CREATURE, KEYWORDS, KIND_NAMES, UNKNOWN, Card, card, keywords_text
from turnwright.games.locm.engine.state import BATTLE, LANE_SIZE, LANES, ROUNDS, UNKNOWN_PICK
from turnwright.games.locm.state_codec import Creature, Parts, Side, take_apart

LANE_NAMES = ("left lane", "right lane")
SEATS = ("player 1", "player 2")

_CELL = 43
_UNKNOWN_NAME = "unknown"


# Words for what is there


def headline(parts: Parts) -> str:
    """Phase, turn and player to move, or how the game has ended."""
    if parts.phase != BATTLE:
        return f"draft, round {parts.turn // 2 + 1} of {ROUNDS}, {SEATS[parts.player]} to pick"
    turn = f"battle, turn {parts.turn + 1}"
    if parts.winner >= 0:
        return f"{turn}, {SEATS[parts.winner]} has won"
    return f"{turn}, {SEATS[parts.player]} to move, {parts.sides[parts.player].mana} mana left"


def numbers(side: Side) -> str:
    """A player's numbers in words."""
    bonus = " and the bonus" if side.bonus else ""
    rune = f"next rune {side.rune}" if side.rune else "no rune left"
    cards = f"hand {len(side.hand)}, deck {len(side.deck)}, next draw {side.next_draw}"
    return f"health {side.health}, {rune}, mana {side.mana} of {side.max_mana}{bonus}, {cards}"


def name_of(number: int) -> str:
    """A card's name."""
    return _UNKNOWN_NAME if number == UNKNOWN else card(number).name


def letters(keywords: int) -> str:
    """The letters of a set of keywords."""
    return keywords_text(keywords).replace("-", "")


def effects(c: Card) -> str:
    """The other effects of playing a card, in short words."""
    changes = (("self", c.my_health), ("foe", c.foe_health), ("draw", c.draw))
    return ", ".join(f"{what} {value:+}" if what != "draw" else f"draw {value}" for what, value in changes if value)


def strength(c: Card) -> str:
    """Attack and defense of a creature, or what an item adds to them."""
    return f"{c.attack}/{c.defense}" if c.kind == CREATURE else f"{c.attack:+}/{c.defense:+}"


def describe(parts: Parts, creature: Creature) -> str:
    """A creature in words."""
    states = [
        word for word, holds in (("ready", creature.can_attack), ("has attacked", creature.has_attacked)) if holds
    ]
    words = [f"{name_of(parts.cards[creature.id])} {creature.attack}/{creature.defense}", letters(creature.keywords)]
    return ", ".join(filter(None, [f"{LANE_NAMES[creature.lane]}: {words[0]}", words[1], *states]))


# The picture


def draw_text(state: State) -> str:
    """The state in ASCII, within 100 columns."""
    parts = take_apart(state)
    return "\n".join(_battle(parts) if parts.phase == BATTLE else _draft(parts))


def _battle(parts: Parts) -> list[str]:
    edge = "+" + ("-" * (_CELL + 2) + "+") * LANES
    lines = [headline(parts), "", f"player 2: {numbers(parts.sides[1])}", *_hand(parts, 1), ""]
    lines += ["  " + "   ".join(f"{name:{_CELL}}" for name in LANE_NAMES).rstrip(), edge]
    for seat in (1, 0):
        lines += [*_rows(parts, parts.sides[seat]), edge]
    lines += ["", f"player 1: {numbers(parts.sides[0])}", *_hand(parts, 0), ""]
    return [*lines, *_LEGEND]


def _rows(parts: Parts, side: Side) -> list[str]:
    lanes = [[creature for creature in side.board if creature.lane == lane] for lane in range(LANES)]
    return [
        "| " + " | ".join(f"{_cell(parts, lane[row] if row < len(lane) else None):{_CELL}}" for lane in lanes) + " |"
        for row in range(LANE_SIZE)
    ]


def _cell(parts: Parts, creature: Creature | None) -> str:
    if creature is None:
        return ""
    mark = ">" if creature.can_attack else "x" if creature.has_attacked else " "
    values = f"{creature.attack}/{creature.defense}"
    name = name_of(parts.cards[creature.id])
    return f"{mark}{creature.id:3} {name:23} {values:>7} {letters(creature.keywords)}"


def _hand(parts: Parts, seat: int) -> list[str]:
    return [_card_line(f"{i:4}", parts.cards[i]) for i in parts.sides[seat].hand]


def _card_line(label: str, number: int) -> str:
    if number == UNKNOWN:
        return f"{label} {_UNKNOWN_NAME}"
    c = card(number)
    what = f"{KIND_NAMES[c.kind]:10} cost {c.cost:2}  {strength(c):>7} {letters(c.keywords):6}"
    return f"{label} {c.name:23} {what} {effects(c)}".rstrip()


def _draft(parts: Parts) -> list[str]:
    lines = [headline(parts), ""]
    lines += [_card_line(f"PICK {place}", number) for place, number in enumerate(parts.triplets[parts.turn // 2])]
    for seat in (0, 1):
        lines += ["", f"{SEATS[seat]} has picked {len(parts.picks[seat])}: {picked(parts, seat) or 'nothing'}"]
    return lines


def picked(parts: Parts, seat: int) -> str:
    """A player's picks in short: how many of each kind."""
    taken = [
        triplet[pick] for triplet, pick in zip(parts.triplets, parts.picks[seat], strict=False) if pick < UNKNOWN_PICK
    ]
    cards = [card(number) for number in taken]
    counts = [(sum(c.kind == kind for c in cards), name) for kind, name in enumerate(KIND_NAMES)]
    words = [f"{count} {name}{'s' * (count > 1)}" for count, name in counts if count]
    unknown = len(parts.picks[seat]) - len(cards)
    return ", ".join(words + [f"{unknown} unknown"] * (unknown > 0))


_LEGEND = (
    "A creature: id, name, attack/defense, keywords; > can attack, x has attacked.",
    f"Keywords {KEYWORDS}: Breakthrough, Charge, Drain, Guard, Lethal, Ward.",
)
