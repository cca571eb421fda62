"""Whom a server answers, and as whom."""

import json
import socket
from urllib.request import Request, urlopen

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import Headers
from starlette.websockets import WebSocketDisconnect

from turnwright.arena.store import Store
from turnwright.core.errors import TurnwrightError
from turnwright.web.app import make_app
from turnwright.web.limits import Limits
from turnwright.web.visitors import place_of, visitor_at

LOCAL, LAN = place_of("127.0.0.1"), place_of("0.0.0.0")
PUBLIC = place_of("127.0.0.1", public_url="https://games.example.org/", proxies=["127.0.0.1"])
MALFORMED = [
    "", " ", "[::1", "[zz]", "::1", "a:b", "a:99999999", "127.0.0.1:x", "127.0.0.1@evil.example", "localhost/x",
    "localhost?x", "localhost#", "lo\\calhost", "localhost%00", "[::1]evil.example", "\xe4.example",
]  # fmt: skip


def headers(**given: str | list[str]) -> Headers:
    pairs = [
        (key, value) for key, values in given.items() for value in ([values] if isinstance(values, str) else values)
    ]
    return Headers(raw=[(key.encode(), value.encode("latin-1")) for key, value in pairs])


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8000", "localhost", "LOCALHOST:1", "[::1]:80", "localhost."])
def test_every_server_answers_to_local_names(host):
    assert all(place.knows(headers(host=host)) for place in (LOCAL, LAN, PUBLIC))


def test_a_name_that_somebody_has_lead_here_is_refused():
    """DNS rebinding: the page's own name comes in `Host`, and its `Origin` is the same."""
    for place in (LOCAL, LAN, PUBLIC):
        for name in ("rebind.evil.com", "localhost.evil.com", "127.0.0.1.evil.com", "1.2.3.4.evil.com:8000"):
            assert not place.knows(headers(host=name))


def test_only_other_machines_are_answered_by_address():
    assert LAN.knows(headers(host="192.0.2.7:8000"))
    assert LAN.knows(headers(host="[2001:db8::1]:8000"))
    assert not LOCAL.knows(headers(host="192.0.2.7:8000"))


def test_the_public_name_is_answered_and_its_pages_have_to_come_by_tls():
    assert PUBLIC.knows(headers(host="games.example.org"))
    assert PUBLIC.is_same_origin(headers(host="games.example.org", origin="https://games.example.org"))
    assert PUBLIC.is_same_origin(headers(host="games.example.org", origin="https://games.example.org:443"))
    for origin in ("http://games.example.org", "https://games.example.org:8443", "https://evil.example"):
        assert not PUBLIC.is_same_origin(headers(host="games.example.org", origin=origin))


@pytest.mark.parametrize("text", MALFORMED, ids=repr)
def test_malformed_hosts_and_origins_are_refused(text):
    assert not LAN.knows(headers(host=text))
    assert not LAN.is_same_origin(headers(host="localhost", origin=f"http://{text}"))
    assert not LAN.is_same_origin(headers(host=text, origin=f"http://{text}"))


def test_hosts_and_origins_that_come_twice_or_not_at_all():
    assert not LAN.knows(headers())
    assert not LAN.knows(headers(host=["localhost", "localhost"]))
    assert LAN.is_same_origin(headers(host="localhost"))
    assert not LAN.is_same_origin(headers(host="localhost", origin=["http://localhost", "http://evil.example"]))
    assert not LAN.is_same_origin(headers(host="localhost", origin="null"))


@pytest.mark.parametrize("given", [{"host": "[::1"}, {"host": "[zz]"}, {"host": ""}, {"origin": "http://[::1"}])
def test_malformed_headers_are_refused_without_an_error_of_ours(place, given):
    with Store(place) as store, TestClient(make_app(store, place=LAN), base_url="http://localhost") as client:
        assert client.post("/api/games", json={}, headers=given).status_code in (400, 403)
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws/thoughts", headers=given):
            pass
        assert client.post("/api/games", json={}).status_code == 201


