"""What visitors are told when something is refused or fails: one sentence, and nothing about the machine."""

import logging

from turnwright.arena.database import StoreError
from turnwright.arena.live.live_game import PlayError
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
    """What a visitor is told of an error. What is wrong with the store names files and hosts, and is logged instead."""
    if isinstance(error, StoreError):
        _log.warning("%s", error)
        return "the server's store cannot be used at present; its log says why"
    return str(error)
