"""Matches in which the player always begins, as in Table 5.2 of the thesis.

Both players are Greedy Action, and their evaluations differ. The games are compiled from the deal to the result.
"""

from collections.abc import Callable, Sequence
from typing import Any

import turnwright
from turnwright.arena.provenance import source_of
from turnwright.core.game import Game
from turnwright.neat.fitness import deals_of, scores_against_evaluation
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.kept_games import KeptGame, KeptPairing
from turnwright.papers.published import ExperimentError
from turnwright.papers.scale import Size, game_spec

_AGENT = "greedy_action"


def starter_games(
    experiment: Experiment, cells: Sequence[Cell], size: Size, advance: Callable[[], None]
) -> list[KeptPairing]:
    """The games of every cell, whose player moves first in all; `advance` is called after every match."""
    played = []
    for cell in cells:
        played.append(_played(experiment, cell, size))
        advance()
    return played


def starter_settings(experiment: Experiment, cells: Sequence[Cell], size: Size) -> list[tuple[str, str]]:
    """Games and players, in the paper's words and ours."""
    listed = [("game", _game(cell, size).spec) for cell in cells]
    for cell in cells:
        for role in (cell.player, cell.opponent):
            listed.append((experiment.players[role].label, experiment.players[role].described))
    return list(dict.fromkeys(listed))


def _played(experiment: Experiment, cell: Cell, size: Size) -> KeptPairing:
    game = _game(cell, size)
    player, opponent = (experiment.players[role].described for role in (cell.player, cell.opponent))
    deals = deals_of(size.seed, 0, size.games_for(cell.games))
    scores = scores_against_evaluation(_judged(game, player), _judged(game, opponent), deals)
    return KeptPairing(
        game=game.spec,
        players=(player, opponent),
        view="open",
        seed=size.seed,
        source=source_of(game.spec, player, opponent),
        games=tuple(
            KeptGame(pair=number, first=0, deal=deal, outcome=int(2 * score - 1))
            for number, (deal, score) in enumerate(zip(deals.tolist(), scores.tolist(), strict=True))
        ),
    )


def _game(cell: Cell, size: Size) -> Game:
    return turnwright.game(game_spec(cell.game, cell.turn_length, size.variant))


def _judged(game: Game, spec: str) -> Game:
    """The game as a player judges it."""
    agent: Any = turnwright.agent(spec)
    if agent.name != _AGENT:
        raise ExperimentError(f"{spec} cannot play as a starter; matches of starters are between {_AGENT} alone")
    return game.variant(evaluation=agent.settings.evaluation)
