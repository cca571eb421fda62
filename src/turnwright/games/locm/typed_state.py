"""States of Legends of Code and Magic with names for everything in them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from turnwright.core.state import State
from turnwright.games.locm.drawing.text_board import letters
from turnwright.games.locm.engine.cards import KIND_NAMES, UNKNOWN, card
from turnwright.games.locm.engine.state import BATTLE, RUNE_STEP, UNKNOWN_PICK
from turnwright.games.locm.state_codec import Creature as CreatureParts
from turnwright.games.locm.state_codec import Parts, take_apart

if TYPE_CHECKING:
    from turnwright.games.locm.game import Locm

Lane = Literal["left", "right"]
LANES: tuple[Lane, Lane] = ("left", "right")


@dataclass(frozen=True, slots=True)
class Card:
    """A card in a hand or a draft. An unknown one has the number 0 and no name."""

    id: int
    """The instance id by which actions name it; 0 in the draft, where cards have none."""
    number: int
    """From 1 to 160."""
    name: str
    kind: str
    """creature, green item, red item or blue item."""
    cost: int
    attack: int
    defense: int
    keywords: str
    """Letters of Breakthrough, Charge, Drain, Guard, Lethal and Ward."""


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature in play."""

    id: int
    """The instance id by which actions name it."""
    owner: int
    """Its player, 0 or 1."""
    number: int
    """Of its card, from 1 to 160."""
    name: str
    lane: Lane
    attack: int
    defense: int
    keywords: str
    """Letters of Breakthrough, Charge, Drain, Guard, Lethal and Ward, as it has them now."""
    can_attack: bool
    has_attacked: bool
    """In this turn."""


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has."""

    health: int
    mana: int
    max_mana: int
    has_bonus_mana: bool
    """Whether the second player still has its one mana more."""
    runes: tuple[int, ...]
    """The health at which a rune breaks, the next first."""
    next_draw: int
    """Cards to draw at the start of the next turn."""
    hand: tuple[Card, ...]
    """In the order of drawing."""
    deck_size: int
    deck: tuple[int, ...]
    """Numbers of the known cards in the deck, sorted, because their order is hidden."""
    creatures: tuple[Creature, ...]
    """In the order of summoning."""
    picks: tuple[int, ...]
    """Numbers of the cards that it has picked; 0 where that is unknown."""


class LocmState(State):
    """A position of Legends of Code and Magic.

    >>> import turnwright
    >>> state = turnwright.game("locm", draft="learned").start(seed=1)
    >>> state.phase, state.turn, state.players[0].health, len(state.hands[0])
    ('battle', 1, 30, 5)
    >>> state = turnwright.game("locm").start(seed=1)
    >>> [card.name for card in state.choices]
    ['Rootkin Sapling', 'Spinekid', 'Bloat Demon']
    """

    __slots__ = ()
    game: "Locm"
    contents = ("phase", "turn", "choices", "players")
    """What documents for other tools have of a state."""

    @property
    def phase(self) -> Literal["draft", "battle"]:
        """Whether cards are being drafted, or the battle is on."""
        return "battle" if self.records[0]["phase"] == BATTLE else "draft"

    @property
    def turn(self) -> int:
        """The number of the turn in the battle, both players' turns counted; in the draft, the round. From 1."""
        turn = int(self.records[0]["turn"])
        return turn + 1 if self.phase == "battle" else turn // 2 + 1

    @property
    def choices(self) -> tuple[Card, ...]:
        """The cards to pick from; none in a battle."""
        parts = take_apart(self)
        return () if parts.phase == BATTLE else tuple(_card(0, number) for number in parts.triplets[parts.turn // 2])

    @property
    def players(self) -> tuple[Player, Player]:
        """What both players have."""
        parts = take_apart(self)
        return _player(parts, 0), _player(parts, 1)

    @property
    def hands(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """By player, the cards in hand."""
        first, second = self.players
        return first.hand, second.hand

    @property
    def creatures(self) -> tuple[Creature, ...]:
        """All creatures in play, the first player's first."""
        first, second = self.players
        return first.creatures + second.creatures

    @property
    def lanes(self) -> dict[Lane, tuple[Creature, ...]]:
        """The creatures of both players, by lane."""
        found = self.creatures
        return {lane: tuple(creature for creature in found if creature.lane == lane) for lane in LANES}


def _card(instance: int, number: int) -> Card:
    if number == UNKNOWN:
        return Card(instance, UNKNOWN, "", "", 0, 0, 0, "")
    printed = card(number)
    return Card(
        instance,
        number,
        printed.name,
        KIND_NAMES[printed.kind],
        printed.cost,
        printed.attack,
        printed.defense,
        letters(printed.keywords),
    )


def _player(parts: Parts, seat: int) -> Player:
    own = parts.sides[seat]
    picks = zip(parts.triplets, parts.picks[seat], strict=False)
    return Player(
        health=own.health,
        mana=own.mana,
        max_mana=own.max_mana,
        has_bonus_mana=bool(own.bonus),
        runes=tuple(range(own.rune, 0, -RUNE_STEP)),
        next_draw=own.next_draw,
        hand=tuple(_card(i, parts.cards[i]) for i in own.hand),
        deck_size=len(own.deck),
        deck=tuple(sorted(parts.cards[i] for i in own.deck if parts.cards[i] != UNKNOWN)),
        creatures=tuple(_creature(parts, seat, creature) for creature in own.board),
        picks=tuple(UNKNOWN if pick == UNKNOWN_PICK else triplet[pick] for triplet, pick in picks),
    )


def _creature(parts: Parts, seat: int, creature: CreatureParts) -> Creature:
    number = parts.cards[creature.id]
    return Creature(
        id=creature.id,
        owner=seat,
        number=number,
        name=card(number).name,
        lane=LANES[creature.lane],
        attack=creature.attack,
        defense=creature.defense,
        keywords=letters(creature.keywords),
        can_attack=creature.can_attack,
        has_attacked=creature.has_attacked,
    )
