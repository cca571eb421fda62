"""Legends of Code and Magic in text: the protocol's words for actions, one line for a state.

Actions: `PICK 1` in the draft; `SUMMON id lane`, `ATTACK id target`, `USE id target` and `PASS`, the end of the turn,
in the battle; a target of -1 is the opponent. `END` is understood too.

States: see `format_state`.
"""

import re
from typing import TYPE_CHECKING

from turnwright.core.game import NotationError
from turnwright.core.state import State
from turnwright.games.locm.engine.cards import CARD_COUNT, UNKNOWN, keywords_of, keywords_text
from turnwright.games.locm.engine.state import (
    ATTACK,
    BATTLE,
    CHOICES,
    DRAFT,
    END,
    FACE,
    FIRST_ID,
    ID_MASK,
    ID_SHIFT,
    LANES,
    LAST_ID,
    ROUNDS,
    SUMMON,
    UNKNOWN_PICK,
    USE,
    attack_action,
    owner_of,
    summon_action,
    use_action,
)
from turnwright.games.locm.state_codec import Creature, ImpossibleStateError, Parts, Side, put_together, take_apart

if TYPE_CHECKING:
    from turnwright.games.locm.game import Locm

_ACTION = re.compile(r"(PICK|SUMMON|ATTACK|USE) (-?[0-9]{1,9})(?: (-?[0-9]{1,9}))?")
_ACTION_FORMS = "PICK n, SUMMON id lane, ATTACK id target, USE id target and PASS"
_BATTLE_FORM = "battle <turn> <player> and for either player <numbers> <hand> <deck> <board> <gone>"
_NUMBERS = re.compile(
    r"hp(-?[0-9]{1,5}),was(-?[0-9]{1,5}),mana([0-9]{1,3})/([0-9]{1,3}),bonus([01]),rune([0-9]{1,2}),"
    r"draw([0-9]{1,3}),shown([0-9]{1,3})"
)
_NUMBERS_FORM = "hp30,was30,mana1/1,bonus0,rune25,draw1,shown1"
_CARD = re.compile(r"([0-9]{1,2})=([1-9][0-9]{0,2}|\?)")
_CREATURE = re.compile(r"([0-9]{1,2})=([1-9][0-9]{0,2}):([01]):([0-9]{1,3})/([0-9]{1,3}):([-BCDGLW]{6})(r?s?t?)")
_TRIPLET = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})")
_OPTIONS = ("winner", "draft", "picks", "seeds", "chance")


# Actions


def format_action(action: int) -> str:
    """An action in notation. An integer that is no action at all is shown as `#` and its number."""
    source, target = action >> ID_SHIFT & ID_MASK, action & ID_MASK
    if action == END:
        return "PASS"
    if 0 <= action < CHOICES:
        return f"PICK {action}"
    if SUMMON <= action < SUMMON + (LANES << ID_SHIFT) and FIRST_ID <= target <= LAST_ID:
        return f"SUMMON {target} {(action - SUMMON) >> ID_SHIFT}"
    if ATTACK <= action < USE + ATTACK and FIRST_ID <= source <= LAST_ID and target <= LAST_ID:
        return f"{'USE' if action >= USE else 'ATTACK'} {source} {-1 if target == FACE else target}"
    return f"#{action}"


def parse_action(text: str) -> int:
    """An action from its notation."""
    word = " ".join(text.split())
    if word in ("PASS", "END"):
        return END
    match = _ACTION.fullmatch(word)
    if not match or (match[3] is None) != (match[1] == "PICK"):
        raise NotationError(f"{_short(text)} is not an action of locm; actions are {_ACTION_FORMS}")
    action = action_of(match[1], int(match[2]), int(match[3] or 0))
    if action is None:
        raise NotationError(
            f"{_short(text)} names something that cannot be: picks are 0 to 2, lanes 0 and 1, ids 1 to 60, and -1 is "
            "the opponent as a target"
        )
    return action


def action_of(verb: str, first: int, second: int) -> int | None:
    """The action of a verb and its numbers; none if they are out of range."""
    if verb == "PICK":
        return first if 0 <= first < CHOICES else None
    if not FIRST_ID <= first <= LAST_ID:
        return None
    if verb == "SUMMON":
        return summon_action(first, second) if 0 <= second < LANES else None
    if second != -1 and not FIRST_ID <= second <= LAST_ID:
        return None
    make = use_action if verb == "USE" else attack_action
    return make(first, FACE if second == -1 else second)


