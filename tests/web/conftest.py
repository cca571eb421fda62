"""A server over a store in a temporary folder, asked in this process."""

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

PATIENT = Limits(requests_a_second=10_000, burst=10_000, games_a_minute=10_000)
TINY = {"options": {"map": "a-tiny", "action_points": 2}, "seed": 4}


@pytest.fixture
def place(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture
def client(place):
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as opened:
        yield opened


@pytest.fixture
def begin(client):
    """Begins a game; by default a person against the random agent on the smallest map."""

    def begin(**wanted):
        answer = client.post("/api/games", json=TINY | {"seats": [{}, {"agent": "random"}]} | wanted)
        assert answer.status_code == 201, answer.text
        return answer.json()

    return begin


@pytest.fixture
def finished(client, begin):
    """Plays a game of two agents to its end and waits until it is stored; returns the game."""

    def finished(**wanted):
        game = begin(**{"seats": [{"agent": "greedy_action"}, {"agent": "random"}]} | wanted)
        while not game["over"]:
            game = client.post(f"/api/games/{game['name']}/agent-turn").json()
        client.portal.call(client.app.state.services.host.write)
        return client.get(f"/api/games/{game['name']}").json()

    return finished
