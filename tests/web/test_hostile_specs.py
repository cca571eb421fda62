"""Whatever visitors write and strangers' stores hold, no code of theirs is run unless the server trusts them."""

import json
import time

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from turnwright.arena.live.schema import live_games
from turnwright.arena.match import describe
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

STATE = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"
GAME = "hero_academy:map=a-tiny,deck=TINY,action_points=2,turn_limit=20"
PATIENT = Limits(requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_at_once=10_000)


def assert_refused(answer, spec):
    assert 400 <= answer.status_code < 500, (spec, answer.status_code, answer.text)
    detail = answer.json()["detail"]
    assert isinstance(detail, list) or (detail and "\n" not in detail), (spec, detail)


@pytest.mark.parametrize("seat", [0, 1])
def test_no_visitor_seats_an_agent_from_outside(client, canary, seat):
    for spec in canary.hostile:
        seats = [{"agent": spec, "budget": "10ev"}, {}]
        assert_refused(client.post("/api/games", json={"seats": seats[:: 1 if seat == 0 else -1]}), spec)
        assert not canary.has_run, spec


def test_no_visitor_names_a_game_from_outside(client, canary):
    for spec in canary.hostile:
        assert_refused(client.post("/api/games", json={"game": spec}), spec)
        for options in ({"map": spec}, {"deck": spec}, {"draws": spec}):
            assert_refused(client.post("/api/games", json={"options": options}), spec)
        assert not canary.has_run, spec


def test_no_visitor_has_an_agent_from_outside_analyse(client, canary):
    for spec in canary.hostile:
        assert_refused(client.post("/api/analyses", json={"state": STATE, "agent": spec, "budget": "10ev"}), spec)
        assert not canary.has_run, spec


def test_no_notation_brings_its_game(client, canary):
    for spec in filter(str.strip, canary.hostile):
        for state in (spec, f"{spec} 1 2 3", f'"{spec}" 1 2 3', STATE.replace("hero_academy", spec), f"{STATE} {spec}"):
            assert_refused(client.post("/api/positions", json={"state": state}), spec)
            assert_refused(client.post("/api/positions/turn", json={"state": state, "actions": ["end"]}), spec)
            assert_refused(client.post("/api/positions/effects", json={"state": state, "source": "a1"}), spec)
            assert_refused(client.post("/api/analyses", json={"state": state, "agent": "random"}), spec)
        assert not canary.has_run, spec


def test_no_socket_is_a_way_around(client, canary):
    with client.websocket_connect("/ws/thoughts") as socket:
        for spec in canary.hostile:
            for message in (
                {"type": "analyse", "state": STATE, "agent": spec, "budget": "10ev"},
                {"type": "analyse", "state": f"{spec} 1 2 3", "agent": "random"},
                {"type": "review", "stored": 1, "agent": spec, "budget": "10ev"},
            ):
                socket.send_json(message)
                answer = socket.receive_json()
                assert answer["type"] == "error", (spec, answer)
            assert not canary.has_run, spec


MODELS = ("model(/etc/passwd)", "neat(/etc/passwd)", "model(../games.db)", "model(m.json)", "neat(%20)")


@pytest.mark.parametrize("model", MODELS)
def test_no_visitor_has_a_file_read(client, foreign, model):
    """A model is named by its path; whether a file is there must not even show."""
    agent, game = f"oep:evaluation={model}", f"{GAME},evaluation={model}"
    state = STATE.replace("hero_academy", f"hero_academy:evaluation={model}")
    answers = [
        client.post("/api/games", json={"seats": [{"agent": agent, "budget": "10ev"}, {}]}),
        client.post("/api/games", json={"game": game}),
        client.post("/api/analyses", json={"state": STATE, "agent": agent, "budget": "10ev"}),
        client.post("/api/analyses", json={"state": state, "agent": "oep", "budget": "10ev"}),
        client.post("/api/positions", json={"state": state}),
        client.get(f"/api/tournaments/{foreign.run(game)}"),
        client.get(f"/api/stored-games/{foreign.game(setup_with(game=game))}"),
        client.get(f"/api/games/{foreign.live('by-game', game, 'random')}"),
        client.get(f"/api/games/{foreign.live('by-agent', GAME, agent)}"),
    ]
    for answer in answers:
        assert_refused(answer, model)
        assert "not a model" not in answer.text, answer.text
        assert "no model file" not in answer.text, answer.text


# Stores of strangers


