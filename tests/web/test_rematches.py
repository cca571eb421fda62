"""A rematch between friends: the same two keys, sides changed, and nobody else in."""

import logging

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.live.live_game import LiveGame, Setup
from turnwright.arena.live.live_store import LiveStore, snapshot_of
from turnwright.arena.live.schema import live_games
from turnwright.arena.live.seat import Seat
from turnwright.arena.live.seat_keys import SeatKeys
from turnwright.arena.store import Store
from turnwright.core.budget import Budget
from turnwright.core.rng import generator
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

PATIENT = Limits(
    requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_a_second=10_000, messages_at_once=10_000
)


@pytest.fixture
def resigned(friends):
    """Begins a game that is shared by links and ends it: both players and somebody who watches."""

    def resigned(client, **wanted):
        one, *others = friends(client, **wanted)
        assert one.post("/resignation").json()["over"]
        return one, *others

    return resigned


@pytest.fixture
def in_rematch(friend_of):
    """The same people in another game, with the keys that they have."""

    def in_rematch(client, name: str, *players):
        return [friend_of(client, name, player.key) for player in players]

    return in_rematch


def hands(shown) -> list[dict[str, int]]:
    return shown["position"]["hands"]


def test_a_rematch_keeps_both_keys_and_changes_sides(client, resigned, in_rematch):
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


def test_both_ask_and_get_one_rematch(client, resigned, in_rematch):
    one, other, _ = resigned(client)
    names = [player.post("/rematch").json()["name"] for player in (one, other, one)]
    assert len(set(names)) == 1
    assert [other.post("/rematch").json()["sitter"], one.post("/rematch").json()["sitter"]] == [0, 1]
    next_one, next_other = in_rematch(client, names[0], one, other)
    next_one.post("/resignation")
    third = next_other.post("/rematch").json()
    assert third["name"] not in (names[0], one.path.rpartition("/")[2])
    assert third["sitter"] == 1, "sides change every time"


def test_who_has_no_key_of_the_game_gets_no_rematch_and_no_seat(client, friend_of, resigned):
    one, other, watcher = resigned(client)
    stranger, _, _ = resigned(client)
    name = one.path.rpartition("/")[2]
    answer = watcher.post("/rematch")
    assert (answer.status_code, "for watching" in answer.text) == (403, True)
    for key in (stranger.key, "x" * 22, name):
        assert friend_of(client, name, key).post("/rematch").status_code == 403
    assert one.get().json()["rematch"] is None, "nothing was begun"
    again = one.post("/rematch").json()["name"]
    for key in (stranger.key, "x" * 22, again):
        hostile = friend_of(client, again, key)
        assert [hostile.get().status_code, hostile.act("end").status_code] == [403, 403]
        assert client.post(f"/api/games/{again}/claim", json={"invitation": key}).status_code == 403
    for key in (one.key, other.key):
        assert client.post(f"/api/games/{again}/claim", json={"invitation": key}).status_code == 403, (
            "keys invite nobody"
        )
    assert one.post("/rematch").json()["name"] == again


def test_used_invitations_open_nothing_in_the_rematch(client, friend_of, hidden_links):
    game = client.post("/api/games", json=hidden_links).json()
    path = f"/api/games/{game['name']}"
    keys = [client.post(f"{path}/claim", json={"invitation": one}).json()["key"] for one in game["invitations"]]
    one = friend_of(client, game["name"], keys[0])
    one.post("/resignation")
    again = one.post("/rematch").json()["name"]
    for invitation in game["invitations"]:
        assert client.post(f"/api/games/{again}/claim", json={"invitation": invitation}).status_code == 403
        assert friend_of(client, again, invitation).get().status_code == 403


def test_there_is_no_rematch_before_the_end_nor_without_keys_nor_without_a_friend(
    client, begin, friend_of, friends, hidden_links
):
    one, _, _ = friends(client)
    early = one.post("/rematch")
    assert (early.status_code, "not over" in early.text) == (409, True)
    plain = begin()["name"]
    client.post(f"/api/games/{plain}/resignation")
    without = client.post(f"/api/games/{plain}/rematch")
    assert (without.status_code, "without links" in without.text) == (409, True)
    game = client.post("/api/games", json=hidden_links).json()
    claimed = client.post(f"/api/games/{game['name']}/claim", json={"invitation": game["invitations"][0]}).json()
    lonely = friend_of(client, game["name"], claimed["key"])
    lonely.post("/resignation")
    alone = lonely.post("/rematch")
    assert (alone.status_code, "nobody has taken the other seat" in alone.text) == (409, True)
    assert client.post("/api/games/nothing/rematch").status_code == 404


def test_all_who_follow_are_told_of_the_rematch_also_after_a_reload(client, resigned):
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


def test_nothing_in_a_rematch_depends_on_the_others_hand(client, resigned, in_rematch):
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


def test_the_deal_of_a_rematch_is_not_that_of_the_game(client, resigned):
    one, _, _ = resigned(client)
    name = one.path.rpartition("/")[2]
    find = client.app.state.services.sessions.find
    before = client.portal.call(find, name, "me").game.setup
    after = client.portal.call(find, one.post("/rematch").json()["name"], "me").game.setup
    assert before.deal == 4
    assert after.deal != before.deal
    assert after.seeds != before.seeds


def test_against_an_agent_the_sides_change_too(client, resigned, in_rematch):
    one, _ = resigned(client, seats=[{}, {"agent": "random"}])
    game = one.post("/rematch").json()
    assert [seat["agent"] for seat in game["seats"]] == ["random", "human"]
    (again,) = in_rematch(client, game["name"], one)
    assert again.post("/agent-turn").json()["player"] == 1


def test_a_rematch_outlives_a_restart_and_counts_as_a_new_game(place, caplog, friend_of, resigned):
    caplog.set_level(logging.DEBUG)
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT)) as client:
        one, other, _ = resigned(client)
        name = one.post("/rematch").json()["name"]
    with Store(place) as store, TestClient(make_app(store, limits=Limits(games_a_minute=1))) as client:
        old = friend_of(client, one.path.rpartition("/")[2], other.key)
        assert old.get().json()["rematch"] == name
        assert old.post("/rematch").json()["name"] == name
        again = friend_of(client, name, other.key)
        assert (again.get().json()["sitter"], again.post("/resignation").json()["over"]) == (0, True)
        third = again.post("/rematch")
        assert third.status_code == 201
        last = friend_of(client, third.json()["name"], other.key)
        last.post("/resignation")
        assert last.post("/rematch").status_code == 429, "a rematch is a game like others"
    stored = b"".join(path.read_bytes() for path in place.parent.iterdir() if path.is_file())
    for secret in (one.key, other.key):
        assert secret.encode() not in stored
        assert secret not in caplog.text


def test_a_rematch_of_a_strangers_store_runs_no_file(place, tmp_path, friend_of):
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
            friend = friend_of(client, game.name, key)
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
