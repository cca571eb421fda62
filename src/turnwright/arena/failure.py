"""Errors of the arena's own, which are no player's fault: the run ends, and the traceback is kept in a log file."""

import os
import time
from pathlib import Path

import platformdirs

from turnwright.arena.record import GameSetup
from turnwright.core.errors import TurnwrightError


class ArenaError(TurnwrightError):
    """An error of ours while a game was played."""

    def __init__(self, setup: GameSetup, error: str, traceback: str) -> None:
        first, second = setup.players
        super().__init__(f"the game {first} against {second} (seed {setup.seed}) could not be played: {error}")
        self.error = error
        self.traceback = traceback


def log_place() -> Path:
    """The log file: `TURNWRIGHT_LOG`, or errors.log in the user's folder for logs."""
    folder = platformdirs.user_log_dir("turnwright", appauthor=False)
    return Path(os.environ.get("TURNWRIGHT_LOG") or Path(folder) / "errors.log")


def log_failure(failure: ArenaError) -> TurnwrightError:
    """Write a failure to the log; the error to raise instead says in one sentence what happened and where to look."""
    place = log_place()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {failure}\n{failure.traceback}\n")
    except OSError as error:
        return TurnwrightError(f"{failure}; nothing stored is lost, but no log can be written ({error.strerror})")
    return TurnwrightError(f"{failure}; nothing stored is lost, and the traceback is in {str(place)!r}")
