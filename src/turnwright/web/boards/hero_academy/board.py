"""Hero Academy as the page shows it."""

from dataclasses import asdict, dataclass
from typing import Any, cast

import numpy as np

from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.games.hero_academy.drawing.glyphs import CRYSTAL_GLYPH, SQUARE_GLYPHS, UNIT_GLYPHS
from turnwright.games.hero_academy.drawing.text_board import CARD_NAMES, GEAR_NAMES, PIECE_NAMES, SQUARE_NAMES
from turnwright.games.hero_academy.engine.cards import CARDS, CRYSTAL, DECKS, GEAR, UNITS
from turnwright.games.hero_academy.engine.maps import MAPS
from turnwright.games.hero_academy.engine.parameters import DECK_OF_MAP
from turnwright.games.hero_academy.engine.state import DROP, END, GEAR_SHIFT, KIND_MASK, SWAP
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.notation import CARD_LETTERS, PIECE_LETTERS
from turnwright.games.hero_academy.squares import square_names
from turnwright.games.hero_academy.typed_state import Crystal, HeroAcademyState, Unit
from turnwright.games.registry import game
from turnwright.web.boards.base import Board, Effect
from turnwright.web.boards.hero_academy.cards import CARD_GLYPHS, CARD_SENTENCES, UNIT_SENTENCES
from turnwright.web.boards.hero_academy.schema import HeroAcademyOptions, HeroAcademyPosition


@dataclass(frozen=True)
class _Piece:
    """What stands or lies on a square."""

    owner: int
    kind: int
    hp: int
    gear: int

    def is_same(self, other: "_Piece | None") -> bool:
        """Whether it may be the same piece at another time."""
        return other is not None and (self.owner, self.kind) == (other.owner, other.kind)


def _pieces(state: State) -> dict[int, _Piece]:
    """The pieces by square. Fields are read at once: this is asked for every target of every click."""
    record = state.records.view(np.ndarray)[0]
    living, fallen = record["living"].tolist(), record["fallen"].tolist()
    units, hps = record["unit"].tolist(), record["hp"].tolist()
    sides = [living[0] | fallen[0], living[1] | fallen[1]]
    return {
        square: _Piece(
            0 if sides[0] >> square & 1 else 1, units[square] & KIND_MASK, hps[square], units[square] >> GEAR_SHIFT
        )
        for square in range(64)
        if (sides[0] | sides[1]) >> square & 1
    }


class HeroAcademyBoard(Board):
    """Squares are named as in notation; `card:K` is a card of the hand, `deck` where cards are swapped to."""

    name = "hero_academy"
    title = "Hero Academy"
    summary = "tactics on a board"
    credit = "Robot Entertainment"
    Options = HeroAcademyOptions
    Position = HeroAcademyPosition

    def game_with(self, options: HeroAcademyOptions) -> Game:
        return game(
            self.game,
            map=options.map,
            deck=options.deck or DECK_OF_MAP[options.map],
            action_points=options.action_points,
            draws=options.draws,
            evaluation=options.evaluation,
        )

    def unfit_for_study(self, game: Game) -> str:
        draws = cast(HeroAcademy, game).settings.draws
        return "" if draws == "random" else "people must not be able to predict the draws, so add draws=random"

    def catalogue(self) -> dict[str, Any]:
        return {
            "units": {
                name: asdict(unit) | {"letter": letter, "meaning": UNIT_SENTENCES[name]}
                for name, unit, letter in zip(PIECE_NAMES, UNITS, PIECE_LETTERS, strict=True)
            },
            "cards": {
                name: {"letter": letter, "meaning": CARD_SENTENCES.get(name) or UNIT_SENTENCES[name]}
                for name, letter in zip(CARD_NAMES, CARD_LETTERS, strict=True)
            },
            "gear": list(GEAR_NAMES),
            "squares": SQUARE_NAMES,
            "maps": {name: {"rows": list(rows), "deck": DECK_OF_MAP[name]} for name, rows in MAPS.items()},
            "decks": {name: dict(zip(CARD_NAMES, counts, strict=True)) for name, counts in DECKS.items()},
            "action_points": {"least": 1, "most": 15, "usual": 5},
        }

    def position(self, state: State) -> dict[str, Any]:
        shown = cast(HeroAcademyState, state)
        settings = shown.game.settings
        return {
            "rows": list(settings.board.rows),
            "turn": shown.turn,
            "limit": shown.turn_limit,
            "player": shown.player,
            "over": shown.is_over,
            "ap": shown.action_points,
            "points": settings.first_turn_points if shown.turn == 1 else settings.action_points,
            "pieces": [_shown_piece(piece) for piece in shown.pieces],
            "hands": [dict(cards) for cards in shown.hands],
            "decks": [dict(cards) for cards in shown.decks],
            "unknown": list(shown.unknown_cards),
        }

    def places(self, state: State, action: int) -> tuple[str, str]:
        names = square_names(cast(HeroAcademy, state.game).settings.board.height)
        if action == END:
            return "end", ""
        if action >= SWAP:
            return f"card:{CARD_LETTERS[action - SWAP]}", "deck"
        if action >= DROP:
            return f"card:{CARD_LETTERS[(action - DROP) >> 6]}", names[action & 63]
        return names[action >> 6], names[action & 63]

    def effects(self, before: State, action: int, after: State) -> list[Effect]:
        names = square_names(cast(HeroAcademy, before.game).settings.board.height)
        if action >= SWAP:
            return [] if action == END else [Effect(kind="swap", what=CARD_NAMES[action - SWAP])]
        found = _changes(_pieces(before), _pieces(after), action, names)
        if after.is_over:
            found.append(Effect(kind=("draw", "wins", "loses")[after.outcome * (1 if before.player == 0 else -1)]))
        return found

    def actor(self, state: State, action: int) -> str:
        if action >= DROP:
            return "" if action == END else CARD_NAMES[action - SWAP if action >= SWAP else (action - DROP) >> 6]
        return PIECE_NAMES[_pieces(state)[action >> 6].kind]

    def as_others_see(self, text: str, start: State) -> str:
        return "~?" if text.startswith("~") else text

    def without_future(self, state: State) -> State:
        known = state.copy()
        known.records["seed"], known.records["chance"] = 0, 0
        return known

    def view_of(self, state: State) -> ViewKind:
        return "hidden" if state.records[0].unknown.any() else "open"

    def glyphs(self) -> dict[str, str]:
        colours = {"ink": "currentColor", "ground": "var(--ground)", "edge": "var(--edge)"}
        drawn = {name: glyph.format(**colours) for name, glyph in zip(PIECE_NAMES[:CRYSTAL], UNIT_GLYPHS, strict=True)}
        drawn["crystal"] = CRYSTAL_GLYPH.format(**colours)
        drawn |= {f"square-{symbol}": glyph.format(**colours) for symbol, glyph in SQUARE_GLYPHS.items()}
        return drawn | CARD_GLYPHS


