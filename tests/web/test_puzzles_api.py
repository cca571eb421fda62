"""Puzzles by HTTP."""

from pydantic import TypeAdapter

from turnwright.puzzles.puzzle import shipped_puzzles
from turnwright.web.schemas import catalogue


def test_puzzles_are_listed_and_given_as_described(client):
    answer = client.get("/api/puzzles")
    listed = TypeAdapter(list[catalogue.ListedPuzzle]).validate_json(answer.text, strict=True)
    assert [puzzle.name for puzzle in listed] == [puzzle.name for puzzle in shipped_puzzles()]
    assert client.get("/api/puzzles", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    for puzzle in listed[::50]:
        found = client.get(f"/api/puzzles/{puzzle.name}")
        whole = TypeAdapter(catalogue.PuzzleAnswer).validate_json(found.text, strict=True)
        shown = client.post("/api/positions", json={"state": whole.state, "actions": whole.actions}).json()
        before = client.post("/api/positions", json={"state": whole.state}).json()
        assert shown["over"]
        assert shown["outcome"] == (-1 if before["player"] else 1)


def test_a_puzzle_that_there_is_not(client):
    assert client.get("/api/puzzles/00000000").status_code == 404
    assert client.get("/api/puzzles/none").status_code == 422
    assert client.get("/puzzles/anything").status_code == 200, "the page says so"
