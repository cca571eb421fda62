"""Running the command line in this very process."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from turnwright.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command has said."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Its stdout, which is JSON alone; JSON knows no infinity."""

        def refuse(word: str) -> None:
            raise ValueError(f"{word} is not JSON")

        return json.loads(self.out, parse_constant=refuse)


@pytest.fixture
def turnwright_command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Runs `turnwright` with some arguments."""

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["turnwright", *map(str, arguments)])
        with pytest.raises(SystemExit) as caught:
            main()
        printed = capfd.readouterr()
        return Ran(code=int(caught.value.code or 0), out=printed.out, err=printed.err)

    return run


@pytest.fixture
def refused(turnwright_command: Callable[..., Ran]) -> Callable[..., str]:
    """The one sentence with which a command refuses what it was given."""

    def run(*arguments: object) -> str:
        ran = turnwright_command(*arguments)
        assert (ran.code, ran.out) == (2, "")
        said = ran.err.strip()
        assert "Traceback" not in said
        return said

    return run
