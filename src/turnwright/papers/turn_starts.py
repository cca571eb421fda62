"""Searches on a sample of turn starts from played games: what a search sees of one turn."""

from collections.abc import Callable, Sequence
from random import Random

import turnwright
from turnwright.agents.registry import agent
from turnwright.agents.turn_check import ask
from turnwright.agents.warm_up import warm_up
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.papers.experiment import Experiment
from turnwright.papers.scale import Size, player_for, view_of
from turnwright.papers.search_figures import figure_of


def drawn_turn_starts(games: Sequence[GameRecord], count: int, seed: int) -> list[State]:
    """A random sample of `count` turn starts from all turns of the games, without repeats; all, if there are fewer."""
    places = [(game, turn) for game in range(len(games)) for turn in range(len(games[game].turns))]
    drawn: dict[int, list[int]] = {}
    for game, turn in Random(seed).sample(places, min(count, len(places))):
        drawn.setdefault(game, []).append(turn)
    states: list[State] = []
    for game, turns in sorted(drawn.items()):
        record = games[game]
        starts = turn_starts(record.setup.game, record.setup.seed, record.turns)
        states.extend(starts[turn] for turn in sorted(turns))
    return states


def turn_starts(game: str, deal: int, turns: Sequence[str]) -> list[State]:
    """The states at which the turns of a game began."""
    states = [turnwright.game(game).start(deal)]
    for turn in turns:
        states.append(states[-1].play(*states[-1].game.split_turn(turn)))
    return states[:-1]


def turn_start_player(experiment: Experiment, role: str, size: Size) -> Player:
    """A role as it searches on turn starts."""
    return player_for(experiment, role, experiment.seconds, turnwright.game(experiment.game).turn_length, None, size)


def searched(
    experiment: Experiment, states: Sequence[State], size: Size, advance: Callable[[], None]
) -> dict[int, list[float]]:
    """For every search figure of the experiment, by its number, its value on each state."""
    view = view_of(experiment.game, size.variant)
    wanted: dict[str, list[int]] = {}
    for number, figure in enumerate(experiment.search):
        wanted.setdefault(figure.player, []).append(number)
    values: dict[int, list[float]] = {number: [] for number in range(len(experiment.search))}
    for role, numbers in wanted.items():
        player = turn_start_player(experiment, role, size)
        searcher = agent(player.agent)
        warm_up(player.agent, states[0])
        for place, state in enumerate(states):
            seed = int(generator(size.seed, place)[0])
            report = ask(searcher, state, player.budget, seed, view=view).report
            for number in numbers:
                values[number].append(figure_of(report, experiment.search[number].figure))
            advance()
    return values
