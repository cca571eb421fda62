"""Compiling ahead of a search, so that no budget pays for it."""

from contextlib import suppress

from turnwright.agents.registry import agent
from turnwright.agents.search import SearchAgent
from turnwright.agents.turn_check import AnswerError, ask
from turnwright.core.budget import Budget
from turnwright.core.state import State
from turnwright.core.views import ViewKind


def warm_up(spec: str, state: State, *, view: ViewKind = "open") -> None:
    """Let an agent play one turn, as brief as can be: all machine code that it takes is there afterwards."""
    made = agent(spec)
    if made.per_game:  # it is not kept, so there is nothing to warm
        return
    if state.game.rules.book_action is not None and isinstance(made, SearchAgent):
        made = agent(spec, book="none")  # a turn from the book would load no search
    with suppress(AnswerError):  # an agent that fails here will again, where it counts
        ask(made, state, Budget(iterations=1), view=view)
