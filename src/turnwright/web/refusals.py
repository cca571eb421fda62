"""What visitors read when something is refused or fails: one sentence, and nothing about the machine."""

import logging

from turnwright.arena.database import StoreError
from turnwright.arena.live.live_game import PlayError
from turnwright.arena.live.seat_keys import SeatKeyError
from turnwright.core.errors import TurnwrightError
from turnwright.web.archive import NotStoredError
from turnwright.web.limits import TooMuchError
from turnwright.web.sessions import NoGameError
from turnwright.web.study_session import ClosedError, NoStudyError

_STATUS: list[tuple[type[TurnwrightError], int]] = [
    (NoGameError, 404),
    (NotStoredError, 404),
    (NoStudyError, 404),
    (ClosedError, 403),
    (SeatKeyError, 403),
    (TooMuchError, 429),
    (PlayError, 409),
    (StoreError, 503),
    (TurnwrightError, 400),
]
_log = logging.getLogger(__name__)


def status_of(error: TurnwrightError) -> int:
    """The HTTP status of an error."""
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def words_of(error: TurnwrightError) -> str:
    """The error message for a visitor. Errors of the store name files and hosts, and are logged instead."""
    if isinstance(error, StoreError):
        _log.warning("%s", error)
        return "the server's store is currently unavailable; the reason is in its log"
    return str(error)
