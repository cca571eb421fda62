"""`turnwright decks`: the database of decks that battles of the LOCM paper are played with."""

import json as json_format
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from turnwright import TurnwrightError
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.core.spec import choose

if TYPE_CHECKING:
    from turnwright.games.locm.engine.deck_database import Deck
    from turnwright.games.locm.game import Locm


def decks(
    name: Annotated[str, typer.Argument(help="The game: locm.")] = "locm",
    seed: Annotated[int, typer.Option(min=0, help="The seed of the database.")] = 0,
    file: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write all decks to this JSON file, card by card.", show_default=False
        ),
    ] = None,
    json: JsonFlag = False,
) -> None:
    """List the decks of the LOCM paper: ten drafts, three strategies, ten orders of every deck.

    Battles between them are played with --game locm:draft=decks,decks=SEED.
    """
    from turnwright.games.locm.engine.deck_database import decks_of_database  # a game is loaded on first use
    from turnwright.games.locm.game import Locm
    from turnwright.games.locm.settings import Settings

    choose(name, ["locm"], "database of decks for")
    made = Locm(Settings(draft="decks", decks=seed))
    announce_compiling("the database of decks")
    listed = list(decks_of_database(made))
    data = _data(made, listed)
    if file is not None:
        try:
            file.write_text(json_format.dumps(data, indent=1) + "\n", encoding="utf-8")
        except OSError as error:
            raise TurnwrightError(f"the file {str(file)!r} cannot be written: {error.strerror}") from error
        err.print(f"wrote {len(listed)} decks to {file}", markup=False, soft_wrap=True)
    if json:
        print_json(data)
    elif file is None:
        _show(listed)


def _data(made: "Locm", listed: list["Deck"]) -> dict[str, Any]:
    return {
        "game": made.spec,
        "decks": [
            {"draft": deck.draft, "strategy": deck.strategy, "order": deck.order, "cards": list(deck.cards)}
            for deck in listed
        ],
    }


def _show(listed: list["Deck"]) -> None:
    """One line for every deck, whatever its order."""
    from turnwright.games.locm.engine.cards import CREATURE, card
    from turnwright.games.locm.engine.deck_database import ORDERS

    table = Table("draft", "strategy", "creatures", "green", "red", "blue", "mean cost", "the first order starts with")
    for deck in listed:
        if deck.order:
            continue
        cards = [card(number) for number in deck.cards]
        kinds = Counter(one.kind for one in cards)
        cost = sum(one.cost for one in cards) / len(cards)
        counts = [str(kinds[kind]) for kind in range(CREATURE, 4)]
        first = ", ".join(one.name for one in cards[:3])
        table.add_row(str(deck.draft), deck.strategy, *counts, f"{cost:.1f}", first)
    out.print(table)
    out.print(f"Every deck has {ORDERS} orders, 0 to {ORDERS - 1}: {len(listed)} in all.")
