"""Replays recorded games of the reference engine and compares everything that was recorded.

A game is replayed from its header and actions alone. Compared are every state with its winner and hash, the
legal actions in order, evaluations, values of the action orderings and the number of actions that pruning
leaves; and, besides the recording, that the hash and the balance which states keep are those from scratch.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from turnwright.core.state import State
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.recorded.files import RecordedDeal, RecordedGame, read_recordings
from turnwright.games.hero_academy.recorded.lines import DETAIL_KEYS, Json, Notes
from turnwright.games.hero_academy.settings import Settings
from turnwright.games.verification import (
    Difference,
    Mismatch,
    Progress,
    ReplayedSteps,
    VerificationReport,
    VerificationTally,
    advancing,
    narrow,
)

TOLERANCE = 1e-9
"""Of the material and mean evaluations, whose sums have no fixed order in the reference."""
_NEAR = ("evmb", "evme")


def verify_files(paths: Sequence[Path], progress: Progress | None = None) -> VerificationReport:
    """Compare all games and deals of some files with the engine."""
    tally = VerificationTally()
    for path in paths:
        for recording in read_recordings(path, advancing(progress)):
            if isinstance(recording, RecordedGame):
                tally.games += 1
                tally.steps += len(recording.steps)
                tally.add(verify_game(recording))
            else:
                tally.deals += 1
                tally.add(verify_deal(recording, str(path)))
    return tally.report(HeroAcademy.name, len(paths))


def replayed_steps(path: Path) -> Iterator[ReplayedSteps]:
    """The steps of every game of a file, under the reference's evaluation."""
    for recording in read_recordings(path, advancing(None)):
        if isinstance(recording, RecordedGame):
            notes = Notes.on_game(recording.settings, recording.seeds, recording.actions)
            yield ReplayedSteps(
                game=_as_the_reference(recording.settings),
                before=notes.records[: notes.count],
                actions=np.array(recording.actions[: notes.count], dtype=np.int32),
                after=notes.records[1 : notes.count + 1],
            )


@cache
def _as_the_reference(settings: Settings) -> HeroAcademy:
    return HeroAcademy(replace(settings, evaluation="reference", ordering="reference", pruning="reference"))


def verify_deal(deal: RecordedDeal, file: str) -> Iterator[Mismatch]:
    """Where a recorded deal differs from the engine's."""
    state = Notes.on_game(Settings(deck=deal.line["deck"]), (deal.line["seed0"], 0), []).state(0)
    for key, ours in (("hand", "h1"), ("rest", "d1"), ("seed", "s1")):
        if deal.line[key] != state[ours]:
            what, expected, got = narrow(key, deal.line[key], state[ours])
            yield Mismatch(file=file, line=deal.number, what=what, expected=expected, got=got)


def verify_game(recorded: RecordedGame) -> Iterator[Mismatch]:
    """Where a recorded game differs from its replay, in order. A replay stops at an action it cannot play."""
    notes = Notes.on_game(recorded.settings, recorded.seeds, recorded.actions)
    for index, line in enumerate([*recorded.steps, recorded.end]):
        if index > notes.count:
            return
        for what, expected, got in _differences(notes, index, line):
            yield Mismatch(
                file=recorded.file,
                line=recorded.number + 1 + index,
                what=f"{what} (game {recorded.header.get('id')}, step {index})",
                expected=expected,
                got=got,
                state=_notation(recorded.settings, notes, index),
            )


def _differences(notes: Notes, index: int, line: Json) -> Iterator[Difference]:
    if line["t"] == "end":
        ours = notes.end()
    else:
        ours = notes.step(index, detailed=any(key in line for key in DETAIL_KEYS))
    for key, value in ours["s"].items():
        if line["s"][key] != value:
            yield narrow(f"s.{key}", line["s"][key], value)
    for key, value in ours.items():
        if key != "s" and key in line and line[key] != value and not (key in _NEAR and _is_near(line[key], value)):
            yield narrow(key, line[key], value)
    if line["t"] == "step" and "a" not in ours:
        yield "a", line["a"], "not legal here, so the replay stops"
    kept_hash, kept_balance = notes.kept(index)
    if not kept_hash:
        yield "hash kept by the state", "the hash from scratch", "another one"
    if not kept_balance:
        yield "balance kept by the state", "the balance from scratch", "another one"


def _is_near(expected: Any, got: list[float]) -> bool:
    return (
        isinstance(expected, list)
        and len(expected) == len(got)
        and all(isinstance(value, int | float) for value in expected)
        and all(abs(a - b) <= TOLERANCE for a, b in zip(expected, got, strict=True))
    )


def _notation(settings: Settings, notes: Notes, index: int) -> str:
    game = HeroAcademy(settings)
    return State(game, notes.records[index : index + 1]).under(game).text
