"""Friends by link: a key for each seat, a name that is for watching only, and what a hostile friend would try."""

import json
import logging

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.live.live_game import LiveGame, Setup
from turnwright.arena.live.live_store import LiveStore, snapshot_of
from turnwright.arena.live.schema import live_games
from turnwright.arena.live.seat import Seat
from turnwright.arena.live.seat_keys import SeatKeyError, SeatKeys
from turnwright.arena.store import Store
from turnwright.core.budget import Budget
from turnwright.core.rng import generator
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

PATIENT = Limits(
    requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_a_second=10_000, messages_at_once=10_000
)
HIDDEN = {"options": {"map": "a-small", "action_points": 3}, "hands": "hidden", "seats": [{}, {}], "links": True}


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


def hands(shown) -> list[dict[str, int]]:
    return shown["position"]["hands"]


def test_each_sees_the_own_hand_and_a_watcher_none(client):
    one, other, watcher = friends(client)
    first, second, third = (friend.get().json() for friend in (one, other, watcher))
    seen = [[bool(hand) for hand in hands(shown)] for shown in (first, second, third)]
    assert seen == [[True, False], [False, True], [False, False]]
    assert [shown["sitter"] for shown in (first, second, third)] == [0, 1, None]
    assert [bool(shown["legal"]) for shown in (first, second, third)] == [True, False, False]
    assert (first["may_end"], second["may_end"], third["may_end"]) == (True, False, False)


def test_only_who_has_the_key_of_the_seat_to_move_acts(client):
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


def test_a_turn_in_progress_is_nobody_elses_business(client):
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


def test_effects_are_told_to_who_may_act(client):
    one, other, watcher = friends(client)
    source = one.get().json()["legal"][0]["from"]
    assert one.get("/effects", source=source).json()
    assert other.get("/effects", source=source).json() == []
    assert watcher.get("/effects", source=source).json() == []


def test_a_card_that_was_put_back_stays_unknown_in_log_turns_and_messages(client):
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
def test_nothing_that_a_friend_gets_depends_on_the_others_hand(client, wanted):
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


def test_a_socket_without_a_key_watches_and_a_wrong_key_opens_nothing(client):
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
    assert Friend(client, one.path.rpartition("/")[2], "x" * 22).get().status_code == 403
    elsewhere, _, _ = friends(client)
    assert Friend(client, one.path.rpartition("/")[2], elsewhere.key).get().status_code == 403, "a key of another game"


def test_an_invitation_is_used_once_so_nobody_looks_into_the_seat_of_a_friend(client):
    game = client.post("/api/games", json=HIDDEN).json()
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


def test_games_without_links_have_no_keys(client, begin):
    game = begin()
    path = f"/api/games/{game['name']}"
    assert (game["has_keys"], game["sitter"], game["waiting"]) == (False, None, [False, False])
    assert client.get(path, headers={"Turnwright-Key": "x"}).status_code == 403
    assert client.post(f"{path}/claim", json={"invitation": "x"}).status_code == 403
    agents = {"seats": [{"agent": "random"}, {"agent": "random"}], "links": True}
    refused = client.post("/api/games", json=HIDDEN | agents)
    assert (refused.status_code, "both seats are agents'" in refused.text) == (400, True)


def test_against_an_agent_the_name_is_for_watching_too(client):
    one, watcher = friends(client, seats=[{}, {"agent": "random"}])
    assert one.act("end").status_code == 200
    assert one.post("/agent-turn").json()["player"] == 0
    assert hands(watcher.get().json()) == [{}, {}]


def test_everything_is_open_once_the_game_is_over(client):
    one, other, watcher = friends(client)
    one.post("/resignation")
    assert all(all(hands(friend.get().json())) for friend in (one, other, watcher))


def test_keys_outlive_a_restart_and_are_neither_stored_nor_logged(place, caplog):
    caplog.set_level(logging.DEBUG)
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        one, other, _ = friends(client)
        one.act("end")
        Friend(client, one.path.rpartition("/")[2], "wrong").get()
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        shown = Friend(client, other.path.rpartition("/")[2], other.key).get().json()
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


# A rematch: the same two keys, sides changed


def resigned(client, **wanted):
    """A game that is shared by links and over: both players and somebody who watches."""
    one, *others = friends(client, **wanted)
    assert one.post("/resignation").json()["over"]
    return one, *others


def in_rematch(client, name: str, *players: Friend) -> list[Friend]:
    return [Friend(client, name, player.key) for player in players]


