"""Does an agent keep its promises? It plays a game against random play, and answers some questions twice.

`check_agent` puts all checks to an agent on states of a random game; each can be put to it on any state.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np

import turnwright
from turnwright.agents.base import Agent, Turn
from turnwright.agents.turn_check import AnswerError, ask_in_parts, guarded, walk_of
from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import random_game
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State, View
from turnwright.core.views import ViewKind

_LOOKS = 6
_MOST_TURNS = 200
_WORLDS = 2
_MANY = 10_001
"""More actions than any turn has."""
_SEATS: tuple[tuple[int, ViewKind], ...] = ((0, "open"), (1, "hidden"))
COUNTED = Budget(iterations=60)
SMALLEST = (
    Budget(evaluations=0, steps=0, iterations=0),
    Budget(milliseconds=0),
    Budget(evaluations=0),
    Budget(steps=0),
    Budget(iterations=0),
    Budget(iterations=1),
)


def check_agent(spec: str, game: str, *, budget: Budget = COUNTED) -> list[Finding]:
    """What is wrong with an agent, given by its spec string; nothing if it keeps its promises in the game."""
    made = turnwright.agent(spec)
    chosen = turnwright.game(game)
    checks = [check_spec(spec, made), check_games(made, chosen, budget)]
    if not made.per_game:
        states, others = _some(turn_starts(chosen, 50)), _some(turn_starts(chosen, 60))
        checks += [
            _first(check_plan(made, state, budget) for state in states),
            _first(check_smallest_budgets(made, state) for state in states[:2]),
            _first(check_peeking(made, state, _guesses(state), budget) for state in others),
        ]
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check
        except TurnwrightError as error:
            findings.append(Finding(subject="agent", what=str(error)))
    return findings


def turn_starts(game: Game, seed: int) -> list[State]:
    """The states of a random game in which a turn begins."""
    states = random_game(game, seed)
    mover = [-1, *(state.player for state in states[:-1])]
    return [state for state, before in zip(states, mover, strict=True) if state.player != before and not state.is_over]


def _some(states: list[State]) -> list[State]:
    return states[:: max(1, len(states) // _LOOKS)][:_LOOKS]


def _guesses(state: State) -> list[State]:
    """States that differ from one only in what is hidden from the player to move."""
    view = state.view(kind="hidden")
    return [view.world(seed) for seed in range(_WORLDS)]


def _first(checks: Iterable[Iterator[Finding]]) -> Iterator[Finding]:
    """The first finding of several checks of one kind: further ones would say the same."""
    return islice(chain.from_iterable(checks), 1)


def check_spec(spec: str, made: Agent) -> Iterator[Finding]:
    """The spec that an agent says makes it again."""
    if made.spec == made.name and ":" in spec:
        return  # a file's class with no settings goes by its place, which only the registry knows
    try:
        again = turnwright.agent(made.spec)
    except TurnwrightError as error:
        yield Finding(subject="spec", what=f"the agent has the spec {made.spec!r}, which cannot be parsed: {error}")
        return
    if again.spec != made.spec:
        yield Finding(subject="spec", what=f"{made.spec!r} creates an agent with the spec {again.spec!r}")


def check_games(made: Agent, game: Game, budget: Budget) -> Iterator[Finding]:
    """A game in each seat and view against random play, every answer checked."""
    opponent = turnwright.agent("random")
    for seat, kind in _SEATS:
        player = turnwright.agent(made.spec) if made.per_game else made
        state, turns = game.start(seat), 0
        try:
            if player.per_game:
                player.begin(state.view(seat, kind), budget)
            while not state.is_over and turns < _MOST_TURNS:
                mover = player if state.player == seat else opponent
                asked = ask_in_parts(mover, state, budget, seed=turns, view=kind)
                if player.per_game:
                    player.see(asked.walk)
                state, turns = asked.walk.after, turns + 1
        except AnswerError as error:
            yield Finding(
                subject="turns", what=f"seat {seat}, {kind} view: {error}", state=state.text, advice="it would forfeit"
            )
        finally:
            if player.per_game:
                player.close()


def check_plan(made: Agent, state: State, budget: Budget, seed: int = 5, *, whole: bool = False) -> Iterator[Finding]:
    """The answer is legal, the same question has the same answer, and nothing given is changed.

    With `whole` the answer must be a whole turn; an agent may also give the beginning of one.
    """
    view = state.view()
    before = view.records.copy()
    try:
        first = _planned(made, view, budget, seed)
        walk_of(first, state, in_parts=not whole)
        again = _planned(made, view, budget, seed)
    except AnswerError as error:
        yield Finding(subject="turns", what=f"with {budget}: {error}", state=state.text, advice="it would forfeit")
        return
    if not np.array_equal(view.records, before):
        yield Finding(
            subject="views", what="planning changed the view", state=state.text, advice="plan on copies: view.world()"
        )
    elif again != first:
        yield Finding(
            subject="repeatability",
            what=f"the same view, budget ({budget}) and seed gave two different turns",
            state=state.text,
            advice="take all randomness from the seed, and keep nothing between turns",
        )


def check_smallest_budgets(made: Agent, state: State, *, whole: bool = False) -> Iterator[Finding]:
    """With next to nothing to spend there is an answer, too."""
    for budget in SMALLEST:
        try:
            walk_of(_planned(made, state.view(), budget, 1), state, in_parts=not whole)
        except AnswerError as error:
            yield Finding(subject="budget", what=f"with only {budget}: {error}", state=state.text)


def check_peeking(
    made: Agent, state: State, others: Sequence[State], budget: Budget, seed: int = 3
) -> Iterator[Finding]:
    """Under the hidden view, states that differ only in hidden things give the same turn, and a legal one."""
    try:
        first, *rest = [_planned(made, one.view(kind="hidden"), budget, seed) for one in (state, *others)]
        walk_of(first, state, in_parts=True)
    except AnswerError as error:
        yield Finding(subject="turns", what=f"under the hidden view: {error}", state=state.text)
        return
    if any(plan != first for plan in rest):
        yield Finding(
            subject="views",
            what="under the hidden view, the turn depends on hidden information, or is not repeatable",
            state=state.text,
        )


def _planned(made: Agent, view: View, budget: Budget, seed: int) -> Any:
    """The actions that an agent answers, however it gives them."""
    answer = guarded(made, lambda: made.plan(view, budget, seed))
    given = answer.actions if isinstance(answer, Turn) else answer
    if isinstance(given, str):
        return given
    try:
        return tuple(islice(given, _MANY))
    except TypeError:  # whoever follows it will say what is wrong
        return given
