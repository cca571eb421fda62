"""`turnwright mcp`: the games as tools for language models and other programs."""

from typing import Annotated

import typer

from turnwright.core.errors import TurnwrightError


def mcp(
    trust: Annotated[
        bool, typer.Option("--trust", help="Let the client name games and agents from files and programs here.")
    ] = False,
) -> None:
    """Serve the games to a client of the Model Context Protocol, over standard input and output."""
    try:
        from turnwright.mcp.server import serve
    except ImportError as error:
        raise TurnwrightError(
            f"the tool server needs the package {error.name}, which is not installed: pip install 'turnwright[mcp]'"
        ) from None
    serve(trust=trust)