def test_a_rematch_keeps_both_keys_and_changes_sides(client):
    one, other, watcher = resigned(client)
    begun = one.post("/rematch")
    assert begun.status_code == 201
    game = begun.json()
    assert (game["sitter"], game["over"], game["log"], game["waiting"]) == (1, False, [], [False, False])
    assert (game["game"], game["view"]) == (one.get().json()["game"], "hidden")
    assert [friend.get().json()["rematch"] for friend in (one, other, watcher)] == [game["name"]] * 3
    again = in_rematch(client, game["name"], one, other, watcher)
    seen = [[bool(hand) for hand in hands(friend.get().json())] for friend in again]
    assert seen == [[False, True], [True, False], [False, False]]
    assert [friend.get().json()["sitter"] for friend in again] == [1, 0, None]
    assert again[0].act("end").status_code == 409, "the other one begins now"
    assert again[2].act("end").status_code == 403, "the link to watch stays one"
    assert again[1].act("end").status_code == 200
    assert again[0].act("end").status_code == 200


def test_both_ask_and_get_one_rematch(client):
    one, other, _ = resigned(client)
    names = [player.post("/rematch").json()["name"] for player in (one, other, one)]
    assert len(set(names)) == 1
    assert [other.post("/rematch").json()["sitter"], one.post("/rematch").json()["sitter"]] == [0, 1]
    next_one, next_other = in_rematch(client, names[0], one, other)
    next_one.post("/resignation")
    third = next_other.post("/rematch").json()
    assert third["name"] not in (names[0], one.path.rpartition("/")[2])
    assert third["sitter"] == 1, "sides change every time"


def test_who_has_no_key_of_the_game_gets_no_rematch_and_no_seat(client):
    one, other, watcher = resigned(client)
    stranger, _, _ = resigned(client)
    name = one.path.rpartition("/")[2]
    answer = watcher.post("/rematch")
    assert (answer.status_code, "for watching" in answer.text) == (403, True)
    for key in (stranger.key, "x" * 22, name):
        assert Friend(client, name, key).post("/rematch").status_code == 403
    assert one.get().json()["rematch"] is None, "nothing was begun"
    again = one.post("/rematch").json()["name"]
    for key in (stranger.key, "x" * 22, again):
        hostile = Friend(client, again, key)
        assert [hostile.get().status_code, hostile.act("end").status_code] == [403, 403]
        assert client.post(f"/api/games/{again}/claim", json={"invitation": key}).status_code == 403
    for key in (one.key, other.key):
        assert client.post(f"/api/games/{again}/claim", json={"invitation": key}).status_code == 403, (
            "keys invite nobody"
        )
    assert one.post("/rematch").json()["name"] == again


def test_used_invitations_open_nothing_in_the_rematch(client):
    game = client.post("/api/games", json=HIDDEN).json()
    path = f"/api/games/{game['name']}"
    keys = [client.post(f"{path}/claim", json={"invitation": one}).json()["key"] for one in game["invitations"]]
    one = Friend(client, game["name"], keys[0])
    one.post("/resignation")
    again = one.post("/rematch").json()["name"]
    for invitation in game["invitations"]:
        assert client.post(f"/api/games/{again}/claim", json={"invitation": invitation}).status_code == 403
        assert Friend(client, again, invitation).get().status_code == 403


def test_there_is_no_rematch_before_the_end_nor_without_keys_nor_without_a_friend(client, begin):
    one, _, _ = friends(client)
    early = one.post("/rematch")
    assert (early.status_code, "not over" in early.text) == (409, True)
    plain = begin()["name"]
    client.post(f"/api/games/{plain}/resignation")
    without = client.post(f"/api/games/{plain}/rematch")
    assert (without.status_code, "without links" in without.text) == (409, True)
    game = client.post("/api/games", json=HIDDEN).json()
    claimed = client.post(f"/api/games/{game['name']}/claim", json={"invitation": game["invitations"][0]}).json()
    lonely = Friend(client, game["name"], claimed["key"])
    lonely.post("/resignation")
    alone = lonely.post("/rematch")
    assert (alone.status_code, "nobody has taken the other seat" in alone.text) == (409, True)
    assert client.post("/api/games/nothing/rematch").status_code == 404


def test_all_who_follow_are_told_of_the_rematch_also_after_a_reload(client):
    """A finished game that was read again from the store is followed together, too."""
    one, other, _ = resigned(client)
    client.portal.call(client.app.state.services.sessions.write)
    path = one.path.replace("/api/", "/ws/")
    with client.websocket_connect(path) as first, client.websocket_connect(path) as second:
        for socket in (first, second):
            shown = socket.receive_json()
            assert (shown["over"], shown["rematch"]) == (True, None)
        second.send_json({"type": "sit", "key": other.key})
        assert second.receive_json()["sitter"] == 1
        again = one.post("/rematch").json()["name"]
        for socket in (first, second):
            assert socket.receive_json() == {"type": "rematch", "name": again}
        other.post("/rematch")
        second.send_json({"type": "sit", "key": other.key})
        assert second.receive_json()["rematch"] == again, "they are told once"
    with client.websocket_connect(path) as socket:
        assert socket.receive_json()["rematch"] == again


