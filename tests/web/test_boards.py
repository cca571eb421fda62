"""A third game is one folder in Python and one in the page: Pairs, registered from the folder of a test."""

import sys
from pathlib import Path
from runpy import run_path

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter

from turnwright.arena.store import Store
from turnwright.core.errors import TurnwrightError
from turnwright.web import boards
from turnwright.web.app import make_app
from turnwright.web.boards.base import PAGE
from turnwright.web.boards.drawn import DrawnBoard
from turnwright.web.schemas.catalogue import ListedBoard, StoredGameAnswer
from turnwright.web.schemas.games import ShownGame
from turnwright.web.schemas.positions import ShownState

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
PairsBoard = run_path(str(HERE / "third_game" / "board.py"))["PairsBoard"]
PEOPLE = {"game": "pairs", "seats": [{}, {}]}


@pytest.fixture(params=["board", "drawn"])
def board(request):
    """Pairs with a board of its own, and as a picture with a list of actions."""
    made = PairsBoard() if request.param == "board" else DrawnBoard(PairsBoard.game)
    boards.register(made)
    yield made
    boards.unregister(made.name)


@pytest.fixture
def client(place, board):
    with Store(place) as store, TestClient(make_app(store)) as opened:
        yield opened


def check(model, answer):
    """The answer, if it is as described."""
    assert answer.status_code in (200, 201), answer.text
    TypeAdapter(model).validate_json(answer.text, strict=True)
    return answer.json()


def test_the_game_is_listed_with_what_shows_it(client, board):
    listed = {one["name"]: one for one in check(list[ListedBoard], client.get("/api/games"))}
    assert next(iter(listed)) == "hero_academy"
    assert listed["pairs"]["game"] == board.game
    assert client.get("/api/rules").json()["pairs"] == board.catalogue()
    script = client.get(listed["pairs"]["script"])
    assert "javascript" in script.headers["content-type"]
    assert script.text == (board.scripts / "kit.js").read_text(encoding="utf-8")
    assert client.get(listed["pairs"]["style"]).status_code == 200


def test_the_game_is_described_in_the_api(client, board):
    described = client.get("/openapi.json").json()["components"]["schemas"]
    assert described["NewPairsGame"]["properties"]["game"]["const"] == "pairs"
    assert board.Position.__name__ in described


def test_a_whole_game_by_http(client):
    game = check(ShownGame, client.post("/api/games", json=PEOPLE))
    assert (game["board"], game["end"], game["may_end"]) == ("pairs", "end", True)
    path = f"/api/games/{game['name']}"
    for turn in (["a1"], ["a5", "c5"], ["b1", "c1"], ["e5", "end"], ["d1"]):
        game = check(ShownGame, client.post(f"{path}/actions", json={"actions": turn}))
    assert (game["over"], game["outcome"], game["ending"], game["reason"]) == (True, 1, "played", "four in a row")
    client.portal.call(client.app.state.services.sessions.write)
    number = client.get(path).json()["stored"]
    stored = check(StoredGameAnswer, client.get(f"/api/stored-games/{number}"))
    assert (stored["board"], stored["ending"]) == ("pairs", "four in a row")
    assert client.get("/api/stored-games").json()["games"][0]["ending"] == "four in a row"


def test_an_agent_plays_and_analyses_it(client):
    game = client.post("/api/games", json=PEOPLE | {"seats": [{"agent": "random"}, {}]}).json()
    game = check(ShownGame, client.post(f"/api/games/{game['name']}/agent-turn"))
    assert len(game["log"]) == 1
    shown = check(ShownState, client.post("/api/positions", json={"state": game["notation"]}))
    assert shown["legal"] == game["legal"]
    lines = client.post("/api/analyses", json={"state": game["notation"], "agent": "random"}).json()["lines"]
    assert lines[0]["steps"][-1]["position"]["player"] == 0


def test_without_its_board_the_game_is_refused(place):
    with Store(place) as store, TestClient(make_app(store)) as client:
        assert client.post("/api/games", json=PEOPLE).status_code == 422
        state = f"{PairsBoard.game} 0 1 ...../...../...../...../....."
        assert "cannot be shown" in client.post("/api/positions", json={"state": state}).json()["detail"]


def test_a_name_that_is_taken_is_refused():
    class Other(PairsBoard):
        name = "locm"

    with pytest.raises(TurnwrightError, match="there is a board 'locm' already"):
        boards.register(Other())


