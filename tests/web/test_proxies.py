"""The proxies that docs/security.md shows, really run: a page, a game and a WebSocket through Caddy and through nginx.

`make proxies` installs both. What is changed of an example are ports and certificates.
"""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from turnwright.web.limits import Limits
from turnwright.web.visitors import place_of

pytestmark = pytest.mark.slow

NAME = "games.example.org"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "security.md"
PUBLIC = place_of("127.0.0.1", public_url=f"https://{NAME}", proxies=["127.0.0.1"])
CADDY = """{{
    admin off
    skip_install_trust
    local_certs
    auto_https disable_redirects
    https_port {port}
}}
"""
NGINX = """worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/games.conf;
}}
"""


def example(language: str) -> str:
    """The example that follows a line of the page which begins with the proxy's name."""
    found = re.search(rf"^{language}\b[^\n]*:\n\n```\n(.*?)```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def caddy(folder: Path, port: int, server: str) -> list[str]:
    site = changed(example("Caddy"), ("127.0.0.1:8000", server))
    (folder / "Caddyfile").write_text(CADDY.format(port=port) + site)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def nginx(folder: Path, port: int, server: str) -> list[str]:
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}"]
    keys = folder / "key.pem", folder / "chain.pem"
    subprocess.run([*made, "-keyout", keys[0], "-out", keys[1]], check=True, capture_output=True)
    live = f"/etc/letsencrypt/live/{NAME}"
    site = changed(
        example("nginx"),
        ("127.0.0.1:8000", server),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"{live}/privkey.pem", str(keys[0])),
        (f"{live}/fullchain.pem", str(keys[1])),
    )
    (folder / "games.conf").write_text(site)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder))
    return [shutil.which("nginx") or "/usr/sbin/nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


PROXIES = {"Caddy": caddy, "nginx": nginx}


class Line(HTTPSConnection):
    """A visitor's connection to the public name, here a port of this machine; `source` is the visitor's address."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        # Whose certificate it is does not matter to what is tested.
        self._trusting = ssl.create_default_context()
        self._trusting.check_hostname, self._trusting.verify_mode = False, ssl.CERT_NONE
        self._where, self._source = ("127.0.0.1", port), (source, 0)
        super().__init__(NAME, timeout=30)

    def connect(self) -> None:
        plain = socket.create_connection(self._where, timeout=30, source_address=self._source)
        self.sock = self._trusting.wrap_socket(plain, server_hostname=NAME)

    def ask(self, path: str, body: object = None, **headers: str):
        wanted = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is None:
            self.request("GET", path, headers=wanted)
        else:
            self.request("POST", path, json.dumps(body), {"Content-Type": "application/json", **wanted})
        answer = self.getresponse()
        return answer, answer.read()


@pytest.fixture(params=list(PROXIES), scope="module")
def port(request, tmp_path_factory, over_network):
    """Where a proxy listens, in front of a server that lets each visitor begin three games."""
    if request.param.lower() not in found_proxies():
        reason = f"{request.param} is missing; 'make proxies' installs it"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    folder = tmp_path_factory.mktemp(request.param.lower())
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with over_network(folder / "games.db", Limits(games_a_minute=3), PUBLIC) as (_, address):
        command = PROXIES[request.param](folder, port, address.removeprefix("http://"))
        with running(command, folder, port):
            yield port


def found_proxies() -> set[str]:
    return {name.lower() for name in PROXIES if shutil.which(name.lower()) or Path("/usr/sbin", name.lower()).exists()}


@contextmanager
def running(command: list[str], folder: Path, port: int):
    """Run a proxy, which keeps its files in a folder, from when it answers."""
    surroundings = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with open(folder / "said", "w") as said:
        process = subprocess.Popen(command, env=surroundings, stdout=said, stderr=said)
        try:
            for _ in range(600):
                assert process.poll() is None, (folder / "said").read_text()
                try:
                    Line(port).ask("/api/games")
                    break
                except OSError:
                    time.sleep(0.1)
            else:
                pytest.fail((folder / "said").read_text())
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def test_the_page_and_its_files(port):
    line = Line(port)
    answer, page = line.ask("/")
    assert answer.status == 200
    assert "default-src" in answer.headers["Content-Security-Policy"]
    files = re.findall(rb'(?:src|href)="(/[^"]+\.(?:js|css))"', page)
    assert files
    for path in files:
        answer, body = line.ask(path.decode(), Accept_Encoding="gzip")
        assert answer.status == 200
        assert answer.headers["Content-Encoding"] == "gzip" or len(body) < 1000
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_game_by_websocket(port):
    line = Line(port, source="127.0.0.9")
    begun, text = line.ask("/api/games", {"seats": [{}, {"agent": "random"}]}, Origin=f"https://{NAME}")
    assert begun.status == 201, text
    name = json.loads(text)["name"]
    with websocket(port, f"/ws/games/{name}", f"https://{NAME}") as talk:
        assert json.loads(talk.recv(timeout=30))["type"] == "game"
        talk.send(json.dumps({"type": "resign"}))
        assert json.loads(talk.recv(timeout=30))["over"]
    for origin in (f"http://{NAME}", "https://evil.example"):
        with pytest.raises(InvalidStatus, match="403"), websocket(port, f"/ws/games/{name}", origin):
            pass


def websocket(port: int, path: str, origin: str):
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    return connect(f"wss://{NAME}{path}", sock=line, ssl=trusting, server_hostname=NAME, origin=origin, proxy=None)


def test_pages_of_other_sites_are_refused(port):
    answer, _ = Line(port).ask("/api/games", {}, Origin="https://evil.example")
    assert answer.status == 403


def test_each_visitor_is_counted_and_none_can_forge_an_address(port):
    """Three games each; who says that others ask is still one visitor, and does not use up what others have."""
    forged = Line(port, source="127.0.0.2")
    said = [forged.ask("/api/games", {}, X_Forwarded_For=f"10.0.0.{number}")[0].status for number in range(5)]
    assert said == [201] * 3 + [429] * 2
    other = Line(port, source="127.0.0.3")
    said = [other.ask("/api/games", {}, X_Forwarded_For="127.0.0.2")[0].status for _ in range(4)]
    assert said == [201] * 3 + [429]
