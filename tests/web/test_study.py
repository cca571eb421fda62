"""A study: consent first, everything fixed, every game kept, and nothing of it readable over HTTP."""

import csv
import json
import os
import sqlite3

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

import turnwright
from turnwright.agents.memory import allowed_nodes, at_most_nodes
from turnwright.arena.store import Store
from turnwright.cli import app as command_line
from turnwright.core.errors import TurnwrightError
from turnwright.study.games import StudyGame
from turnwright.study.ledger import Ledger
from turnwright.study.outcomes import by_skill
from turnwright.study.plan import read_plan
from turnwright.web import server
from turnwright.web.app import make_app
from turnwright.web.limits import Limits

PLAN = """
name = "small"
title = "You against a machine"
consent = "We record your games."
rules = "Destroy the crystals."
game = "hero_academy:map=a-tiny,deck=TINY,action_points=2,draws=random"
agent = "greedy_action"
budget = "20ev"
threads = 1
person = "first"
"""
AGREED = {"consent": True, "skill": "beginner"}


@pytest.fixture
def plan_file(tmp_path):
    file = tmp_path / "study.toml"
    file.write_text(PLAN, encoding="utf-8")
    return file


@pytest.fixture
def study(place, plan_file):
    limits = Limits(requests_a_second=10_000, burst=10_000, games_a_minute=10_000, messages_at_once=10_000)
    with Store(place) as store, TestClient(make_app(store, limits=limits, plan=read_plan(plan_file))) as opened:
        yield opened


def test_people_agree_and_answer_before_there_is_a_game(study):
    told = study.get("/api/study").json()
    assert told == {
        "title": "You against a machine",
        "consent": "We record your games.",
        "rules": "Destroy the crystals.",
        "skills": ["beginner", "intermediate", "expert"],
        "board": "hero_academy",
        "game": "Hero Academy",
    }
    for wrong in (
        {},
        {"consent": True},
        AGREED | {"consent": False},
        AGREED | {"skill": "guru"},
        AGREED | {"name": "Eve"},
    ):
        assert study.post("/api/study/games", json=wrong).status_code == 422
    assert study.get("/", follow_redirects=False).headers["location"] == "/study"


def test_nothing_else_can_be_asked_of_the_server_meanwhile(study):
    """No other games, no advice, and no word about what other people have played."""
    assert study.post("/api/games", json={}).status_code == 403
    state = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"
    assert study.post("/api/analyses", json={"state": state, "agent": "random"}).status_code == 403
    for path in ("/api/stored-games", "/api/stored-games/1", "/api/stored-games/1/notation", "/api/tournaments"):
        assert study.get(path).status_code == 403
    paths = study.get("/openapi.json").json()["paths"]
    assert {path: list(kinds) for path, kinds in paths.items() if "study" in path} == {
        "/api/study": ["get"],
        "/api/study/games": ["post"],
        "/api/study/games/{name}/comment": ["post"],
    }


