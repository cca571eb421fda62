"""Do the rules agree with each other? Lists, single questions, playing, values, sampling and the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from turnwright.conformance import rules_kernel as kernel
from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import choices, random_game
from turnwright.core.compiled import flags
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State

_FAULTS = {
    kernel.LONG_LIST: ("a list had {number} actions, max_actions is {most}", "raise max_actions to the longest list"),
    kernel.WROTE_AHEAD: (
        "a list of {number} actions was written beyond max_actions, {most}",
        "add 16 to max_actions if the rule lists with spread, which writes ahead",
    ),
    kernel.TWICE: ("legal_actions lists an action twice", ""),
    kernel.LEGAL_DIFFERS: ("legal_actions and is_legal differ about {action}", "make them agree"),
    kernel.BAD_CANDIDATE: ("candidates lists an action twice or one that is not legal", ""),
    kernel.CANDIDATE_DIFFERS: ("candidates and is_candidate differ about {action}", "give both or neither"),
    kernel.NOT_THE_TOP: ("top_candidate is not the first of the candidates of highest priority, {action}", ""),
    kernel.POSSIBLE_TWICE: ("possible_actions lists an action twice, or the end of the turn", ""),
    kernel.ENDS_ANYWAY: ("may_end is false, but is_legal says that the turn can be ended", "refuse it in is_legal"),
    kernel.STUCK: (
        "may_end is false and there is no other action, or no candidate",
        "is_over must be true there, or the turn must be allowed to end",
    ),
    kernel.NO_END: (
        "ending the turn neither changed the player nor ended the game",
        "apply must pass the turn when it gets end_action, or may_end must be false",
    ),
    kernel.LONG_TURN: (
        "a turn had {number} actions, max_turn is {longest}",
        "raise max_turn; the end of the turn counts if the player plays it",
    ),
    kernel.LEGAL_AFTER_END: ("{action} is legal after the end of the game", ""),
    kernel.OUTCOME: ("the outcome is {number}; it must be -1, 0 or 1", ""),
    kernel.ENDING: ("ending is {number}; it must be an index into endings", ""),
    kernel.REFRESH: ("refreshing changed the key or the value", "apply must maintain what refresh recomputes"),
    kernel.NORMALISED: ("a normalised value is outside [0, 1]", ""),
    kernel.RANDOM_ACTION: ("random_action gave {action}, which cannot be played", ""),
    kernel.META_ACTION: ("meta_action gave {action}, which cannot be played", ""),
    kernel.MUST_END: ("must_end says that only the end is left, but there are other candidates", ""),
    kernel.BOOK: ("book_action gave {action}, which is neither -1 nor legal", ""),
    kernel.UNREPEATABLE: ("playing {action} twice gives different states", "take randomness only from the state"),
    kernel.ORIGINAL_CHANGED: ("playing {action} on a copy, or computing its successor_value, changed the original", ""),
    kernel.SUCCESSOR: ("successor_value of {action} is not the evaluation after it", ""),
    kernel.HOPELESS: ("may_win was false within a turn that won", "it may be false only where no turn can win"),
    kernel.NOT_IN_ORDER: ("ordered_candidates has {action} at the wrong place for its priority", ""),
    kernel.CANDIDATE_VALUES: ("candidate_values disagrees with candidates or successor_value about {action}", ""),
    kernel.ENDLESS: ("a random game did not end within {number} actions", "limit the number of turns"),
}
_ROOM = 1 << 16
_SMALL_NUMBERS = 1 << 15
"""Where the actions of a game are all below, every integer is tried; else those that were listed, and others."""


@dataclass(frozen=True, kw_only=True)
class Effort:
    """How much is tried."""

    games: int
    steps: int
    period: int
    """Every which state is looked at closely. Odd: turns of two or four actions would always be met in one phase."""
    tried: int
    """The maximum number of integers that are tested one by one."""


COMPILED = Effort(games=40, steps=100_000, period=17, tried=_SMALL_NUMBERS + 8)
UNCOMPILED = Effort(games=2, steps=3000, period=7, tried=400)
"""Without compiling everything takes a hundred times as long."""


def check_rules(game: Game, effort: Effort | None = None) -> Iterator[Finding]:
    """Play random games and hold every answer of the rules against the others; the first fault is found."""
    effort = effort or (UNCOMPILED if flags.DISABLE_JIT else COMPILED)
    states = game.blank(3)
    out = np.zeros(game.max_actions + _ROOM, dtype=np.int32)
    limits = (game.max_actions, game.max_turn, effort.games, effort.steps, effort.period, len(game.endings))
    fault, number = kernel.first_fault(game, states, out, _numbers_to_try(game, effort), limits, generator(1))
    if fault != kernel.FINE:
        what, advice = _FAULTS[fault]
        state = State(game, states[:1].copy())
        told = what.format(
            number=number, most=game.max_actions, longest=game.max_turn, action=_action_text(state, int(number))
        )
        yield Finding(subject="rules", what=told, state=_text(state), advice=advice)


def check_samples(game: Game) -> Iterator[Finding]:
    """Sampling without a list draws every legal action equally often (chi-square, at one in a million)."""
    if game.rules.random_action is None:
        return
    out = np.zeros(game.list_room, dtype=np.int32)
    draws = 20 if flags.DISABLE_JIT else 400
    for state in random_game(game, 10)[5:60:11]:
        if state.is_over:
            return
        legal = choices(state)
        drawn = np.zeros(draws * len(legal), dtype=np.int64)
        kernel.sample(game, state.records, out, generator(11), drawn)
        counts = [int(np.count_nonzero(drawn == action)) for action in legal]
        if sum(counts) != drawn.size or (len(legal) > 1 and _uniform_chance(counts) < 1e-6):
            yield Finding(subject="rules", what="random_action is not uniform over the legal actions", state=state.text)
            return


def _uniform_chance(counts: list[int]) -> float:
    """About how likely counts that differ so much are if all are equally likely: Pearson's test by the approximation
    of Wilson and Hilferty."""
    expected, freedom = sum(counts) / len(counts), len(counts) - 1
    distance = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((distance / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5)


def _numbers_to_try(game: Game, effort: Effort) -> np.ndarray:
    """Integers to ask single questions about: all small ones where actions are small, else those known and others."""
    seen = {game.start(0).end_action}
    for seed in range(2):
        for state in random_game(game, seed, longest=300):
            seen.update(state.legal_actions())
    odd = [-(2**31), -3, -2, -1, 0, 2**31 - 1]
    if max(seen) < _SMALL_NUMBERS and effort.tried > _SMALL_NUMBERS:
        highest = 1 << max(4, max(seen).bit_length())
        return np.array([*odd[:3], *range(-1, highest), 2**31 - 1], dtype=np.int64)
    rng = np.random.default_rng(0)
    some = rng.choice(sorted(seen), size=min(len(seen), 40), replace=False).tolist()
    near = sorted(
        {action + step for action in some for step in (-1, 0, 1)} | {a ^ 1 << k for a in some for k in range(30)}
    )
    picked = rng.choice(near, size=min(len(near), effort.tried), replace=False)
    others = rng.integers(-(2**31), 2**31, size=50)
    return np.unique(np.array([*odd, *picked.tolist(), *others.tolist()], dtype=np.int64))


def _action_text(state: State, action: int) -> str:
    """An action in notation, where it has one."""
    try:
        return f"{state.action_text(action)} ({action})"
    except Exception:  # a number that means nothing
        return str(action)


def _text(state: State) -> str:
    try:
        return state.text
    except Exception:  # what is wrong may be just that
        return "a state that cannot be written"
