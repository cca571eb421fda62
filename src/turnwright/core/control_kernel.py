"""The control record in compiled code: the only channel between a running search and the outside.

In: a stop flag and the limits. Out: counters, the best value and the best turn so far. Searches poll it in every
iteration. Deadlines, Ctrl-C, a closed page, progress bars and live pictures all use it. Searches run without the GIL,
so another thread can read and stop them.
"""

import numpy as np

from turnwright.core.clock import now_ns
from turnwright.core.compiled import rule

MAX_TURN = 128
"""The maximum number of actions in a turn, including its end. Games with longer turns are rejected."""
HISTORY = 256
"""The length of the history of improvements; once it is full, the last entry is overwritten."""
NO_LIMIT = np.int64(2**62)
_POLLS_PER_CLOCK = 8
"""Reading the clock costs as much as a few steps, so only every eighth poll reads it; polls are microseconds apart."""

CONTROL = np.dtype(
    [
        ("stop", np.int64),
        ("started", np.int64),
        ("deadline", np.int64),
        ("max_evaluations", np.int64),
        ("max_steps", np.int64),
        ("max_iterations", np.int64),
        ("polls", np.int64),  # how often the search has checked whether to stop
        ("evaluations", np.int64),
        ("steps", np.int64),
        ("iterations", np.int64),
        ("generations", np.int64),
        ("unique", np.int64),  # distinct end-of-turn states seen
        ("depth_sum", np.int64),
        ("depth_count", np.int64),
        ("depth_max", np.int64),
        ("completed", np.int64),  # unfinished plans that a policy completed
        ("exhausted", np.int64),  # whether nothing was left to search
        ("best_value", np.float64),
        ("best_length", np.int64),
        ("best_turn", np.int32, MAX_TURN),
        ("reply_length", np.int64),
        ("reply", np.int32, MAX_TURN),  # the expected reply, from searches that look for it
        ("improvements", np.int64),
        ("improved_at", np.int64, HISTORY),  # evaluations used
        ("improved_ns", np.int64, HISTORY),
        ("improved_to", np.float64, HISTORY),
    ],
    align=True,
)


@rule
def is_spent(control):
    """Whether the search must stop: by request, or because a count or the time is used up."""
    if (
        control.stop != 0
        or control.evaluations >= control.max_evaluations
        or control.steps >= control.max_steps
        or control.iterations >= control.max_iterations
    ):
        return True
    if control.deadline == NO_LIMIT:
        return False
    control.polls += 1
    return control.polls % _POLLS_PER_CLOCK == 1 and is_late(control)


@rule
def is_late(control):
    """Whether the time is used up; if so, this sets the stop flag."""
    if now_ns() >= control.deadline:
        control.stop = 1
    return control.stop != 0


@rule
def progress(control):
    """The share of the budget that is used, for the limit that is closest."""
    share = max(
        control.evaluations / control.max_evaluations,
        control.steps / control.max_steps,
        control.iterations / control.max_iterations,
    )
    if control.deadline < NO_LIMIT:
        share = max(share, (now_ns() - control.started) / max(1, control.deadline - control.started))
    return share


@rule
def offer(control, value, actions, length):
    """Report a turn. If it is the best so far, it is kept, and the result is true."""
    if value <= control.best_value and control.best_length > 0:
        return False
    answer(control, value, actions, length)
    return True


@rule
def answer(control, value, actions, length):
    """Make a turn the best one, regardless of earlier values."""
    control.best_value = value
    control.best_length = length
    for i in range(length):
        control.best_turn[i] = actions[i]
    note_value(control, value)


@rule
def note_value(control, value):
    """Append the current value of the best turn to the history."""
    place = min(control.improvements, HISTORY - 1)
    control.improved_at[place] = control.evaluations
    control.improved_ns[place] = now_ns() - control.started
    control.improved_to[place] = value
    control.improvements += 1
