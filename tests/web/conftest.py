"""A server over a store in a temporary folder: asked in this process, or over the network."""

import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn
from fastapi.testclient import TestClient

from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.limits import Limits
from turnwright.web.server import config_of
from turnwright.web.visitors import Place

PATIENT = Limits(
    requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_a_second=10_000, messages_at_once=10_000
)
HIDDEN = {"options": {"map": "a-small", "action_points": 3}, "hands": "hidden", "seats": [{}, {}], "links": True}
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
        client.portal.call(client.app.state.services.sessions.write)
        return client.get(f"/api/games/{game['name']}").json()

    return finished


@pytest.fixture(scope="session")
def over_network():
    """Serves in a thread, as a context manager that gives the app and its address."""

    @contextmanager
    def over_network(place: Path, limits: Limits, where: Place | None = None):
        with Store(place) as store:
            app = make_app(store, limits=limits, place=where)
            # What it logs comes to the test that runs.
            quiet = {"log_config": None, "log_level": "warning", "access_log": False, "timeout_graceful_shutdown": 1}
            config = config_of(app, limits, proxies=() if where is None else where.proxies, port=0, **quiet)
            server = uvicorn.Server(config)
            thread = threading.Thread(target=server.run)
            thread.start()
            while not server.started:
                assert thread.is_alive()
                time.sleep(0.01)
            try:
                yield app, f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
            finally:
                server.should_exit = True
                thread.join()

    return over_network


class Friend:
    """Somebody with the key of a seat, or without one."""

    def __init__(self, client, name: str, key: str | None = None) -> None:
        self.client, self.path, self.key = client, f"/api/games/{name}", key

    @property
    def headers(self):
        return {} if self.key is None else {"Turnwright-Key": self.key}

    def get(self, what: str = "", **params):
        return self.client.get(self.path + what, headers=self.headers, params=params)

    def post(self, what: str, **body):
        return self.client.post(self.path + what, headers=self.headers, json=body or None)

    def act(self, *actions: str):
        return self.post("/actions", actions=list(actions))


@pytest.fixture
def friend_of():
    """Somebody in a game by its name, with a key or without: `friend_of(client, name, key)`."""
    return Friend


@pytest.fixture
def hidden_links():
    """What to ask for to get a game with hidden hands that two people share by links."""
    return HIDDEN


@pytest.fixture
def friends():
    """Begins a game that is shared by links and takes its seats."""

    def friends(client, **wanted):
        """A game that is shared by links: both players and somebody who watches."""
        game = client.post("/api/games", json=HIDDEN | {"seed": 4} | wanted).json()
        claimed = [
            client.post(f"/api/games/{game['name']}/claim", json={"invitation": invitation}).json()
            for invitation in game["invitations"]
            if invitation
        ]
        assert [one["seat"] for one in claimed] == [seat for seat in (0, 1) if game["invitations"][seat]]
        return *(Friend(client, game["name"], one["key"]) for one in claimed), Friend(client, game["name"])

    return friends