def test_refused_hosts_are_counted_against_the_rate(place):
    with (
        Store(place) as store,
        TestClient(make_app(store, place=LAN, limits=Limits(burst=3, requests_a_second=0.001))) as client,
    ):
        answers = [client.get("/", headers={"Host": "evil.example"}).status_code for _ in range(5)]
    assert answers == [400] * 3 + [429] * 2


def test_a_browser_that_says_it_comes_from_elsewhere_is_refused(client):
    for word in ("cross-site", "same-site"):
        assert client.get("/api/games", headers={"Sec-Fetch-Site": word}).status_code == 403
        assert client.get("/", headers={"Sec-Fetch-Site": word}).status_code == 200
    assert client.get("/api/games", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def games_begun(address: str, forwarded: list[str]) -> list[int]:
    """The answers to new games, each said to come from another address."""
    found = []
    for visitor in forwarded:
        wanted = {"Content-Type": "application/json", "X-Forwarded-For": visitor, "X-Forwarded-Proto": "https"}
        try:
            with urlopen(Request(f"{address}/api/games", json.dumps({}).encode(), wanted), timeout=20) as answer:
                found.append(answer.status)
        except OSError as error:
            found.append(error.code)
    return found


def test_forged_addresses_are_not_believed(place, over_network):
    with over_network(place, Limits(games_a_minute=2)) as (_, address):
        assert games_begun(address, [f"10.0.0.{number}" for number in range(4)]) == [201, 201, 429, 429]


def test_a_named_proxy_is_believed_about_the_last_address_only(place, over_network):
    with over_network(place, Limits(games_a_minute=2), PUBLIC) as (_, address):
        assert games_begun(address, ["10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.1"]) == [201, 201, 201, 429]
        assert games_begun(address, [f"10.9.9.{number}, 10.0.0.1" for number in range(2)]) == [429, 429]


def test_visitors_by_address():
    assert visitor_at("192.0.2.1") == "192.0.2.1"
    assert visitor_at("::ffff:192.0.2.1") == "192.0.2.1"
    assert visitor_at("2001:db8:1:2:3::4") == visitor_at("2001:db8:1:2::9") != visitor_at("2001:db8:1:3::4")
    assert visitor_at("fe80::1%eth0") == "fe80::/64"
    assert len(visitor_at("x" * 5000)) == 60


@pytest.mark.parametrize(
    ("url", "proxies"),
    [
        ("games.example.org", []),
        ("ftp://games.example.org", []),
        ("https://games.example.org/path", []),
        ("https://", []),
        ("https://games.example.org", ["proxy"]),
        (None, ["127.0.0.1"]),
    ],
)
def test_what_cannot_be_a_public_address_is_refused(url, proxies):
    with pytest.raises(TurnwrightError):
        place_of("127.0.0.1", public_url=url, proxies=proxies)


def test_an_error_of_ours_has_the_same_headers_as_all_answers(client, monkeypatch):
    def fails(*_):
        raise RuntimeError("secret")

    monkeypatch.setattr(client.app.state.services.archive, "tournaments", fails)
    answer = client.get("/api/tournaments")
    assert answer.status_code == 500
    assert "content-security-policy" in answer.headers
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("origin", "status"),
    [("https://games.example.org", b"101"), ("http://games.example.org", b"403"), ("https://evil.example", b"403")],
)
def test_a_websocket_through_a_proxy(place, over_network, origin, status):
    """As Caddy and nginx pass it on: the visitor's own Host and Origin, and the address."""
    with over_network(place, Limits(), PUBLIC) as (_, address):
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=20) as line:
            line.sendall(
                f"GET /ws/thoughts HTTP/1.1\r\nHost: games.example.org\r\nOrigin: {origin}\r\n"
                "X-Forwarded-For: 192.0.2.7\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            assert line.recv(65536).split()[1] == status
