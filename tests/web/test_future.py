"""What chance will bring is not sent while a game runs, in whatever form."""

import re

import pytest

from turnwright.arena.database import StoreError
from turnwright.web.serialise import shown_effects

TELLING = re.compile(r"chance=|seeds=")


def follow(client, game, socket):
    """Every notation that a page is sent in some turns of a game, by HTTP and by WebSocket."""
    address = f"/api/games/{game['name']}"
    for _ in range(4):
        yield game["notation"]
        if game["legal"]:
            socket.send_json({"type": "act", "actions": [game["legal"][0]["action"]]})
            game = socket.receive_json()
            yield game["notation"]
        if game["may_end"]:
            game = client.post(f"{address}/actions", json={"actions": [game["end"]]}).json()
            socket.receive_json()
            yield game["notation"]
        if game["player"] == 1 and not game["over"]:
            game = client.post(f"{address}/agent-turn").json()
            while (said := socket.receive_json())["type"] != "game":
                assert not TELLING.search(str(said))


@pytest.mark.parametrize("draws", ["random", "seeded"])
def test_hero_academy_sends_neither_seeds_nor_chance(client, begin, draws):
    game = begin(options={"map": "a-tiny", "draws": draws}, hands="open")
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        for notation in follow(client, game, socket):
            assert not TELLING.search(notation)
            assert notation.endswith(" 0/0")
    over = client.post(f"/api/games/{game['name']}/resignation").json()
    assert over["over"]
    assert "chance=" in over["notation"] or not over["notation"].endswith(" 0/0")


def test_what_is_sent_foresees_no_draw(client):
    """The finding itself: the position that was sent, played on by the server, against what then is drawn."""
    right = 0
    for seed in range(8):
        wanted = {"hands": "open", "seats": [{}, {}], "seed": seed}
        game = client.post("/api/games", json=wanted).json()
        foreseen = client.post("/api/positions", json={"state": game["notation"], "actions": ["end"]}).json()
        drawn = client.post(f"/api/games/{game['name']}/actions", json={"actions": ["end"]}).json()
        assert foreseen["position"]["pieces"] == drawn["position"]["pieces"]
        action = {"actions": [drawn["legal"][0]["action"], "end"]}
        foreseen = client.post("/api/positions", json={"state": drawn["notation"], **action}).json()
        drawn = client.post(f"/api/games/{game['name']}/actions", json=action).json()
        right += foreseen["position"]["hands"] == drawn["position"]["hands"]
    assert right < 8


@pytest.mark.parametrize("draft", ["played", "mixed"])
def test_locm_sends_no_order_of_decks_and_no_round_to_come(client, begin, draft):
    game = begin(game="locm", options={"draft": draft}, hands="open")
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        for notation in follow(client, game, socket):
            assert not TELLING.search(notation)
            words = notation.split()
            if words[1] == "battle":
                for deck in (words[6], words[11]):
                    cards = [int(card.partition("=")[2]) for card in deck.split(",")]
                    assert cards == sorted(cards)
            else:
                rounds = re.search(r"draft=(\S+)", notation)[1].split("/")
                now = int(words[2]) // 2
                assert "?" not in rounds[: now + 1]
                assert set(rounds[now + 1 :]) == {"?"}


def test_what_a_look_tells_is_nothing_that_the_action_itself_would_reveal(client, begin, monkeypatch):
    game = begin()
    session = client.portal.call(client.app.state.services.sessions.find, game["name"], "me")
    state = session.game.state
    source = game["legal"][0]["from"]
    assert any(target["effects"] for target in shown_effects(state, source))
    monkeypatch.setattr(type(state), "is_revealing", lambda self, action: True)
    assert not any(target["effects"] for target in shown_effects(state, source))


def test_what_is_wrong_with_the_store_names_no_file(client, monkeypatch):
    def fails(*_, **__):
        raise StoreError("the store 'secret/games.db' cannot be used: disk I/O error")

    services = client.app.state.services
    monkeypatch.setattr(services.archive, "tournaments", fails)
    monkeypatch.setattr(services.sessions._live, "read", fails)
    for path in ("/api/tournaments", "/api/games/nowhere"):
        answer = client.get(path)
        assert answer.status_code == 503
        assert "secret" not in answer.text
    with client.websocket_connect("/ws/games/nowhere") as socket:
        assert "secret" not in socket.receive_text()
