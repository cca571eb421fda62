"""The text of whole games: tags in square brackets, then a numbered line for every turn, then the result.

    [Game "amazons:side=6"]
    [First "greedy_action"]
    [Second "random"]
    [View "open"]
    [Seed "7"]
    [Result "1-0"]

    1. b1-b3 *b4 {0.52}
    2. b6-b5 *a5
    1-0

A number in braces is what the player thought the turn is worth. Lines that begin with # are comments. A file may hold
many games. `Start` has the first state in notation where no seed gives it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite

import turnwright
from turnwright.agents.turn_check import walk_of
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import no_foreign_code, parse_spec, split_notation
from turnwright.core.state import State, Walk
from turnwright.core.views import VIEW_KINDS, ViewKind

RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1", None: "*"}
"""Outcomes as text; a game that is not over has a star."""
_OUTCOMES = {text: outcome for outcome, text in RESULTS.items()}
_TAG = re.compile(r'\[(\w{1,40}) "((?:[^"\\]|\\.)*)"\]')
_TURN = re.compile(r"(\d{1,6})\. *(.*?)(?: \{([^{}]*)\})?")
_MOST_TURNS = 10_000


class GameTextError(TurnwrightError):
    """A text that is no game."""


@dataclass(frozen=True, kw_only=True)
class WrittenGame:
    """A game as its text has it; nothing of it is run or checked before `walks` is asked for."""

    game: str
    """Spec of the game."""
    turns: tuple[str, ...]
    """All turns in notation."""
    outcome: int | None = None
    """1 if player 0 won, -1 if player 1 did, 0 for a draw; None if the game is not over."""
    values: tuple[float | None, ...] = ()
    """What the players thought their turns are worth, as far as it is known."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """All other tags."""

    @classmethod
    def of_record(cls, record: GameRecord) -> "WrittenGame":
        """A stored game."""
        setup = record.setup
        first, second = setup.players
        tags = {
            "First": first.agent,
            "FirstBudget": None if first.budget is None else str(first.budget),
            "Second": second.agent,
            "SecondBudget": None if second.budget is None else str(second.budget),
            "View": setup.view,
            "Seed": str(setup.seed),
            "FirstSeed": str(setup.agent_seeds[0]),
            "SecondSeed": str(setup.agent_seeds[1]),
            "Ending": record.ending,
            "Forfeit": record.forfeit or None,
        }
        return cls(
            game=setup.game,
            turns=record.turns,
            outcome=record.outcome,
            values=tuple(record.figure("value")),
            tags={name: text for name, text in tags.items() if text is not None},
        )

    @classmethod
    def of_walks(cls, walks: Sequence[Walk], **tags: str) -> "WrittenGame":
        """Turns that were played one after the other, from any state."""
        if not walks:
            raise GameTextError("a game needs at least one turn")
        last = walks[-1].after
        return cls(
            game=walks[0].start.game.spec,
            turns=tuple(walk.text for walk in walks),
            outcome=last.outcome if last.is_over else None,
            tags={**tags, "Start": walks[0].start.text},
        )

    def text(self) -> str:
        """The game as text; `read_games` reads it."""
        result = RESULTS[self.outcome]
        tags = {"Game": self.game, **self.tags, "Result": result}
        values = [*self.values, *[None] * (len(self.turns) - len(self.values))]
        lines = [f'[{name} "{_quoted(text)}"]' for name, text in tags.items()]
        lines.append("")
        for number, (turn, value) in enumerate(zip(self.turns, values, strict=False), 1):
            lines.append(f"{number}. {turn}" + ("" if value is None else f" {{{value:.10g}}}"))
        return "\n".join([*lines, result, ""])

    def start(self, *, trusted: bool = False) -> State:
        """Where the game begins. Rules from outside the package are run only if they are trusted."""
        spec = parse_spec(self.game)
        if not trusted:
            no_foreign_code(spec, "if you trust it, allow it with --trust")
        game = turnwright.game(spec)
        if "Start" in self.tags:
            named, position = split_notation(self.tags["Start"])
            if str(named) != str(spec):
                raise GameTextError(f"the start is one of {str(named)[:100]!r}, the game is {self.game[:100]!r}")
            return game.parse_state(position)
        return game.start(self._number("Seed"))

    def walks(self, *, trusted: bool = False) -> list[Walk]:
        """The turns, each played by the rules; a turn that they do not allow is an error that names it."""
        state, found = self.start(trusted=trusted), []
        for number, turn in enumerate(self.turns, 1):
            try:
                walk = walk_of(turn, state)
            except TurnwrightError as error:
                raise GameTextError(f"turn {number}, {turn[:100]!r}, is not possible: {error}") from error
            found.append(walk)
            state = walk.after
        return found

    def record(self) -> GameRecord:
        """The game as the store has it: it needs a seed, and both players."""
        for name in ("First", "Second", "Seed"):
            if name not in self.tags:
                raise GameTextError(f"the game has no tag {name}; a store keeps games with First, Second and Seed only")
        if self.outcome is None:
            raise GameTextError("the game is not over; a store keeps finished games only")
        setup = GameSetup(
            game=self.game,
            players=(self._player("First"), self._player("Second")),
            seed=self._number("Seed"),
            agent_seeds=(self._number("FirstSeed"), self._number("SecondSeed")),
            view=self._view(),
        )
        known = {"value": list(self.values)} if any(value is not None for value in self.values) else {}
        return GameRecord(
            setup=setup,
            outcome=self.outcome,
            turns=self.turns,
            ending=self.tags.get("Ending"),
            forfeit=self.tags.get("Forfeit", ""),
            reports=known,
        )

    def _player(self, seat: str) -> Player:
        budget = self.tags.get(f"{seat}Budget")
        return Player(agent=self.tags[seat], budget=None if budget is None else Budget.parse(budget))

    def _view(self) -> ViewKind:
        named = self.tags.get("View", "open")
        for kind in VIEW_KINDS:
            if kind == named:
                return kind
        raise GameTextError(f"the tag View is {named[:60]!r}; it must be {', '.join(VIEW_KINDS)}")

    def _number(self, tag: str) -> int:
        text = self.tags.get(tag, "0")
        if not re.fullmatch(r"\d{1,19}", text, re.ASCII) or int(text) >= 2**63:
            raise GameTextError(f"the tag {tag} is {text[:60]!r}; it must be a whole number below 2⁶³")
        return int(text)


def read_games(text: str) -> Iterator[WrittenGame]:
    """The games of a text, one after the other. Errors name the line.

    >>> [game] = read_games('[Game "amazons:side=6"]\\n\\n1. b1-b3 *b4 {0.52}\\n*\\n')
    >>> game.turns, game.values, game.walks()[0].after.closed
    (('b1-b3 *b4',), (0.52,), ('b4',))
    """
    tags: dict[str, str] = {}
    turns: list[str] = []
    values: list[float | None] = []
    for place, line in enumerate(map(str.strip, text.splitlines()), 1):
        if not line or line.startswith("#"):
            continue
        if line in _OUTCOMES:
            yield _finished(tags, turns, values, line, place)
            tags, turns, values = {}, [], []
        elif found := _TAG.fullmatch(line):
            if turns or found[1] in tags:
                what = "turns, and no result" if turns else "the same tag"
                raise GameTextError(f"line {place} is the tag {found[1]}, but before it come {what}")
            tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        elif found := _TURN.fullmatch(line):
            if int(found[1]) != len(turns) + 1 or len(turns) >= _MOST_TURNS:
                raise GameTextError(f"line {place} has turn {found[1]}; turn {len(turns) + 1} comes next")
            turns.append(found[2])
            values.append(_value(found[3], place))
        else:
            raise GameTextError(
                f'line {place} is {line[:60]!r}; it must be a tag such as [Seed "7"], a turn such as '
                f"'1. K@a1 end', or a result: {', '.join(_OUTCOMES)}"
            )
    if tags or turns:
        raise GameTextError(f"the last game has no result; end it with one of {', '.join(_OUTCOMES)}")


def _finished(
    tags: dict[str, str], turns: list[str], values: list[float | None], result: str, place: int
) -> WrittenGame:
    if "Game" not in tags:
        raise GameTextError(f'the game that ends in line {place} has no tag Game, such as [Game "hero_academy"]')
    if tags.get("Result", result) != result:
        raise GameTextError(f"the game that ends in line {place} has the result {result}, but its tag says otherwise")
    further = {name: text for name, text in tags.items() if name not in ("Game", "Result")}
    return WrittenGame(
        game=tags["Game"], turns=tuple(turns), outcome=_OUTCOMES[result], values=tuple(values), tags=further
    )


def _value(text: str | None, place: int) -> float | None:
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise GameTextError(f"line {place} has {text[:60]!r} in braces; it must be a number, the value of the turn")
    return value


def _quoted(text: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", " ".join(text.split()))
