"""Friends by link: invitations, a key for each seat, a name for watching, and what a hostile friend would try."""

import json
import logging

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.live.seat_keys import SeatKeyError, SeatKeys
from turnwright.arena.store import Store
from turnwright.core.rng import generator
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

PATIENT = Limits(
    requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_a_second=10_000, messages_at_once=10_000
)


def hands(shown) -> list[dict[str, int]]:
    return shown["position"]["hands"]


def test_each_sees_the_own_hand_and_a_watcher_none(client, friends):
    one, other, watcher = friends(client)
    first, second, third = (friend.get().json() for friend in (one, other, watcher))
    seen = [[bool(hand) for hand in hands(shown)] for shown in (first, second, third)]
    assert seen == [[True, False], [False, True], [False, False]]
    assert [shown["sitter"] for shown in (first, second, third)] == [0, 1, None]
    assert [bool(shown["legal"]) for shown in (first, second, third)] == [True, False, False]
    assert (first["may_end"], second["may_end"], third["may_end"]) == (True, False, False)


def test_only_who_has_the_key_of_the_seat_to_move_acts(client, friends):
    one, other, watcher = friends(client)
    asked = (
        ("/actions", {"actions": ["end"]}),
        ("/undo", {}),
        ("/resignation", {}),
        ("/seat", {}),
        ("/agent-turn", {}),
    )
    for what, body in asked:
        answer = watcher.post(what, **body)
        assert (answer.status_code, "for watching" in answer.text) == (403, True), what
    for what, body in asked[:2]:
        answer = other.post(what, **body)
        assert (answer.status_code, "other player's turn" in answer.text) == (409, True), what
    assert one.act("end").status_code == 200
    assert one.act("end").status_code == 409
    assert other.act("end").status_code == 200
    assert other.post("/resignation").json()["outcome"] == 1, "also while the other is to move"


def test_a_turn_in_progress_is_nobody_elses_business(client, friends):
    """What is tried and taken back tells of a hand; others see a turn once it is over."""
    one, other, watcher = friends(client)
    before = [friend.get().json() for friend in (other, watcher)]
    card = next(action["action"] for action in one.get().json()["legal"] if action["to"] != "deck")
    assert one.act(card).json()["actions"] == [card]
    assert [friend.get().json() for friend in (other, watcher)] == before
    assert one.post("/undo").json()["actions"] == []
    assert [friend.get().json() for friend in (other, watcher)] == before
    one.act(card, "end")
    assert other.get().json()["log"][0]["actions"] == [card, "end"]


def test_effects_are_told_to_who_may_act(client, friends):
    one, other, watcher = friends(client)
    source = one.get().json()["legal"][0]["from"]
    assert one.get("/effects", source=source).json()
    assert other.get("/effects", source=source).json() == []
    assert watcher.get("/effects", source=source).json() == []


def test_a_card_that_was_put_back_stays_unknown_in_log_turns_and_messages(client, friends):
    one, other, watcher = friends(client)
    swap = next(action["action"] for action in one.get().json()["legal"] if action["action"].startswith("~"))
    with client.websocket_connect(f"{other.path.replace('/api/', '/ws/')}") as socket:
        socket.receive_json()
        socket.send_json({"type": "sit", "key": other.key})
        assert socket.receive_json()["sitter"] == 1
        assert one.act(swap).status_code == 200
        assert socket.receive_json()["actions"] == []
        assert one.act("end").status_code == 200
        turn = socket.receive_json()
        assert turn["type"] == "turn"
        assert [step["action"] for step in turn["steps"]] == ["~?", "end"]
        assert [step["effects"] for step in turn["steps"]] == [[], []]
        assert all(step["position"]["hands"][0] == {} for step in turn["steps"])
        assert socket.receive_json()["log"][0]["actions"] == ["~?", "end"]
    for friend in (other, watcher):
        again = friend.get("/turns/1").json()
        assert again["log"]["actions"] == ["~?", "end"]
        assert all(step["position"]["hands"][0] == {} for step in again["steps"])
        (told,) = friend.get("/turns").json()
        assert told["actions"][0] == {"action": "~?", "from": "", "to": "deck", "effects": [], "actor": ""}
    assert one.get("/turns").json()[0]["actions"][0]["effects"][0]["kind"] == "swap"
    assert one.get("/turns/1").json()["log"]["actions"] == [swap, "end"]
    assert one.get("/turns/2").status_code == 404


@pytest.mark.parametrize("wanted", [{}, {"game": "locm", "options": {"draft": "random"}}], ids=str)
def test_nothing_that_a_friend_gets_depends_on_the_others_hand(client, wanted, friends):
    """By HTTP and by WebSocket, the same bytes whatever the other has in hand and does with it before the end."""
    one, other, watcher = friends(client, **wanted)
    session = client.portal.call(client.app.state.services.sessions.find, one.path.rpartition("/")[2], "me")
    state = session.game.state
    worlds = state.view(1, "hidden").worlds(4, generator(3))
    assert len({world.text for world in worlds}) > 1
    said = []
    for world in worlds:
        session.game.state = world
        with client.websocket_connect(f"{other.path.replace('/api/', '/ws/')}") as socket:
            told = [socket.receive_text()]
            for message in (
                {"type": "sit", "key": other.key},
                {"type": "look", "source": "card:K"},
                {"type": "act", "actions": ["K@a1"]},
                {"type": "undo"},
                {"type": "take_seat"},
                {"type": "continue"},
            ):
                socket.send_json(message)
                told.append(socket.receive_text())
        told += [friend.get(what).text for friend in (other, watcher) for what in ("", "/effects?source=card:K")]
        said.append(told)
    assert all(told == said[0] for told in said)


