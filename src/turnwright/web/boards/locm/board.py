"""Legends of Code and Magic as the page shows it."""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.games.locm.drawing.glyphs import GEM, HEART, KEYWORD_GLYPHS, KIND_GLYPHS, RUNE, SHIELD, SWORD
from turnwright.games.locm.drawing.text_board import letters
from turnwright.games.locm.engine.cards import CARDS, KEYWORD_NAMES, KEYWORDS, KIND_NAMES, UNKNOWN, WARD, card
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    CHOICES,
    END,
    FACE,
    FIRST_ID,
    HAND_SIZE,
    ID_MASK,
    ID_SHIFT,
    LANE_SIZE,
    LANES,
    LAST_ID,
    ROUNDS,
    RUNE_STEP,
    SUMMON,
    USE,
    owner_of,
)
from turnwright.games.locm.state_codec import Creature, Parts, Side, take_apart
from turnwright.games.locm.typed_state import LANES as LANE_NAMES
from turnwright.games.locm.typed_state import Creature as ShownCreature
from turnwright.games.locm.typed_state import LocmState, Player
from turnwright.games.registry import game
from turnwright.web.boards.base import Board, Effect
from turnwright.web.boards.locm.art import PICTURES
from turnwright.web.boards.locm.cards import DRAFTS, KEYWORD_SENTENCES, KIND_SENTENCES, sentence_of
from turnwright.web.boards.locm.schema import LocmOptions, LocmPosition

_SCALE = 2.6
"""The game's signs are about 20 units wide, the page's drawings about 50."""


