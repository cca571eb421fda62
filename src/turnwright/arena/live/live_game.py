"""A game in progress: whose turn it is, what has been played, what may be taken back, and who may see what."""

import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from turnwright.agents.turn_check import walk_of
from turnwright.arena.live.played_turn import PlayedTurn
from turnwright.arena.live.seat import Seat
from turnwright.arena.live.seat_keys import SeatKeyError, SeatKeys
from turnwright.arena.play_game import game_of
from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.core.views import ViewKind

EVERYTHING = -1
"""A viewer from whom nothing is hidden."""
NOBODY = -2
"""A viewer who sees what is on the board and no hand: between two people at one screen."""

_WORLDS = 4
"""Guesses at what is hidden that an action is tried on, to see whether it reveals something."""


Thought = tuple[float | None, dict[str, float]]
"""What an agent thought of its turn, and the figures of its search."""


class PlayError(TurnwrightError):
    """An action that the current state of a game does not allow."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What a game in progress is played with."""

    game: str
    """Spec of the game."""
    seats: tuple[Seat, Seat]
    """Who plays; the one who moves first first."""
    view: ViewKind
    """What the players may know of each other: `open` or `hidden`."""
    deal: int
    """Seed of the start."""
    seeds: tuple[int, int]
    """Seeds of the agents."""

    @classmethod
    def new(cls, *, game: str, seats: tuple[Seat, Seat], view: ViewKind, deal: int | None) -> "Setup":
        """A setup with unpredictable seeds."""
        seeds = secrets.randbits(53), secrets.randbits(53)
        return cls(game=game, seats=seats, view=view, deal=secrets.randbits(53) if deal is None else deal, seeds=seeds)


