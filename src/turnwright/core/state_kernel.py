"""The compiled functions behind `State`. Each takes a one-element array of states."""

import numpy as np

from turnwright.core.compiled import entry, rule


@entry
def deal(game, states, rng):
    game.deal(states[0], rng)


@entry
def facts(game, states):
    """The player to move, whether the game is over, and the outcome."""
    state = states[0]
    return game.player(state), game.is_over(state), game.outcome(state)


@entry
def ending(game, states):
    return game.ending(states[0])


@entry
def may_end(game, states):
    return not game.is_over(states[0]) and game.may_end(states[0])


@entry
def keys(game, states):
    """The key of the state, and the key of the position for rules about repetition."""
    return game.state_hash(states[0]), game.position_key(states[0])


@entry
def end_action(game):
    return game.end_action()


@entry
def list_actions(game, states, pruned, out):
    return game.candidates(states[0], out) if pruned else game.legal_actions(states[0], out)


@entry
def list_possible(game, states, out):
    return game.possible_actions(states[0], out)


@rule
def accepted(game, state, action):
    """Whether an action may be played: a legal action, or the end of the turn where it is allowed, listed or not."""
    if game.is_legal(state, action):
        return True
    return action == game.end_action() and not game.is_over(state) and game.may_end(state)


@entry
def is_legal(game, states, action):
    return game.is_legal(states[0], action)


@entry
def accepts(game, states, action):
    return accepted(game, states[0], action)


@entry
def is_revealing(game, states, action):
    return game.is_revealing(states[0], action)


@entry
def apply(game, states, action):
    game.apply(states[0], action)


@entry
def evaluate(game, states, player):
    return game.evaluate(states[0], player), game.normalise(game.evaluate(states[0], player))


@entry
def priority(game, states, action):
    return game.priority(states[0], action)


@entry
def refresh(game, states):
    game.refresh(states[0])


@entry
def walk(game, records, states, actions, in_parts):
    """Play actions while they are legal and the turn lasts. `states[i]` becomes the position after i of them.

    With `in_parts`, only up to and including the first action that reveals hidden information. Returns the number of
    actions played, the player to move, whether the game is over, the outcome, and whether something was revealed.
    """
    states[0] = records[0]
    me = game.player(states[0])
    played = 0
    revealed = False
    for i in range(actions.size):
        here, action = states[i], np.int64(actions[i])
        if game.is_over(here) or game.player(here) != me or not accepted(game, here, action):
            break
        reveals = game.is_revealing(here, action)
        states[i + 1] = here
        game.apply(states[i + 1], action)
        played += 1
        if reveals:
            revealed = True
            if in_parts:
                break
    last = states[played]
    return played, game.player(last), game.is_over(last), game.outcome(last), revealed


@entry
def conceal(game, states, player, kind):
    game.conceal(states[0], player, kind)


@entry
def determinise(game, states, player, rng):
    game.determinise(states[0], player, rng)
    game.refresh(states[0])
