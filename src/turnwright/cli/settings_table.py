"""The settings of a game or an agent, printed for people."""

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from turnwright.cli.console import out
from turnwright.core.settings_text import SettingText


def first_sentence(kind: type) -> str:
    """What a class says about itself, in its first paragraph."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


def show_settings(name: str, meaning: str, settings: Sequence[SettingText]) -> None:
    """Print a name with its meaning, and a line for every setting: default, values, meaning."""
    out.print(f"[bold]{escape(name)}[/]  {escape(meaning)}", soft_wrap=True)
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for row in settings:
        setting = row.name if row.default is None else f"{row.name}={row.default}"
        table.add_row(escape(setting), escape(f"({row.values}) {row.meaning}"))
    out.print(table)
    out.print()
