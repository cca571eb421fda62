"""`turnwright serve` as a process."""

import json
import re
import signal
import subprocess
import sys
from urllib.request import Request, urlopen

import pytest

from turnwright.web.server import is_local


def started(*options: str) -> tuple[subprocess.Popen, str, str]:
    """The process, its address, and what it said until it was ready."""
    command = [sys.executable, "-m", "turnwright", "serve", "--port", "0", "--no-browser", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    said = ""
    for line in process.stderr:
        said += line
        if found := re.search(r"running at (http://\S+)/", said):
            return process, found[1], said
    raise AssertionError(f"the server ended: {said}")


def asked(address: str, body: object | None = None) -> dict:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(address, data=data, headers={"Content-Type": "application/json"}), timeout=30) as answer:
        return json.load(answer)


def test_games_survive_the_end_of_the_server(tmp_path):
    options = ("--store", str(tmp_path / "games.db"))
    process, address, said = started(*options)
    try:
        assert "warning" not in said
        assert "/api/games" in asked(f"{address}/openapi.json")["paths"]
        game = asked(f"{address}/api/games", {"seats": [{}, {}]})
        game = asked(f"{address}/api/games/{game['name']}/actions", {"actions": [game["legal"][0]["action"]]})
    finally:
        process.send_signal(signal.SIGINT)
    assert process.wait(20) == 0
    process, address, _ = started(*options)
    try:
        assert asked(f"{address}/api/games/{game['name']}") == game
    finally:
        process.terminate()
        process.wait(20)


def test_other_machines_are_let_in_only_with_a_word_about_it(tmp_path):
    process, address, said = started("--host", "0.0.0.0", "--store", str(tmp_path / "games.db"))
    process.terminate()
    process.wait(20)
    assert "every machine that can reach this one" in said
    assert address.startswith("http://127.0.0.1:")
    assert [is_local(host) for host in ("127.0.0.1", "localhost", "::1", "0.0.0.0", "192.0.2.1")] == [True] * 3 + [
        False
    ] * 2


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_one_sentence(tmp_path):
    process, address, _ = started("--store", str(tmp_path / "games.db"))
    try:
        port = address.rpartition(":")[2]
        command = [sys.executable, "-m", "turnwright", "serve", "--no-browser", "--port", port]
        second = subprocess.run(
            [*command, "--store", str(tmp_path / "b.db")], capture_output=True, text=True, timeout=60
        )
    finally:
        process.terminate()
        process.wait(20)
    assert second.returncode == 2
    assert "cannot start" in second.stderr
    assert "Traceback" not in second.stderr


def test_without_its_packages_the_command_says_what_to_install():
    program = (
        "import sys; sys.modules['fastapi'] = None; sys.argv = ['turnwright', 'serve', '--no-browser']\n"
        "from turnwright.cli import main; main()"
    )
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert finished.returncode == 2
    assert "pip install turnwright" in finished.stderr
    assert "Traceback" not in finished.stderr


def test_a_server_has_no_linear_algebra_in_its_memory():
    """Numba would load SciPy's, where it is installed, with the first rule; nothing that is served needs it."""
    code = (
        "import sys\n"
        "from turnwright.web.server import warm_up\n"
        "warm_up()\n"
        "print([name for name in sys.modules if name.startswith('scipy.linalg')])\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert finished.stdout == "[]\n"