def _shown_piece(piece: Unit | Crystal) -> dict[str, Any]:
    kind, power, gear = ("crystal", 0, ()) if isinstance(piece, Crystal) else (piece.kind, piece.power, piece.gear)
    return {
        "square": piece.square,
        "owner": piece.owner,
        "kind": kind,
        "hp": piece.hp,
        "full": piece.max_hp,
        "power": power,
        "gear": list(gear),
    }


def _changes(before: dict[int, _Piece], after: dict[int, _Piece], action: int, names: list[str]) -> list[Effect]:
    """What an action has changed on the board."""
    target = action & 63
    found: list[Effect] = []
    now = dict(after)  # what is explained is taken out or put back
    then = dict(before)
    if action >= DROP:
        card = (action - DROP) >> 6
        if card < CRYSTAL:
            if target in then:
                found.append(Effect(kind="stomp", at=names[target], what=PIECE_NAMES[then.pop(target).kind]))
            del now[target]
            found.append(Effect(kind="deploy", at=names[target], what=CARD_NAMES[card]))
    else:
        found += _walked(then, now, action >> 6, target, names)
    squares = sorted(then.keys() | now.keys(), key=lambda square: (square != target, square))
    for square in squares:
        found += _changed(then.get(square), now.get(square), names[square])
    return found


def _walked(
    then: dict[int, _Piece], now: dict[int, _Piece], source: int, target: int, names: list[str]
) -> list[Effect]:
    """Pieces that have changed their squares; both positions are made to agree on where they stand."""
    actor, aim = then[source], then.get(target)
    if aim is not None and aim != actor and now.get(source) == aim and now.get(target) == actor:
        now[source], now[target] = actor, aim
        return [Effect(kind="exchange", at=names[source], to=names[target], what=PIECE_NAMES[actor.kind])]
    if source not in now and actor.is_same(now.get(target)):
        now[source] = now.pop(target)
        moved = [Effect(kind="move", at=names[source], to=names[target], what=PIECE_NAMES[actor.kind])]
        if aim is not None:
            moved.append(Effect(kind="stomp", at=names[target], what=PIECE_NAMES[then.pop(target).kind]))
        return moved
    if aim is not None and target not in now:
        for square, piece in now.items():
            if aim.is_same(piece) and piece != then.get(square):  # driven there by a knight
                pushed = [Effect(kind="push", at=names[target], to=names[square], what=PIECE_NAMES[aim.kind])]
                if square in then:
                    pushed.append(Effect(kind="stomp", at=names[square], what=PIECE_NAMES[then.pop(square).kind]))
                now[target] = now.pop(square)
                return pushed
    return []


def _changed(then: _Piece | None, now: _Piece | None, at: str) -> list[Effect]:
    """What has become of the piece on a square."""
    if then is None or then == now:
        return []
    what = PIECE_NAMES[then.kind]
    if now is None:
        if then.hp == 0:
            return [Effect(kind="remove", at=at, what=what)]
        return [Effect(kind="damage", at=at, amount=then.hp, what=what), Effect(kind="destroy", at=at, what=what)]
    found = []
    if now.hp < then.hp:
        found.append(Effect(kind="damage", at=at, amount=then.hp - now.hp, what=what))
        if now.hp == 0:
            found.append(Effect(kind="knock_out", at=at, what=what))
    elif now.hp > then.hp:
        kind = "heal" if then.hp else "revive"
        found.append(Effect(kind=kind, at=at, amount=now.hp - then.hp, what=what))
    for item in range(len(GEAR)):
        if (then.gear ^ now.gear) >> item & 1:
            takes = bool(now.gear >> item & 1)
            found.append(
                Effect(kind="equip", at=at, to=what, what=GEAR_NAMES[item])
                if takes
                else Effect(kind="use_up", at=at, what=GEAR_NAMES[item])
            )
    return found


assert len(CARD_NAMES) == len(CARDS)
