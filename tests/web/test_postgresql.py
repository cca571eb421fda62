"""A game in the browser over a store in PostgreSQL: begun, gone on with after a restart, finished, read again."""

import time

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.store import Store
from turnwright.study.ledger import Ledger
from turnwright.study.plan import StudyPlan
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

pytestmark = pytest.mark.slow

WANTED = {"options": {"map": "a-tiny", "action_points": 2}, "seed": 4, "seats": [{}, {"agent": "random"}]}


def test_a_game_outlives_the_server_and_is_stored_when_it_is_over(postgresql):
    place = postgresql()
    limits = Limits(requests_a_second=10_000, burst=10_000)
    with Store(place) as store, TestClient(make_app(store, limits=limits)) as client:
        game = client.post("/api/games", json=WANTED).json()
        path = f"/api/games/{game['name']}"
        game = client.post(f"{path}/actions", json={"actions": [game["legal"][0]["action"]]}).json()
    with Store(place) as store, TestClient(make_app(store, limits=limits)) as client:
        assert client.get(path).json() == game
        assert client.post(f"{path}/actions", json={"actions": ["end"]}).status_code == 200
        assert client.post(f"{path}/agent-turn").status_code == 200
        assert client.post(f"{path}/resignation").json()["over"]
        client.portal.call(client.app.state.services.sessions.write)
        number = client.get(path).json()["stored"]
        stored = client.get(f"/api/stored-games/{number}").json()
        assert stored["outcome"] == -1
        assert len(stored["turns"]) == 2
        assert client.get("/api/stored-games", params={"before": 2**53 - 1}).json()["all"] == 1
        assert client.get(f"/api/stored-games/{2**53 - 1}").status_code == 404
        assert client.get("/api/tournaments").status_code == 200
        assert client.get(f"/api/tournaments/{2**53 - 1}").status_code == 404


def test_a_study_is_kept_there_too(postgresql):
    place = postgresql()
    plan = StudyPlan(
        name="there", title="T", consent="C", rules="R", agent="random", budget="1ev", threads=1, person="first"
    )
    with Store(place) as store, TestClient(make_app(store, plan=plan)) as client:
        begun = client.post("/api/study/games", json={"consent": True, "skill": "expert"}).json()
        assert client.post(f"/api/games/{begun['name']}/actions", json={"actions": ["end"]}).status_code == 200
        assert client.post(f"/api/study/games/{begun['name']}/comment", json={"comment": "ü"}).status_code == 200
    with Store(place, create=False) as store:
        (kept,) = Ledger(store).participations("there")
    assert (kept.person, kept.ending, kept.game.turns, kept.comment) == (begun["person"], "left", 1, "ü")


def test_games_left_there_are_deleted_but_those_of_studies_are_not(postgresql):
    place = postgresql()
    plan = StudyPlan(
        name="there", title="T", consent="C", rules="R", agent="random", budget="1ev", threads=1, person="first"
    )
    with Store(place) as store, TestClient(make_app(store, plan=plan)) as client:
        client.post("/api/study/games", json={"consent": True, "skill": "expert"})
    with Store(place) as store, TestClient(make_app(store)) as client:
        sessions = client.app.state.services.sessions
        names = [client.post("/api/games", json=WANTED).json()["name"] for _ in range(3)]
        client.portal.call(sessions.write)
        assert client.get("/ws/games/%00").status_code == 404
        assert client.get("/api/stored-games", params={"game": "\0"}).status_code == 422
        assert sessions._live.sweep(before=time.time() + 1e6, most=100, kept=names[:1]) == 2
        assert sessions._live.sweep(before=0, most=0) == 1
    with Store(place, create=False) as store:
        assert len(list(Ledger(store).participations("there"))) == 1
