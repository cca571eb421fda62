"""Matches in which the player always begins, as in Table 5.2 of the thesis.

Both players are Greedy Action, and their evaluations differ. The games are compiled from the deal to the result.
"""

from collections.abc import Callable, Sequence
from typing import Any

import turnwright
from turnwright.core.game import Game
from turnwright.neat.fitness import deals_of, scores_against_evaluation
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.published import ExperimentError
from turnwright.papers.result import CellScore
from turnwright.papers.scale import Size, game_spec

_AGENT = "greedy_action"


def starter_scores(
    experiment: Experiment, cells: Sequence[Cell], size: Size, advance: Callable[[], None]
) -> list[CellScore]:
    """The score of every cell's player as the first one; `advance` is called after every match."""
    scores = []
    for cell in cells:
        scores.append(_score(experiment, cell, size))
        advance()
    return scores


def starter_settings(experiment: Experiment, cells: Sequence[Cell], size: Size) -> list[tuple[str, str]]:
    """Games and players, in the paper's words and ours."""
    listed = [("game", _game(cell, size).spec) for cell in cells]
    for cell in cells:
        for role in (cell.player, cell.opponent):
            listed.append((experiment.players[role].label, experiment.players[role].described))
    return list(dict.fromkeys(listed))


def _score(experiment: Experiment, cell: Cell, size: Size) -> CellScore:
    game = _game(cell, size)
    games = size.games_for(cell.games)
    player, opponent = (experiment.players[role].described for role in (cell.player, cell.opponent))
    deals = deals_of(size.seed, 0, games)
    scores = scores_against_evaluation(_judged(game, player), _judged(game, opponent), deals).tolist()
    return CellScore(
        cell=cell,
        player=player,
        opponent=opponent,
        wins=scores.count(1.0),
        draws=scores.count(0.5),
        losses=scores.count(0.0),
        wanted=games,
    )


def _game(cell: Cell, size: Size) -> Game:
    return turnwright.game(game_spec(cell.game, cell.turn_length, size.variant))


def _judged(game: Game, spec: str) -> Game:
    """The game as a player judges it."""
    agent: Any = turnwright.agent(spec)
    if agent.name != _AGENT:
        raise ExperimentError(f"{spec} cannot play as a starter; matches of starters are between {_AGENT} alone")
    return game.variant(evaluation=agent.settings.evaluation)
