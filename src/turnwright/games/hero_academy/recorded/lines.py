"""The words of recorded games: actions, states and lines as the reference's recordings write them.

`Notes` holds what a replay found, and gives it in the very form of the recordings, so that comparing is
comparing lines, and writing is writing them.
"""

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.records import blank_records
from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import CARDS, GEAR, KINDS
from turnwright.games.hero_academy.engine.maps import MAPS, Map
from turnwright.games.hero_academy.engine.parameters import ORDERINGS, build_parameters, unpack_cards
from turnwright.games.hero_academy.engine.state import (
    DROP,
    END,
    GEAR_SHIFT,
    KIND_MASK,
    MAX_ACTIONS,
    STATE,
    SWAP,
    drop_action,
    swap_action,
    unit_action,
)
from turnwright.games.hero_academy.evaluators import evaluator_of
from turnwright.games.hero_academy.recorded import replay
from turnwright.games.hero_academy.settings import Settings
from turnwright.games.hero_academy.state_codec import Parts, Piece, put_together

if TYPE_CHECKING:
    from turnwright.games.hero_academy.game import HeroAcademy

Json = dict[str, Any]

STATE_KEYS = ("turn", "p", "ap", "term", "win", "u", "h1", "h2", "d1", "d2", "s1", "s2", "hash")
DETAIL_KEYS = ("evn", "evmb", "evme", "sv", "cv", "np")
"""What recordings say about every fifth state only."""

_UNIT = re.compile(r"U:([0-9]{1,2}),([0-9]{1,2}):([0-9]{1,2}),([0-9]{1,2}):[AMHS]")
_DROP = re.compile(rf"D:({'|'.join(CARDS)}):([0-9]{{1,2}}),([0-9]{{1,2}})")
_SWAP = re.compile(rf"S:({'|'.join(CARDS)})")
_WINNER = {0: 0, 1: 1, -1: 2}


class LineError(TurnwrightError):
    """A word or a state of a recording that means nothing."""


def read_action(board: Map, text: str) -> int:
    """The action that a recording writes as `E`, `S:CARD`, `D:CARD:x,y` or `U:x,y:x2,y2:T`."""
    if text == "E":
        return END
    if match := _UNIT.fullmatch(text):
        return unit_action(_square(board, match[1], match[2]), _square(board, match[3], match[4]))
    if match := _DROP.fullmatch(text):
        return drop_action(CARDS.index(match[1]), _square(board, match[2], match[3]))
    if match := _SWAP.fullmatch(text):
        return swap_action(CARDS.index(match[1]))
    raise LineError(f"{text[:40]!r} is not an action; actions are E, S:CARD, D:CARD:x,y and U:x,y:x2,y2:T")


def read_state(game: "HeroAcademy", data: Json) -> State:
    """A state from its JSON. Winner and hash follow from the rest and are not looked at."""
    missing = [key for key in STATE_KEYS if key not in data]
    if missing:
        raise LineError(f"the state has no {missing[0]!r}; it needs {', '.join(STATE_KEYS)}")
    try:
        return put_together(game, _parts(game.settings.board, data))
    except TurnwrightError:
        raise
    except (TypeError, ValueError, OverflowError):
        raise LineError("the state has a value of the wrong kind; see the format of recorded games") from None


def write_state(state: State) -> Json:
    """The JSON of a state."""
    return deepcopy(Notes.on_state(state).state(0))


def _square(board: Map, x: Any, y: Any) -> int:
    column, row = int(x), int(y)
    if not (0 <= column < board.width and 0 <= row < board.height):
        raise LineError(f"({column}, {row}) is not on the map, which is {board.width} by {board.height}")
    return column * board.height + row


