"""The tools that a client of the Model Context Protocol is offered."""

import base64
import json
from collections.abc import Callable
from functools import wraps
from threading import Lock
from typing import Annotated, Any, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, ContentBlock, ImageContent, TextContent
from pydantic import Field

import turnwright
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.environments.raster import as_png
from turnwright.exchange.schemas import schema
from turnwright.mcp.guests import Guests
from turnwright.web.seats import agents_catalogue

INSTRUCTIONS = """\
Turn-based games in which a turn is several actions. Begin with list_games and new_game. legal_actions says what can be
played, play plays one or more actions of your turn; the turn ends with the action that ends it (often 'end'). Where a
tool asks for a position, give the id of a game, such as 'game-1', or a whole state in notation. In a game that is not
practice, an illegal or late turn loses, as it does for every program. Players are 0 (first) and 1."""

Position = Annotated[str, Field(description="The id of a game, such as 'game-1', or a state in notation.")]
AgentSpec = Annotated[str, Field(description="An agent, such as 'oep' or 'mcts:exploration=0.5'; see list_agents.")]
BudgetText = Annotated[str | None, Field(description="Per turn: 1s, 200ms, 20kev (evaluations); by default 1s.")]
Actions = Annotated[list[str], Field(description="Actions in notation, as legal_actions lists them.", max_length=1000)]


def make_server(guests: Guests) -> MCPServer[Any]:
    """A server with all tools, for one client."""
    server: MCPServer[Any] = MCPServer(
        name="turnwright", version=turnwright.__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    one_at_a_time = Lock()

    def tool(function: Callable[..., CallToolResult]) -> Callable[..., CallToolResult]:
        @wraps(function)
        def guarded(**arguments: Any) -> CallToolResult:
            with one_at_a_time:
                try:
                    return function(**arguments)
                except TurnwrightError as error:
                    raise ToolError(str(error)) from error

        server.add_tool(guarded, structured_output=False)
        return guarded

    @tool
    def list_games() -> CallToolResult:
        """The games that can be played."""
        return _result({"games": [_game_entry(name) for name in turnwright.game_names()]})

    @tool
    def list_agents() -> CallToolResult:
        """The agents that can play against you or plan a turn, with their settings."""
        return _result({"agents": agents_catalogue()})

    @tool
    def new_game(
        game: Annotated[str, Field(description="A game, such as 'hero_academy:map=a-tiny'.")] = "hero_academy",
        opponent: Annotated[str | None, Field(description="The agent against you; without one you play both.")] = None,
        opponent_budget: BudgetText = None,
        seat: Annotated[Literal[0, 1], Field(description="0 to move first, 1 to move second.")] = 0,
        view: Annotated[ViewKind, Field(description="'hidden' hides what players cannot know.")] = "open",
        seed: Annotated[int | None, Field(description="The seed of the start; without one it is random.", ge=0)] = None,
        turn_limit: Annotated[str | None, Field(description="What you may take for a turn, such as 60s.")] = None,
        practice: Annotated[bool, Field(description="Refuse a wrong turn instead of losing the game by it.")] = False,
    ) -> CallToolResult:
        """Begin a game. The answer has its id and the state; if the opponent moves first, it has moved."""
        begun = guests.new_game(
            game,
            opponent=opponent,
            opponent_budget=opponent_budget,
            seat=seat,
            view=view,
            seed=seed,
            turn_limit=turn_limit,
            practice=practice,
        )
        return _result(begun, drawn=guests.seen(begun["id"]))

    @tool
    def state(
        position: Position,
        picture: Annotated[Literal["none", "png", "svg"], Field(description="Add a picture.")] = "none",
    ) -> CallToolResult:
        """A position: as data, drawn in text, and as a picture if you want one."""
        return _result(guests.state(position), drawn=guests.seen(position), picture=picture)

    @tool
    def legal_actions(
        position: Position,
        after: Annotated[list[str] | None, Field(description="Look ahead: after these actions of the turn.")] = None,
    ) -> CallToolResult:
        """The legal actions, now or after some actions of the same turn; nothing is played."""
        return _result(guests.legal_actions(position, after or ()))

    @tool
    def play(game_id: Annotated[str, Field(description="The id of your game.")], actions: Actions) -> CallToolResult:
        """Play one or more actions of your turn, or all of it. When your turn is over, the opponent plays at once."""
        told = guests.play(game_id, actions)
        return _result(told, drawn=guests.seen(game_id))

    @tool
    def resign(game_id: Annotated[str, Field(description="The id of your game.")]) -> CallToolResult:
        """Give up a game."""
        return _result(guests.resign(game_id))

    @tool
    def ask_agent(
        position: Position,
        agent: AgentSpec = "oep",
        budget: BudgetText = None,
        seed: Annotated[int, Field(description="With a counted budget, the same seed gives the same turn.")] = 0,
    ) -> CallToolResult:
        """The turn that an agent would play there. In a game, this is counted as advice."""
        return _result(guests.ask_agent(position, agent, budget, seed))

    @tool
    def evaluate(
        position: Position,
        player: Annotated[Literal[0, 1] | None, Field(description="For whom; by default who moves.")] = None,
    ) -> CallToolResult:
        """What the game's own evaluation says of a position, also mapped to 0 (lost) to 1 (won)."""
        return _result(guests.evaluate(position, player))

    @tool
    def json_schema(
        kind: Annotated[Literal["state", "actions", "turn"], Field(description="The kind of document.")],
        game: Annotated[str, Field(description="The name of a game.")] = "hero_academy",
    ) -> CallToolResult:
        """The JSON schema of states, legal actions or turns."""
        return _result(schema(kind, guests.game(game)))

    return server


def serve(*, trust: bool) -> None:
    """Serve one client over stdin and stdout until it goes."""
    make_server(Guests(trust=trust)).run("stdio")


def _game_entry(name: str) -> dict[str, Any]:
    game = turnwright.game(name)
    return {
        "game": name,
        "spec": game.spec,
        "meaning": " ".join((type(game).__doc__ or "").split("\n\n")[0].split()),
        "fair_views": list(game.fair_views),
    }


def _result(document: dict[str, Any], *, drawn: State | None = None, picture: str = "none") -> CallToolResult:
    """A document as data and as text, with a drawing."""
    content: list[ContentBlock] = [TextContent(type="text", text=json.dumps(document))]
    if drawn is not None:
        content.append(TextContent(type="text", text=drawn.draw()))
        svg = drawn._repr_svg_() if picture != "none" else None
        if svg is not None and picture == "png":
            data = base64.b64encode(as_png(svg)).decode()
            content.append(ImageContent(type="image", data=data, mime_type="image/png"))
        elif svg is not None:
            content.append(TextContent(type="text", text=svg))
    return CallToolResult(content=content, structured_content=document)
