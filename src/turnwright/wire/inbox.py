"""What the door passes on to the process that searches. That process ends with its input, whatever it is doing then:
nobody is left behind when the door has been killed."""

import os
import queue
import sys
import threading
from collections.abc import Iterator

_lines: queue.SimpleQueue[str] = queue.SimpleQueue()


def listen() -> None:
    """Begin to read; from now on the end of the input is the end of this process."""
    threading.Thread(target=_read, daemon=True).start()


def knocks() -> Iterator[str]:
    """What comes in, line by line."""
    while True:
        yield _lines.get()


def _read() -> None:
    for line in sys.stdin:
        _lines.put(line)
    os._exit(0)
