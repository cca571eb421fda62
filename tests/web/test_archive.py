"""What the arena has stored, as pages get it."""

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import play_pairings
from turnwright.arena.store import Store
from turnwright.arena.tournament import tournament_from


def test_stored_games_are_listed_newest_first(client, finished):
    first, second = finished(), finished(seed=9)
    listed = client.get("/api/stored-games").json()
    assert [game["id"] for game in listed["games"]] == [second["stored"], first["stored"]]
    assert listed["all"] == 2
    assert client.get("/api/stored-games", params={"before": second["stored"]}).json()["games"] == listed["games"][1:]
    assert client.get("/api/stored-games", params={"agent": "oep"}).json()["games"] == []
    assert client.get("/api/stored-games", params={"limit": 101}).status_code == 422


def test_a_stored_game_plays_back_exactly(client, finished, place):
    game = finished()
    record = client.get(f"/api/stored-games/{game['stored']}").json()
    state = turnwright.game(record["game"]).start(record["seed"])
    for number, text in enumerate(record["turns"], 1):
        turn = client.get(f"/api/stored-games/{game['stored']}/turns/{number}").json()
        assert turn["notation"] == state.text
        for step, action in zip(turn["steps"], text.split(), strict=True):
            state = state.play(action)
            assert (step["action"], step["notation"]) == (action, state.text)
        assert record["evaluations"][number] == state.evaluate(0)
    assert state.outcome == record["outcome"]
    with Store(place) as store:
        exported = store.game(game["stored"]).as_dict()
    assert {key: record[key] for key in exported} == exported
    assert client.get(f"/api/stored-games/{game['stored']}/turns/{len(record['turns']) + 1}").status_code == 404


def test_a_stored_game_as_text(client, finished):
    game = finished()
    answer = client.get(f"/api/stored-games/{game['stored']}/notation")
    assert "attachment" in answer.headers["content-disposition"]
    heading, start, *turns = answer.text.strip().splitlines()
    state = turnwright.state(start)
    for turn in turns:
        state = state.play(*turn.split())
    assert heading.startswith(f"# game {game['stored']}: greedy_action against random")
    assert state.is_over


def test_games_that_are_not_stored(client):
    assert client.get("/api/stored-games/1").status_code == 404
    assert client.get("/api/stored-games/0").status_code == 422
    assert client.get("/api/tournaments/1").status_code == 404


def test_tournaments_have_the_arenas_own_tables(client, place):
    planned = tournament_from(
        {"agents": ["random", "random:policy=meta", "greedy_action"], "games": 2, "game": "hero_academy:map=a-tiny"}
    )
    with Store(place) as store:
        arena = ArenaConfig(store=store)
        play_pairings(planned.pairings(), arena)
        expected = planned.table(arena).as_dict()
    (listed,) = client.get("/api/tournaments").json()
    assert listed["players"] == expected["players"]
    told = client.get(f"/api/tournaments/{listed['number']}").json()
    assert {key: told[key] for key in expected} == expected


def test_games_of_two_players_against_each_other(client, finished):
    for first, second in (("random", "greedy_action"), ("greedy_action", "random"), ("random", "random")):
        finished(seats=[{"agent": first}, {"agent": second}])
    asked = {"one": "random", "other": "greedy_action"}
    found = client.get("/api/stored-games", params=asked).json()["games"]
    seats = sorted((game["first"], game["second"]) for game in found)
    assert seats == [("greedy_action", "random"), ("random", "greedy_action")]
    assert client.get("/api/stored-games", params=asked | {"one": "random@1s"}).json()["games"] == []
    assert client.get("/api/stored-games", params=asked | {"one": "oep:/../x.py:C"}).status_code in (200, 400)
