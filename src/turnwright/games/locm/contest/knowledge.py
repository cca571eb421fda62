"""What a player of a contest knows: a state with gaps, put together from the messages of the referee.

The messages show the player's hand, both boards, how many cards the opponent holds, and what it did. The rest is
remembered: the draft, and every card that was ever seen.
"""

import random
from collections import Counter

from turnwright.core.state import State
from turnwright.games.locm.contest.protocol import FOE_BOARD, HAND, OWN_BOARD, Block, CardLine
from turnwright.games.locm.engine.cards import CARD_COUNT, CARDS, UNKNOWN, card
from turnwright.games.locm.engine.state import (
    BATTLE,
    FIRST_ID,
    LAST_ID,
    MOST_MANA,
    ROUNDS,
    UNKNOWN_PICK,
    owner_of,
)
from turnwright.games.locm.game import Locm
from turnwright.games.locm.state_codec import Creature, Parts, Side, put_together

_ATTACK = "ATTACK"


class Knowledge:
    """What a player has learnt in a game so far."""

    def __init__(self, game: Locm) -> None:
        self._game = game
        self._triplets: list[tuple[int, ...]] = []
        self._picks: list[int] = []
        self._turns = 0
        self._cards: dict[int, int] = {}
        """By id, every card that was ever seen."""

    def note_pick(self, block: Block, choice: int) -> None:
        """A round of the draft and what was taken."""
        self._triplets.append(tuple(line.number for line in block.cards))
        self._picks.append(choice)

    def note_turn(self, block: Block) -> State:
        """The state at the start of a turn of the battle, as far as it is known."""
        for line in block.cards:
            self._cards[line.id] = line.number
        for action in block.foe_actions:
            words = action.split(" ")
            self._cards[int(words[2])] = int(words[0])
        seat = self._seat(block)
        sides = [self._own(block, seat), self._foe(block, 1 - seat)]
        numbers = [self._cards.get(i, UNKNOWN) for i in range(LAST_ID + 1)]
        for instance, number in zip(sides[0].deck, self._deck(seat, len(sides[0].deck)), strict=True):
            numbers[instance] = number
        has_draft = len(self._triplets) == ROUNDS
        picks = (tuple(self._picks), (UNKNOWN_PICK,) * ROUNDS) if has_draft else ((), ())
        parts = Parts(
            phase=BATTLE,
            turn=2 * self._turns + seat,
            player=seat,
            sides=(sides[seat], sides[1 - seat]),
            cards=tuple(numbers),
            triplets=tuple(self._triplets) if has_draft else Parts.triplets,
            picks=(picks[seat], picks[1 - seat]),
        )
        self._turns += 1
        return put_together(self._game, parts)

    def _seat(self, block: Block) -> int:
        """Ids tell whose a card is."""
        return next((owner_of(line.id) for line in block.cards if line.location != FOE_BOARD), 0)

    def _own(self, block: Block, seat: int) -> Side:
        seen = {i for i in self._cards if owner_of(i) == seat}
        most = block.me.mana
        return Side(
            health=block.me.health,
            before=block.me.health,
            mana=most,
            max_mana=most,
            bonus=_bonus(most, self._turns + 1),
            rune=block.me.rune,
            next_draw=1,
            draw_shown=block.me.draw,
            hand=tuple(sorted(line.id for line in block.cards if line.location == HAND)),
            deck=tuple(i for i in _ids(seat) if i not in seen)[-block.me.deck :] if block.me.deck else (),
            board=tuple(_creature(line) for line in block.cards if line.location == OWN_BOARD),
        )

    def _foe(self, block: Block, seat: int) -> Side:
        spent = 0
        for action in block.foe_actions:
            number, verb, *_ = action.split(" ")
            spent += card(int(number)).cost if verb != _ATTACK else 0
        # The opponent draws by ascending id, so its hand comes before its deck in what was not seen.
        unseen = [i for i in _ids(seat) if i not in self._cards]
        hand = unseen[: block.foe_hand]
        most = block.foe.mana
        return Side(
            health=block.foe.health,
            before=block.foe.health,
            mana=max(0, most - spent),
            max_mana=most,
            bonus=_bonus(most, self._turns + 1 - seat),
            rune=block.foe.rune,
            next_draw=block.foe.draw,
            draw_shown=block.foe.draw,
            hand=tuple(hand),
            deck=tuple(unseen[len(hand) :][: block.foe.deck]),
            board=tuple(_creature(line) for line in block.cards if line.location == FOE_BOARD),
        )

    def _deck(self, seat: int, size: int) -> list[int]:
        """The cards that must be in the player's deck, in no order; any cards if the draft was not seen."""
        picked = Counter(triplet[pick] for triplet, pick in zip(self._triplets, self._picks, strict=True))
        seen = Counter(number for i, number in self._cards.items() if owner_of(i) == seat)
        left = sorted((picked - seen).elements())[:size]
        anything = random.Random(self._turns)
        return left + [anything.randint(1, CARD_COUNT) for _ in range(size - len(left))]


def _ids(seat: int) -> range:
    return range(FIRST_ID + seat, LAST_ID + 1, 2)


def _bonus(most: int, turns: int) -> int:
    """Whether a player still has one mana more than its turns have given."""
    return int(most > min(MOST_MANA, turns))


def _creature(line: CardLine) -> Creature:
    printed = CARDS[line.number - 1]
    effects = (line.my_health, line.foe_health, line.draw)
    return Creature(
        id=line.id,
        lane=line.lane,
        attack=line.attack,
        defense=line.defense,
        keywords=line.keywords,
        can_attack=line.location == OWN_BOARD,
        touched=effects != (printed.my_health, printed.foe_health, printed.draw),
    )