def test_a_socket_without_a_key_watches_and_a_wrong_key_opens_nothing(client, friend_of, friends):
    one, _, watcher = friends(client)
    with client.websocket_connect(f"{watcher.path.replace('/api/', '/ws/')}") as socket:
        assert hands(socket.receive_json()) == [{}, {}]
        for message in (
            {"type": "act", "actions": ["end"]},
            {"type": "undo"},
            {"type": "resign"},
            {"type": "continue"},
        ):
            socket.send_json(message)
            assert "for watching" in socket.receive_json()["message"]
        socket.send_json({"type": "sit", "key": "x" * 22})
        assert "opens no seat" in socket.receive_json()["message"]
        socket.send_json({"type": "sit", "key": one.key[:-1] + ("A" if one.key[-1] != "A" else "B")})
        assert "opens no seat" in socket.receive_json()["message"]
    assert friend_of(client, one.path.rpartition("/")[2], "x" * 22).get().status_code == 403
    elsewhere, _, _ = friends(client)
    assert friend_of(client, one.path.rpartition("/")[2], elsewhere.key).get().status_code == 403, (
        "a key of another game"
    )


def test_an_invitation_is_used_once_so_nobody_looks_into_the_seat_of_a_friend(client, hidden_links):
    game = client.post("/api/games", json=hidden_links).json()
    mine, yours = game["invitations"]
    assert game["waiting"] == [True, True]
    path = f"/api/games/{game['name']}"
    claimed = client.post(f"{path}/claim", json={"invitation": yours}).json()
    assert client.get(path).json()["waiting"] == [True, False]
    again = client.post(f"{path}/claim", json={"invitation": yours})
    assert (again.status_code, "used up" in again.text) == (403, True)
    assert client.get(path, headers={"Turnwright-Key": yours}).status_code == 403, "an invitation is no key"
    assert client.post(f"{path}/claim", json={"invitation": claimed["key"]}).status_code == 403, "nor the other way"
    assert "invitations" not in client.get(path).text
    assert len({mine, yours, claimed["key"], game["name"]}) == 4
    assert all(len(secret) >= 22 for secret in (mine, yours, claimed["key"])), "128 random bits"


def test_games_without_links_have_no_keys(client, begin, hidden_links):
    game = begin()
    path = f"/api/games/{game['name']}"
    assert (game["has_keys"], game["sitter"], game["waiting"]) == (False, None, [False, False])
    assert client.get(path, headers={"Turnwright-Key": "x"}).status_code == 403
    assert client.post(f"{path}/claim", json={"invitation": "x"}).status_code == 403
    agents = {"seats": [{"agent": "random"}, {"agent": "random"}], "links": True}
    refused = client.post("/api/games", json=hidden_links | agents)
    assert (refused.status_code, "both seats are agents'" in refused.text) == (400, True)


def test_against_an_agent_the_name_is_for_watching_too(client, friends):
    one, watcher = friends(client, seats=[{}, {"agent": "random"}])
    assert one.act("end").status_code == 200
    assert one.post("/agent-turn").json()["player"] == 0
    assert hands(watcher.get().json()) == [{}, {}]


def test_everything_is_open_once_the_game_is_over(client, friends):
    one, other, watcher = friends(client)
    one.post("/resignation")
    assert all(all(hands(friend.get().json())) for friend in (one, other, watcher))


def test_keys_outlive_a_restart_and_are_neither_stored_nor_logged(place, caplog, friend_of, friends):
    caplog.set_level(logging.DEBUG)
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        one, other, _ = friends(client)
        one.act("end")
        friend_of(client, one.path.rpartition("/")[2], "wrong").get()
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        shown = friend_of(client, other.path.rpartition("/")[2], other.key).get().json()
        assert (shown["sitter"], shown["may_end"], shown["waiting"]) == (1, True, [False, False])
    stored = b"".join(path.read_bytes() for path in place.parent.iterdir() if path.is_file())
    assert one.path.rpartition("/")[2].encode() in stored
    for secret in (one.key, other.key):
        assert secret.encode() not in stored
        assert secret not in caplog.text


def test_digests_are_what_is_kept():
    keys, invitations = SeatKeys.new([True, False])
    assert invitations[1] is None
    seat, key = keys.claim(invitations[0])
    again = SeatKeys(**json.loads(json.dumps(keys.as_dict())))
    assert (seat, again.seat_of(key)) == (0, 0)
    assert key not in json.dumps(keys.as_dict())
    with pytest.raises(SeatKeyError, match="used up"):
        again.claim(invitations[0])