INSTALLED = f"""
from runpy import run_path
PairsBoard = run_path({str(HERE / "third_game" / "board.py")!r})["PairsBoard"]
BOARD = PairsBoard()
class Other(PairsBoard):
    name = "locm"
TAKEN = Other()
"""
ENTRIES = """[turnwright.boards]
pairs = my_boards:BOARD
taken = my_boards:TAKEN
a_class = my_boards:PairsBoard
gone = no_package:BOARD
"""


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """A package that brings a board, and some that cannot be used."""
    (tmp_path / "my_boards.py").write_text(INSTALLED)
    about = tmp_path / "my_boards-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: my-boards\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(tmp_path)
    caches = (boards._found, boards.boards, boards.board_for)
    for cached in caches:
        cached.cache_clear()
    yield
    sys.modules.pop("my_boards", None)
    for cached in caches:
        cached.cache_clear()


def test_an_installed_package_brings_its_board(installed, place, caplog):
    """It is played like any other; what is wrong with some stops neither the others nor the server."""
    with Store(place) as store, TestClient(make_app(store)) as client:
        listed = check(list[ListedBoard], client.get("/api/games"))
        assert [one["name"] for one in listed] == ["hero_academy", "amazons", "arimaa", "locm", "pairs"]
        assert [one["game"] for one in listed][3:] == ["locm", PairsBoard.game]
        game = check(ShownGame, client.post("/api/games", json=PEOPLE))
        assert game["position"]["rows"] == ["....."] * 5
    for name, message in (
        ("taken", "there is a board 'locm' already"),
        ("a_class", "is not a board; give an instance of turnwright.web.boards.base.Board"),
        ("gone", "No module named 'no_package'"),
    ):
        (told,) = [said for said in caplog.messages if f"the installed board {name!r} cannot be shown: " in said]
        assert message in told


def test_no_file_outside_a_games_folder_names_it():
    """What is shared speaks of no game; a game speaks of itself in its own folder."""
    games = {"hero_academy", "locm", "arimaa", "amazons"}
    inside = PAGE.parent.parent
    files = [*PAGE.rglob("*.*"), *PAGE.parent.rglob("*.py")]
    shared = [path for path in files if not games & set(path.relative_to(inside).parts)]
    assert len(shared) > 40
    for path in shared:
        text = path.read_text(encoding="utf-8").lower()
        named = (*games, "hero academy", "legends of")
        assert not [name for name in named if name in text], path


def drawn(place, file: str, name: str):
    """A server that shows a game of the examples, and a game of two people begun there."""
    made = DrawnBoard(f"{EXAMPLES / file}:{name}")
    boards.register(made)
    try:
        with Store(place) as store, TestClient(make_app(store)) as client:
            game = client.post("/api/games", json={"game": made.name, "seats": [{}, {}], "hands": "open", "seed": 1})
            yield client, check(ShownGame, game)
    finally:
        boards.unregister(made.name)


@pytest.fixture
def amazons(place):
    yield from drawn(place, "amazons.py", "Amazons")


@pytest.fixture
def pig(place):
    yield from drawn(place, "pig.py", "Pig")


def test_a_turn_that_must_be_finished_cannot_be_ended(amazons):
    client, game = amazons
    path = f"/api/games/{game['name']}/actions"
    assert not game["may_end"]
    assert game["position"]["text"]  # it draws in text only
    assert client.post(path, json={"actions": [game["end"]]}).status_code == 409
    game = client.post(path, json={"actions": [game["legal"][0]["action"]]}).json()
    assert (game["player"], game["may_end"], game["undoable"]) == (0, False, 1)
    game = client.post(path, json={"actions": [game["legal"][0]["action"]]}).json()
    assert game["player"] == 1


def test_a_roll_cannot_be_taken_back_nor_played_past(pig):
    client, game = pig
    path = f"/api/games/{game['name']}"
    (roll,) = {one["action"] for one in game["legal"]} - {game["end"]}
    answer = client.post(f"{path}/actions", json={"actions": [roll, game["end"]]})
    assert (answer.status_code, "reveals hidden information" in answer.json()["detail"]) == (409, True)
    assert client.get(path).json() == game
    game = client.post(f"{path}/actions", json={"actions": [roll]}).json()
    assert (len(game["actions"]), game["undoable"]) == (1, 0)
    assert client.post(f"{path}/undo").status_code == 409
