"""The game on the first page: played by the rules, one for all visitors, and only while somebody looks."""

import itertools
import time

import pytest
from fastapi.testclient import TestClient

import turnwright
from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.boards import board_of
from turnwright.web.boards.base import PAGE
from turnwright.web.limits import Limits
from turnwright.web.schemas.catalogue import ShowcaseAnswer
from turnwright.web.showcase import GAME, PAIRS

PATIENCE = 120.0  # seconds, in which machine code may have to be made


@pytest.fixture
def hurried(monkeypatch):
    """Every turn is due at once."""
    monkeypatch.setattr("turnwright.web.showcase._STEP", 0.0)
    monkeypatch.setattr("turnwright.web.showcase._AT_THE_END", 0.0)
    monkeypatch.setattr("turnwright.web.showcase.PAIRS", (PAIRS[0][::-1], PAIRS[0]))


def next_turn(client, before):
    """The first answer that tells more."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        now = client.get("/api/showcase").json()
        if (now["number"], now["turn"]) != (before["number"], before["turn"]):
            return now
        time.sleep(0.02)
    raise AssertionError("no further turn")


def test_a_whole_game_follows_the_rules_and_the_next_one_begins(place, hurried):
    with Store(place) as store, TestClient(make_app(store, limits=Limits(requests_a_second=10_000))) as client:
        client.app.state.services.showcase._deals = itertools.count(5)
        state = turnwright.game(GAME).start(5)
        told = client.get("/api/showcase").json()
        assert (told["number"], told["turn"], told["steps"], told["over"]) == (1, 0, [], False)
        while not told["over"]:
            told = next_turn(client, told)
            ShowcaseAnswer.model_validate(told)
            assert told["number"] == 1
            assert told["position"] == board_of(state.game).position(state)
            for step in told["steps"]:
                state = state.play(step["action"])
                assert step["position"] == board_of(state.game).position(state)
            assert state.turn == told["turn"] + 1 or state.is_over
        assert state.is_over
        assert state.outcome == told["outcome"]
        again = next_turn(client, told)
        assert (again["number"], again["turn"]) == (2, 0)
        assert again["seats"] == told["seats"][::-1]


def test_it_stands_still_while_nobody_looks_and_waits_until_a_turn_was_seen(client, monkeypatch):
    monkeypatch.setattr("turnwright.web.showcase._STEP", 1000.0)
    told = client.get("/api/showcase")
    time.sleep(0.3)
    assert client.app.state.services.showcase._going_on is None
    unchanged = client.get("/api/showcase", headers={"If-None-Match": told.headers["etag"]})
    assert unchanged.status_code == 304
    first = next_turn(client, told.json())
    for _ in range(5):
        assert client.get("/api/showcase").json() == first
        time.sleep(0.1)


def test_it_waits_like_everybody_when_there_is_no_place(place):
    with Store(place) as store, TestClient(make_app(store, limits=Limits(waiting=0))) as client:
        told = client.get("/api/showcase").json()
        for _ in range(3):
            time.sleep(0.05)
            assert client.get("/api/showcase").json() == told


def test_its_players_are_opponents_of_the_page():
    """By name: the page knows agents and budgets."""
    text = (PAGE / "js" / "opponents.js").read_text(encoding="utf-8")
    for seat in {seat for pair in PAIRS for seat in pair}:
        assert f'agent: "{seat.agent}", budget: "{seat.budget}"' in text
