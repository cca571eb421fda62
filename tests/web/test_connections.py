"""Connections of strangers: counted, timed, and read in slices."""

import asyncio
import json
import socket
import time
from contextlib import ExitStack, contextmanager
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from turnwright.web import connections
from turnwright.web.connections import Ledger
from turnwright.web.limits import Limits

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-"


class Line:
    """Stands in for a transport."""

    def __init__(self, address):
        self.address, self.ended, self.reads = address, False, True

    def get_extra_info(self, name):
        return {"peername": (self.address, 1)}[name]

    def abort(self):
        self.ended = True

    def is_closing(self):
        return self.ended

    def pause_reading(self):
        self.reads = False

    def resume_reading(self):
        self.reads = True


def admitted(ledger, *addresses):
    lines = [Line(address) for address in addresses]
    return lines, [ledger.admit(line) for line in lines]


def test_of_too_many_connections_the_greediest_visitor_loses_his_oldest():
    ledger = Ledger(Limits(sockets=5, sockets_each=4))
    lines, in_ = admitted(ledger, "10.0.0.1", "10.0.0.2", "10.0.0.2", "10.0.0.2", "10.0.0.3", "10.0.0.4")
    assert in_ == [True] * 6
    assert [line.ended for line in lines] == [False, True, False, False, False, False]
    assert len(ledger) == 5


def test_one_address_has_so_many_connections():
    ledger = Ledger(Limits(sockets=100, sockets_each=2))
    lines, in_ = admitted(ledger, *["10.0.0.1"] * 3)
    assert (in_, [line.ended for line in lines]) == ([True] * 3, [True, False, False])
    for line in lines[1:]:
        ledger.is_busy(line)
    assert admitted(ledger, "10.0.0.1", "10.0.0.2")[1] == [False, True]


def test_connections_with_a_request_in_progress_are_not_ended_for_others():
    ledger = Ledger(Limits(sockets=2, sockets_each=2))
    lines, _ = admitted(ledger, "10.0.0.1", "10.0.0.2")
    for line in lines:
        ledger.is_busy(line)
    assert admitted(ledger, "10.0.0.3")[1] == [False]
    ledger.is_idle(lines[1])
    assert admitted(ledger, "10.0.0.3")[1] == [True]
    assert [line.ended for line in lines] == [False, True]


def test_a_named_proxy_has_as_many_connections_as_there_are():
    ledger = Ledger(Limits(sockets=100, sockets_each=2), proxies=["10.0.0.1"])
    assert not any(line.ended for line in admitted(ledger, *["10.0.0.1"] * 50)[0])


def test_what_has_ended_is_forgotten():
    ledger = Ledger(Limits(sockets=10, sockets_each=1))
    for _ in range(20):
        (line,), _ = admitted(ledger, "2001:db8::1")
        ledger.is_busy(line)
        ledger.remove(line)
    assert (len(ledger), dict(ledger._counts), ledger._idle) == (0, {}, {})


def test_addresses_of_one_network_count_as_one():
    ledger = Ledger(Limits(sockets=100, sockets_each=2))
    lines, _ = admitted(ledger, *(f"2001:db8:0:1::{number:x}" for number in range(1, 5)), "2001:db8:0:2::1")
    assert [line.ended for line in lines] == [True, True, False, False, False]


def test_what_comes_at_once_is_read_in_slices_between_which_others_run():
    told = []

    async def scene():
        line = Line("10.0.0.1")
        slices = connections._Sliced(line, lambda piece: told.append(len(piece)), lambda: False)
        slices.add(b"x" * 5000)
        assert (told, line.reads) == ([1024], False)
        for _ in range(6):
            told.append("others")
            await asyncio.sleep(0)
        assert line.reads

    asyncio.run(scene())
    assert told == [1024, *["others", 1024] * 3, "others", 5000 - 4096, "others", "others"]