def test_games_are_kept_turn_by_turn_the_left_ones_too(study, place, tmp_path):
    begun = [study.post("/api/study/games", json=AGREED).json()]
    begun.append(study.post("/api/study/games", json=AGREED | {"skill": "expert", "person": begun[0]["person"]}).json())
    begun.append(study.post("/api/study/games", json=AGREED).json())
    assert begun[0]["person"] == begun[1]["person"] != begun[2]["person"]
    for one in begun[:2]:
        path = f"/api/games/{one['name']}"
        game = study.get(path).json()
        assert game["seats"] == [{"agent": "human", "budget": None}, {"agent": "opponent", "budget": None}]
        assert "draws=random" in game["game"]
        assert study.post(f"{path}/actions", json={"actions": ["end"]}).status_code == 200
        assert study.post(f"{path}/agent-turn").status_code == 200
    assert study.post(f"/api/games/{begun[0]['name']}/resignation").status_code == 200
    comment = f"/api/study/games/{begun[0]['name']}/comment"
    assert study.post(comment, json={"comment": "=1+1 too\nstrong"}).status_code == 200
    assert study.post("/api/study/games/nobody/comment", json={"comment": ""}).status_code == 400
    assert study.post(comment, json={"comment": "a\x00b"}).status_code == 422
    study.portal.call(study.app.state.services.sessions.write)

    with Store(place) as store:
        games = {one.ending + one.game.skill: one for one in Ledger(store).participations("small")}
        assert list(Ledger(store).participations("another")) == []
        assert store.count() == 1  # the finished one is in the arena as well
    assert set(games) == {"resignedbeginner", "leftexpert", "leftbeginner"}
    assert {(one.agent, one.budget) for one in games.values()} == {("greedy_action", "20ev")}
    resigned, left, unplayed = games["resignedbeginner"], games["leftexpert"], games["leftbeginner"]
    assert (resigned.game.winner, resigned.game.score, resigned.game.turns) == ("agent", -60000, 2)
    assert (left.game.winner, left.game.turns, unplayed.game.turns) == ("", 2, 0)
    assert len(left.turns) == len(left.evaluations) == 2
    assert left.game.score == left.evaluations[-1]
    assert resigned.started % 60 == 0

    for name in ("games.csv", "games.json"):
        file = tmp_path / name
        done = CliRunner().invoke(command_line, ["study", "export", str(file), "--store", str(place)])
        assert done.exit_code == 0, done.output
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as opened:
        rows = {(row["ending"], row["skill"]): row for row in csv.DictReader(opened)}
    assert rows["resigned", "beginner"]["comment"] == "'=1+1 too\nstrong"  # no formula for a spreadsheet
    assert rows["left", "expert"]["moves"].count(" / ") == 1
    told = json.loads((tmp_path / "games.json").read_text(encoding="utf-8"))
    assert len(told) == 3
    keys = {"study", "person", "skill", "winner", "turns", "cores", "score", "seat", "ending", "started", "agent"}
    assert set(told[0]) == keys | {"budget", "spec", "deal", "moves", "evaluations", "comment"}
    assert not any(one["name"] in json.dumps(told) for one in begun)  # the key to a game is not told

    shown = CliRunner().invoke(command_line, ["study", "show", "--store", str(place), "--json"])
    beginners = json.loads(shown.stdout)[0]
    assert (beginners["skill"], beginners["begun"], beginners["games"], beginners["won"]) == ("beginner", 2, 1, 0)


def test_people_are_told_nothing_about_their_opponent(study):
    """Neither its name nor its budget, nor what it thinks: not while it does, not in the log, not in the end."""
    name = study.post("/api/study/games", json=AGREED).json()["name"]
    told = []
    with study.websocket_connect(f"/ws/games/{name}") as socket:
        told.append(socket.receive_json())
        for message in ({"type": "act", "actions": ["end"]}, {"type": "continue"}, {"type": "resign"}):
            socket.send_json(message)
            told.append(socket.receive_json())
            while told[-1]["type"] != "game":
                told.append(socket.receive_json())
    assert {"turn", "game"} <= {message["type"] for message in told}
    assert told[-1]["over"]
    assert [sorted(turn) for turn in told[-1]["log"]] == [["actions", "number", "seat"]] * 2
    for message in told:
        assert "greedy" not in json.dumps(message)
        assert "20ev" not in json.dumps(message)
        if message["type"] == "thinking":
            assert set(message) == {"type", "seat", "stage", "figures"}
            assert message["figures"] == {}


def test_a_game_that_was_left_in_mid_turn_is_scored_where_it_was_left(study, place):
    """The score is the evaluation of the last position for the person, the actions of an open turn included."""
    name = study.post("/api/study/games", json=AGREED).json()["name"]
    game = study.get(f"/api/games/{name}").json()
    game = study.post(f"/api/games/{name}/actions", json={"actions": [game["legal"][0]["action"]]}).json()
    study.portal.call(study.app.state.services.sessions.write)
    with Store(place) as store:
        (kept,) = Ledger(store).participations()
    assert (kept.ending, kept.game.winner, kept.game.turns, kept.evaluations) == ("left", "", 0, ())
    assert kept.game.score == turnwright.state(game["notation"]).evaluate(0) != 0
    assert [group.games for group in by_skill([kept.game], left_too=True)] == [0, 0, 0]  # far from decided


