"""Batches of games and turns, on all cores or on a GPU: `random_games`, `playouts`, `greedy_turns`, `evolve_turns`,
`replies` and `self_play`."""

from turnwright.batch.play import evolve_turns, greedy_turns, playouts, random_games, replies, self_play
from turnwright.batch.results import PlannedTurns, RandomGames, SelfPlay

__all__ = [
    "PlannedTurns",
    "RandomGames",
    "SelfPlay",
    "evolve_turns",
    "greedy_turns",
    "playouts",
    "random_games",
    "replies",
    "self_play",
]
