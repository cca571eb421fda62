"""The tests of environments with the JIT off: compiled they take minutes, and are slow tests."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def test_environments_without_compiling():
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:xdist", "-p", "no:cacheprovider", "-m", "slow"]
    left_out = ["-k", "not benchmark and not pictures"]
    files = [
        str(HERE / f"test_{name}.py")
        for name in ("encoding", "aec", "vector", "against_agent", "guided_search", "open_spiel")
    ]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([*command, *left_out, *files], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