def test_nothing_is_read_while_what_was_read_waits():
    async def scene():
        line, paused, told = Line("10.0.0.1"), [True], []
        slices = connections._Sliced(line, told.append, lambda: paused[0])
        slices.add(b"x" * 3000)
        await asyncio.sleep(0.01)
        assert (len(told), line.reads) == (1, False)
        slices.add(b"x" * 700_000)
        assert line.ended

    asyncio.run(scene())


# Over the network


@contextmanager
def opened(address, *, count=1):
    host, _, port = address.removeprefix("http://").partition(":")
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection((host, int(port)), timeout=20)) for _ in range(count)]


def ends(line) -> bool:
    """Whether the server ends a connection; what it says before is read over."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


def has_ended(line) -> bool:
    """Whether the server has ended a connection by now."""
    try:
        return not line.recv(1)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_half_open_connections_keep_nobody_out(place, over_network):
    limits = Limits(sockets=30, sockets_each=20)
    with over_network(place, limits) as (_, address), opened(address, count=60) as lines:
        for line in lines:
            try:
                line.sendall(HALF)
            except ConnectionError:
                continue
        for _ in range(5):
            with urlopen(f"{address}/api/games", timeout=20) as answer:
                assert json.load(answer)
        assert sum(map(ends, lines[:30])) == 30


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        HALF,
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
        b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
    ],
    ids=["nothing", "half a head", "half a body", "half a body in chunks"],
)
def test_a_request_has_to_come_in_time(place, over_network, monkeypatch, begun):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.3)
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(begun)
        assert ends(line)


def test_a_second_request_that_drips_in_is_ended_too(place, over_network, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.5)
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.settimeout(0.02)
        dripping = iter(HALF * 100)
        while not has_ended(line):
            line.sendall(bytes([next(dripping)]))


def handshake(address) -> bytes:
    return (
        f"GET /ws/thoughts HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()


def test_a_websocket_may_be_quiet_for_longer_than_a_request(place, over_network, monkeypatch):
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    monkeypatch.setattr(connections, "BODY_SECONDS", 0.2)
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(handshake(address))
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.settimeout(1)
        assert not has_ended(line)


def frame(first: int) -> bytes:
    return bytes([first, 0x80, 0, 0, 0, 0])


@pytest.mark.parametrize(
    "flood",
    [frame(0x01) + frame(0x00) * 200, frame(0x89) * 200, frame(0x8A) * 200],
    ids=["a message of empty pieces", "pings", "pongs"],
)
def test_a_flood_of_frames_ends_the_connection(place, over_network, flood):
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(handshake(address))
        assert line.recv(65536).startswith(b"HTTP/1.1 101")
        line.sendall(flood)
        assert ends(line)
        assert urlopen(f"{address}/api/games", timeout=20).status == 200


def test_many_requests_at_once_on_one_connection_are_answered_in_order(place, over_network):
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 99)
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        found = b""
        while piece := line.recv(65536):
            found += piece
    assert found.count(b"HTTP/1.1 200") == 100


def test_who_does_not_read_his_answers_is_let_go(place, over_network, monkeypatch):
    """Each answer has 40 kB; what is asked for is more than the system keeps for a connection."""
    monkeypatch.setattr(connections, "READ_SECONDS", 0.5)
    asked = 500
    with over_network(place, Limits()) as (_, address), opened(address) as (line,):
        line.sendall(b"GET /api/agents HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * asked)
        time.sleep(2)
        found = b""
        try:
            while piece := line.recv(65536):
                found += piece
        except ConnectionError:
            pass
    assert found.count(b"HTTP/1.1 200") < asked


def test_a_message_that_unpacks_to_much_more_than_it_has_is_refused(place, over_network):
    with over_network(place, Limits()) as (_, address):
        with connect(f"{address.replace('http', 'ws')}/ws/thoughts") as line:
            line.send("x" * 5_000_000)  # five kilobytes on the way
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(timeout=20)
        assert closed.value.rcvd.code == 1009
        assert urlopen(f"{address}/api/games", timeout=20).status == 200
