"""Replays recorded games of the official referee and compares everything that was recorded.

The draft is drawn anew from its seed and played pick by pick, decks are shuffled from their seeds, and the battle is
replayed from its actions alone. Compared are the triplets, the decks, every message to a player, every state
before and after a step, the legal actions, and that an illegal attempt changes nothing.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.games.locm.contest.protocol import block_of, noted
from turnwright.games.locm.engine.state import END, MAX_ACTIONS, ROUNDS
from turnwright.games.locm.game import Locm
from turnwright.games.locm.notation import format_action
from turnwright.games.locm.recorded import replay
from turnwright.games.locm.recorded.files import RecordedGame, read_recordings
from turnwright.games.locm.recorded.lines import read_state, write_state
from turnwright.games.locm.state_codec import parts_of
from turnwright.games.record_files import Json, RecordingError
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

_PICKS = 2 * ROUNDS
_AFTER_DRAFT, _SETUP = _PICKS, _PICKS + 1


def verify_files(paths: Sequence[Path], progress: Progress | None = None) -> VerificationReport:
    """Compare all games of some files with the engine."""
    tally = VerificationTally()
    for path in paths:
        for recorded in read_recordings(path, advancing(progress)):
            tally.games += 1
            tally.steps += len(recorded.steps)
            tally.add(verify_game(recorded))
    return tally.report(Locm.name, len(paths))


def verify_game(recorded: RecordedGame) -> Iterator[Mismatch]:
    """Where a recorded game differs from its replay, in order. A replay stops at a step it cannot play."""
    game = _game()
    drafted = game.blank(_PICKS + 2)
    _, first, second = (np.int64(seed) for seed in recorded.seeds)
    replay.play_draft(game.params, drafted, recorded.triplets, recorded.picks, first, second)
    states = game.blank(len(recorded.steps) + 1)
    states[0] = _opening(recorded, drafted)
    for what, expected, got in (
        *_draft_differences(recorded, drafted),
        *_opening_differences(recorded, drafted, states),
    ):
        yield _mismatch(recorded, 0, what, expected, got, states[:1])
    yield from _battle_mismatches(recorded, states)


def replayed_steps(path: Path) -> Iterator[ReplayedSteps]:
    """The legal steps of every battle of a file."""
    for recorded in read_recordings(path, advancing(None)):
        states, actions = _drafted_battle(recorded)
        legal = _attempted(states, actions)[0]
        played = np.flatnonzero((legal != 0) & (actions >= 0))
        yield ReplayedSteps(game=_game(), before=states[played], actions=actions[played], after=states[played + 1])


def _drafted_battle(recorded: RecordedGame) -> tuple[np.ndarray, np.ndarray]:
    """Room for the states of a battle, the first of them as the draft has left it; and its actions."""
    game = _game()
    drafted = game.blank(_PICKS + 2)
    _, first, second = (np.int64(seed) for seed in recorded.seeds)
    replay.play_draft(game.params, drafted, recorded.triplets, recorded.picks, first, second)
    states = game.blank(len(recorded.steps) + 1)
    states[0] = _opening(recorded, drafted)
    return states, recorded.actions


def _attempted(states: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play a battle: whether each action was legal, which were, and how many."""
    legal = np.zeros(actions.size, dtype=np.int8)
    listed = np.zeros((actions.size, MAX_ACTIONS), dtype=np.int32)
    counts = np.zeros(actions.size, dtype=np.int64)
    replay.attempt(_game().params, states, actions, legal, listed, counts)
    return legal, listed, counts


@cache
def _game() -> Locm:
    return Locm()


# The draft


def _draft_differences(recorded: RecordedGame, drafted: np.ndarray) -> Iterator[Difference]:
    """Triplets against the seed, messages against the draft as it was played."""
    game, header = _game(), recorded.header
    if not header["predefined_draft"]:
        laid_out = game.blank()
        replay.lay_out(game.params, laid_out, np.int64(recorded.seeds[0]))
        yield from _compared("draft", header["draft"], laid_out[0].triplets.tolist())
    if "draft_proto" in header:
        blocks = [block_of(parts).lines for parts in parts_of(drafted[:_PICKS])]
        yield from _compared("draft_proto", header["draft_proto"], blocks)