def test_nothing_in_a_rematch_depends_on_the_others_hand(client):
    one, other, watcher = resigned(client)
    name = one.post("/rematch").json()["name"]
    one, other, watcher = in_rematch(client, name, one, other, watcher)
    session = client.portal.call(client.app.state.services.sessions.find, name, "me")
    worlds = session.game.state.view(1, "hidden").worlds(4, generator(3))
    assert len({world.text for world in worlds}) > 1
    said = []
    for world in worlds:
        session.game.state = world
        said.append([friend.get(what).text for friend in (one, watcher) for what in ("", "/turns")])
    assert all(told == said[0] for told in said)
    assert other.get().json()["may_end"]


def test_the_deal_of_a_rematch_is_not_that_of_the_game(client):
    one, _, _ = resigned(client)
    name = one.path.rpartition("/")[2]
    find = client.app.state.services.sessions.find
    before = client.portal.call(find, name, "me").game.setup
    after = client.portal.call(find, one.post("/rematch").json()["name"], "me").game.setup
    assert before.deal == 4
    assert after.deal != before.deal
    assert after.seeds != before.seeds


def test_against_an_agent_the_sides_change_too(client):
    one, _ = resigned(client, seats=[{}, {"agent": "random"}])
    game = one.post("/rematch").json()
    assert [seat["agent"] for seat in game["seats"]] == ["random", "human"]
    (again,) = in_rematch(client, game["name"], one)
    assert again.post("/agent-turn").json()["player"] == 1


def test_a_rematch_outlives_a_restart_and_counts_as_a_new_game(place, caplog):
    caplog.set_level(logging.DEBUG)
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        one, other, _ = resigned(client)
        name = one.post("/rematch").json()["name"]
    with Store(place) as store, TestClient(make_app(store, limits=Limits(games_a_minute=1))) as client:
        old = Friend(client, one.path.rpartition("/")[2], other.key)
        assert old.get().json()["rematch"] == name
        assert old.post("/rematch").json()["name"] == name
        again = Friend(client, name, other.key)
        assert (again.get().json()["sitter"], again.post("/resignation").json()["over"]) == (0, True)
        third = again.post("/rematch")
        assert third.status_code == 201
        last = Friend(client, third.json()["name"], other.key)
        last.post("/resignation")
        assert last.post("/rematch").status_code == 429, "a rematch is a game like others"
    stored = b"".join(path.read_bytes() for path in place.parent.iterdir() if path.is_file())
    for secret in (one.key, other.key):
        assert secret.encode() not in stored
        assert secret not in caplog.text


def test_a_rematch_of_a_strangers_store_runs_no_file(place, tmp_path):
    """A finished game may be looked at whoever played it; its agent is not let in by way of a rematch."""
    ran = tmp_path / "ran"
    bot = tmp_path / "bot.py"
    bot.write_text(f"open({str(ran)!r}, 'w').close()\n")
    keys, invitations = SeatKeys.new([True, False])
    _, key = keys.claim(invitations[0])
    setup = Setup.new(
        game="hero_academy:map=a-small,deck=SMALL",
        seats=(Seat(), Seat(agent=f"{bot}:Bot", budget=Budget.parse("10ev"))),
        view="open",
        deal=4,
    )
    game = LiveGame(setup, keys=keys)
    game.resign(0)
    row = snapshot_of(game).row
    with Store(place) as store:
        LiveStore(store)
        with store.transaction() as connection:
            connection.execute(live_games.insert(), [row])
        with TestClient(make_app(store, limits=PATIENT)) as client:
            friend = Friend(client, game.name, key)
            assert friend.get().json()["over"]
            refused = friend.post("/rematch")
            assert (refused.status_code, "this server plays with" in refused.text) == (400, True)
    assert not ran.exists()


def test_the_name_of_a_rematch_needs_both_keys():
    keys, invitations = SeatKeys.new([True, True])
    for invitation in invitations:
        keys.claim(invitation)
    name = keys.rematch_name("game")
    assert name == SeatKeys(**keys.as_dict()).rematch_name("game")
    assert len(name) == 16
    digests = keys.as_dict()["keys"]
    for known in ([digests[0], None], [None, digests[1]], [None, None], digests[::-1]):
        assert SeatKeys((None, None), known).rematch_name("game") != name
    assert keys.rematch_name("another") != name
