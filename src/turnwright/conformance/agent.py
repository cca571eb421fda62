"""Does an agent keep its promises? It plays a game against random play, and answers some questions twice."""

from collections.abc import Iterator

import numpy as np

import turnwright
from turnwright.agents.base import Agent, Turn
from turnwright.agents.turn_check import AnswerError, ask, ask_in_parts
from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import random_game
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind

_LOOKS = 6
_MOST_TURNS = 200
_VIEWS: tuple[ViewKind, ...] = ("open", "hidden")
COUNTED = Budget(iterations=60)
NOTHING = Budget(evaluations=0, steps=0, iterations=0)


def check_agent(spec: str, game: str, *, budget: Budget = COUNTED) -> list[Finding]:
    """What is wrong with an agent, given by its spec string; nothing if it keeps its promises in the game."""
    made = turnwright.agent(spec)
    chosen = turnwright.game(game)
    checks = (
        _check_spec(spec, made),
        _check_game(made, chosen, budget),
        *([] if made.per_game else [_check_answers(made, chosen, budget), _check_peeking(made, chosen, budget)]),
    )
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


def _check_spec(spec: str, made: Agent) -> Iterator[Finding]:
    """The spec that an agent says makes it again."""
    if made.spec == made.name and ":" in spec:
        return  # a file's class with no settings goes by its place, which only the registry knows
    try:
        again = turnwright.agent(made.spec)
    except TurnwrightError as error:
        yield Finding(subject="spec", what=f"the agent calls itself {made.spec!r}, which cannot be read: {error}")
        return
    if again.spec != made.spec:
        yield Finding(subject="spec", what=f"{made.spec!r} makes an agent that calls itself {again.spec!r}")


def _check_game(made: Agent, game: Game, budget: Budget) -> Iterator[Finding]:
    """A game in each seat and view against random play, every answer checked."""
    opponent = turnwright.agent("random")
    for seat, kind in ((0, "open"), (1, "hidden")):
        player = turnwright.agent(made.spec) if made.per_game else made
        state, turns = game.start(seat), 0
        try:
            if player.per_game:
                player.begin(state.view(seat, kind), budget)  # type: ignore[arg-type]
            while not state.is_over and turns < _MOST_TURNS:
                mover = player if state.player == seat else opponent
                asked = ask_in_parts(mover, state, budget, seed=turns, view=kind)  # type: ignore[arg-type]
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


def _check_answers(made: Agent, game: Game, budget: Budget) -> Iterator[Finding]:
    """The same question, the same answer; nothing given is changed; without any budget there is an answer too."""
    for state in _some(turn_starts(game, 50)):
        view = state.view()
        before = view.records.copy()
        first = _actions(made.plan(view, budget, 5))
        if not np.array_equal(view.records, before):
            yield Finding(
                subject="views",
                what="planning changed the view",
                state=state.text,
                advice="plan on copies: view.world()",
            )
            return
        if _actions(made.plan(view, budget, 5)) != first:
            yield Finding(
                subject="repeatability",
                what=f"the same view, budget ({budget}) and seed gave two different turns",
                state=state.text,
                advice="draw all chance from the seed, and keep nothing from one turn to the next",
            )
            return
        try:
            ask(made, state, NOTHING, 1)
        except AnswerError as error:
            yield Finding(subject="budget", what=f"with nothing to spend: {error}", state=state.text)
            return


def _check_peeking(made: Agent, game: Game, budget: Budget) -> Iterator[Finding]:
    """Under the hidden view, states that differ only in hidden things give the same turn."""
    for state in _some(turn_starts(game, 60)):
        view = state.view(kind="hidden")
        others = [view.world(seed).view(kind="hidden") for seed in range(2)]
        plans = {_actions(made.plan(seen, budget, 3)) for seen in (view, *others)}
        if len(plans) > 1:
            yield Finding(
                subject="views",
                what="under the hidden view, the turn depends on what is hidden, or is not repeatable",
                state=state.text,
            )
            return


def _actions(answer: object) -> tuple[object, ...]:
    given = answer.actions if isinstance(answer, Turn) else answer
    return (given,) if isinstance(given, str) else tuple(given)  # type: ignore[arg-type]
