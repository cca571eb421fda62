"""`turnwright replay`: a stored game, step by step."""

import sys
from typing import Annotated

import typer

from turnwright.arena.replay import positions
from turnwright.arena.store import Store, StoredGame
from turnwright.cli.arena_options import StoreOption, store_place
from turnwright.cli.console import JsonFlag, err, out, print_json
from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.exchange.game_text import WrittenGame


def replay(
    game: Annotated[int, typer.Argument(help="The game's number, as 'turnwright results' lists it.")],
    store: StoreOption = None,
    turn: Annotated[
        int | None, typer.Option(min=0, help="Show only the position after this turn.", show_default=False)
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Show every position without waiting for a key.")] = False,
    trust: Annotated[
        bool, typer.Option("--trust", help="Allow running the rules of a game from a file or a module.")
    ] = False,
    text: Annotated[
        bool, typer.Option("--text", help="Print the game as text that 'turnwright import' reads.")
    ] = False,
    json: JsonFlag = False,
) -> None:
    """Step through a stored game, after checking every turn and the outcome against the rules."""
    with Store(store_place(store), create=False) as opened:
        stored = opened.game(game)
    record = stored.record
    if json:
        texts = [state.text for state in positions(record, trusted=trust)]
        print_json(stored.as_dict() | {"positions": texts})
        return
    if text:
        sys.stdout.write(WrittenGame.of_record(record).text())
        return
    states = list(positions(record, trusted=trust))  # checked as a whole before anything is shown
    if turn is not None:
        if turn >= len(states):
            raise TurnwrightError(f"game {game} has {len(record.turns)} turns, so there is no turn {turn}")
        _show(stored, states, turn)
    elif all_ or not sys.stdin.isatty():
        for number in range(len(states)):
            _show(stored, states, number)
    else:
        _browse(stored, states)
    first, second = (player.agent for player in record.setup.players)
    won = {1: f"{first} wins", 0: "a draw", -1: f"{second} wins"}[record.outcome]
    how = f": {record.ending}" if record.ending else ""
    turns = f"{len(record.turns)} turn{'' if len(record.turns) == 1 else 's'}"
    out.print(f"{won} after {turns}{how}", markup=False, soft_wrap=True)
    if record.forfeit:
        out.print(f"forfeit: {record.forfeit}", markup=False, soft_wrap=True)
    err.print("the whole game follows the rules, including its outcome")


def _browse(stored: StoredGame, states: list[State]) -> None:
    """Return goes on, b goes back, a number goes there, q leaves."""
    place = 0
    while True:
        _show(stored, states, place)
        try:
            answer = err.input("[dim]Return: next, b: back, a number: that turn, q: leave > [/]").strip()
        except EOFError:
            return
        if answer == "q" or (not answer and place == len(states) - 1):
            return
        if answer == "b":
            place = max(0, place - 1)
        elif answer.isdecimal():
            place = min(int(answer), len(states) - 1)
        else:
            place = min(place + 1, len(states) - 1)


def _show(stored: StoredGame, states: list[State], place: int) -> None:
    record = stored.record
    if place:
        seat = states[place - 1].player
        player = record.setup.players[seat].agent
        out.print(f"turn {place}, {player}: {record.turns[place - 1]}", markup=False, soft_wrap=True)
    out.print(states[place].draw(), markup=False, soft_wrap=True)