class LocmBoard(Board):
    """Places: `pick:0`, a card of the draft; `card:7`, one in hand; `creature:7`; `lane:0`; and a player, `face:1`."""

    name = "locm"
    title = "Legends of Code and Magic"
    summary = "a card game"
    credit = "Jakub Kowalski and Radosław Miernik"
    hands = "hidden"
    Options = LocmOptions
    Position = LocmPosition

    def game_with(self, options: LocmOptions) -> Game:
        return game(self.game, draft=options.draft, book=options.book, evaluation=options.evaluation)

    def catalogue(self) -> dict[str, Any]:
        return {
            "cards": [
                {
                    "number": one.number,
                    "name": one.name,
                    "kind": KIND_NAMES[one.kind],
                    "cost": one.cost,
                    "attack": one.attack,
                    "defense": one.defense,
                    "keywords": letters(one.keywords),
                    "meaning": sentence_of(one),
                }
                for one in CARDS
            ],
            "kinds": dict(zip(KIND_NAMES, KIND_SENTENCES, strict=True)),
            "keywords": {
                letter: {"name": name, "meaning": meaning}
                for letter, name, meaning in zip(KEYWORDS, KEYWORD_NAMES, KEYWORD_SENTENCES, strict=True)
            },
            "drafts": DRAFTS,
            "rounds": ROUNDS,
            "lanes": {"count": LANES, "size": LANE_SIZE},
            "hand": HAND_SIZE,
        }

    def position(self, state: State) -> dict[str, Any]:
        shown = cast(LocmState, state)
        return {
            "phase": shown.phase,
            "turn": shown.turn,
            "rounds": ROUNDS,
            "player": shown.player,
            "over": shown.is_over,
            "choices": [choice.number for choice in shown.choices],
            "sides": [_side(player) for player in shown.players],
        }

    def places(self, state: State, action: int) -> tuple[str, str]:
        if action == END:
            return "end", ""
        if action < CHOICES:
            return f"pick:{action}", ""
        source, target = action >> ID_SHIFT & ID_MASK, action & ID_MASK
        if action < ATTACK:
            return f"card:{target}", _lane(action)
        return f"{'card' if action >= USE else 'creature'}:{source}", _target(state, target)

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        then, now = take_apart(before), take_apart(after)
        if then.phase != BATTLE:
            taken = then.triplets[then.turn // 2][action] if action < CHOICES else UNKNOWN
            return [] if taken == UNKNOWN else [Effect(kind="pick", what=card(taken).name)]
        found: list[Effect] = []
        if action != END:
            found += _played(then, action)
            for seat in (1 - then.player, then.player):
                found += _changed_creatures(then, now, seat)
        for seat in (1 - then.player, then.player):
            found += _changed_player(then.sides[seat], now.sides[seat], seat)
        if after.is_over:
            found.append(Effect(kind="wins" if now.winner == then.player else "loses"))
        return found

    def actor(self, state: State, action: int) -> str:
        if not ATTACK <= action < USE:
            return ""  # what is summoned or used is named by its effects
        return card(take_apart(state).cards[action >> ID_SHIFT & ID_MASK]).name

    def as_others_see(self, text: str, start: State) -> str:
        return "PICK ?" if start.records[0].phase != BATTLE else text  # passing picks, too

    def without_future(self, state: State) -> State:
        known = state.copy()
        record = known.records.view(np.ndarray)[0]
        record["seed"], record["chance"] = 0, 0
        for side in (0, 1):  # decks lie in the order in which they will be drawn
            ids = [i for i in range(FIRST_ID, LAST_ID + 1) if int(record["deck"]) >> i & 1 and owner_of(i) == side]
            record["cards"][ids] = np.sort(record["cards"][ids])
        if record["phase"] != BATTLE:
            record["triplets"][int(record["turn"]) // 2 + 1 :] = UNKNOWN
        return known

    def view_of(self, state: State) -> ViewKind:
        return "hidden" if "?" in state.text else "open"  # notation writes ? for every card and pick that is unknown

    def glyphs(self) -> dict[str, str]:
        signs = {"heart": HEART, "gem": GEM, "sword": SWORD, "shield": SHIELD, "rune": RUNE}
        signs |= {f"keyword-{letter}": glyph for letter, glyph in zip(KEYWORDS, KEYWORD_GLYPHS, strict=True)}
        signs |= {f"kind-{kind.split()[0]}": glyph for kind, glyph in zip(KIND_NAMES, KIND_GLYPHS, strict=True)}
        colours = {"ink": "currentColor", "ground": "var(--ground)", "edge": "currentColor"}
        drawn = {name: f'<g transform="scale({_SCALE})">{sign.format(**colours)}</g>' for name, sign in signs.items()}
        return drawn | {name: picture.format(**colours) for name, picture in PICTURES.items()}


def _side(player: Player) -> dict[str, Any]:
    """A player's part of a position."""
    return {
        "health": player.health,
        "runes": list(player.runes),
        "mana": player.mana,
        "max_mana": player.max_mana,
        "bonus": player.has_bonus_mana,
        "next_draw": player.next_draw,
        "hand": [{"id": held.id, "card": held.number} for held in player.hand],
        "deck_count": player.deck_size,
        "deck": list(player.deck),
        "creatures": [_shown_creature(creature) for creature in player.creatures],
        "picks": list(player.picks),
    }


def _shown_creature(creature: ShownCreature) -> dict[str, Any]:
    return {
        "id": creature.id,
        "card": creature.number,
        "lane": LANE_NAMES.index(creature.lane),
        "attack": creature.attack,
        "defense": creature.defense,
        "keywords": creature.keywords,
        "ready": creature.can_attack,
        "struck": creature.has_attacked,
    }


def _lane(action: int) -> str:
    return f"lane:{(action - SUMMON) >> ID_SHIFT}"


def _target(state: State, target: int) -> str:
    return f"face:{1 - state.player}" if target == FACE else f"creature:{target}"


def _played(then: Parts, action: int) -> list[Effect]:
    """What an action of a battle begins with: a creature that enters, or an item that is used."""
    if ATTACK <= action < USE:
        return []
    instance = action >> ID_SHIFT & ID_MASK if action >= USE else action & ID_MASK
    name = card(then.cards[instance]).name
    if action >= USE:
        return [Effect(kind="use", what=name)]
    return [Effect(kind="summon", at=_lane(action), to=f"creature:{instance}", what=name)]


def _changed_creatures(then: Parts, now: Parts, seat: int) -> list[Effect]:
    """What has become of a player's creatures."""
    left = {creature.id: creature for creature in now.sides[seat].board}
    return [
        effect
        for creature in then.sides[seat].board
        for effect in _changed(creature, left.get(creature.id), card(then.cards[creature.id]).name)
    ]


def _changed(then: Creature, now: Creature | None, name: str) -> Iterable[Effect]:
    at = f"creature:{then.id}"
    if now is None:
        yield Effect(kind="die", at=at, what=name)
        return
    if now.defense < then.defense:
        yield Effect(kind="hurt", at=at, amount=then.defense - now.defense, what=name)
    elif now.defense > then.defense:
        yield Effect(kind="harden", at=at, amount=now.defense - then.defense, what=name)
    if now.attack != then.attack:
        kind = "strengthen" if now.attack > then.attack else "weaken"
        yield Effect(kind=kind, at=at, amount=abs(now.attack - then.attack), what=name)
    for bit, keyword in enumerate(KEYWORD_NAMES):
        if (then.keywords ^ now.keywords) >> bit & 1:
            if now.keywords >> bit & 1:
                yield Effect(kind="gain", at=at, to=keyword, what=name)
            else:
                yield Effect(kind="ward" if 1 << bit == WARD else "lose", at=at, to=keyword, what=name)


def _changed_player(then: Side, now: Side, seat: int) -> Iterable[Effect]:
    at = f"face:{seat}"
    if now.health < then.health:
        yield Effect(kind="wound", at=at, amount=then.health - now.health)
    elif now.health > then.health:
        yield Effect(kind="recover", at=at, amount=now.health - then.health)
    broken = (then.rune - now.rune) // RUNE_STEP
    if broken:
        yield Effect(kind="rune", at=at, amount=broken)
    drawn, promised = len(then.deck) - len(now.deck), now.next_draw - then.next_draw - broken
    if drawn > 0:
        yield Effect(kind="draws", at=at, amount=drawn)
    elif promised > 0:
        yield Effect(kind="will_draw", at=at, amount=promised)
