"""Does a game keep the contract? `check_game` asks it in two processes: bounds-checked, and not compiled at all."""

import hashlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import turnwright
from turnwright.conformance.dealing import check_dealing
from turnwright.conformance.finding import Finding
from turnwright.conformance.notation import check_keys, check_notation
from turnwright.conformance.random_play import random_game
from turnwright.conformance.rules import check_rules, check_samples
from turnwright.conformance.turns import check_turns
from turnwright.conformance.views import check_views
from turnwright.core.compile_errors import explained, place_outside
from turnwright.core.errors import TurnwrightError, in_one_line
from turnwright.core.game import Game

CHECKS: tuple[Callable[[Game], Iterator[Finding]], ...] = (
    check_dealing, check_rules, check_turns, check_notation, check_keys, check_views, check_samples,
)  # fmt: skip
_SECONDS = 1800.0
"""More than any check takes; a game that does not end by then hangs."""
_TRACED = 120


@dataclass(frozen=True, kw_only=True)
class Mode:
    """A way to run the rules, in a separate process."""

    name: str
    environment: tuple[tuple[str, str], ...]


UNCOMPILED = Mode(name="not compiled", environment=(("NUMBA_DISABLE_JIT", "1"),))
CHECKED = Mode(name="compiled, with bounds checks", environment=(("NUMBA_BOUNDSCHECK", "1"),))


def check_game(spec: str, *, progress: Callable[[str], None] = lambda _: None) -> list[Finding]:
    """What is wrong with a game, given by its spec string; nothing if it keeps the contract.

    Not compiled first: that takes seconds, and finds most. A game that passes is then compiled with every index
    checked, and both must have played the same.
    """
    traces = []
    for mode in (UNCOMPILED, CHECKED):
        progress(f"{mode.name} …")
        findings, trace = _in_process(spec, mode)
        if findings:
            return findings
        traces.append(trace)
    if traces[0] != traces[1]:
        return [
            Finding(
                subject="rules",
                what="the same random games differ when the rules are not compiled",
                advice="widen small integers before arithmetic, np.int64(state.x) * 100, and keep words np.uint64",
            )
        ]
    return []


def findings_about(game: Game, checks: Sequence[Callable[[Game], Iterator[Finding]]] = CHECKS) -> list[Finding]:
    """What is wrong with a game, found in this process. A check that fails is a finding, and the last."""
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check(game)
        except TurnwrightError as error:
            return [*findings, Finding(subject="contract", what=str(error))]
        except Exception as error:
            said = explained(error) or f"{in_one_line(error)} ({place_outside(error.__traceback__)})"
            return [*findings, Finding(subject="rules", what=f"a rule failed with {said}")]
    return findings


def findings_of_spec(spec: str) -> tuple[list[Finding], str]:
    """What is wrong with the game of a spec, and how its random games went."""
    try:
        game = turnwright.game(spec)
    except TurnwrightError as error:
        return [Finding(subject="contract", what=str(error))], ""
    findings = findings_about(game)
    return findings, "" if findings else trace_of(game)


def trace_of(game: Game) -> str:
    """A digest of what the rules say along random games."""
    digest = hashlib.sha256()
    for seed in range(3):
        for state in random_game(game, 40 + seed)[:_TRACED]:
            told = [state.text, state.legal_actions(), state.candidates(), state.possible_actions(), state.hash]
            told += [f"{state.evaluate(player):.9g}" for player in range(2)]
            told += [state.priority(action) for action in state.legal_actions()]
            digest.update(repr(told).encode())
    return digest.hexdigest()


def _in_process(spec: str, mode: Mode) -> tuple[list[Finding], str]:
    command = [sys.executable, "-m", "turnwright.conformance", spec]
    environment = os.environ | dict(mode.environment)
    try:
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        return [Finding(subject="rules", what=f"{mode.name}, a check did not finish within {_SECONDS:g} s")], ""
    if ended.returncode != 0:
        last = (ended.stderr.strip().splitlines() or ["no message"])[-1]
        how = signal.Signals(-ended.returncode).name if ended.returncode < 0 else f"code {ended.returncode}"
        return [Finding(subject="rules", what=f"{mode.name}, the rules crashed their process ({how}): {last}")], ""
    told = json.loads(ended.stdout.splitlines()[-1])
    return [Finding(**finding) for finding in told["findings"]], told["trace"]
