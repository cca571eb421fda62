"""`turnwright models`: the evaluations that come with the package, and where they come from."""

from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from turnwright.cli.console import JsonFlag, out, print_json
from turnwright.evaluators.model import Card, Model
from turnwright.evaluators.shipped import shipped_model, shipped_names


def models(
    name: Annotated[str | None, typer.Argument(help="Show one model's card.", show_default="all, in a table")] = None,
    json: JsonFlag = False,
) -> None:
    """List the models of the package; agents use them as `evaluation=model(NAME)`."""
    names = list(shipped_names()) if name is None else [name]
    found = {each: shipped_model(each) for each in names}
    if json:
        print_json([_as_dict(each, model) for each, model in found.items()])
        return
    if name is not None:
        _show_card(name, found[name])
        return
    table = Table("model", "kind", "game", "what it is", box=None)
    for each, model in found.items():
        table.add_row(each, model.kind, model.game, model.card.title)
    out.print(table)


def _as_dict(name: str, model: Model) -> dict[str, Any]:
    card: dict[str, Any] = msgspec.to_builtins(model.card)
    return {"name": name, "kind": model.kind, "game": model.game, "digest": model.digest, "card": card}


def _show_card(name: str, model: Model) -> None:
    card = model.card
    for title, text in (
        (name, card.title),
        ("kind", model.kind),
        ("game", model.game),
        ("about", card.about),
        ("data", card.data),
        ("cost", card.cost),
        ("version", card.version),
        *(("setting", f"{key} = {value}") for key, value in card.settings.items()),
        *(("match", line) for line in _match_lines(card)),
        *(("calibration", f"says {said:.2f}, is {seen:.2f} ({count:,})") for said, seen, count in card.calibration),
        *(("failed", sentence) for sentence in card.failures),
    ):
        if text:
            out.print(f"{title}: {text}", markup=False, soft_wrap=True)


def _match_lines(card: Card) -> list[str]:
    return [
        f"{match.score:.1%} ({match.low:.1%} to {match.high:.1%}) of {match.games} games: {match.player} against "
        f"{match.opponent}, {match.game}" + (f"; {match.note}" if match.note else "")
        for match in card.matches
    ]
