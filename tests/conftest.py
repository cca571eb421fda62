"""All tests share one cache of compiled code, kept in the checkout: workers and later runs compile nothing
twice."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

os.environ.setdefault("TURNWRIGHT_CACHE", str(ROOT / ".cache"))
