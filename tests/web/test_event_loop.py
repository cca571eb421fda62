"""What strangers send is read beside the event loop: meanwhile everybody else is answered."""

import asyncio
import itertools
import threading
from typing import ClassVar

import pytest

from turnwright.arena.live import live_store
from turnwright.games.hero_academy import game as hero_academy
from turnwright.web import archive, seats
from turnwright.web.boards.hero_academy.board import HeroAcademyBoard
from turnwright.web.limits import Limits
from turnwright.web.routes.sockets import Connection
from turnwright.web.schemas.requests import THOUGHT_MESSAGE

STATE = "2 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"
ROWS = ["d000S000D", "00c000C00", "00P000P00", "0c00000C0", "d000A000D"]
_numbers = itertools.count()


def made_up() -> str:
    """A position on a map that nobody has seen before."""
    number = next(_numbers)
    squares = "".join("0ASP"[number >> 2 * i & 3] for i in range(3))
    return f"hero_academy:map={'/'.join([*ROWS[:4], f'd{squares}A000D'])} {STATE}"


@pytest.fixture
def where(monkeypatch):
    """The names of the threads in which something expensive is done, by what it is."""
    found: dict[str, set[str]] = {}

    def watch(room, name):
        original = getattr(room, name)

        def watched(*given, **named):
            found.setdefault(name, set()).add(threading.current_thread().name.rpartition("_")[0])
            return original(*given, **named)

        monkeypatch.setattr(room, name, watched)

    watch(hero_academy, "build_parameters")
    watch(HeroAcademyBoard, "game_with")
    watch(seats, "agent")
    watch(archive, "positions")
    watch(live_store, "LiveGame")
    return found


def test_made_up_maps_are_built_beside_the_loop(client, where):
    for path, further in (("", {"actions": []}), ("/effects", {"source": "a1"}), ("/turn", {"actions": ["end"]})):
        answer = client.post(f"/api/positions{path}", json={"state": made_up(), **further})
        assert answer.status_code == 200, answer.text
    assert client.post("/api/analyses", json={"state": made_up(), "agent": "random"}).status_code == 200
    with client.websocket_connect("/ws/thoughts") as socket:
        socket.send_json({"type": "analyse", "state": made_up(), "agent": "random"})
        assert socket.receive_json()["type"] == "position"
    assert where["build_parameters"] == {"web-maps"}


def test_an_agents_own_reading_of_a_map_is_built_beside_the_loop(client, where):
    wanted = {"state": made_up(), "agent": "random:evaluation=mean,pruning=reference"}
    assert client.post("/api/analyses", json=wanted).status_code == 200
    assert where["build_parameters"] <= {"web-maps", "web-search"}


def test_games_and_agents_are_made_beside_the_loop(client, begin, where):
    begin(seats=[{}, {"agent": "oep:population=50", "budget": "10ev"}])
    assert where["game_with"] == {"web-desk"}
    assert where["agent"] == {"web-desk"}


def test_stored_games_are_played_again_beside_the_loop(client, finished, where):
    game = finished()
    for path in ("", "/turns/1", "/notation"):
        assert client.get(f"/api/stored-games/{game['stored']}{path}").status_code == 200
    where.clear()
    assert client.get(f"/api/games/{game['name']}").json() == game
    client.get(f"/api/stored-games/{game['stored']}")
    assert where == {"positions": {"web-library"}, "LiveGame": {"web-games"}}


class Flood:
    """Stands in for a WebSocket whose messages have all come at once."""

    scope: ClassVar = {"allows_message": lambda: True}

    def __init__(self, messages):
        self.left, self.sent = messages, []

    async def receive(self):
        self.left -= 1
        return {"type": "websocket.receive", "text": '{"type":"stop"}'} if self.left >= 0 else {"type": "over"}

    async def send_text(self, text):
        self.sent.append(text)

    async def close(self, code):
        self.closed = code


def test_others_are_answered_between_the_messages_of_a_flood():
    turns = []

    async def scene():
        socket = Flood(20)

        async def others():
            while socket.left >= 0:
                turns.append(socket.left)
                await asyncio.sleep(0)

        async def answer(message):
            pass

        neighbour = asyncio.create_task(others())
        await Connection(socket, Limits()).talk(THOUGHT_MESSAGE, answer)
        await neighbour

    asyncio.run(scene())
    assert len(set(turns)) > 15


def test_a_flood_beyond_the_rate_ends_the_connection():
    async def scene():
        socket = Flood(1000)
        socket.scope = {"allows_message": lambda: False}
        await Connection(socket, Limits()).talk(THOUGHT_MESSAGE, None)
        return socket

    socket = asyncio.run(scene())
    assert socket.left > 900
    assert len(socket.sent) < 100
    assert socket.closed == 1008


def test_a_request_with_thousands_of_wrong_fields_is_refused_before_it_is_read(client):
    fields = "{" + ",".join(f'"{number}":1' for number in range(1500)) + "}"
    for path in ("/api/games", "/api/positions"):
        answer = client.post(path, content=fields, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    with client.websocket_connect("/ws/thoughts") as socket:
        socket.send_text(fields)
        assert "few parts" in socket.receive_json()["message"]


def test_few_mistakes_of_a_request_are_told(client):
    answer = client.post("/api/games", json={f"{'x' * 100}{number}": 1 for number in range(100)})
    assert answer.status_code == 422
    assert len(answer.content) < 2000
