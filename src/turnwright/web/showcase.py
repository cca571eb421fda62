"""The game that the first page plays back: recorded once, shipped with the page, so that no visitor makes the server
think.

`python -m turnwright.web.showcase` plays it again and writes it; budgets are counted, so it is always the same game.
"""

import json
from pathlib import Path
from typing import Any

from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.replay import positions
from turnwright.games.registry import DEFAULT_GAME
from turnwright.web.boards import board_of
from turnwright.web.boards.base import PAGE
from turnwright.web.serialise import shown_steps

FILE = PAGE / "js" / "games" / DEFAULT_GAME / "showcase.json"
SETUP = GameSetup(
    game=f"{DEFAULT_GAME}:map=a-small,deck=SMALL",
    players=(Player.parse("reply@5000ev"), Player.parse("oep:diversity=tabu@5000ev")),
    seed=8,
    agent_seeds=(1, 2),
)


def showcase_of(record: GameRecord) -> dict[str, Any]:
    """A game as the page plays it back: the first position, and of every action what it does and what it changes."""
    states = list(positions(record))
    board = board_of(states[0].game)
    last = board.position(states[0])
    recorded: dict[str, Any] = {
        "board": board.name,
        "seats": [{"agent": player.agent, "budget": str(player.budget)} for player in record.setup.players],
        "outcome": record.outcome,
        "position": last,
        "turns": [],
    }
    for state, text in zip(states, record.turns, strict=False):
        walk = state.walk([state.game.parse_action(action) for action in state.game.split_turn(text)])
        steps = []
        for step in shown_steps(state, walk.actions, state.game.format_actions(walk)):
            position = step.pop("position")
            del step["notation"]
            steps.append({**step, "changes": {key: value for key, value in position.items() if last.get(key) != value}})
            last = position
        recorded["turns"].append({"seat": state.player, "steps": steps})
    return recorded


def write(file: Path = FILE) -> None:
    """Play the game and keep it."""
    text = json.dumps(showcase_of(play_game(SETUP)), separators=(",", ":"), ensure_ascii=False)
    file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    write()
