"""What the API's description says is what one gets; it is not compared while the server runs."""

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

import turnwright
from turnwright.arena.store import Store
from turnwright.papers.all_numbers import listed_numbers
from turnwright.web.app import make_app
from turnwright.web.schemas import analyses, catalogue, games, positions

HIDDEN = [
    {"options": {"map": "a-small"}, "seats": [{}, {"agent": "random"}], "hands": "hidden"},
    {"seats": [{}, {}], "hands": "hidden"},
    {"game": "locm", "seats": [{}, {"agent": "random"}]},
    {"game": "locm", "options": {"draft": "random"}, "seats": [{}, {"agent": "random"}]},
]


def check(model, answer):
    """The answer, if it is as described: every field, and no other."""
    assert answer.status_code in (200, 201), answer.text
    TypeAdapter(model).validate_json(answer.text, strict=True)
    return answer.json()


@pytest.mark.parametrize("wanted", [{}, *HIDDEN], ids=str)
def test_games_in_progress(client, wanted):
    game = check(games.ShownGame, client.post("/api/games", json={"seats": [{}, {"agent": "random"}]} | wanted))
    path = f"/api/games/{game['name']}"
    game = check(games.ShownGame, client.post(f"{path}/seat"))
    for source in {action["from"] for action in game["legal"]}:
        check(list[positions.Target], client.get(f"{path}/effects", params={"source": source}))
    end = {"actions": ["PASS" if game["board"] == "locm" else "end"]}
    game = check(games.ShownGame, client.post(f"{path}/actions", json=end))
    check(games.SeenTurn, client.get(f"{path}/turns/1"))
    if game["seats"][1]["agent"] == "random":
        check(games.ShownGame, client.post(f"{path}/agent-turn"))
        assert len(check(list[games.ToldTurn], client.get(f"{path}/turns"))) == 2
        check(games.ShownGame, client.post(f"{path}/resignation"))
    check(games.ShownGame, client.get(path))


@pytest.mark.parametrize("wanted", [{}, {"game": "locm", "options": {"draft": "random"}}], ids=str)
def test_stored_games(client, finished, wanted):
    number = finished(**wanted)["stored"]
    assert check(catalogue.StoredGames, client.get("/api/stored-games"))["all"] == 1
    game = check(catalogue.StoredGameAnswer, client.get(f"/api/stored-games/{number}"))
    assert check(list[games.ToldTurn], client.get(f"/api/stored-games/{number}/turns", params={"first": 2}))
    for turn in (1, len(game["turns"])):
        check(catalogue.StoredTurn, client.get(f"/api/stored-games/{number}/turns/{turn}"))


def test_games_with_links(client):
    wanted = {"seats": [{}, {}], "links": True}
    game = check(games.BegunGame, client.post("/api/games", json=wanted))
    invitation = {"invitation": game["invitations"][0]}
    check(games.Claimed, client.post(f"/api/games/{game['name']}/claim", json=invitation))


def test_positions(client, begin):
    state = begin(seats=[{}, {}])["notation"]
    shown = check(positions.ShownState, client.post("/api/positions", json={"state": state}))
    wanted = {"state": state, "source": shown["legal"][0]["from"]}
    assert check(list[positions.Target], client.post("/api/positions/effects", json=wanted))
    turn = {"state": state, "actions": ["end"]}
    assert check(list[positions.Step], client.post("/api/positions/turn", json=turn))


ANALYSED = [
    *(("hero_academy", agent) for agent in ("oep", "mcts", "emcts", "random", "oep:islands=2")),
    *(("locm:draft=random", agent) for agent in ("oep", "random", "oep:islands=2")),
    *(pytest.param("locm:draft=random", agent, marks=pytest.mark.slow) for agent in ("mcts", "emcts")),
]


@pytest.mark.parametrize(("game", "agent"), ANALYSED)
def test_analyses(client, game, agent):
    state = turnwright.game(game).start(1).text
    wanted = {"state": state, "agent": agent, "budget": None if agent == "random" else "200it", "lines": 2}
    line = check(analyses.AnalysisAnswer, client.post("/api/analyses", json=wanted))["lines"][0]
    inside = {"oep": "population", "oep:islands=2": "population", "mcts": "branches", "emcts": "mutations"}
    assert agent == "random" or line[inside[agent]]


def test_what_there_is(client):
    check(catalogue.AgentsAnswer, client.get("/api/agents"))
    check(dict[str, dict], client.get("/api/rules"))
    check(list[catalogue.ListedBoard], client.get("/api/games"))
    check(list[catalogue.ListedTournament], client.get("/api/tournaments"))


def test_published_numbers():
    with Store.in_memory() as store, TestClient(make_app(store, published=listed_numbers)) as client:
        assert len(check(list[catalogue.PublishedNumber], client.get("/api/papers"))) == 135
    with Store.in_memory() as store, TestClient(make_app(store)) as client:
        assert client.get("/api/papers").json() == []


def test_every_answer_is_described():
    with Store.in_memory() as store:
        described = make_app(store).openapi()
    for path, verbs in described["paths"].items():
        for verb, about in verbs.items():
            good = about["responses"].get("200") or about["responses"]["201"]
            (content,) = good["content"].values()
            assert content["schema"].get("additionalProperties") is not True, (path, verb)
            assert content["schema"].get("items", {}).get("additionalProperties") is not True, (path, verb)
            refused = about["responses"]["404"]["content"]["application/json"]["schema"]
            assert refused["properties"]["detail"]["type"] == "string"
