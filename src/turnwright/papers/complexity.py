"""How large the game is: the estimates of the thesis, counted exactly or measured from played games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import perm, prod

import turnwright
from turnwright.core.state import State
from turnwright.games.hero_academy.engine.cards import DECKS, HAND_SIZE, UNITS

BOARD_SQUARES = 39
"""Reconstructed from the printed values: presumably 45 less 4 crystals and 2 deploy squares of the opponent."""
UNITS_OF_BOTH = 26
HIT_POINTS = 800
PUBLISHED_BRANCHING = 60
PUBLISHED_ROUNDS = 40
ACTION_POINTS = 5


def ways_to_draw(counts: Sequence[int], cards: int) -> int:
    """How many different hands of so many cards a deck has, with so many copies of each kind.

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


def scientific(number: int, digits: int = 3) -> str:
    """A whole number of any size as mantissa and exponent.

    >>> scientific(60**400)
    '1.82e711'
    """
    text = str(number)
    if len(text) <= digits + 6:
        return f"{number:,}"
    rounded = str(round(number, digits - len(text)))
    return f"{rounded[0]}.{rounded[1:digits]}e{len(rounded) - 1}"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One action of a played game, and what else could have been played."""

    turn: int
    legal: int
    candidates: int


def steps_of_game(start: State, turns: Iterable[str]) -> list[list[Step]]:
    """What could be played at every action of every turn; ends of turns are not counted."""
    state = start
    steps: list[list[Step]] = []
    for number, turn in enumerate(turns):
        of_turn = []
        for action in state.game.split_turn(turn):
            if state.game.parse_action(action) != state.end_action:
                legal, candidates = len(state.legal_actions()), len(state.candidates())
                of_turn.append(Step(turn=number, legal=legal, candidates=candidates))
            state = state.play(action)
        steps.append(of_turn)
    return steps


def mutations(turn: Sequence[Step]) -> int:
    """How many other candidates a turn's positions have: the children of its genome in EMCTS."""
    return sum(step.candidates - 1 for step in turn)


def ways_of_rounds(branching: float, rounds: float) -> int:
    """How many games there are of so many rounds, with so many actions at every step."""
    exponent = round(2 * ACTION_POINTS * rounds)
    # A mean branching is no whole number; hundredths of it are.
    hundredths, hundreds = round(100 * branching), 100
    return int(hundredths**exponent // hundreds**exponent)


def turn_starts(game: str, deal: int, turns: Sequence[str]) -> list[State]:
    """The states at which the turns of a game began."""
    states = [turnwright.game(game).start(deal)]
    for turn in turns:
        states.append(states[-1].play(*states[-1].game.split_turn(turn)))
    return states[:-1]
