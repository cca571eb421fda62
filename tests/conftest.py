"""All tests share one cache of compiled code, kept in the checkout: workers and later runs compile nothing
twice."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

os.environ.setdefault("TURNWRIGHT_CACHE", str(ROOT / ".cache"))


def pytest_terminal_summary(terminalreporter):
    """Say in one line what was left out."""
    if shutil.which("chromium") is None or find_spec("playwright") is None:
        terminalreporter.write_line("Left out: the page in a browser (it is tested after 'make browser').")