# States


def format_state(game: "Locm", state: State) -> str:
    """A state in one line, the game's spec in front.

    Of a battle: turn, player to move, and for either player its numbers, hand, deck (next card first), board (in the
    order of summoning) and cards gone. A card is `id=number`, `?` for an unknown one; a creature goes on with
    `:lane:attack/defense:keywords` and letters: r for ready to attack, s for has attacked, t for touched. Options
    follow: the winner, the draft's cards, the picks, the seeds of the shuffles, the state of chance.
    """
    parts = take_apart(state)
    phase = "battle" if parts.phase == BATTLE else "draft"
    words = [game.spec, phase, str(parts.turn), str(parts.player + 1)]
    if parts.phase == BATTLE:
        for side in (0, 1):
            words += _format_side(parts, side)
    if parts.winner >= 0:
        words.append(f"winner={parts.winner + 1}")
    if parts.has_draft:
        words.append("draft=" + "/".join(_format_triplet(triplet) for triplet in parts.triplets))
        words.append("picks=" + "/".join("".join("012?"[pick] for pick in picks) or "-" for picks in parts.picks))
    if any(parts.seeds):
        words.append(f"seeds={parts.seeds[0]}/{parts.seeds[1]}")
    if parts.chance:
        words.append(f"chance={parts.chance:x}")
    return " ".join(words)


def _format_side(parts: Parts, side: int) -> list[str]:
    own = parts.sides[side]
    present = {*own.hand, *own.deck, *(creature.id for creature in own.board)}
    gone = [i for i, number in enumerate(parts.cards) if number and owner_of(i) == side and i not in present]
    return [
        f"hp{own.health},was{own.before},mana{own.mana}/{own.max_mana},bonus{own.bonus},rune{own.rune},"
        f"draw{own.next_draw},shown{own.draw_shown}",
        ",".join(_format_card(parts, i) for i in own.hand) or "-",
        ",".join(_format_card(parts, i) for i in own.deck) or "-",
        ",".join(_format_creature(parts, creature) for creature in own.board) or "-",
        ",".join(_format_card(parts, i) for i in gone) or "-",
    ]


def _format_card(parts: Parts, instance: int) -> str:
    return f"{instance}={parts.cards[instance] or '?'}"


def _format_creature(parts: Parts, creature: Creature) -> str:
    flags = "r" * creature.can_attack + "s" * creature.has_attacked + "t" * creature.touched
    return (
        f"{_format_card(parts, creature.id)}:{creature.lane}:{creature.attack}/{creature.defense}:"
        f"{keywords_text(creature.keywords)}{flags}"
    )


def _format_triplet(triplet: tuple[int, ...]) -> str:
    return ".".join(map(str, triplet)) if any(triplet) else "?"


def parse_state(game: "Locm", text: str) -> State:
    """A state from its notation, without the spec in front. Everything is checked."""
    words = text.split()
    size = {"draft": 3, "battle": 13}.get(words[0] if words else "", 0)
    if not size or len(words) < size:
        raise NotationError(
            f"{_short(text)} is not a state of locm; after the game it reads draft <turn> <player>, or {_BATTLE_FORM}"
        )
    options = _read_options(words[size:])
    cards = [UNKNOWN] * (LAST_ID + 1)
    sides = (Side(), Side())
    if words[0] == "battle":
        sides = (_read_side(words[3:8], cards), _read_side(words[8:13], cards))
    picks = options.get("picks", "-/-").partition("/")
    seeds = options.get("seeds", "0/0").partition("/")
    parts = Parts(
        phase=BATTLE if words[0] == "battle" else DRAFT,
        turn=_read_number("turn", words[1]),
        player=_read_number("player", words[2]) - 1,
        winner=_read_number("winner", options.get("winner", "0")) - 1,
        sides=sides,
        cards=tuple(cards),
        triplets=_read_triplets(options.get("draft")),
        picks=(_read_picks(picks[0]), _read_picks(picks[2])),
        seeds=(_read_number("seed", seeds[0]), _read_number("seed", seeds[2])),
        chance=_read_chance(options.get("chance", "0")),
    )
    try:
        return put_together(game, parts)
    except ImpossibleStateError as error:
        raise NotationError(f"the state {_short(text)} is impossible: {error}") from error


