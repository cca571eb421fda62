"""The contest's protocol 1.2: what the referee sends a player for a turn, and what a player answers.

A `Block` is one such message. It is made from a state, written as lines and read from lines, so that both ends of a
pipe speak through it. Answers are read as strictly as the referee reads them: what it cannot understand loses the game.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from turnwright.core.referee import ProtocolError
from turnwright.core.state import State
from turnwright.games.locm.engine.cards import card, keywords_of, keywords_text
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    CHOICES,
    FIRST_RUNE,
    ID_MASK,
    ID_SHIFT,
    STARTING_HEALTH,
)
from turnwright.games.locm.notation import action_of, format_action
from turnwright.games.locm.state_codec import Creature, Parts

HAND, OWN_BOARD, FOE_BOARD = 0, 1, -1
"""Locations of cards."""
NO_LANE = NO_ID = -1
MILLISECONDS = {"first draft": 1000, "draft": 100, "first battle": 1000, "battle": 200}
"""The time that a player has for an answer."""

_INTEGER = re.compile(r"[+-]?[0-9]{1,10}")
_ARGUMENTS = {"PASS": 0, "SUMMON": 2, "ATTACK": 2, "USE": 2}


@dataclass(frozen=True, kw_only=True)
class PlayerLine:
    """What a block says about a player."""

    health: int
    mana: int
    """Of the player asked, the mana for the turn; of the opponent, the most it had in its last turn."""
    deck: int
    """Number of cards."""
    rune: int
    """The next rune, 0 if none is left."""
    draw: int
    """Cards drawn this turn, or by the opponent to be drawn in its next one."""


@dataclass(frozen=True, kw_only=True)
class CardLine:
    """What a block says about a card."""

    number: int
    id: int
    """The instance id, -1 in the draft."""
    location: int
    """HAND, OWN_BOARD or FOE_BOARD."""
    kind: int
    cost: int
    attack: int
    defense: int
    keywords: int
    my_health: int
    foe_health: int
    draw: int
    lane: int
    """-1 off the board."""

    def __str__(self) -> str:
        values = [str(value) for value in astuple(self)]
        values[7] = keywords_text(self.keywords)
        return " ".join(values) + " "


@dataclass(frozen=True, kw_only=True)
class Block:
    """One message of the referee: a turn as the player to move may see it."""

    me: PlayerLine
    foe: PlayerLine
    foe_hand: int
    """Number of cards in the opponent's hand."""
    foe_actions: tuple[str, ...]
    """What the opponent did in its last turn, each with the number of the card in front."""
    cards: tuple[CardLine, ...]
    """Own hand, own board, the opponent's board; or the three cards of a round of the draft."""

    @property
    def lines(self) -> list[str]:
        """The message as it is sent, line by line."""
        return [
            " ".join(map(str, astuple(self.me))),
            " ".join(map(str, astuple(self.foe))),
            f"{self.foe_hand} {len(self.foe_actions)}",
            *self.foe_actions,
            str(len(self.cards)),
            *map(str, self.cards),
        ]

    @property
    def is_draft(self) -> bool:
        """Whether a card is to be picked: only there a player has no mana at all."""
        return self.me.mana == 0


# From states to messages


def block_of(parts: Parts, foe_actions: Iterable[str] = ()) -> Block:
    """What the referee sends to the player to move; `foe_actions` as `noted` writes them."""
    return _battle_block(parts, tuple(foe_actions)) if parts.phase == BATTLE else _draft_block(parts)


def noted(parts: Parts, action: int) -> str:
    """An action of the battle as the opponent sees it: preceded by the number of the card that acts."""
    instance = action & ID_MASK if action < ATTACK else action >> ID_SHIFT & ID_MASK
    return f"{parts.cards[instance]} {format_action(action)}"


def _draft_block(parts: Parts) -> Block:
    number, seat = parts.turn // 2, parts.player

    def line(deck: int) -> PlayerLine:
        return PlayerLine(health=STARTING_HEALTH, mana=0, deck=deck, rune=FIRST_RUNE, draw=0)

    cards = tuple(_card_line(shown, NO_ID, HAND) for shown in parts.triplets[number])
    return Block(me=line(number), foe=line(number + seat), foe_hand=0, foe_actions=(), cards=cards)


def _battle_block(parts: Parts, foe_actions: tuple[str, ...]) -> Block:
    own, other = parts.sides[parts.player], parts.sides[1 - parts.player]

    def line(mana: int, side: int) -> PlayerLine:
        s = parts.sides[side]
        return PlayerLine(health=s.health, mana=mana, deck=len(s.deck), rune=s.rune, draw=s.draw_shown)

    return Block(
        me=line(own.mana, parts.player),
        foe=line(other.max_mana, 1 - parts.player),
        foe_hand=len(other.hand),
        foe_actions=foe_actions,
        cards=(
            *(_card_line(parts.cards[i], i, HAND) for i in own.hand),
            *(_creature_line(parts, creature, OWN_BOARD) for creature in own.board),
            *(_creature_line(parts, creature, FOE_BOARD) for creature in other.board),
        ),
    )


