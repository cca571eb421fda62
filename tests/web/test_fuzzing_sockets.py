"""Hostile WebSockets over the network: error answers or a closed connection, the game unharmed, nothing hidden told."""

import base64
import json
import os
import socket
import struct
import sys
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from urllib.parse import quote, urlsplit

import httpx2
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from turnwright.web.limits import Limits
from turnwright.web.schemas.requests import GAME_MESSAGE, THOUGHT_MESSAGE

OPEN_HANDED = Limits(
    requests_a_second=1e6, burst=10**6, games_a_minute=10**6, connections_each=1000, milliseconds=20,
    messages_a_second=1e6, messages_at_once=10**6,
)  # fmt: skip
SEED = 987654321987
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
MOST = 16_000


def examples(count: int):
    return settings(
        max_examples=count, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )


class Server:
    """A server, and what can be asked of it by others than the hostile."""

    def __init__(self, app, address: str) -> None:
        self.app, self.address, self.host = app, address, urlsplit(address).netloc
        self.asked = httpx2.Client(base_url=address, timeout=30)

    def begin(self, **wanted) -> str:
        answer = self.asked.post("/api/games", json={"options": {"map": "a-tiny"}, "seed": SEED} | wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()["name"]

    def view(self, name: str) -> dict:
        return self.asked.get(f"/api/games/{name}").json()

    def follow(self, name: str, **wanted):
        return connect(f"ws://{self.host}/ws/games/{name}", max_size=None, **wanted)


@pytest.fixture(scope="module")
def server(tmp_path_factory, over_network):
    with over_network(tmp_path_factory.mktemp("fuzzing") / "games.db", OPEN_HANDED) as (app, address):
        server = Server(app, address)
        with server.asked:
            yield server


@pytest.fixture(autouse=True)
def no_complaints(caplog):
    """Whatever a stranger sends, it is no error of the server's."""
    yield
    assert [record.getMessage() for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []


# Messages

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=True, allow_infinity=True),
    st.text(max_size=50),
    st.sampled_from(
        ["end", "a1-a2", "K@a1", "~K", "~?", "PASS", "PICK 0", "card:K", "a1", "../../x", "\x00", "9" * 99]
    ),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
kinds = st.sampled_from(
    [
        "act",
        "undo",
        "look",
        "continue",
        "take_seat",
        "resign",
        "analyse",
        "review",
        "stop",
        "game",
        "Act",
        "",
        "act\x00",
    ]
)
fields = st.sampled_from(["actions", "count", "source", "state", "agent", "budget", "seed", "lines", "stored", "seat"])
likely = st.builds(lambda kind, rest: {"type": kind, **rest}, kinds, st.dictionaries(fields, values, max_size=4))
texts = st.one_of(
    st.builds(json.dumps, likely),
    st.builds(json.dumps, values),
    st.text(max_size=200),
    st.integers(1, 60_000).map(lambda depth: "[" * depth),
    st.integers(1, 9_000).map(lambda depth: '{"type":' * (depth // 2) + "1"),
    st.integers(1, 60_000).map(lambda length: json.dumps({"type": "look", "source": "x" * length})),
    st.integers(MOST + 1, MOST + 100).map(lambda length: "x" * length),
)
messages = st.one_of(texts, texts, st.binary(max_size=200))


def is_understood(known: TypeAdapter, message: str | bytes) -> bool:
    try:
        known.validate_json(message)
    except (ValidationError, UnicodeError):
        return False
    return isinstance(message, str)


def is_sendable(message: str | bytes) -> bool:
    with suppress(UnicodeEncodeError):
        return isinstance(message, bytes) or bool(message.encode())
    return False


def ends_the_line(batch: list[str | bytes]):
    """Whether a connection may be closed: only for messages that are too long."""
    sizes = [len(message if isinstance(message, bytes) else message.encode()) for message in batch]
    return suppress(ConnectionClosed) if max(sizes) > MOST else nullcontext()


def secrets_of(server: Server, name: str) -> list[str]:
    """What no message of a game may name."""
    setup = server.app.state.services.sessions._sessions[name].game.setup
    chance = server.app.state.services.sessions._sessions[name].game.state.records[0].chance
    return [str(SEED), *map(str, setup.seeds), f"{chance:x}"]


@examples(120)
@given(batch=st.lists(messages.filter(is_sendable), min_size=1, max_size=6))
def test_what_is_not_understood_is_an_error_answer(server, batch):
    """One answer to each message, short and without anything hidden; what is too long ends the connection."""
    assume(not any(is_understood(GAME_MESSAGE, message) for message in batch))
    name = server.begin(hands="hidden", seats=[{}, {"agent": "random"}])
    before, secrets = server.view(name), secrets_of(server, name)
    with ends_the_line(batch), server.follow(name) as line:
        line.recv(timeout=20)
        for message in batch:
            line.send(message)
        for _ in batch:
            answer = line.recv(timeout=20)
            assert json.loads(answer)["type"] == "error"
            assert len(answer) < 1000
            assert not [secret for secret in secrets if secret in answer]
    assert server.view(name) == before


CANNOT = [
    {"type": "act", "actions": ["end"]},
    {"type": "act", "actions": ["K@a1"]},
    {"type": "act", "actions": ["~K", "end"]},
    {"type": "act", "actions": ["end"], "count": 1},
    {"type": "undo"},
    {"type": "resign"},
]


@pytest.mark.parametrize("message", CANNOT, ids=json.dumps)
def test_nobody_plays_for_the_agent(server, message):
    """It is the agent's turn, whose hand is hidden: what a person may do in his own turn is refused now."""
    name = server.begin(hands="hidden", seats=[{"agent": "random"}, {}])
    before, secrets = server.view(name), secrets_of(server, name)
    with server.follow(name) as line:
        line.recv(timeout=20)
        line.send(json.dumps(message))
        answer = line.recv(timeout=20)
        assert json.loads(answer)["type"] == "error"
        assert not [secret for secret in secrets if secret in answer]
        line.send('{"type":"look","source":"card:K"}')
        assert json.loads(line.recv(timeout=20))["targets"] == []
    assert server.view(name) == before


squares = st.builds("{}{}".format, st.sampled_from("abcdefghiz"), st.integers(0, 12))
actions = st.one_of(
    st.builds("{}{}{}".format, squares, st.sampled_from("-x+=>"), squares),
    st.builds("{}@{}".format, st.sampled_from("KACWNIPRSDHX"), squares),
    st.sampled_from(["~K", "~A", "~C", "~W", "~N", "~I", "~P", "~R", "~S", "~D", "~H", "~X", "end", "end end", "#7"]),
    st.text(min_size=1, max_size=40).filter(is_sendable),
)


@examples(60)
@given(given_actions=st.lists(actions, min_size=1, max_size=5), count=st.none() | st.integers(0, 3))
def test_actions_are_played_as_the_rules_have_them_or_not_at_all(server, given_actions, count):
    """Guessing actions tells nothing of hidden cards beyond what the page already has in its list."""
    name = server.begin(hands="hidden", seats=[{}, {"agent": "random"}])
    before, secrets = server.view(name), secrets_of(server, name)
    with server.follow(name) as line:
        line.recv(timeout=20)
        line.send(json.dumps({"type": "act", "actions": given_actions, "count": count}))
        answer = line.recv(timeout=20)
    told, after = json.loads(answer), server.view(name)
    assert not [secret for secret in secrets if secret in answer]
    if told["type"] == "error":
        assert after == before
    else:
        assert after["count"] == before["count"] + len(given_actions)
        first = given_actions[0].strip()
        is_legal = first == "end" or any(_same(first, one["action"]) for one in before["legal"])
        assert is_legal


def _same(given: str, legal: str) -> bool:
    """The sign between two squares is for the reader."""
    for sign in "-x+=>":
        given, legal = given.replace(sign, ">"), legal.replace(sign, ">")
    return given == legal


@examples(80)
@given(batch=st.lists(messages.filter(is_sendable), min_size=1, max_size=6))
def test_analyses_are_asked_for_properly_or_not_at_all(server, batch):
    assume(not any(is_understood(THOUGHT_MESSAGE, message) for message in batch))
    with ends_the_line(batch), connect(f"ws://{server.host}/ws/thoughts") as line:
        for message in batch:
            line.send(message)
        for _ in batch:
            answer = line.recv(timeout=20)
            assert json.loads(answer)["type"] == "error"
            assert len(answer) < 1000
    with connect(f"ws://{server.host}/ws/thoughts", max_size=None) as line:
        line.send(json.dumps({"type": "analyse", "state": "hero_academy nonsense", "agent": "random"}))
        assert json.loads(line.recv(timeout=20))["type"] == "error"


@examples(30)
@given(name=st.text(min_size=1, max_size=60).filter(is_sendable))
def test_games_that_are_not_there(server, name):
    address = f"ws://{server.host}/ws/games/{quote(name, safe='')}"
    with suppress(ConnectionClosed, InvalidStatus), connect(address) as line:
        assert json.loads(line.recv(timeout=20))["type"] == "error"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=20)


# Bytes


@contextmanager
def raw_line(server: Server, name: str):
    """A connection after the handshake, where anything can be written."""
    host, _, port = server.host.partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET /ws/games/{name} HTTP/1.1\r\nHost: {server.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert line.recv(100).startswith(b"HTTP/1.1 101")
        yield line


def frame(code: int, payload: bytes, *, last: bool = True, masked: bool = True, claimed: int | None = None) -> bytes:
    length = len(payload) if claimed is None else claimed
    head = bytes([code | (0x80 if last else 0)])
    mask = 0x80 if masked else 0
    if length < 126:
        head += bytes([mask | length])
    elif length < 2**16:
        head += bytes([mask | 126]) + struct.pack("!H", length)
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", length)
    return head + (b"\x00" * 4 if masked else b"") + payload  # a mask of noughts changes nothing


BROKEN = {
    "text that is not UTF-8": frame(TEXT, b"\xff\xfe"),
    "half a letter": frame(TEXT, "ü".encode()[:1]),
    "half a letter, then the rest of something else": frame(TEXT, b"\xc3", last=False) + frame(0, b"\x28"),
    "no mask": frame(TEXT, b'{"type":"undo"}', masked=False),
    "an unknown kind of frame": frame(3, b"x"),
    "all reserved bits": frame(0x70 | TEXT, b"x"),
    "a continuation of nothing": frame(0, b"x"),
    "a long ping": frame(PING, b"x" * 200),
    "a ping in parts": frame(PING, b"x", last=False),
    "a close code that is none": frame(CLOSE, struct.pack("!H", 5)),
    "a close reason that is not UTF-8": frame(CLOSE, struct.pack("!H", 1000) + b"\xff"),
    "a claim of many bytes": frame(TEXT, b"x", claimed=2**62),
    "a negative length": frame(TEXT, b"x", claimed=2**63),
    "a message in many parts": frame(TEXT, b"x" * 1000, last=False) + frame(0, b"x" * 1000, last=False) * 100,
    "a message of too many bytes": frame(BINARY, b"x" * 70_000),
    "another request": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a frame that never ends": frame(TEXT, b"x" * 10, claimed=1000),
}


@pytest.mark.parametrize("sent", BROKEN.values(), ids=BROKEN.keys())
def test_broken_frames_harm_nobody_else(server, sent):
    _survives(server, sent)


@examples(60)
@given(sent=st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=4).map(b"".join))
def test_noise_harms_nobody_else(server, sent):
    _survives(server, sent)


def _survives(server: Server, sent: bytes) -> None:
    """Somebody else follows the same game and goes on as if nothing had happened."""
    name = server.begin(seats=[{}, {"agent": "random"}])
    with server.follow(name) as other:
        before = other.recv(timeout=20)
        with raw_line(server, name) as line, suppress(OSError):
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            while line.recv(65_536):
                pass
        other.send('{"type":"take_seat"}')  # changes nothing, and is answered with the game
        assert other.recv(timeout=20) == before


# Many


@pytest.mark.slow
def test_a_flood_is_refused_and_others_are_answered(tmp_path, over_network):
    """A visitor has so many connections and messages; one who does not read what he is told is let go."""
    limits = Limits(requests_a_second=1e-6, burst=60, connections_each=8)
    with over_network(tmp_path / "games.db", limits) as (app, address):
        server = Server(app, address)
        name = server.begin(seats=[{}, {"agent": "random"}])
        before = server.view(name)
        with ExitStack() as stack:
            lines = [stack.enter_context(server.follow(name)) for _ in range(limits.connections_each)]
            with pytest.raises(InvalidStatus), server.follow(name):
                pass
            answers = []
            with suppress(ConnectionClosed):
                for _ in range(200):
                    lines[0].send('{"type":"look","source":"a1"}')
                while len(answers) < 201:
                    answers.append(json.loads(lines[0].recv(timeout=20)))
            assert len(answers) < 201  # the connection was ended
            assert {"type": "error", "message": "too many messages; wait a moment"} in answers
            with suppress(ConnectionClosed, TimeoutError):
                for _ in range(3000):
                    lines[1].send("x")
            assert server.asked.get("/api/rules").status_code == 429
        if sys.platform == "linux":  # where a machine has further addresses of its own
            with server.follow(name, source_address=("127.0.0.9", 0)) as other:
                assert json.loads(other.recv(timeout=20)) == before
        assert not app.state.services.pool.running
