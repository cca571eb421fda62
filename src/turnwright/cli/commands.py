"""The list of all commands, and a group that imports a command only when it is used.

To add a command, write its function (its docstring is its help) and add one line to `COMMANDS`. A command for one game
alone lives in that game's folder of `cli`.
"""

import ast
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

PLAYING = "Play"
LOOKING = "Look up and inspect"
EXPERIMENTS = "Experiments"
PROGRAMS = "Programs as players"
ENGINES = "Engines"

_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a command is found."""

    panel: str
    """The heading under which the overview lists it."""
    module: str
    """Its module, seen from the package."""
    function: str
    """The function, or the Typer app of a command with commands of its own."""

    def load(self) -> Any:
        """The function or app."""
        return getattr(import_module(f"turnwright.{self.module}"), self.function)

    def summary(self) -> str:
        """The first sentence of its help, read from the source without importing it."""
        source = _PACKAGE.joinpath(*self.module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            match node:
                case ast.FunctionDef(name=self.function):
                    return " ".join((ast.get_docstring(node) or "").split("\n\n")[0].split())
                case ast.Assign(targets=[ast.Name(id=self.function)], value=ast.Call(keywords=keywords)):
                    return next(str(ast.literal_eval(word.value)) for word in keywords if word.arg == "help")
        raise LookupError(f"turnwright.{self.module} has no {self.function}")


def _place(panel: str, module: str, function: str = "") -> Place:
    return Place(panel=panel, module=module, function=function or module.rpartition(".")[2])


COMMANDS: dict[str, Place] = {
    "demo": _place(PLAYING, "cli.demo"),
    "match": _place(PLAYING, "cli.match"),
    "tournament": _place(PLAYING, "cli.tournament"),
    "ladder": _place(PLAYING, "cli.ladder"),
    "curve": _place(PLAYING, "cli.curve"),
    "serve": _place(PLAYING, "cli.serve"),
    "puzzles": _place(PLAYING, "cli.puzzles"),
    "games": _place(LOOKING, "cli.games"),
    "agents": _place(LOOKING, "cli.agents"),
    "models": _place(LOOKING, "cli.models"),
    "show": _place(LOOKING, "cli.show"),
    "plan": _place(LOOKING, "cli.plan"),
    "results": _place(LOOKING, "cli.results"),
    "replay": _place(LOOKING, "cli.replay"),
    "export": _place(LOOKING, "cli.data", "export"),
    "import": _place(LOOKING, "cli.data", "import_"),
    "papers": _place(EXPERIMENTS, "cli.papers"),
    "reproduce": _place(EXPERIMENTS, "cli.reproduce"),
    "tune": _place(EXPERIMENTS, "cli.tune"),
    "train": _place(EXPERIMENTS, "cli.train"),
    "evolve": _place(EXPERIMENTS, "cli.evolve"),
    "power": _place(EXPERIMENTS, "cli.power"),
    "study": _place(EXPERIMENTS, "cli.study"),
    "positions": _place(EXPERIMENTS, "cli.hero_academy.positions"),
    "decks": _place(EXPERIMENTS, "cli.locm.decks"),
    "bot": _place(PROGRAMS, "wire.bot"),
    "check-bot": _place(PROGRAMS, "cli.check_bot"),
    "mcp": _place(PROGRAMS, "cli.mcp"),
    "schema": _place(PROGRAMS, "cli.schema"),
    "doctor": _place(ENGINES, "cli.doctor"),
    "check-game": _place(ENGINES, "cli.check_game", "check_game"),
    "check-agent": _place(ENGINES, "cli.check_game", "check_agent"),
    "compile": _place(ENGINES, "cli.compile"),
    "verify": _place(ENGINES, "cli.verify"),
    "perft": _place(ENGINES, "cli.perft"),
    "bench": _place(ENGINES, "cli.bench"),
}
"""All commands, in the order of the overview."""


class CommandGroup(TyperGroup):
    """The group of all commands. It holds entries for the overview, and imports a command when it is invoked."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {
            name: TyperCommand(name, help=escape(place.summary()), rich_help_panel=place.panel)
            for name, place in COMMANDS.items()
        }
        _hide_flag_types(self)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, found, rest = super().resolve_command(ctx, args)
        return name, load_command(name) if name is not None and found is not None else found, rest


def load_command(name: str) -> Any:
    """A command, ready to run."""
    loaded = COMMANDS[name].load()
    if not isinstance(loaded, typer.Typer):
        single = typer.Typer(add_completion=False)
        single.command(name)(loaded)
        loaded = single
    command = typer.main.get_command(loaded)
    for each in (command, *getattr(command, "commands", {}).values()):
        _as_plain_text(each)
        _hide_flag_types(each)
    return command


def _as_plain_text(command: Any) -> None:
    """Help texts are plain text: words in square brackets are no markup."""
    command.help = escape(command.help or "")
    for parameter in command.params:
        parameter.help = escape(getattr(parameter, "help", None) or "")


def _hide_flag_types(command: Any) -> None:
    """A flag takes no value, so its help shows no type of one."""
    with_help = command.get_params(typer.Context(command))
    for parameter in with_help:
        if getattr(parameter, "is_flag", False):
            parameter.metavar = ""