def _read_options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in _OPTIONS or key in options:
            raise NotationError(
                f"{_short(word)} at the end of a state is not understood; "
                f"{', '.join(f'{key}=' for key in _OPTIONS)} can stand there, each once"
            )
        options[key] = value
    return options


def _read_side(words: list[str], cards: list[int]) -> Side:
    numbers = _NUMBERS.fullmatch(words[0])
    if not numbers:
        raise NotationError(f"{_short(words[0])} are not a player's numbers; they read {_NUMBERS_FORM}")
    health, before, mana, max_mana, bonus, rune, next_draw, draw_shown = map(int, numbers.groups())
    hand, deck = _read_cards(words[1], cards), _read_cards(words[2], cards)
    board = tuple(_read_creature(word, cards) for word in words[3].split(",")) if words[3] != "-" else ()
    _read_cards(words[4], cards)
    return Side(
        health=health,
        before=before,
        mana=mana,
        max_mana=max_mana,
        bonus=bonus,
        rune=rune,
        next_draw=next_draw,
        draw_shown=draw_shown,
        hand=hand,
        deck=deck,
        board=board,
    )


def _read_cards(text: str, cards: list[int]) -> tuple[int, ...]:
    ids = []
    for word in text.split(",") if text != "-" else ():
        match = _CARD.fullmatch(word)
        if not match:
            raise NotationError(f"{_short(word)} is not a card; a card is id=number, such as 7=65, or 7=? if unknown")
        ids.append(_note_card(cards, int(match[1]), UNKNOWN if match[2] == "?" else int(match[2])))
    return tuple(ids)


def _read_creature(word: str, cards: list[int]) -> Creature:
    match = _CREATURE.fullmatch(word)
    keywords = keywords_of(match[6]) if match else None
    if not match or keywords is None:
        raise NotationError(
            f"{_short(word)} is not a creature; one is id=number:lane:attack/defense:keywords and letters of rst, "
            "such as 7=65:0:2/2:-----Wr"
        )
    return Creature(
        id=_note_card(cards, int(match[1]), int(match[2])),
        lane=int(match[3]),
        attack=int(match[4]),
        defense=int(match[5]),
        keywords=keywords,
        can_attack="r" in match[7],
        has_attacked="s" in match[7],
        touched="t" in match[7],
    )


def _note_card(cards: list[int], instance: int, number: int) -> int:
    if not FIRST_ID <= instance <= LAST_ID or number > CARD_COUNT or cards[instance]:
        raise NotationError(
            f"{instance}={number} cannot be; ids are 1 to {LAST_ID}, each at most once, and cards 1 to {CARD_COUNT}"
        )
    cards[instance] = number
    return instance


def _read_triplets(text: str | None) -> tuple[tuple[int, ...], ...]:
    if text is None:
        return Parts.triplets
    triplets = []
    for word in text.split("/"):
        match = _TRIPLET.fullmatch(word)
        if not match and word != "?":
            raise NotationError(
                f"{_short(word)} in draft= is not three cards, such as 65.7.160, or ? if they are unknown"
            )
        triplets.append(tuple(map(int, match.groups())) if match else (UNKNOWN,) * CHOICES)
    if len(triplets) != ROUNDS:
        raise NotationError(f"draft= has {len(triplets)} rounds; there must be {ROUNDS}, divided by '/'")
    return tuple(triplets)


def _read_picks(text: str) -> tuple[int, ...]:
    if text == "-":
        return ()
    if not re.fullmatch(r"[012?]{1,30}", text):
        raise NotationError(f"{_short(text)} in picks= is not a row of 0, 1, 2 and ?, or - for none")
    return tuple(UNKNOWN_PICK if letter == "?" else int(letter) for letter in text)


def _read_number(what: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,19}", text):
        raise NotationError(f"the {what} of a state must be a whole number, not {_short(text)}")
    return int(text)


def _read_chance(text: str) -> int:
    if not re.fullmatch(r"[0-9a-f]{1,16}", text):
        raise NotationError(f"chance in a state is up to 16 hexadecimal digits, not {_short(text)}")
    return int(text, 16)


def _short(text: str) -> str:
    """What was given, cut to a length that fits a sentence."""
    return repr(text if len(text) <= 60 else f"{text[:57]}…")
