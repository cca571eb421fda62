"""States in the words of recorded games: as the recordings write them, and read from there."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.locm.contest.protocol import displayed_effects
from turnwright.games.locm.engine.cards import CARD_COUNT, UNKNOWN, card, keywords_of, keywords_text
from turnwright.games.locm.engine.state import BATTLE, FIRST_ID, LAST_ID, RUNE_STEP
from turnwright.games.locm.state_codec import Creature, Parts, Side, put_together
from turnwright.games.record_files import Json

if TYPE_CHECKING:
    from turnwright.games.locm.game import Locm


class LineError(TurnwrightError):
    """A state of a recording that means nothing."""


def write_state(parts: Parts) -> Json:
    """The JSON of a battle's state."""
    return {
        "turn": parts.turn,
        "cur": parts.player,
        "winner": parts.winner,
        "players": [_write_side(parts, side) for side in parts.sides],
    }


def _write_side(parts: Parts, side: Side) -> Json:
    return {
        "hp": side.health,
        "mana": side.mana,
        "max_mana": side.max_mana,
        "bonus": side.bonus,
        "runes": list(range(RUNE_STEP, side.rune + 1, RUNE_STEP)),
        "next_rune": side.rune,
        "next_draw": side.next_draw,
        "draw_shown": side.draw_shown,
        "hand": [[i, parts.cards[i]] for i in side.hand],
        "deck": [[i, parts.cards[i]] for i in side.deck],
        "board": [_write_creature(parts, creature) for creature in side.board],
    }


def _write_creature(parts: Parts, creature: Creature) -> list[int | str]:
    number = parts.cards[creature.id]
    return [
        creature.id,
        number,
        creature.lane,
        creature.attack,
        creature.defense,
        keywords_text(creature.keywords),
        int(creature.can_attack),
        int(creature.has_attacked),
        *displayed_effects(creature, number),
    ]


def read_state(game: "Locm", data: Json) -> State:
    """A state of a battle from its JSON. What is not in it is taken as it is at the start of a turn."""
    try:
        cards = [UNKNOWN] * (LAST_ID + 1)
        sides = [_read_side(player, cards) for player in data["players"]]
        parts = Parts(
            phase=BATTLE,
            turn=int(data["turn"]),
            player=int(data["cur"]),
            winner=int(data["winner"]),
            sides=(sides[0], sides[1]),
            cards=tuple(cards),
        )
        return put_together(game, parts)
    except TurnwrightError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise LineError("the state has a value of the wrong kind; see the format of recorded games") from None


def _read_side(player: Json, cards: list[int]) -> Side:
    def noted(instance: int, number: int) -> int:
        if not (FIRST_ID <= instance <= LAST_ID and 1 <= number <= CARD_COUNT):
            raise LineError(f"[{instance}, {number}] is not a card; ids are 1 to {LAST_ID}, cards 1 to {CARD_COUNT}")
        cards[instance] = number
        return instance

    health = int(player["hp"])
    return Side(
        health=health,
        before=health,
        mana=int(player["mana"]),
        max_mana=int(player["max_mana"]),
        bonus=int(player["bonus"]),
        rune=int(player["next_rune"]),
        next_draw=int(player["next_draw"]),
        draw_shown=int(player["draw_shown"]),
        hand=tuple(noted(*pair) for pair in player["hand"]),
        deck=tuple(noted(*pair) for pair in player["deck"]),
        board=tuple(_read_creature(noted, row) for row in player["board"]),
    )


def _read_creature(noted: Callable[[int, int], int], row: list[Any]) -> Creature:
    instance, number, lane, attack, defense, keywords, can_attack, has_attacked, *shown = row
    noted(instance, number)
    effects = card(number).my_health, card(number).foe_health, card(number).draw
    word = keywords_of(keywords)
    if word is None or tuple(shown) not in (effects, (0, 0, 0)):
        raise LineError(f"the creature {row} has keywords or effects that its card cannot have")
    return Creature(
        id=instance,
        lane=lane,
        attack=attack,
        defense=defense,
        keywords=word,
        can_attack=bool(can_attack),
        has_attacked=bool(has_attacked),
        touched=tuple(shown) != effects,
    )
