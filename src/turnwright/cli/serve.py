"""`turnwright serve`: play, watch and analyse in the browser."""

from pathlib import Path
from typing import Annotated, Any

import typer

from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import announce_compiling, err
from turnwright.core.errors import TurnwrightError


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 accepts other machines.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 uses any free port.")] = 8000,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    store: StoreOption = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="An additional game: a class in a file, such as examples/pairs.py:Pairs. May be repeated.",
            show_default=False,
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where visitors reach the server, if not at its own address: https://games.example.org.",
            show_default=False,
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy in front of the server, such as 127.0.0.1, whose X-Forwarded-For is trusted. "
            "May be repeated.",
            show_default=False,
        ),
    ] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Let visitors use agents from files and programs on this machine.")
    ] = False,
    study: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Run a study with human players, described in a TOML file.", show_default=False
        ),
    ] = None,
) -> None:
    """Start the web app and open it in the browser. Ctrl-C stops it; games in progress are kept."""
    try:
        from turnwright.web import server, study_session, visitors
    except ImportError as error:
        raise TurnwrightError(
            f"the web app needs the package {error.name}, which is not installed: pip install turnwright"
        ) from None
    place = visitors.place_of(host, public_url=public_url, proxies=proxy or ())
    plan = None
    if study is not None:
        from turnwright.study.plan import read_plan

        plan = read_plan(study)
        study_session.check_plan(plan)
    for spec in game or ():
        server.add_game(spec)
    if not server.is_local(host):
        err.print(
            f"warning: at {host} every machine that can reach this one may play, and reads all stored games; "
            "searches are limited, but they use this machine's cores",
            soft_wrap=True,
        )
    if trust and (public_url is not None or not server.is_local(host)):
        err.print("warning: with --trust every visitor may run files and programs on this machine", soft_wrap=True)
    announce_compiling("the games")
    server.warm_up()

    def ready(address: str) -> None:
        err.print(f"Turnwright is running at {address} (Ctrl-C stops it)", soft_wrap=True)
        if public_url is not None:
            err.print(f"visitors reach it at {public_url}", markup=False, soft_wrap=True)
        if not no_browser:
            server.open_browser(address)

    server.serve(
        host=host,
        port=port,
        store=store_place(store),
        trust=trust,
        ready=ready,
        plan=plan,
        place=place,
        published=_published,
    )


def _published() -> list[dict[str, Any]]:
    from turnwright.papers.all_numbers import listed_numbers  # reads fifty files; most visitors never ask

    return listed_numbers()
