"""The spec of a program as a player: `cmd:` and a command line, such as `cmd:python3 my_bot.py --level 2`.

The command line is split as a shell does (quotes and backslashes count), but no shell runs it. Settings may stand in
front of it: `cmd:protocol=json,grace=500:./my_bot`. A budget behind an `@` belongs to the player, as for every agent.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turnwright.core.spec import SpecError, format_spec, read_settings, split_spec
from turnwright.wire.process import found_program

_PREFIX = "cmd:"
_SETTINGS = re.compile(r"(?:protocol|time|grace)=[^:\s]*(?=:)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Protocol = Literal["game", "json", "locm"]


@dataclass(frozen=True, kw_only=True)
class CommandSettings:
    """How a program is run as a player."""

    protocol: Protocol = "game"
    """What it speaks: JSON lines, the contest's protocol of locm, or what is usual for the game: the contest's protocol
    in locm, JSON lines in all others."""
    time: float = 1.0
    """So many times the contest's time limits are given, where its protocol is spoken."""
    grace: int = 100
    """Milliseconds by which an answer may be late, since a machine can be busy."""

    def __post_init__(self) -> None:
        if not 0 < self.time <= 1000:
            raise SpecError(f"time is {self.time:g}; it must be above 0 and at most 1000")
        if not 0 <= self.grace <= 60_000:
            raise SpecError(f"grace is {self.grace}; it must be from 0 to 60000 milliseconds")


@dataclass(frozen=True, kw_only=True)
class Command:
    """A program with its arguments, and how it is run."""

    line: str
    """As it was given."""
    settings: CommandSettings

    @classmethod
    def parse(cls, spec: str) -> "Command":
        """A command from its spec. The program must be there."""
        rest = spec.strip().removeprefix(_PREFIX)
        given = _SETTINGS.match(rest)
        raw = split_spec(f"{_PREFIX}{given[0]}")[1] if given else {}
        line = rest[len(given[0]) + 1 :].strip() if given else rest.strip()
        command = cls(line=line, settings=read_settings(CommandSettings, raw, "cmd"))
        program = command.words[0]
        if found_program(program) is None:
            raise SpecError(
                f"there is no program {program!r} that can be run; give its path, such as cmd:./my_bot, and make it "
                "executable"
            )
        return command

    def __post_init__(self) -> None:
        if _CONTROL.search(self.line):
            raise SpecError(f"the command line {self.line!r} has a control character in it; it must be one plain line")
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
        """The spec that makes this command again."""
        _, _, settings = format_spec("cmd", self.settings).partition(":")
        return f"{_PREFIX}{settings}:{self.line}" if settings else f"{_PREFIX}{self.line}"

    @property
    def files(self) -> list[Path]:
        """The files that it names, program first: an edit of one of them makes it another player."""
        program = found_program(self.words[0])
        named = [Path(word) for word in ([program] if program else []) + self.words[1:]]
        return [file.resolve() for file in named if file.is_file()]


def is_command(spec: str) -> bool:
    """Whether a spec is a program's."""
    return spec.strip().startswith(_PREFIX)
