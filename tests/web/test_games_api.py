"""Games by HTTP alone: begun, looked at, played, stored, and found again after a restart."""

import time

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

import turnwright
from turnwright.arena.replay import positions
from turnwright.arena.store import Store
from turnwright.study.ledger import Ledger
from turnwright.study.schema import study_games
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

TINY = {"options": {"map": "a-tiny", "action_points": 2}, "seed": 4}


def test_a_game_is_played_to_its_end_and_stored(client, begin):
    options = {"map": "a-tiny", "action_points": 2, "evaluation": "described"}
    game = begin(options=options, seats=[{}, {"agent": "greedy_action"}])
    while not game["over"]:
        if game["player"] == 0:
            first = game["legal"][0]["action"] if game["legal"] else "end"
            actions = [first] if first == "end" else [first, "end"]
            answer = client.post(f"/api/games/{game['name']}/actions", json={"actions": actions})
        else:
            answer = client.post(f"/api/games/{game['name']}/agent-turn")
        assert answer.status_code == 200, answer.text
        game = answer.json()
    client.portal.call(client.app.state.services.sessions.write)
    game = client.get(f"/api/games/{game['name']}").json()
    stored = client.app.state.services.store.game(game["stored"])
    assert [player.agent for player in stored.record.setup.players] == ["human", "greedy_action"]
    assert list(positions(stored.record))[-1].outcome == game["outcome"] != 0


def test_a_counted_agent_plays_as_in_the_arena(client, begin):
    """The turn is the one that the agent plans with the game's own seeds."""
    game = begin(seats=[{"agent": "greedy_action"}, {}])
    session = client.portal.call(client.app.state.services.sessions.find, game["name"], "me")
    start, seed = session.game.state, session.game.turn_seed
    after = client.post(f"/api/games/{game['name']}/agent-turn").json()
    expected = turnwright.agent("greedy_action").plan(start.view(), seed=seed)
    assert after["log"][0]["actions"] == str(expected).split()


def test_a_game_survives_a_restart_in_mid_turn(place):
    with Store(place) as store, TestClient(make_app(store)) as client:
        game = client.post("/api/games", json={"seats": [{}, {"agent": "random"}]}).json()
        path = f"/api/games/{game['name']}"
        first = game["legal"][0]["action"]
        client.post(f"{path}/actions", json={"actions": [first, "end"]})
        game = client.post(f"{path}/agent-turn").json()
        game = client.post(f"{path}/actions", json={"actions": [game["legal"][0]["action"]]}).json()
    with Store(place) as store, TestClient(make_app(store)) as client:
        again = client.get(path).json()
        assert again == game
        assert client.post(f"{path}/undo").json()["actions"] == []


def test_a_game_written_action_by_action_survives_a_restart(place):
    """Within a turn only what is new is written; what was written before must not be lost, nor anything left out."""
    with Store(place) as store, TestClient(make_app(store)) as client:
        game = client.post("/api/games", json={"seats": [{}, {"agent": "random"}], "seed": 5}).json()
        path = f"/api/games/{game['name']}"
        for request in ("act", "act", "undo", "act", "end", "agent", "act", "act"):
            client.portal.call(client.app.state.services.sessions.write)
            if request in ("act", "end"):
                action = game["legal"][0]["action"] if request == "act" else "end"
                answer = client.post(f"{path}/actions", json={"actions": [action]})
            else:
                answer = client.post(f"{path}/{'undo' if request == 'undo' else 'agent-turn'}")
            assert answer.status_code == 200, answer.text
            game = answer.json()
    with Store(place) as store, TestClient(make_app(store)) as client:
        assert client.get(path).json() == game
        assert (len(game["log"]), len(game["actions"])) == (2, 2)


def test_a_game_that_is_over_and_that_nobody_follows_takes_no_memory(client, finished, begin):
    """It is read from the store again when somebody asks for it."""
    host = client.app.state.services.sessions
    running, over = begin(), finished()
    assert list(host._sessions) == [running["name"]]
    with client.websocket_connect(f"/ws/games/{over['name']}") as socket:
        assert socket.receive_json() == over
    assert client.get(f"/api/games/{over['name']}").json() == over
    with client.websocket_connect(f"/ws/games/{running['name']}") as socket:
        socket.receive_json()
        socket.send_json({"type": "resign"})
        assert socket.receive_json()["over"]
        client.portal.call(host.write)
        assert socket.receive_json()["type"] == "stored"
        assert list(host._sessions) == [running["name"]]
    assert client.get(f"/api/games/{running['name']}").json()["stored"]
    assert not host._sessions


def test_undo_and_resigning(client, begin):
    game = begin()
    path = f"/api/games/{game['name']}"
    assert client.post(f"{path}/undo").status_code == 409
    client.post(f"{path}/actions", json={"actions": [game["legal"][0]["action"]]})
    assert client.post(f"{path}/undo").json() == game
    after = client.post(f"{path}/resignation").json()
    assert (after["over"], after["outcome"], after["ending"]) == (True, -1, "resigned")
    assert client.post(f"{path}/actions", json={"actions": ["end"]}).status_code == 409


