"""What lessons need of many states at once."""

from turnwright.core.borrowed import borrowed
from turnwright.core.compiled import entry


@entry
def refresh_all(game, states):
    """Recompute what states keep for their evaluation: they come from a game with another one."""
    states = borrowed(states)
    for i in range(states.size):
        game.refresh(states[i])


@entry
def evaluate_all(game, states, values):
    """What every state is worth to the player to move."""
    states = borrowed(states)
    for i in range(states.size):
        values[i] = game.evaluate(states[i], game.player(states[i]))


@entry
def outcomes(game, states, results):
    """How every game has ended for the first player: 1, 0 or -1."""
    states = borrowed(states)
    for i in range(states.size):
        results[i] = game.outcome(states[i])


@entry
def list_players(game, states, players):
    """Who is to move in every state."""
    states = borrowed(states)
    for i in range(states.size):
        players[i] = game.player(states[i])
