"""`turnwright schema`: the JSON schemas of states, legal actions and turns."""

from typing import Annotated, Literal

import typer

import turnwright
from turnwright.cli.console import print_json
from turnwright.exchange.schemas import schema as schema_of
from turnwright.games.registry import DEFAULT_GAME


def schema(
    kind: Annotated[Literal["state", "actions", "turn"], typer.Argument(help="The kind of document.")],
    game: Annotated[str, typer.Option(help="The game whose documents are described.")] = DEFAULT_GAME,
) -> None:
    """Print the JSON schema of states, legal actions or turns."""
    print_json(schema_of(kind, turnwright.game(game)))
