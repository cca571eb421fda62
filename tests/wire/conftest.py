"""What tests of programs as players share: where the programs are, and games with them."""

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

import turnwright
from turnwright import Budget
from turnwright.agents.turn_check import ask_and_walk
from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.state import State, Walk
from turnwright.core.views import ViewKind
from turnwright.games.locm.contest.protocol import block_of, noted
from turnwright.games.locm.engine.state import BATTLE
from turnwright.games.locm.state_codec import parts_of, take_apart

ROOT = Path(__file__).resolve().parents[2]
PAIRS = f"{ROOT}/examples/pairs.py:Pairs"
PATIENCE = 60.0
"""Seconds after which a process that should be gone is taken for one that stays."""


@pytest.fixture
def pairs() -> str:
    """Spec of a small game."""
    return PAIRS


@pytest.fixture
def example() -> Callable[[str], str]:
    """The command line of an example program."""

    def line(name: str) -> str:
        program = f"{sys.executable} " if name.endswith(".py") else ""
        return f"{program}{shlex.quote(f'{ROOT}/examples/bots/{name}')}"

    return line


@pytest.fixture
def bad_bot() -> Callable[..., str]:
    """The command line of a program that breaks a protocol."""

    def line(way: str, *more: object, file: str = "bad_line_bots.py") -> str:
        return shlex.join(map(str, (sys.executable, Path(__file__).with_name(file), way, *more)))

    return line


@pytest.fixture
def play() -> Callable[..., GameRecord]:
    """Plays one game of the arena in this process."""

    def played(
        first: str, second: str = "random", *, game: str = PAIRS, view: ViewKind = "open", deal: int = 1
    ) -> GameRecord:
        players = (Player.parse(first), Player.parse(second))
        return play_game(GameSetup(game=game, players=players, seed=deal, agent_seeds=(1, 2), view=view))

    return played


@pytest.fixture
def gone() -> Callable[[int], bool]:
    """Whether a process ends, sooner or later."""

    def ends(process: int) -> bool:
        deadline = monotonic() + PATIENCE
        while monotonic() < deadline:
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return True
            sleep(0.02)
        return False

    return ends


@pytest.fixture
def random_play() -> Callable[[int], Iterator[tuple[int, list[str], State, Walk]]]:
    """Plays games of locm at random, with all that a referee would send."""

    def games(count: int) -> Iterator[tuple[int, list[str], State, Walk]]:
        """Every turn of some games with the message that the referee sends, the state, and the turn that is played."""
        game, agent = turnwright.game("locm"), turnwright.agent("random")
        for seed in range(count):
            state, noted_actions = game.start(seed), [(), ()]
            while not state.is_over:
                me, parts = state.player, take_apart(state)
                _, walk = ask_and_walk(agent, state, Budget(iterations=100), seed)
                yield seed, block_of(parts, noted_actions[1 - me]).lines, state, walk
                positions = parts_of(walk.records[: len(walk.actions)])
                noted_actions[me] = [
                    noted(before, action)
                    for before, action in zip(positions, walk.actions, strict=True)
                    if before.phase == BATTLE and action != state.end_action
                ]
                state = walk.after

    return games
