"""What keeps strangers harmless."""

import time

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.limits import Limits, Rates
from turnwright.web.visitors import place_of


def client_with(store, **wanted):
    return TestClient(make_app(store, **wanted))


@pytest.mark.parametrize("path", ["/", "/api/rules", "/api/games/nowhere", "/page/js/main.js", "/nowhere"])
def test_every_answer_has_the_headers_that_protect_a_browser(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "path",
    [
        "/page/../app.py",
        "/page/%2e%2e/app.py",
        "/page/..%2fapp.py",
        "/page/js/..%5c..%5capp.py",
        "/glyphs/..%2fapp.svg",
    ],
)
def test_no_path_leads_out_of_the_page(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert "def make_app" not in answer.text


def test_long_bodies_are_refused(client):
    assert client.post("/api/positions", content=b"x" * 70_000).status_code == 413

    def endless():
        for _ in range(100):
            yield b"x" * 1000

    assert client.post("/api/positions", content=endless()).status_code == 413


def test_requests_of_other_sites_are_refused(client):
    for origin in ("http://elsewhere.example", "null"):
        assert client.post("/api/games", json={}, headers={"Origin": origin}).status_code == 403
    assert client.post("/api/games", json={}, headers={"Origin": "http://testserver"}).status_code == 201


def test_a_local_server_answers_to_its_own_name_only(place):
    with Store(place) as store, client_with(store, place=place_of("127.0.0.1")) as client:
        assert client.get("/").status_code == 400
        for host in ("127.0.0.1:8000", "localhost", "[::1]:80"):
            assert client.get("/", headers={"Host": host}).status_code == 200


def test_too_many_requests_are_refused_for_a_while(place):
    with Store(place) as store, client_with(store, limits=Limits(burst=5, requests_a_second=0.001)) as client:
        answers = [client.get("/api/rules").status_code for _ in range(7)]
    assert answers == [200] * 5 + [429] * 2


def test_too_many_games_are_refused(place):
    with Store(place) as store, client_with(store, limits=Limits(games_a_minute=2)) as client:
        assert [client.post("/api/games", json={}).status_code for _ in range(3)] == [201, 201, 429]


def test_too_many_games_in_a_day_are_refused(place):
    with Store(place) as store, client_with(store, limits=Limits(games_a_day=2)) as client:
        answers = [client.post("/api/games", json={}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert "today" in answers[2].text


def test_buckets_fill_again(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    rates = Rates(a_second=2, burst=3)
    assert [rates.spend("one") for _ in range(4)] == [True, True, True, False]
    assert rates.spend("other")
    now[0] += 0.5
    assert [rates.spend("one") for _ in range(2)] == [True, False]


def test_what_is_wrong_with_a_request_is_told_without_repeating_it(client):
    answer = client.post("/api/games", json={"seats": "<script>alert(1)</script>"})
    assert answer.status_code == 422
    assert "script" not in answer.text