def test_effects_of_a_card(client, begin):
    game = begin()
    source = game["legal"][0]["from"]
    found = client.get(f"/api/games/{game['name']}/effects", params={"source": source}).json()
    assert {one["action"] for one in found} == {one["action"] for one in game["legal"] if one["from"] == source}


def test_a_stale_request_changes_nothing(client, begin):
    game = begin()
    path = f"/api/games/{game['name']}"
    answer = client.post(f"{path}/actions", json={"actions": ["end"], "count": 7})
    assert (answer.status_code, client.get(path).json()) == (409, game)


def test_an_illegal_action_is_one_sentence_and_harms_nothing(client, begin):
    game = begin()
    path = f"/api/games/{game['name']}"
    for action in ("a1-a2", "zz", "K@z9", "~"):
        answer = client.post(f"{path}/actions", json={"actions": [action]})
        assert answer.status_code == 409
        assert "chance=" not in answer.text
    assert client.get(path).json() == game


@pytest.mark.parametrize(
    "wanted",
    [
        {"surprise": 1},
        {"options": {"map": "00/cC"}},
        {"options": {"action_points": 16}},
        {"options": {"action_points": 0}},
        {"options": {"action_points": "5"}},
        {"options": {"turn_limit": 9}},
        {"game": "examples/pairs.py:Pairs"},
        {"hands": "reference"},
        {"seed": -1},
        {"seed": 2**60},
        {"seats": [{}]},
        {"seats": [{}, {"agent": "x" * 201}]},
    ],
    ids=str,
)
def test_games_outside_the_safe_settings_are_refused(client, wanted):
    assert client.post("/api/games", json=wanted).status_code == 422


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        ({"agent": "nobody"}, "plays with"),
        ({"agent": "examples/my_bot.py:MyBot"}, "plays with"),
        ({"agent": "cmd:sh"}, "plays with"),
        ({"agent": "oep"}, "needs a budget"),
        ({"agent": "oep", "budget": "11s"}, "too long"),
        ({"agent": "oep", "budget": "3Mev"}, "too much"),
        ({"agent": "oep", "budget": "soon"}, "not a budget"),
        ({"agent": "oep:population=5000", "budget": "1s"}, "allows up to 1000"),
        ({"agent": "oep:threads=2", "budget": "1s"}, "allows up to 1"),
        ({"agent": "oep:islands=9", "budget": "1s"}, "allows up to 4"),
        ({"agent": "human", "budget": "1s"}, "no budget"),
    ],
    ids=str,
)
def test_agents_outside_what_a_public_server_allows_are_refused(client, seat, reason):
    answer = client.post("/api/games", json={"seats": [{}, seat]})
    assert answer.status_code == 400
    assert reason in answer.json()["detail"]


def test_an_agent_from_a_file_plays_only_with_trust(place, tmp_path):
    file = tmp_path / "ender.py"
    file.write_text("class Ender:\n    def plan(self, view, budget=None, seed=0):\n        return ['end']\n")
    wanted = {"seats": [{"agent": f"{file}:Ender"}, {}]}
    with Store(place) as store, TestClient(make_app(store)) as client:
        assert client.post("/api/games", json=wanted).status_code == 400
    with Store(place) as store, TestClient(make_app(store, trust=True)) as client:
        game = client.post("/api/games", json=wanted).json()
        assert client.post(f"/api/games/{game['name']}/agent-turn").json()["log"][0]["actions"] == ["end"]


def test_games_that_are_not_there(client):
    assert client.get("/api/games/nowhere").status_code == 404
    assert client.get("/api/games/..%2F..%2Fetc").status_code in (404, 422)
    assert client.get(f"/api/games/{'x' * 41}").status_code == 422


MEMORY = """
from turnwright.agents.base import Agent

HEARD = []

class Memory(Agent):
    per_game = True

    def begin(self, view, budget):
        HEARD.append(("begin", view.player, view.kind, str(budget)))

    def see(self, walk):
        HEARD.append(("see", walk.start.player, walk.text))

    def plan(self, view, budget=None, seed=0):
        HEARD.append(("plan", view.player))
        return ["end"]

    def close(self):
        HEARD.append(("close",))
"""


