"""All tests share one cache of compiled code, kept in the checkout: workers and later runs compile nothing
twice."""

import gc
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

# A shell that runs the tests in the background has them ignore Ctrl-C, and with them every process that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[1]

os.environ.setdefault("TURNWRIGHT_CACHE", str(ROOT / ".cache"))
os.environ.setdefault("TURNWRIGHT_QUIET", "1")


def pytest_collection_finish():
    """Looking for garbage among the objects of thousands of tests, and of Numba, would take a tenth of all time: look
    at them no more, and at new ones less often."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def postgresql_programs() -> Path | None:
    """The folder with PostgreSQL's own programs; Debian keeps them out of the way."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: float(file.parts[4]))
    found = shutil.which("initdb") or (debian[-1] if debian else None)
    return None if found is None else Path(found).parent


@pytest.fixture(scope="session")
def postgresql():
    """A PostgreSQL server of our own, on a socket in a temporary folder; gives a new, empty database at each call."""
    programs = postgresql_programs()
    if programs is None:
        reason = "PostgreSQL is missing; 'make database' installs it"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    import psycopg

    # It refuses to run as root; somebody without rights does as well. The path of a socket must be short.
    somebody = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    if somebody:
        shutil.chown(folder, "nobody", "nogroup")
    quiet = {"check": True, "cwd": folder, "stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **somebody}
    data, log = folder / "data", folder / "log"
    made = [programs / "initdb", "-D", data, "-A", "trust", "-U", "turnwright", "-E", "UTF8", "--locale=C", "-N"]
    subprocess.run(made, **quiet)
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    control = [programs / "pg_ctl", "-D", data, "-w"]
    try:
        subprocess.run([*control, "-l", log, "-o", options, "start"], **quiet)
        numbers = count(1)

        def database() -> str:
            name = f"games{next(numbers)}"
            with psycopg.connect(host=str(folder), user="turnwright", dbname="postgres", autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return f"postgresql://turnwright:secret@/{name}?host={folder}"

        yield database
    finally:
        with suppress(subprocess.CalledProcessError):
            subprocess.run([*control, "-m", "immediate", "stop"], **quiet)
        shutil.rmtree(folder)


def pytest_terminal_summary(terminalreporter):
    """Say in one line what was left out."""
    if shutil.which("chromium") is None or find_spec("playwright") is None:
        terminalreporter.write_line("Left out: the page in a browser (it is tested after 'make browser').")
    if postgresql_programs() is None:
        terminalreporter.write_line("Left out: the store in PostgreSQL (it is tested after 'make database').")
    if not all(shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") for name in ("caddy", "nginx", "openssl")):
        terminalreporter.write_line("Left out: proxies before the web app (they are tested after 'make proxies').")


class Canary:
    """Files of code that would be noticed if anything ran them, in the present folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._mark = folder / "canary-has-run"
        code = (
            f"from pathlib import Path\nPath({str(self._mark)!r}).touch()\n"
            "class Bot:\n    def plan(self, view, budget, seed):\n        return []\n"
        )
        for place in ("evil.py", "my dir/evil.py", "oep/evil.py", "oep:/evil.py", "evil_pack/bots.py"):
            file = folder / place
            file.parent.mkdir(exist_ok=True)
            file.write_text(code)
        for package in ("evil_pack", "evil_folder"):
            (folder / package).mkdir(exist_ok=True)
            (folder / package / "__init__.py").write_text(code)
        program = folder / "evil.sh"
        program.write_text(f"#!/bin/sh\ntouch {self._mark}\n")
        program.chmod(0o755)

    @property
    def has_run(self) -> bool:
        return self._mark.exists()

    def forget(self) -> None:
        """It was right to run."""
        self._mark.unlink()

    @property
    def specs(self) -> list[str]:
        """Every honest way to name the code."""
        return self._listed("plain")

    @property
    def hostile(self) -> list[str]:
        """All ways to name it, those in disguise too."""
        return self._listed("plain") + self._listed("dressed")

    def _listed(self, key: str) -> list[str]:
        listed = json.loads((ROOT / "tests" / "data" / "hostile_specs.json").read_text(encoding="utf-8"))[key]
        return [spec.replace("{folder}", str(self.folder)) for spec in listed]


@pytest.fixture
def canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Canary]:
    """Code that nothing may run; whatever the test has done, it must not have."""
    folder = tmp_path / "canary"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    canary = Canary(folder)
    yield canary
    assert not canary.has_run
