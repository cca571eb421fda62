"""The spec of a program as a player: `cmd:` and a command line, such as `cmd:python3 my_bot.py --level 2`.

The command line is split as a shell does (quotes and backslashes count), but no shell runs it. Settings may stand in
front of it: `cmd:protocol=json,grace=500:./my_bot`. A budget behind an `@` belongs to the player, as for every agent.
"""

import shlex
from dataclasses import dataclass, fields
from pathlib import Path

from turnwright.core.budget import ALLOWANCE
from turnwright.core.plain_data import read_settings
from turnwright.core.spec import Command, SpecError, default_of, write_value
from turnwright.games.contests import OWN_PROTOCOLS
from turnwright.wire.process import found_program


@dataclass(frozen=True, kw_only=True)
class CommandSettings:
    """How a program is run as a player."""

    protocol: str = "game"
    """What it speaks: `json` for JSON lines, `locm` or `aei` for a game's own protocol, or `game` for what is usual in
    the game: its own protocol where it has one, else JSON lines."""
    time: float = 1.0
    """A factor for the time limits of a game's own protocol."""
    grace: int = int(ALLOWANCE)
    """Milliseconds by which an answer may be late; by default as many as for every agent."""

    def __post_init__(self) -> None:
        if self.protocol not in (known := ("game", "json", *OWN_PROTOCOLS.values())):
            raise SpecError(f"protocol cannot be {self.protocol!r}; available: {', '.join(known)}")
        if not 0 < self.time <= 1000:
            raise SpecError(f"time is {self.time:g}; it must be above 0 and at most 1000")
        if not 0 <= self.grace <= 60_000:
            raise SpecError(f"grace is {self.grace}; it must be from 0 to 60000 milliseconds")


@dataclass(frozen=True, kw_only=True)
class Program:
    """A program with its arguments, and how it is run."""

    line: str
    """As it was given."""
    settings: CommandSettings

    @classmethod
    def of(cls, spec: Command) -> "Program":
        """The program that a spec names. It must be there."""
        program = cls(line=spec.line, settings=read_settings(CommandSettings, spec.raw, spec.label))
        if found_program(program.words[0]) is None:
            raise SpecError(
                f"there is no program {program.words[0]!r} that can be run; give its path, such as cmd:./my_bot, and "
                "make it executable"
            )
        return program

    def __post_init__(self) -> None:
        try:
            words = shlex.split(self.line)
        except ValueError as error:
            raise SpecError(f"the command line {self.line!r} cannot be split: {str(error).lower()}") from None
        if not words:
            raise SpecError("cmd: needs a command line, such as cmd:./my_bot or cmd:python3 my_bot.py")

    @property
    def words(self) -> list[str]:
        """The program and its arguments."""
        return shlex.split(self.line)

    @property
    def spec(self) -> str:
        """The spec that makes this program again."""
        changed = [
            (field.name, write_value(value))
            for field in fields(self.settings)
            if (value := getattr(self.settings, field.name)) != default_of(field)
        ]
        return str(Command(line=self.line, settings=tuple(changed)))

    @property
    def files(self) -> list[Path]:
        """The files that it names, program first: an edit of one of them makes it another player."""
        program = found_program(self.words[0])
        named = [Path(word) for word in ([program] if program else []) + self.words[1:]]
        return [file.resolve() for file in named if file.is_file()]
