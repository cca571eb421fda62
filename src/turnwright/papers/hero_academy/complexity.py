"""How large the game is: the thesis's estimates, counted exactly or measured on played games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import perm, prod

from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import DECKS, HAND_SIZE, UNITS

BOARD_SQUARES = 39
"""Reconstructed from the printed values: presumably 45 less 4 crystals and 2 deploy squares of the opponent."""
UNITS_OF_BOTH = 26
HIT_POINTS = 800
PUBLISHED_BRANCHING = 60
"""Actions at a step, as the thesis estimates."""
PUBLISHED_ROUNDS = 40
"""Rounds of a game, as the thesis estimates."""
ACTION_POINTS = 5
"""Of the estimates of the thesis."""


def ways_to_draw(counts: Sequence[int], cards: int) -> int:
    """How many different hands of a given size a deck has; `counts` are the copies of each kind of card.

    >>> ways_to_draw((1, 1, 1), 2)
    3
    """
    ways = [1] + [0] * cards
    for copies in counts:
        ways = [sum(ways[total - k] for k in range(min(copies, total) + 1)) for total in range(cards + 1)]
    return ways[cards]


def count_hands() -> dict[str, int]:
    """Starting hands of the standard deck, and the starts that follow from them."""
    deck = DECKS["STANDARD"]
    kinds_of_units = len(UNITS) - 1  # the crystal is no card
    hands = ways_to_draw(deck, HAND_SIZE)
    half = HAND_SIZE // 2
    three_units = ways_to_draw(deck[:kinds_of_units], half) * ways_to_draw(deck[kinds_of_units:], half)
    return {"hands": hands, "starts": hands**2, "starts_seats": 2 * hands**2, "hands_three_units": three_units}


def count_states() -> dict[str, int]:
    """Ways to place units on the board, with their hit points, for 26 units and over all numbers of them."""
    placed = [perm(BOARD_SQUARES, units) for units in range(UNITS_OF_BOTH + 1)]
    healthy = [ways * HIT_POINTS**units for units, ways in enumerate(placed)]
    return {
        "configurations": placed[-1],
        "with_hit_points": healthy[-1],
        "sum": sum(healthy),
        "product": prod(healthy),
    }


@dataclass(frozen=True, kw_only=True)
class StepChoices:
    """One action of a played game, and what else could have been played."""

    turn: int
    legal: int
    candidates: int


def steps_of_game(start: State, turns: Iterable[str]) -> list[list[StepChoices]]:
    """What could be played at every action of every turn; ends of turns are not counted."""
    state = start
    steps: list[list[StepChoices]] = []
    for number, turn in enumerate(turns):
        of_turn = []
        for action in state.game.split_turn(turn):
            if state.game.parse_action(action) != state.end_action:
                legal, candidates = len(state.legal_actions()), len(state.candidates())
                of_turn.append(StepChoices(turn=number, legal=legal, candidates=candidates))
            state = state.play(action)
        steps.append(of_turn)
    return steps


def mutations(turn: Sequence[StepChoices]) -> int:
    """How many other candidates a turn's positions have: the children of its genome in EMCTS."""
    return sum(step.candidates - 1 for step in turn)


def ways_of_rounds(branching: float, rounds: float) -> int:
    """How many different games there are with a given number of rounds and of actions at every step."""
    exponent = round(2 * ACTION_POINTS * rounds)
    # A mean branching is no whole number; hundredths of it are.
    hundredths, hundreds = round(100 * branching), 100
    return int(hundredths**exponent // hundreds**exponent)
