"""Whoever plays an agent's turn checks it: legal from first to last action, and really a whole turn."""

import numpy as np
import pytest

import turnwright
from turnwright.agents.turn_check import AnswerError, ask, ask_and_walk, ask_in_parts, walk_of


@pytest.fixture(scope="module")
def state():
    return turnwright.state("hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787")


def answering(answer):
    class Bot(turnwright.Agent):
        def plan(self, view, budget=None, seed=0):
            return answer(view) if callable(answer) else answer

    return Bot()


def test_numbers_arrays_notation_and_turns_mean_the_same(state):
    texts = ["c3-d3", "A@i1", "end"]
    numbers = [state.game.parse_action(text) for text in texts]
    turn = turnwright.Turn(state=state, actions=tuple(numbers), value=1.5)
    for answer in (texts, tuple(texts), numbers, np.array(numbers, dtype=np.int32), "c3-d3 A@i1 end"):
        assert walk_of(answer, state).actions == turn.actions
    assert ask(answering(turn), state) is turn


def test_a_turn_may_end_with_the_game(state):
    """Four hits destroy the last crystal: the turn is over without being ended."""
    assert walk_of(["c3xb4"] * 4, state).after.outcome == -1


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([], "the turn is not complete after the 0 actions given; 'end' ends it"),
        (["end", "c3-d3"], "the turn ends after 1 of the 2 actions given"),
        (["c3xb4"] * 5, "the turn ends after 4 of the 5 actions given"),
        (["c3-d3", "c3-d3", "end"], "action 2 of the turn: c3-d3 is not legal here; the nearest legal actions are"),
        ([123456789], "action 1 of the turn: "),
        (["fly"], "action 1 of the turn: 'fly'"),
        ([1.5], "action 1 of the turn is 1.5; it must be a whole number or notation"),
        (None, "the answer is None; it must be a Turn or a sequence of actions"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(state, answer, message):
    with pytest.raises(AnswerError) as caught:
        ask(answering(answer), state)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_agent_that_fails_is_told_where(state):
    with pytest.raises(AnswerError, match=r"failed with ZeroDivisionError: .* \(test_turn_check.py, line \d+\)"):
        ask(answering(lambda view: 1 / 0), state)


def test_there_is_no_turn_in_a_finished_game(state):
    with pytest.raises(AnswerError, match="the game is over"):
        walk_of([state.end_action], state.play(*["c3xb4"] * 4))


class Nasty:
    """An object whose every answer is an exception."""

    def __iter__(self):
        raise OSError("no")

    def __index__(self):
        raise KeyError("no")

    def __repr__(self):
        raise RuntimeError("no")


def endless():
    while True:
        yield 0


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Nasty(), "the answer is <Nasty instance at "),
        ([Nasty()], "action 1 of the turn is <Nasty instance at "),
        (np.zeros((40, 40)), "action 1 of the turn is array("),
        ([2**31], "which no action can be"),
        (endless(), "more than 10,000 actions, which no turn has"),
        (turnwright.Turn(state=None, actions=None), "it must be a Turn or a sequence of actions"),
        ([np.iinfo(np.int32).min], "action 1 of the turn"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(state, answer, message):
    with pytest.raises(AnswerError) as caught:
        ask(answering(answer), state)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_agent_that_wants_to_exit_or_has_nothing_to_say_has_failed(state):
    class SilentError(Exception):
        def __str__(self):
            raise RuntimeError

    def raising(error):
        def plan(view):
            raise error

        return answering(plan)

    with pytest.raises(AnswerError, match="failed with SystemExit: 3"):
        ask(raising(SystemExit(3)), state)
    with pytest.raises(AnswerError, match="failed with SilentError: no message"):
        ask(raising(SilentError()), state)


def test_the_beginning_of_a_turn_is_an_answer_and_the_rest_is_asked_for(state):
    """With what is left of the budget: counts by the agent's report. The whole turn comes out as one."""
    given = []

    class Stepper(turnwright.Agent):
        """Plays one action at a time, and ends the turn with the third."""

        def plan(self, view, budget=None, seed=0):
            world = view.world()
            action = (world.candidates() if len(given) < 2 else [world.end_action])[0]
            given.append((budget.evaluations, seed))
            report = turnwright.agents.base.Report(evaluations=7)
            return turnwright.Turn(state=world, actions=(action,), value=float(len(given)), report=report)

    asked = ask_in_parts(Stepper(), state, turnwright.Budget(evaluations=20), seed=5)
    assert [evaluations for evaluations, _ in given] == [20, 13, 6]
    assert len({seed for _, seed in given}) == 3
    assert asked.walk.is_whole
    assert asked.turn.actions == asked.walk.actions == state.walk(asked.turn.actions).actions
    assert (len(asked.turn), asked.turn.value, asked.turn.report.evaluations, asked.budgets) == (3, 1.0, 21, 1)


def test_an_agent_that_stops_making_progress_is_refused(state):
    answers = iter([["c3-d3"], []])
    with pytest.raises(AnswerError, match="the turn is not complete after the 0 actions given"):
        ask_and_walk(answering(lambda view: next(answers)), state)


def test_a_stored_turn_must_be_whole(state):
    with pytest.raises(AnswerError, match="the turn is not complete after the 1 actions given; 'end' ends it"):
        walk_of(["c3-d3"], state)