def _parts(board: Map, data: Json) -> Parts:
    pieces = []
    for x, y, owner, kind, hp, gear in data["u"]:
        if kind not in KINDS or not set(gear) <= set(GEAR):
            raise LineError(f"{kind!r} with {gear!r} is not a piece; kinds are {', '.join(KINDS)}")
        items = sum(1 << GEAR.index(item) for item in set(gear))
        square = _square(board, x, y)
        pieces.append(Piece(square=square, owner=int(owner) - 1, kind=KINDS.index(kind), hp=int(hp), gear=items))
    pieces.sort(key=lambda piece: piece.square)
    return Parts(
        turn=int(data["turn"]),
        player=int(data["p"]) - 1,
        ap=int(data["ap"]),
        pieces=tuple(pieces),
        hands=(tuple(map(int, data["h1"])), tuple(map(int, data["h2"]))),
        decks=(tuple(map(int, data["d1"])), tuple(map(int, data["d2"]))),
        seeds=(int(data["s1"]), int(data["s2"])),
        over=bool(data["term"]),
    )


class _ActionTexts(dict[int, str]):
    """Texts of listed actions (action and label) on boards of one height, made when first asked for."""

    def __init__(self, height: int) -> None:
        self.height = height

    def __missing__(self, listed: int) -> str:
        action, label = listed & (1 << replay.LABEL_SHIFT) - 1, replay.LABELS[listed >> replay.LABEL_SHIFT]
        target = self._place(action & 63)
        if action < DROP:
            text = f"U:{self._place(action >> 6)}:{target}:{label}"
        elif action < SWAP:
            text = f"D:{CARDS[(action - DROP) >> 6]}:{target}"
        else:
            text = "E" if action == END else f"S:{CARDS[action - SWAP]}"
        self[listed] = text
        return text

    def _place(self, square: int) -> str:
        return f"{square // self.height},{square % self.height}"


class _PieceLists(dict[int, list[Any]]):
    """JSON of noted pieces on boards of one height, made when first asked for."""

    def __init__(self, height: int) -> None:
        self.height = height

    def __missing__(self, noted: int) -> list[Any]:
        unit = noted >> replay.UNIT_SHIFT & 127
        gear = [item for i, item in enumerate(GEAR) if unit >> GEAR_SHIFT + i & 1]
        place = divmod(noted & 63, self.height)
        owner = 1 + (noted >> replay.OWNER_SHIFT & 1)
        self[noted] = [*place, owner, KINDS[unit & KIND_MASK], noted >> replay.HP_SHIFT, gear]
        return self[noted]


_action_texts = cache(_ActionTexts)
_piece_lists = cache(_PieceLists)
_counts = lru_cache(maxsize=1 << 16)(unpack_cards)


@lru_cache(maxsize=256)
def _reference_parameters(settings: Settings) -> tuple[np.ndarray, np.ndarray]:
    """Parameters with all variants as the reference has them, and the same with the simple ordering."""
    settings = replace(settings, evaluation="reference", ordering="reference", pruning="reference")
    params = build_parameters(settings, evaluator_of(settings))
    simple = params.copy()
    simple["ordering"] = ORDERINGS.index("simple")
    return params, simple


def _room(count: int) -> tuple[np.ndarray, ...]:
    """Arrays for what a replay notes on `count` states: listed, orders, pieces, values, facts."""
    return (
        np.empty((count, MAX_ACTIONS), dtype=np.int32),
        np.empty((count, 2, MAX_ACTIONS), dtype=np.int32),
        np.empty((count, 64), dtype=np.int32),
        np.empty((count, replay.VALUES), dtype=np.float64),
        np.zeros((count, replay.FACTS), dtype=np.int64),
    )