def test_an_agent_that_lives_for_a_game_is_told_of_all_of_it(place, tmp_path):
    """Its beginning and every turn, also those before it is first asked, and after a restart once more."""
    file = tmp_path / "memory.py"
    file.write_text(MEMORY)
    wanted = {"seats": [{}, {"agent": f"{file}:Memory", "budget": "10ev"}], "hands": "hidden"}
    with Store(place) as store, TestClient(make_app(store, trust=True)) as client:
        game = client.post("/api/games", json=wanted).json()
        path = f"/api/games/{game['name']}"
        for _ in range(2):
            client.post(f"{path}/actions", json={"actions": ["end"]})
            assert client.post(f"{path}/agent-turn").status_code == 200
        heard = turnwright.agent(f"{file}:Memory").begin.__globals__["HEARD"]
        first, second = ("see", 0, "end"), ("see", 1, "end")
        begun = ("begin", 1, "hidden", "10ev")
        assert heard == [begun, first, ("plan", 1), second, first, ("plan", 1)]
        client.post(f"{path}/actions", json={"actions": ["end"]})
    heard.clear()
    with Store(place) as store, TestClient(make_app(store, trust=True)) as client:
        assert client.post(f"{path}/agent-turn").status_code == 200
        assert heard == [begun, first, second, first, second, first, ("plan", 1)]


def test_an_agent_that_fails_when_a_game_begins_loses_it(place, tmp_path):
    file = tmp_path / "failing.py"
    file.write_text(
        MEMORY.replace('HEARD.append(("begin", view.player, view.kind, str(budget)))', "raise OSError('no')")
    )
    with Store(place) as store, TestClient(make_app(store, trust=True)) as client:
        game = client.post("/api/games", json={"seats": [{"agent": f"{file}:Memory"}, {}]}).json()
        answer = client.post(f"/api/games/{game['name']}/agent-turn")
        assert (answer.status_code, "OSError" in answer.json()["detail"]) == (409, True)
        assert client.get(f"/api/games/{game['name']}").json()["outcome"] == -1


def test_nobody_loses_by_an_error_of_our_own(client, begin, monkeypatch, caplog):
    """An agent of the package that fails is no forfeit: the game waits as it was, and the log has the traceback."""
    game = begin(seats=[{"agent": "greedy_action"}, {}])
    kind = type(turnwright.agent("greedy_action"))

    def plan(*_, **__):
        raise RuntimeError("a mistake of ours")

    with monkeypatch.context() as patched:
        patched.setattr(kind, "plan", plan)
        answer = client.post(f"/api/games/{game['name']}/agent-turn")
    assert (answer.status_code, "an error of this server" in answer.json()["detail"]) == (409, True)
    assert "a mistake of ours" in caplog.text
    after = client.post(f"/api/games/{game['name']}/agent-turn").json()
    assert (after["over"], after["player"]) == (False, 1)


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("hero_academy", "oep:evaluation=nope"),
        ("hero_academy", "oep:popultion=50"),
        ("hero_academy", "oep:population=many"),
        ("hero_academy", "mcts:ordering=../../x"),
        ("hero_academy", "random:book=ranked"),
        ("locm", "reply:evaluation=features(1/2)"),
        ("locm", "oep:pruning=described"),
    ],
)
def test_a_setting_that_the_game_does_not_know_is_refused_before_a_game_begins(client, game, spec):
    answer = client.post("/api/games", json={"game": game, "seats": [{}, {"agent": spec, "budget": "10ev"}]})
    assert answer.status_code == 400, answer.text
    assert client.get("/api/stored-games").json()["all"] == 0


def test_games_that_were_left_long_ago_are_deleted(client, begin):
    sessions = client.app.state.services.sessions
    untouched, acted, held = (begin()["name"] for _ in range(3))
    action = client.get(f"/api/games/{acted}").json()["legal"][0]["action"]
    client.post(f"/api/games/{acted}/actions", json={"actions": [action]})
    client.portal.call(sessions.write)
    later = time.time() + 1e6
    assert sessions._live.sweep(before=later, most=100, kept={held}) == 1
    assert sessions._live.read(untouched) is None
    assert sessions._live.read(acted) is not None
    assert sessions._live.sweep(before=0, most=1) == 1
    assert (sessions._live.read(held) is None) != (sessions._live.read(acted) is None)


def test_games_of_a_study_are_never_deleted(client, begin, place):
    name = begin()["name"]
    sessions = client.app.state.services.sessions
    client.portal.call(sessions.write)
    with Store(place) as store:
        Ledger(store)  # makes its table
        with store.transaction() as connection:
            row = {"study": "s", "plan": "{}", "person": "p", "skill": "expert", "seat": 0, "cores": 1, "started": 0.0}
            connection.execute(sa.insert(study_games).values(name=name, comment="", **row))
    assert sessions._live.sweep(before=time.time() + 1e6, most=0) == 0


def test_long_games_that_nobody_follows_go_back_to_the_store(place):
    with Store(place) as store, TestClient(make_app(store, limits=Limits(turns=5))) as client:
        sessions = client.app.state.services.sessions
        wanted = TINY | {"seats": [{"agent": "random"}, {"agent": "random"}]}
        names = [client.post("/api/games", json=wanted).json()["name"] for _ in range(2)]
        for _ in range(6):
            game = client.post(f"/api/games/{names[0]}/agent-turn").json()
        client.portal.call(sessions.write)
        client.post("/api/games", json=wanted)
        assert names[0] not in sessions._sessions
        assert client.get(f"/api/games/{names[0]}").json() == game
