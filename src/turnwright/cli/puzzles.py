"""`turnwright puzzles`: positions that can be won within the turn, in essentially one way."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

import turnwright
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.store import Store
from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import JsonFlag, announce_compiling, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import SpecError, parse_spec, split_notation
from turnwright.games.registry import DEFAULT_GAME
from turnwright.puzzles.puzzle import Puzzle, read_puzzles, shipped_puzzles, write_puzzles
from turnwright.puzzles.puzzle import check as prove_again

puzzles = typer.Typer(
    help="Mine and check puzzles: win this turn, in essentially one way.", no_args_is_help=True, add_completion=False
)


@puzzles.command()
def mine(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON file; puzzles that it already has are kept.")],
    game: Annotated[str, typer.Option(help="The game to play.")] = DEFAULT_GAME,
    players: Annotated[
        str, typer.Option(help="The agents, which play each other in turn; counted budgets make the games repeatable.")
    ] = "greedy_action greedy_turn@2000ev oep@500ev",
    games: Annotated[int, typer.Option(min=1, help="Games to play or read.")] = 100,
    seed: Annotated[int, typer.Option(help="The seed of all deals and agents.")] = 0,
    stored: Annotated[
        bool, typer.Option("--stored", help="Read games from the store instead, the newest first; play none.")
    ] = False,
    store: StoreOption = None,
) -> None:
    """Find puzzles in games, at most one of each game, and grade them.

    Every puzzle is proved by playing all possible turns.
    """
    from turnwright.puzzles.grade import graded
    from turnwright.puzzles.mine import mine as found_in
    from turnwright.puzzles.mine import self_play

    known = {puzzle.name: puzzle for puzzle in read_puzzles(file)} if file.exists() else {}
    before = len(known)
    spec = turnwright.game(game).spec
    announce_compiling(f"the search for wins of {parse_spec(spec).label}")
    records: Iterable[GameRecord] = (
        _stored_games(spec, store, games)
        if stored
        else self_play(spec, [Player.parse(text) for text in players.split()], games, seed)
    )
    with err.status("mining …") as status:
        for number, puzzle in enumerate(found_in(records), 1):
            if puzzle is not None and puzzle.name not in known:
                known[puzzle.name] = graded(puzzle)
                write_puzzles(file, known.values())
            status.update(f"game {number} of {games}, {len(known) - before} puzzles …")
    out.print(f"{len(known) - before} new puzzles; {file} has {len(known)}", markup=False, soft_wrap=True)


def _stored_games(spec: str, store: str | None, most: int) -> list[GameRecord]:
    with Store(store_place(store), create=False) as opened:
        return [game.record for game in opened.search(game=spec, limit=most, newest=True)]


@puzzles.command()
def check(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A file of puzzles.", show_default="those of the package")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Prove puzzles again and count them.

    Each must be winnable within the turn, need all actions left, and have wins that all end in the same state.
    """
    found = list(shipped_puzzles()) if file is None else read_puzzles(file)
    announce_compiling("the search for wins")
    wrong = []
    with err.status("proving …") as status:
        for number, puzzle in enumerate(found, 1):
            status.update(f"proving {number} of {len(found)} …")
            try:
                prove_again(puzzle)
            except TurnwrightError as error:
                wrong.append(str(error))
    if json:
        print_json({"puzzles": len(found), "wrong": wrong})
    else:
        out.print(_table(found))
        for sentence in wrong:
            out.print(sentence, markup=False, soft_wrap=True)
        out.print(f"{len(found) - len(wrong)} of {len(found)} puzzles are proved")
    if wrong:
        raise typer.Exit(1)


def _table(found: list[Puzzle]) -> Table:
    """How many puzzles there are, by game, length and stars."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    stars = range(1, 6)
    for column in ("game", "actions", "puzzles", *("★" * number for number in stars)):
        table.add_column(column, justify="left" if column == "game" else "right")
    kinds = Counter((_game_of(puzzle), puzzle.length) for puzzle in found)
    graded = Counter((_game_of(puzzle), puzzle.length, puzzle.stars) for puzzle in found)
    for (game, length), count in sorted(kinds.items()):
        table.add_row(game, str(length), str(count), *(str(graded[game, length, number]) for number in stars))
    return table


def _game_of(puzzle: Puzzle) -> str:
    try:
        return str(split_notation(puzzle.state)[0])
    except SpecError:
        return "?"
