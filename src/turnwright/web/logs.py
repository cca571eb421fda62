"""What a server writes to its log: warnings and errors, and of a flood of them only some."""

import logging
import sys
import time

_A_MINUTE = 60
"""Messages per minute: bad requests must not fill the disk."""


class Quota(logging.Filter):
    """Lets this many messages through per minute, and then reports how many were left out."""

    def __init__(self, a_minute: int = _A_MINUTE) -> None:
        super().__init__()
        self._most, self._minute, self._count = a_minute, 0.0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        minute = time.monotonic() // 60
        if minute != self._minute:
            left_out = self._count - self._most
            self._minute, self._count = minute, 0
            if left_out > 0:
                record.msg = f"{record.msg} ({left_out} messages of an earlier minute were left out)"
        self._count += 1
        return self._count <= self._most


def log_to_stderr() -> None:
    """Write warnings and errors of the server to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(Quota())
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s", handlers=[handler])
