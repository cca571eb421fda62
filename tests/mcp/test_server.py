"""The tool server as a client meets it."""

import base64
import os
import sys
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from turnwright.mcp.guests import Guests
from turnwright.mcp.server import make_server

TINY = "hero_academy:map=a-tiny"


async def a_short_visit(client: Client) -> dict[str, Any]:
    """Some calls of every kind of tool; what came of them."""
    listed = await client.list_tools()
    games = await client.call_tool("list_games", {})
    agents = await client.call_tool("list_agents", {})
    begun = await client.call_tool(
        "new_game", {"game": TINY, "opponent": "random", "opponent_budget": "1it", "seed": 1, "practice": True}
    )
    name = begun.structured_content["id"]
    drawn = await client.call_tool("state", {"position": name, "picture": "png"})
    legal = await client.call_tool("legal_actions", {"position": name})
    refused = await client.call_tool("play", {"game_id": name, "actions": ["Z@a1"]})
    asked = await client.call_tool("ask_agent", {"position": name, "agent": "random", "budget": "1it"})
    judged = await client.call_tool("evaluate", {"position": name})
    played = await client.call_tool("play", {"game_id": name, "actions": asked.structured_content["actions"]})
    untrusted = await client.call_tool("new_game", {"game": "evil.py:Evil"})
    schema = await client.call_tool("json_schema", {"kind": "turn"})
    return {
        "tools": {tool.name: tool for tool in listed.tools}, "games": games, "agents": agents, "begun": begun,
        "drawn": drawn, "legal": legal, "refused": refused, "asked": asked, "judged": judged, "played": played,
        "untrusted": untrusted, "schema": schema,
    }  # fmt: skip


def check_visit(visit: dict[str, Any]) -> None:
    assert all(tool.description for tool in visit["tools"].values())
    assert set(visit["tools"]) == {
        "list_games", "list_agents", "new_game", "state", "legal_actions", "play", "resign", "ask_agent", "evaluate",
        "json_schema",
    }  # fmt: skip
    assert "locm" in [game["game"] for game in visit["games"].structured_content["games"]]
    assert "oep" in [agent["agent"] for agent in visit["agents"].structured_content["agents"]]
    data, drawing, picture = visit["drawn"].content
    assert data.text.startswith("{")
    assert visit["begun"].content[1].text == drawing.text
    assert base64.b64decode(picture.data).startswith(b"\x89PNG")
    assert len(visit["legal"].structured_content["actions"]) > 5
    assert visit["refused"].is_error
    assert "Z@a1" in visit["refused"].content[0].text
    assert visit["asked"].structured_content["whole"]
    assert 0 <= visit["judged"].structured_content["normalised"] <= 1
    assert visit["played"].structured_content["turns_played"] == 2
    assert visit["played"].structured_content["agents_asked"] == 1
    assert visit["untrusted"].is_error
    assert "start the server with --trust" in visit["untrusted"].content[0].text
    assert visit["schema"].structured_content["title"] == "turn of hero_academy"


def test_all_tools_answer_a_client_in_the_same_process():
    async def visit() -> dict[str, Any]:
        async with Client(make_server(Guests())) as client:
            return await a_short_visit(client)

    check_visit(anyio.run(visit))


@pytest.mark.slow
def test_all_tools_answer_a_client_over_stdin_and_stdout():
    environment = {name: value for name, value in os.environ.items() if name.startswith(("TURNWRIGHT", "PYTHON"))}

    async def visit() -> dict[str, Any]:
        program = StdioServerParameters(command=sys.executable, args=["-m", "turnwright", "mcp"], env=environment)
        async with Client(program) as client:
            return await a_short_visit(client)

    check_visit(anyio.run(visit))