def setup_with(game=GAME, first="random", second="random") -> GameSetup:
    return GameSetup(game=game, players=(Player(agent=first), Player(agent=second)), seed=1, agent_seeds=(2, 3))


@pytest.fixture
def foreign(place):
    """Writes rows of a stranger into the store; returns their numbers or names."""

    class Foreign:
        def run(self, game: str, players=("random", "oep@10ev"), **changes) -> int:
            pairing = describe(
                Pairing(game=GAME, players=(Player(agent="random"), Player(agent="random")), games=2)
            ) | {"game": game, "players": list(players)}
            with Store(place) as store:
                return store.begin_run({"pairings": [pairing | changes]})

        def game(self, setup: GameSetup) -> int:
            with Store(place) as store:
                record = GameRecord(setup=setup, outcome=1, turns=(), forfeit="left", reports={"seat": []})
                store.add([(record, "x")], run=store.begin_run({}), versions={})
                return max(stored.id for stored in store.search())

        def live(self, name: str, game: str, agent: str, forfeit: str = "") -> str:
            seats = [{"agent": agent, "budget": None}, {"agent": "human", "budget": None}]
            setup = {"game": game, "seats": seats, "view": "open", "deal": 1, "seeds": [2, 3]}
            with Store(place) as store, store.transaction() as connection:
                live_games.create(connection, checkfirst=True)
                row = {
                    "name": name, "started": time.time(), "changed": time.time(), "setup": json.dumps(setup),
                    "turns": "[]", "actions": "[]", "reports": "[]", "resigned": None, "forfeit": forfeit,
                    "stored": None,
                }  # fmt: skip
                connection.execute(sa.insert(live_games).values(**row))
            return name

    return Foreign()


def test_opening_a_strangers_tournament_runs_nothing(client, foreign, canary):
    for spec in canary.specs:
        by_game, by_player = foreign.run(spec), foreign.run(GAME, players=(spec, "oep@10ev"))
        assert_refused(client.get(f"/api/tournaments/{by_game}"), spec)
        assert client.get(f"/api/tournaments/{by_player}").json()["players"][0] == str(Player.noted(spec))
    assert len(client.get("/api/tournaments").json()) == 2 * len(canary.specs)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": 3},
        {"players": ["random"]},
        {"players": [1, 2]},
        {"games": "2"},
        {"seed": None},
        {"view": "x"},
        {"games": 3},
    ],
)
def test_a_damaged_tournament_is_one_sentence_and_leaves_the_others_alone(client, foreign, changes):
    whole, damaged = foreign.run(GAME), foreign.run(**{"game": GAME} | changes)
    assert_refused(client.get(f"/api/tournaments/{damaged}"), changes)
    listed = client.get("/api/tournaments")
    assert listed.status_code == 200
    assert whole in [run["number"] for run in listed.json()]


def test_opening_a_strangers_game_runs_nothing(client, foreign, canary):
    for spec in canary.specs:
        by_game, by_player = foreign.game(setup_with(game=spec)), foreign.game(setup_with(first=spec))
        for path in ("", "/notation", "/turns/1"):
            assert_refused(client.get(f"/api/stored-games/{by_game}{path}"), spec)
        assert client.get(f"/api/stored-games/{by_player}").json()["first"] == spec
    assert client.get("/api/stored-games").json()["all"] == 2 * len(canary.specs)


def test_going_on_with_a_strangers_game_runs_nothing(client, foreign, canary):
    for number, spec in enumerate(canary.specs):
        for name in (
            foreign.live(f"game-{number}", spec, "random"),
            foreign.live(f"agent-{number}", GAME, spec),
            foreign.live(f"over-game-{number}", spec, "random", forfeit="left"),
        ):
            assert_refused(client.get(f"/api/games/{name}"), spec)
            assert_refused(client.post(f"/api/games/{name}/agent-turn"), spec)
        over = foreign.live(f"over-{number}", GAME, spec, forfeit="left")
        assert client.get(f"/api/games/{over}").json()["over"]


# With trust


def test_a_server_that_trusts_runs_what_it_is_told(place, foreign, canary):
    with Store(place) as store, TestClient(make_app(store, limits=PATIENT, trust=True)) as client:
        wanted = {"options": {"map": "a-tiny"}, "seats": [{}, {"agent": "./evil.py:Bot", "budget": "10ev"}]}
        assert client.post("/api/games", json=wanted).status_code == 201
        assert client.get(f"/api/tournaments/{foreign.run('evil.py:Bot')}").status_code == 400  # it is no game
    assert canary.has_run
    canary.forget()