@pytest.mark.parametrize(("score", "won"), [(6001.0, 1), (6000.0, None), (0.0, None), (-6000.0, None), (-6001.0, 0)])
def test_left_games_count_where_a_tenth_of_a_win_decides_them(score, won):
    game = StudyGame(skill="expert", winner="", turns=9, cores=2, score=score)
    expert = by_skill([game], left_too=True)[2]
    assert (expert.games, expert.won) == ((0, 0) if won is None else (1, won))
    assert by_skill([game])[2].games == 0


def test_a_store_that_cannot_be_written_to_is_shown_and_exported(study, place, tmp_path, monkeypatch):
    """As after an experiment: the file is kept where nothing can be changed any more."""
    study.post("/api/study/games", json=AGREED)
    study.portal.call(study.app.state.services.sessions.write)
    kept = tmp_path / "kept" / "study.db"
    kept.parent.mkdir()
    with sqlite3.connect(place) as source, sqlite3.connect(kept) as copy:
        source.backup(copy)
    copy.close()
    kept.chmod(0o444)
    kept.parent.chmod(0o555)
    monkeypatch.setattr(os, "access", lambda *_: False)  # nothing is unwritable for an administrator
    before = sorted(kept.parent.iterdir())
    shown = CliRunner().invoke(command_line, ["study", "show", "--store", str(kept), "--json"])
    assert json.loads(shown.stdout)[0]["begun"] == 1, shown.output
    file = tmp_path / "games.json"
    assert CliRunner().invoke(command_line, ["study", "export", str(file), "--store", str(kept)]).exit_code == 0
    assert len(json.loads(file.read_text(encoding="utf-8"))) == 1
    assert sorted(kept.parent.iterdir()) == before
    kept.parent.chmod(0o755)


def test_a_store_without_studies_has_no_games_of_people(tmp_path):
    place = tmp_path / "games.db"
    Store(place).close()
    shown = CliRunner().invoke(command_line, ["study", "show", "--store", str(place), "--json"])
    assert {group["begun"] for group in json.loads(shown.stdout)} == {0}


def test_an_ordinary_server_has_no_study(client):
    assert client.get("/api/study").status_code == 404
    assert client.post("/api/study/games", json=AGREED).status_code == 404


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "small"', 'name = "a b"', "name is 'a b'"),
        ('name = "small"', "", "lacks the key 'name'"),
        ('title = "You', 'colour = "red"\ntitle = "You', "study.toml has no key 'colour'"),
        ('"We record your games."', '" "', "consent must be a text"),
        ("threads = 1", "threads = 0", "threads is 0"),
        ("threads = 1", "threads = 100000", "threads is 100000"),
        ("threads = 1", 'threads = "one"', "must be a whole number"),
        ('"hero_academy:', '"games.py:Mine:', "a game of the package"),
        ('"hero_academy:', '"chess:', "there is no game 'chess'"),
        ('"greedy_action"', '"agents.py:Mine"', "agent is 'agents.py:Mine'"),
        ('"greedy_action"', '"oep:population=none"', "population"),
        ('"20ev"', '"soon"', "soon"),
        ('"first"', '"third"', "cannot be 'third'"),
        ("name =", "name", "is not TOML"),
    ],
)
def test_a_bad_plan_is_refused_in_one_sentence(plan_file, old, new, said):
    assert old in PLAN
    plan_file.write_text(PLAN.replace(old, new), encoding="utf-8")
    with pytest.raises(TurnwrightError) as caught:
        read_plan(plan_file)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_game_whose_chance_can_be_foreseen_is_refused(plan_file, place):
    plan_file.write_text(PLAN.replace("draws=random", "draws=seeded"), encoding="utf-8")
    with Store(place) as store, pytest.raises(TurnwrightError, match="add draws=random"):
        make_app(store, plan=read_plan(plan_file))