def _card_line(number: int, instance: int, location: int) -> CardLine:
    c = card(number)
    return CardLine(
        number=number,
        id=instance,
        location=location,
        kind=c.kind,
        cost=c.cost,
        attack=c.attack,
        defense=c.defense,
        keywords=c.keywords,
        my_health=c.my_health,
        foe_health=c.foe_health,
        draw=c.draw,
        lane=NO_LANE,
    )


def _creature_line(parts: Parts, creature: Creature, location: int) -> CardLine:
    c = card(parts.cards[creature.id])
    my_health, foe_health, draw = displayed_effects(creature, c.number)
    return CardLine(
        number=c.number,
        id=creature.id,
        location=location,
        kind=c.kind,
        cost=c.cost,
        attack=creature.attack,
        defense=creature.defense,
        keywords=creature.keywords,
        my_health=my_health,
        foe_health=foe_health,
        draw=draw,
        lane=creature.lane,
    )


def displayed_effects(creature: Creature, number: int) -> tuple[int, int, int]:
    """A creature's effects on own health, the opponent's, and draws, as the referee shows them: lost with the first
    attack, blow or item."""
    c = card(number)
    return (0, 0, 0) if creature.touched else (c.my_health, c.foe_health, c.draw)


# From messages to blocks


def read_block(lines: Sequence[str]) -> Block:
    """A block from its lines; a `ProtocolError` says what is wrong."""
    rest = iter(lines)
    me, foe = (_read_player(_next(rest)) for _ in range(2))
    foe_hand, actions = _integers(_next(rest), 2)
    foe_actions = tuple(_next(rest) for _ in range(actions))
    (count,) = _integers(_next(rest), 1)
    cards = tuple(_read_card(_next(rest)) for _ in range(count))
    if (extra := next(rest, None)) is not None:
        raise ProtocolError(f"the line {extra[:60]!r} follows after the last of {count} cards; nothing should")
    return Block(me=me, foe=foe, foe_hand=foe_hand, foe_actions=foe_actions, cards=cards)


def _next(lines: Iterable[str]) -> str:
    for line in lines:
        return line
    raise ProtocolError("the message ends too early; it says how many actions and cards it has")


def _integers(line: str, count: int) -> list[int]:
    words = line.split()
    if len(words) != count or not all(map(_INTEGER.fullmatch, words)):
        raise ProtocolError(f"{line[:60]!r} should be {count} whole numbers")
    return [int(word) for word in words]


def _read_player(line: str) -> PlayerLine:
    health, mana, deck, rune, draw = _integers(line, 5)
    return PlayerLine(health=health, mana=mana, deck=deck, rune=rune, draw=draw)


def _read_card(line: str) -> CardLine:
    words = line.split()
    keywords = keywords_of(words[7]) if len(words) == 12 else None
    if keywords is None:
        raise ProtocolError(f"{line[:80]!r} should be a card: seven numbers, six letters of BCDGLW or -, four numbers")
    values = _integers(" ".join(words[:7] + words[8:]), 11)
    names = [name for name in CardLine.__dataclass_fields__ if name != "keywords"]
    return CardLine(keywords=keywords, **dict(zip(names, values, strict=True)))


# Answers


def read_pick(line: str, triplet: Sequence[int]) -> int:
    """The choice that a line of the draft means: `PICK n`, `PASS` for the first, or `CHOOSE card`."""
    words = line.strip().split(" ")
    if words[0] == "PASS":
        return 0
    if len(words) >= 2 and _INTEGER.fullmatch(words[1]):
        number = int(words[1])
        if words[0] == "PICK" and 0 <= number < CHOICES:
            return number
        if words[0] == "CHOOSE" and number in triplet:
            return list(triplet).index(number)
    raise ProtocolError(f"{line[:60]!r} is not an answer of the draft; PICK 0, PICK 1, PICK 2 and PASS are")


def read_turn(line: str) -> list[int | None]:
    """The actions of a line of the battle, passes left out; none for one that is out of every range.

    The whole line is read before anything is played: what cannot be read loses the game, what is illegal is dropped.
    """
    actions: list[int | None] = []
    for part in filter(None, (part.strip() for part in line.split(";"))):
        verb, *arguments = part.split(" ")
        needed = _ARGUMENTS.get(verb)
        if needed is None or len(arguments) < needed or not all(map(_INTEGER.fullmatch, arguments[:needed])):
            raise ProtocolError(
                f"{part[:60]!r} is not an action; SUMMON id lane, ATTACK id target, USE id target and PASS are, with "
                "one space between the words"
            )
        if verb != "PASS":
            actions.append(action_of(verb, int(arguments[0]), int(arguments[1])))
    return actions


def play_line(state: State, line: str) -> tuple[State, tuple[int, ...]]:
    """The state after a line of the battle, and the actions that were played; the turn is over with the line."""
    played = []
    for action in read_turn(line):
        if action is not None and state.is_legal(action):
            state = state.play(action)
            played.append(action)
    if not state.is_over:
        state = state.play(state.end_action)
    return state, tuple(played)


def write_turn(state: State, actions: Iterable[int]) -> str:
    """A turn as a player answers it: `PICK n`, or actions divided by `;` without the pass at their end."""
    words = [format_action(action) for action in actions if action != state.end_action]
    if state.records[0].phase != BATTLE:
        return words[0] if words else "PICK 0"
    return ";".join(words) or "PASS"
