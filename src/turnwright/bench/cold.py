"""How long a first plan takes: where nothing has been compiled yet, and where everything has.

Each plan runs in a separate process with its own cache, so existing compiled code does not help.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any

from turnwright.agents.registry import own_agent_names
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import choose

_PLAN_ONCE = """
import sys, turnwright
view = turnwright.game(sys.argv[1]).start(seed=0).view()
turnwright.agent(sys.argv[2]).plan(view, turnwright.Budget(iterations=100))
"""


class ColdStartError(TurnwrightError):
    """The process that was to plan did not."""


@dataclass(frozen=True, kw_only=True)
class ColdStart:
    """How long an agent takes to a first plan, from the start of Python on."""

    agent: str
    cold: float
    """Seconds with an empty cache: everything is compiled."""
    warm: float
    """Seconds with the cache that the first process filled."""

    def as_dict(self) -> dict[str, Any]:
        return {"cold_seconds": self.cold, "warm_seconds": self.warm}


def cold_starts(
    game: str, *, only: Sequence[str] = (), progress: Callable[[str], None] = lambda line: None
) -> Iterator[ColdStart]:
    """Every agent's first plan in a game, given by its spec string; or `only` that of some agents."""
    names = [choose(name, own_agent_names(), "agent") for name in only] or own_agent_names()
    for name in names:
        with TemporaryDirectory() as folder:
            progress(f"{name}, nothing compiled")
            cold = _seconds(game, name, folder)
            progress(f"{name}, everything compiled")
            yield ColdStart(agent=name, cold=cold, warm=_seconds(game, name, folder))


def _seconds(game: str, agent: str, cache: str) -> float:
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _PLAN_ONCE, game, agent],
        env={**os.environ, "TURNWRIGHT_CACHE": cache},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise ColdStartError(f"a process that was to plan with {agent} failed: {reason[0]}")
    return time.perf_counter() - begun