def test_a_study_of_another_game(plan_file, place):
    """Any game that the page shows can be studied."""
    game = '"hero_academy:map=a-tiny,deck=TINY,action_points=2,draws=random"'
    plan_file.write_text(PLAN.replace(game, '"locm:draft=random"') + 'hands = "hidden"\n', encoding="utf-8")
    with Store(place) as store, TestClient(make_app(store, plan=read_plan(plan_file))) as client:
        told = client.get("/api/study").json()
        assert (told["board"], told["game"]) == ("locm", "Legends of Code and Magic")
        name = client.post("/api/study/games", json=AGREED).json()["name"]
        game = client.post(f"/api/games/{name}/actions", json={"actions": ["PASS"]}).json()
        assert (game["board"], game["player"], game["view"]) == ("locm", 1, "hidden")
        client.post(f"/api/games/{name}/resignation")
        client.portal.call(client.app.state.services.sessions.write)
        (kept,) = Ledger(store).participations()
        assert (kept.spec, kept.ending) == ("locm:draft=random", "left")


def test_a_plan_that_is_not_there(tmp_path):
    with pytest.raises(TurnwrightError, match="cannot be read: No such file"):
        read_plan(tmp_path / "none.toml")


def times_in(place) -> list[float]:
    """Every time and duration that a store holds."""
    columns = {
        "games": ("started", "seconds"),
        "live_games": ("started", "changed"),
        "study_games": ("started",),
        "runs": ("started",),
    }
    connection = sqlite3.connect(place)
    found = [
        connection.execute(f"select {', '.join(names)} from {table}").fetchall() for table, names in columns.items()
    ]
    connection.close()
    assert all(found), "every table has a row"
    return [time for rows in found for row in rows for time in row]


def finished_game(study) -> str:
    name = study.post("/api/study/games", json=AGREED).json()["name"]
    study.post(f"/api/games/{name}/resignation")
    study.portal.call(study.app.state.services.sessions.write)
    return name


def test_the_store_keeps_times_to_the_minute_as_people_are_promised(study, place):
    finished_game(study)
    left = study.post("/api/study/games", json=AGREED).json()["name"]
    action = study.get(f"/api/games/{left}").json()["legal"][0]["action"]
    study.post(f"/api/games/{left}/actions", json={"actions": [action]})
    study.portal.call(study.app.state.services.sessions.write)
    assert [time for time in times_in(place) if time % 60] == []


def test_a_game_of_a_study_that_an_ordinary_server_goes_on_with_keeps_its_minutes(study, place):
    name = study.post("/api/study/games", json=AGREED).json()["name"]
    study.portal.call(study.app.state.services.sessions.write)
    with Store(place) as store, TestClient(make_app(store)) as ordinary:
        ordinary.post(f"/api/games/{name}/resignation")
        ordinary.portal.call(ordinary.app.state.services.sessions.write)
    assert [time for time in times_in(place) if time % 60] == []


def test_finer_times_of_earlier_versions_are_rounded(study, place):
    finished_game(study)
    connection = sqlite3.connect(place)
    connection.execute("update live_games set started = started + 1.5, changed = changed + 2.25")
    connection.execute("update games set started = started + 1.5, seconds = seconds + 0.75")
    connection.commit()
    connection.close()
    with Store(place) as store:
        Ledger(store)
    assert [time for time in times_in(place) if time % 60] == []


def test_positions_cannot_be_asked_about_while_a_study_runs(study):
    state = "hero_academy 3 1 5 a1K1000,b4X4500,c1a560,g2x4500 K2AI/a3w K3C/- 1824/10787"
    for path, further in (("", {}), ("/turn", {"actions": ["end"]}), ("/effects", {"source": "a1"})):
        assert study.post(f"/api/positions{path}", json={"state": state, **further}).status_code == 403


def test_the_agent_of_a_study_plays_as_it_does_elsewhere(plan_file, monkeypatch):
    """Neither its memory nor the number of searches is cut as for strangers; all people may be at one address."""
    monkeypatch.setattr(server, "available_cores", lambda: 4)
    limits = server.study_limits(read_plan(plan_file))
    assert (limits.places, limits.places_each) == (4, 4)
    with at_most_nodes(limits.nodes):
        assert allowed_nodes(1 << 25) == 1 << 25