def _opening(recorded: RecordedGame, drafted: np.ndarray) -> np.record:
    """The setup of the battle: that of the draft, or where it was injected the recorded one."""
    if recorded.header.get("setup") is None:
        return cast(np.record, drafted[_SETUP])
    try:
        return cast(np.record, read_state(_game(), recorded.header["init"]).records[0])
    except TurnwrightError as error:
        raise RecordingError(recorded.file, recorded.number, error) from error


def _opening_differences(recorded: RecordedGame, drafted: np.ndarray, states: np.ndarray) -> Iterator[Difference]:
    setup, init = recorded.header.get("setup"), recorded.header["init"]
    after_draft, opening = (write_state(parts) for parts in parts_of(drafted[_AFTER_DRAFT:]))
    if setup is None:
        yield from _state_differences("init", init, opening)
        if recorded.steps and recorded.steps[0]["action"] == "START":  # the last pick leads into the first turn
            yield from _state_differences("after, of the last pick", recorded.steps[0]["after"], after_draft)
        return
    if isinstance(setup, dict) and "hp" in setup:
        yield from _compared("setup.hp", setup["hp"], states[0].health.tolist())
    for seat, player in enumerate(init["players"]):
        pairs = player["hand"] + player["deck"]
        derived = opening["players"][seat]["hand"] + opening["players"][seat]["deck"]
        yield from _compared(f"init.players.{seat}, cards by the seeds", pairs, derived[: len(pairs)])


# The battle


def _battle_mismatches(recorded: RecordedGame, states: np.ndarray) -> Iterator[Mismatch]:
    actions = recorded.actions
    legal, listed, counts = _attempted(states, actions)
    parts = parts_of(states)
    told: list[str] = []
    ours = write_state(parts[0])
    for index, step in enumerate(recorded.steps):
        here = states[index : index + 1]
        if step["ok"] != bool(legal[index]):
            found = f"{'legal' if legal[index] else 'not legal'} here, so the replay stops"
            yield _mismatch(recorded, index + 1, "ok", step["ok"], found, here)
            return
        before, ours = ours, write_state(parts[index + 1])
        differences = [
            *_compared("i", step["i"], index),
            *_state_differences("before", step["before"], before),
            *_state_differences("after", step["after"] if step["ok"] else before, ours),
        ]
        if "legal" in step:
            texts = [format_action(action) for action in listed[index, : counts[index]].tolist()]
            differences += _compared("legal", _sorted(step["legal"]), sorted(texts))
        if "proto" in step:
            differences += _compared("proto", step["proto"], block_of(parts[index + 1], told).lines)
        for difference in differences:
            yield _mismatch(recorded, index + 1, *difference, here)
        if actions[index] in (END, replay.START):
            told = []
        elif step["ok"]:
            told.append(noted(parts[index], int(actions[index])))
    end = {"winner": parts[-1].winner, "turn": parts[-1].turn, "steps": len(recorded.steps)}
    for key, got in end.items():
        for difference in _compared(f"end.{key}", recorded.end[key], got):
            yield _mismatch(recorded, len(recorded.steps) + 1, *difference, states[-1:])


def _sorted(actions: Any) -> Any:
    return sorted(actions) if isinstance(actions, list) and all(isinstance(a, str) for a in actions) else actions


def _state_differences(what: str, expected: Json, ours: Json) -> Iterator[Difference]:
    if expected == ours:
        return
    for key in ("turn", "cur", "winner"):
        yield from _compared(f"{what}.{key}", expected[key], ours[key])
    for seat, (theirs, own) in enumerate(zip(expected["players"], ours["players"], strict=True)):
        for key, value in own.items():
            yield from _compared(f"{what}.players.{seat}.{key}", theirs[key], value)


def _compared(what: str, expected: Any, got: Any) -> Iterator[Difference]:
    if expected != got:
        yield narrow(what, expected, got)


def _mismatch(recorded: RecordedGame, line: int, what: str, expected: Any, got: Any, records: np.ndarray) -> Mismatch:
    """A difference in a line of a game, counted from its header."""
    return Mismatch(
        file=recorded.file,
        line=recorded.number + line,
        what=f"{what} (game {recorded.header['id']})",
        expected=expected,
        got=got,
        state=State(_game(), records.copy()).text,
    )
