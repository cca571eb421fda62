"""Batches: many games, or many turns, at once, on all cores or on a GPU. The results are the same, bit for bit."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal

import numpy as np

from turnwright.agents.constants import NONE
from turnwright.batch import cpu
from turnwright.batch.island_kernel import LANES
from turnwright.batch.lane_kernel import Games, Steps, Turns
from turnwright.batch.results import PlannedTurns, RandomGames, SelfPlay
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.games.registry import game as game_named

Device = Literal["auto", "cpu", "gpu"]
"""Where a batch runs: `auto` takes the GPU where there is one that can be used, and else all cores."""
Positions = np.ndarray | Sequence[State]
"""States of one game: records, as `State.records` has them, or states."""

MOST_ACTIONS = 100_000
MOST_TURNS = 1_000
"""Games that last longer are left where they stand."""


def random_games(
    n: int,
    game: Game | str = "hero_academy",
    *,
    seed: int = 0,
    most_actions: int = MOST_ACTIONS,
    listed: bool = False,
    device: Device = "auto",
) -> RandomGames:
    """Deal `n` games and play each to its end by uniformly random legal actions.

    The games follow from the seed alone: game 7 of ten is game 7 of a million. An action is sampled without a list
    where the game can do that; with `listed` it is picked from the list of all, which gives other games.
    """
    chosen = _game(game)
    count = _count("n", n)
    steps = Steps(chosen.blank(count), np.zeros(count, np.int64), np.zeros(count, np.uint64))
    most = _count("most_actions", most_actions)
    _runner(device).play_randomly(chosen, steps, _word(seed), most, dealt=True, listed=listed)
    return RandomGames(game=chosen, states=steps.states, lengths=steps.lengths, digests=steps.digests)


def playouts(
    states: Positions,
    game: Game | str = "hero_academy",
    *,
    seed: int = 0,
    most_actions: int = MOST_ACTIONS,
    listed: bool = False,
    device: Device = "auto",
) -> RandomGames:
    """Play on from every position to the end of the game by uniformly random legal actions, as in `random_games`."""
    chosen, records = _records(states, game)
    steps = Steps(records, np.zeros(len(records), np.int64), np.zeros(len(records), np.uint64))
    most = _count("most_actions", most_actions)
    _runner(device).play_randomly(chosen, steps, _word(seed), most, dealt=False, listed=listed)
    return RandomGames(game=chosen, states=steps.states, lengths=steps.lengths, digests=steps.digests)


def greedy_turns(
    states: Positions, game: Game | str = "hero_academy", *, seed: int = 0, device: Device = "auto"
) -> PlannedTurns:
    """The turn that Greedy Action plays from every position: always the action that leads to the highest value."""
    chosen, turns = _turns(states, game)
    _runner(device).play_greedily(chosen, turns, _word(seed))
    return _planned(chosen, turns, turns.values)


def evolve_turns(
    states: Positions, genomes: int, game: Game | str = "hero_academy", *, seed: int = 0, device: Device = "auto"
) -> PlannedTurns:
    """Evolve a turn for every position, each in its own island, with a number of genomes (rounded up to a multiple of
    32)."""
    chosen, turns = _turns(states, game)
    _runner(device).evolve_turns(chosen, turns, _word(seed), _generations(genomes))
    return _planned(chosen, turns, turns.values)


def replies(
    states: Positions, genomes: int, game: Game | str = "hero_academy", *, seed: int = 0, device: Device = "auto"
) -> PlannedTurns:
    """What the player to move answers in every position, and what that leaves to the other one.

    The turns are those of `evolve_turns`; the values are the opponent's, who has led the game into these positions.
    """
    chosen, turns = _turns(states, game)
    _runner(device).evolve_turns(chosen, turns, _word(seed), _generations(genomes))
    return _planned(chosen, turns, turns.counter_values)


def self_play(
    n: int,
    genomes: int,
    game: Game | str = "hero_academy",
    *,
    seed: int = 0,
    keep: int = 0,
    most_turns: int = MOST_TURNS,
    device: Device = "auto",
) -> SelfPlay:
    """Deal `n` games and play each to its end. Every turn is evolved with `genomes` genomes, as in `evolve_turns`.

    The states in which the first `keep` turns of each game were evaluated are returned with their values, as training
    data. Both players see the whole state, as under the view `open`; a turn is planned without looking beyond its end.
    """
    chosen = _game(game)
    count = _count("n", n)
    turns = _blank_turns(chosen, chosen.blank(count))
    ends = chosen.blank(count * keep).reshape(count, keep)
    games = Games(turns, np.zeros(count, np.int64), np.zeros(count, np.uint64), ends, np.full((count, keep), np.nan))
    most = _count("most_turns", most_turns)
    _runner(device).play_games(chosen, games, _word(seed), _generations(genomes), most)
    return SelfPlay(
        game=chosen,
        states=turns.states,
        turns=games.counts,
        digests=games.digests,
        ends=ends,
        end_values=games.end_values,
    )


def made_steps(
    states: np.ndarray, actions: np.ndarray, game: Game, *, device: Device = "auto"
) -> tuple[np.ndarray, np.ndarray]:
    """Play one legal action in every state. Returns the states after it, and a word for each list of legal actions."""
    after, lists = states.copy(), np.zeros(len(states), np.uint64)
    if len(states):
        _runner(device).make_steps(game, after, np.ascontiguousarray(actions, np.int32), lists)
    return after, lists


def _runner(device: Device) -> Any:
    """What runs batches there: the module `cpu` or the module `gpu`, which alone knows CUDA."""
    if device == "cpu":
        return cpu
    if device not in ("auto", "gpu"):
        raise TurnwrightError(f"device is {device!r}; it must be auto, cpu or gpu")
    from turnwright.batch.devices import missing

    lacking = missing()
    if not lacking:
        return import_module("turnwright.batch.gpu")
    if device == "gpu":
        raise TurnwrightError(lacking)
    return cpu


def _game(game: Game | str) -> Game:
    return game_named(game) if isinstance(game, str) else game


def _word(seed: int) -> np.uint64:
    return np.uint64(generator(seed)[0])


def _count(name: str, number: int) -> int:
    if number < 1:
        raise TurnwrightError(f"{name} is {number}; it must be 1 or more")
    return number


def _generations(genomes: int) -> int:
    return -(-_count("genomes", genomes) // LANES)


def _turns(states: Positions, game: Game | str) -> tuple[Game, Turns]:
    """The game of some positions, and room for a turn from each."""
    chosen, records = _records(states, game)
    return chosen, _blank_turns(chosen, records)


def _records(states: Positions, game: Game | str) -> tuple[Game, np.ndarray]:
    """The game of some positions, and a copy of their records."""
    if isinstance(states, np.ndarray):
        chosen, records = _game(game), states
        if records.dtype != chosen.state_dtype:
            raise TurnwrightError(f"the positions are no states of {chosen.name}; give its records, or states")
    else:
        if not states:
            raise TurnwrightError("there are no positions; give one or more")
        chosen = states[0].game
        if any(state.game is not chosen and state.game.spec != chosen.spec for state in states):
            raise TurnwrightError("the positions are of different games; a batch has one game with one set of settings")
        records = np.concatenate([state.records for state in states])
    fresh = chosen.blank(len(records))
    fresh[:] = records
    return chosen, fresh


def _blank_turns(game: Game, states: np.ndarray) -> Turns:
    count = len(states)
    actions = np.zeros((count, game.max_turn), np.int32)
    return Turns(states, actions, np.zeros(count, np.int32), np.zeros(count), np.zeros(count))


def _planned(game: Game, turns: Turns, values: np.ndarray) -> PlannedTurns:
    turns.actions[np.arange(game.max_turn) >= turns.lengths[:, None]] = NONE
    return PlannedTurns(game=game, actions=turns.actions, lengths=turns.lengths, values=values)