class LiveGame:
    """A game in progress. Everything that changes it either succeeds or leaves it as it was."""

    def __init__(
        self,
        setup: Setup,
        *,
        name: str | None = None,
        started: float | None = None,
        keys: SeatKeys | None = None,
    ) -> None:
        self.setup = setup
        self.name = name or secrets.token_urlsafe(12)
        """Names the game in links. Whoever knows it may play the human side, unless seats have keys, and watch."""
        self.keys = keys
        """Keys of the people's seats, if they share the game by links."""
        self.started = started or time.time()
        """Seconds since 1970. A game that began at a whole minute has no finer time anywhere, as studies promise."""
        self.turns: list[PlayedTurn] = []
        self.state: State = game_of(setup.game).start(setup.deal)
        self.resigned: int | None = None
        """The seat that gave up."""
        self.forfeit = ""
        """Why the game was broken off, if an agent failed."""
        self.quiet = False
        """Whether people are told nothing about the agent: neither its name nor what it thinks."""
        self.told_logs: dict[int, tuple[int, str]] = {}
        """The log as pages were last told it, by whose eyes it is for: how many turns, and what."""
        self.holder = NOBODY if self._shares_a_screen else EVERYTHING
        self._passed: list[State] = []  # the positions of the turn in progress before each of its actions
        self._actions: list[int] = []
        self._texts: list[str] = []
        self._kept = 0  # this many actions can no longer be taken back

    # What holds

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self.state.player

    def timed(self, seconds: float) -> float:
        """A moment as this game keeps it: to the minute, if its beginning is."""
        return 60.0 * (seconds // 60) if self.started % 60 == 0 else seconds

    @property
    def is_over(self) -> bool:
        return self.state.is_over or self.resigned is not None or bool(self.forfeit)

    @property
    def outcome(self) -> int:
        """1 if the first player has won, -1 if the second has, else 0."""
        loser = self.resigned if self.resigned is not None else self.seat if self.forfeit else None
        if loser is not None:
            return -1 if loser == 0 else 1
        return self.state.outcome if self.state.is_over else 0

    @property
    def ending(self) -> str:
        """How the game ended: `played`, `resigned`, or why it was broken off; empty before."""
        if self.resigned is not None:
            return "resigned"
        return self.forfeit or ("played" if self.is_over else "")

    @property
    def reason(self) -> str:
        """How a game that was played to its end ended, in the game's own words; empty where it has none."""
        return self.state.ending or "" if self.ending == "played" else ""

    @property
    def is_human_turn(self) -> bool:
        return not self.is_over and self.setup.seats[self.seat].is_human

    @property
    def is_agent_turn(self) -> bool:
        return not self.is_over and not self.setup.seats[self.seat].is_human

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of the turn in progress."""
        return tuple(self._actions)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The actions of the turn in progress, in notation."""
        return tuple(self._texts)

    @property
    def count(self) -> int:
        """How many actions have been played in all, undone ones not counted: tells a stale page from a fresh one."""
        return sum(map(len, self.turns)) + len(self._actions)

    @property
    def undoable(self) -> int:
        """How many actions can be taken back."""
        return 0 if self.is_over else len(self._actions) - self._kept

    @property
    def start(self) -> State:
        """Where the game began."""
        return self.turns[0].start if self.turns else self.turn_start

    @property
    def turn_start(self) -> State:
        """Where the turn in progress began."""
        return self._passed[0] if self._passed else self.state

    @property
    def turn_seed(self) -> int:
        """The seed for an agent's plan of the present turn; as in the arena."""
        return int(generator(self.setup.seeds[self.seat], len(self.turns))[0])

    # What people do

    def play(self, given: Sequence[str]) -> None:
        """Play actions of the person to move, given in notation: all of them or none."""
        if self.is_over:
            raise PlayError("the game is over")
        if not self.is_human_turn:
            raise PlayError("it is the agent's turn; wait for it")
        if self.holder == NOBODY:
            raise PlayError("nobody has this seat; take it first")
        before = self._snapshot()
        try:
            for number, text in enumerate(given, 1):
                self._act(self.state.game.parse_action(text))
                if number < len(given) and (self.is_over or not self._texts):
                    raise PlayError(f"the turn ends after {number} of the {len(given)} actions given")
                if number < len(given) and self._kept == len(self._actions):
                    raise PlayError(f"{text} reveals hidden information, so later actions must wait")
        except BaseException:
            self._restore(before)
            raise

    def undo(self) -> None:
        """Take back the last action of the turn in progress."""
        if self.undoable < 1:
            raise PlayError(
                "there is nothing to take back: the turn has just begun, or hidden information was revealed"
            )
        self.state = self._passed.pop()
        self._actions.pop()
        self._texts.pop()

    def take_seat(self) -> None:
        """The person to move is at the screen that two people share."""
        if self._shares_a_screen:
            self.holder = self.seat

    def resign(self, seat: int | None = None) -> None:
        """The person to move gives up; in a game that is shared by links, the one at a seat."""
        if not self.is_human_turn:
            raise PlayError("only the person to move can resign")
        self.resigned = self.seat if seat is None else seat

    def check_sitter(self, sitter: int | None) -> None:
        """Refuse whoever may not act now. `sitter`: the seat that somebody has the key of."""
        if self.keys is None:
            return
        if sitter is None:
            raise SeatKeyError("this link is for watching; a seat is played with its key")
        if sitter != self.seat and not self.is_over:
            raise PlayError("it is the other player's turn; wait for it")

    # What agents do

    def play_turn(
        self, actions: Sequence[int], *, value: float | None = None, figures: dict[str, float] | None = None
    ) -> PlayedTurn:
        """Play a whole turn that was already checked."""
        number = len(self.turns)
        for action in actions:
            self._act(action, value=value, figures=figures)
        return self.turns[number]

    def break_off(self, reason: str) -> None:
        """The agent to move has failed and loses."""
        self.forfeit = reason

    # Who may see what

    @property
    def _shares_a_screen(self) -> bool:
        is_hidden, is_shared = self.setup.view == "hidden", all(seat.is_human for seat in self.setup.seats)
        return is_hidden and is_shared and self.keys is None

    @property
    def viewer(self) -> int:
        """Whose eyes a page has that has shown no key: a seat, `EVERYTHING` or `NOBODY`."""
        return self.viewer_at(None)

    def viewer_at(self, sitter: int | None) -> int:
        """Whose eyes a page has that has shown the key of a seat, or none."""
        people = [seat for seat in (0, 1) if self.setup.seats[seat].is_human]
        if self.setup.view == "open" or self.is_over or not people:
            return EVERYTHING
        if self.keys is not None:
            return NOBODY if sitter is None else sitter
        return people[0] if len(people) == 1 else self.holder

    def is_private(self, sitter: int | None) -> bool:
        """Whether the turn in progress is not for these eyes: others see a turn once it can be taken back no more."""
        return self.keys is not None and not self.is_over and sitter != self.seat

    def count_at(self, sitter: int | None) -> int:
        """`count`, as far as these eyes may know it."""
        return self.count - (len(self._actions) if self.is_private(sitter) else 0)

    def seen(self, state: State, viewer: int | None = None) -> State:
        """A position of this game without what a viewer may not know; by default the one without a key."""
        viewer = self.viewer if viewer is None else viewer
        if viewer == EVERYTHING:
            return state
        for seat in (0, 1) if viewer == NOBODY else (viewer,):
            state = State(state.game, state.view(seat, "hidden").records)
        return state

    # Beneath

    def _act(self, action: int, *, value: float | None = None, figures: dict[str, float] | None = None) -> None:
        seat, before = self.seat, self.state
        text = before.action_text(action)
        after = before.play(action)
        self._passed.append(before)
        self._actions.append(action)
        self._texts.append(text)
        self.state = after
        if after.is_over or after.player != seat:
            self._end_turn(value, figures)
        elif self.setup.seats[seat].is_human and self._reveals(before, action, after):
            self._kept = len(self._actions)

    def _reveals(self, before: State, action: int, after: State) -> bool:
        """Whether an action cannot be taken back, since it has shown chance or something hidden."""
        return before.is_revealing(action) or (self.setup.view == "hidden" and _uncovers(before, action, after))

    def _end_turn(self, value: float | None, figures: dict[str, float] | None) -> None:
        self.turns.append(
            PlayedTurn(start=self._passed[0], actions=self._actions, texts=self._texts, value=value, figures=figures)
        )
        self._passed, self._actions, self._texts, self._kept = [], [], [], 0
        if self._shares_a_screen:
            self.holder = NOBODY

    def _snapshot(self) -> tuple[Any, ...]:
        turn = (list(self._passed), list(self._actions), list(self._texts), self._kept)
        return self.state, self.holder, len(self.turns), turn

    def _restore(self, before: tuple[Any, ...]) -> None:
        self.state, self.holder, turns, turn = before
        del self.turns[turns:]
        self._passed, self._actions, self._texts, self._kept = turn

    def replay(self, turns: Sequence[str], thoughts: Sequence[Thought], actions: Sequence[str]) -> None:
        """Play again what has been stored: whole turns with what was thought of them, and the beginning of one more."""
        try:
            for text, (value, figures) in zip(turns, thoughts, strict=True):
                self.play_turn(walk_of(text, self.state).actions, value=value, figures=figures)
            for text in actions:
                self._act(self.state.game.parse_action(text))
        except TurnwrightError as error:
            raise PlayError(f"the stored game cannot be continued: {error}") from error


def _uncovers(before: State, action: int, after: State) -> bool:
    """Whether the player has learnt something by an action: what he sees now depends on what he could not see."""
    seat = before.player
    seen = State(after.game, after.view(seat, "hidden").records)
    worlds = before.view(seat, "hidden").worlds(_WORLDS, generator(0))
    for world in worlds:
        guessed = State(after.game, world.play(action).view(seat, "hidden").records)
        # Almost always even their bytes are the same, and notation takes long to write.
        if guessed.records.tobytes() != seen.records.tobytes() and guessed.text != seen.text:
            return True
    return False