class Notes:
    """What the reference would record of states in a row, each reached from the one before by one action.

    The lines share lists with one another: copy them deeply before changing anything.
    """

    def __init__(self, settings: Settings, records: np.ndarray, actions: Sequence[int]) -> None:
        params, simple = _reference_parameters(settings)
        height = settings.board.height
        self.settings = settings
        self.records = records
        """The states, under the reference's evaluation."""
        self._played = np.array(actions, dtype=np.int32)
        self._listed, self._orders, self._pieces, self._values, self._facts = _room(len(records))
        self.count: int = replay.replay(
            params,
            simple,
            self._played,
            records,
            self._listed,
            self._orders,
            self._pieces,
            self._values,
            self._facts,
        )
        """How many of the actions could be played; the next one was not legal."""
        self._texts, self._piece_lists = _action_texts(height), _piece_lists(height)
        self._rows = self._facts.tolist()
        self._value_rows = self._values.tolist()
        self._scalars = [records[field].tolist() for field in ("turn", "player", "ap", "over", "hand", "deck", "seed")]

    @classmethod
    def on_game(cls, settings: Settings, seeds: tuple[int, int], actions: Sequence[int]) -> "Notes":
        """Of a whole game, from the seeds of its decks and its actions."""
        records = blank_records(STATE, len(actions) + 1)
        replay.begin(_reference_parameters(settings)[0], records, *seeds)
        return cls(settings, records, actions)

    @classmethod
    def on_state(cls, state: State, actions: Sequence[int] = ()) -> "Notes":
        """Of one state, and what follows from some actions."""
        game: HeroAcademy = state.game  # type: ignore[assignment]
        records = blank_records(STATE, len(actions) + 1)
        records[0] = state.records[0]
        replay.adopt(_reference_parameters(game.settings)[0], records)
        return cls(game.settings, records, actions)

    def action_text(self, index: int) -> str:
        """The action played in a state."""
        label = self._rows[index][replay.LABEL]
        return self._texts[int(self._played[index]) | label << replay.LABEL_SHIFT]

    def state(self, index: int) -> Json:
        """The JSON of a state."""
        turn, player, ap, over, hand, deck, seed = (column[index] for column in self._scalars)
        facts = self._rows[index]
        pieces = self._pieces[index, : facts[replay.PIECES]].tolist()
        return {
            "turn": turn,
            "p": player + 1,
            "ap": ap,
            "term": over,
            "win": _WINNER[facts[replay.OUTCOME]],
            "u": list(map(self._piece_lists.__getitem__, pieces)),
            "h1": _counts(hand[0]),
            "h2": _counts(hand[1]),
            "d1": _counts(deck[0]),
            "d2": _counts(deck[1]),
            "s1": seed[0],
            "s2": seed[1],
            "hash": facts[replay.HASH],
        }

    def step(self, index: int, *, detailed: bool) -> Json:
        """The line of a state in which an action was played."""
        facts = self._rows[index]
        count = facts[replay.LISTED]
        listed = map(self._texts.__getitem__, self._listed[index, :count].tolist())
        line = {"t": "step", "s": self.state(index), **self._evaluations(index, detailed), "L": list(listed)}
        if detailed:
            line["sv"], line["cv"] = self._orders[index, :, :count].tolist()
            line["np"] = facts[replay.PRUNED]
        if index < self.count:
            line["a"] = self.action_text(index)
        return line

    def end(self) -> Json:
        """The line of the last state."""
        evaluations = self._evaluations(self.count, detailed=True)
        return {"t": "end", "s": self.state(self.count), **evaluations, "steps": self.count}

    def kept(self, index: int) -> tuple[bool, bool]:
        """Whether the hash and the balance that a state keeps are those found from scratch."""
        facts = self._rows[index]
        return bool(facts[replay.KEPT_HASH]), bool(facts[replay.KEPT_BALANCE])

    def _evaluations(self, index: int, detailed: bool) -> Json:
        values = self._value_rows[index]
        line: Json = {"ev": [int(value) for value in values[replay.EVALUATION : replay.EVALUATION + 2]]}
        if detailed:
            line["evn"] = values[replay.NORMALISED : replay.NORMALISED + 2]
            line["evmb"] = values[replay.MATERIAL : replay.MATERIAL + 2]
            if self.settings.board.rows in MAPS.values():  # the mean is defined by the deck of a named map
                line["evme"] = values[replay.MEAN : replay.MEAN + 2]
        return line
