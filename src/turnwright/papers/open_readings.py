"""The page about what the papers leave open: every question with what its answers are worth in play."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from turnwright.papers.check import read_result
from turnwright.papers.crossed_readings import NAME as CROSSED
from turnwright.papers.crossed_readings import crossed_section
from turnwright.papers.load import experiment
from turnwright.papers.rows import markdown_table

NAME = "open-readings"
"""Of the experiment, and of the folder of its kept result."""
_IDS = re.compile(r"^(A\d+,? )+")
_BASES = {"a8": "rules", "a9": "rules", "a32": "rules", "a10_reference": "hands_open", "a10_hidden": "hands_open"}
"""Series that change the game for both players, and so are compared with another series instead of with 50 %."""


@dataclass(frozen=True, kw_only=True)
class OpenReading:
    """A question that the papers leave open."""

    id: str
    question: str
    here: str
    """The default."""
    setting: str
    """What changes it."""
    series: tuple[str, ...] = ()
    """Of the experiment: what was played about it."""
    note: str = ""
    """What is known, where nothing was."""


@dataclass(frozen=True)
class _Effect:
    label: str
    points: float
    low: float
    high: float
    games: int

    @property
    def words(self) -> str:
        return f"{self.points:+.1f} ({self.low:+.1f} to {self.high:+.1f})"


def open_readings(file: Path) -> list[OpenReading]:
    """The list of questions."""
    entries = msgspec.toml.decode(file.read_bytes())["reading"]
    return [msgspec.convert(entry, OpenReading, strict=True) for entry in entries]


_HEAD = """# Open readings

The papers leave much open, contradict themselves, and differ from their published code. This page lists every such
question, the answer that is the default here, the setting that changes it, and what the change is worth. It is made
from a [kept result](results/{name}/result.md) by `python tools/all_numbers.py`; a test compares the two.

```
turnwright reproduce {name} --variant described
```

An effect is in points of the score, with its 95 % interval: how much more than 50 % the agent with the other reading
scores against the same agent with the default, in {games} games with the counts of 200 ms of the papers. Where rules or
views change, it is the difference between two scores of the same pairing. An interval that includes 0 may be no effect
at all; of {count} intervals about {chance:.0f} would exclude it by chance. Effects at other budgets and other
numbers of action points may differ.
"""


_CROSSED = """## EMCTS, crossed

What the EMCTS paper leaves open, all combinations, against three opponents at the counts of 1 s, in the reading of the
testbed ([result](results/{name}-reference/result.md)). The paper's scores are 70.5, 67.1 and 52.5 at 5 action points,
and 84.8, 90.3 and 58.8 at 10, against vanilla OEP, BB-MCTS and greedy OEP. EMCTS does not use the action ordering, so
its ties make no difference to it.

```
turnwright reproduce {name} --games 40
```
"""


def readings_page(listed: Sequence[OpenReading], results: Path) -> str:
    """The page as Markdown, from the folder of the kept results."""
    effects = _effects(read_result(results / NAME))
    played = [effects[name] for reading in listed for name in reading.series]
    largest = sorted(played, key=lambda effect: -abs(effect.points))[:10]
    rows = [
        (one.id, one.question, one.here, one.setting, "<br>".join(_words(one, effects)) or one.note) for one in listed
    ]
    games = min(effect.games for effect in played)
    parts = [
        _HEAD.format(name=NAME, games=f"{games:,}", count=len(played), chance=0.05 * len(played)),
        "## The largest effects\n",
        markdown_table(("reading", "effect, points"), [(effect.label, effect.words) for effect in largest]),
        "## All questions\n",
        markdown_table(("", "question", "default here", "what changes it", "effect, points"), rows),
        _CROSSED.format(name=CROSSED),
        crossed_section(read_result(results / f"{CROSSED}-reference")),
    ]
    return "\n".join(part.strip("\n") + "\n" for part in parts)


def _words(reading: OpenReading, effects: dict[str, _Effect]) -> Iterator[str]:
    for name in reading.series:
        effect = effects[name]
        yield f"{_IDS.sub('', effect.label)}: {effect.words}"


def _effects(data: dict[str, Any]) -> dict[str, _Effect]:
    """By series."""
    scores = {(score["table"], score["row"]): score for score in data["scores"]}
    found = {cell.series: scores[cell.table, cell.row] for cell in experiment(NAME).cells}
    return {name: _effect(score, found.get(_BASES.get(name, ""))) for name, score in found.items()}


def _effect(score: dict[str, Any], base: dict[str, Any] | None) -> _Effect:
    """A score against 50 %, or against that of other rules; the errors of both are independent, as their deals need not
    be played alike."""
    points, below, above = score["score"] - 50, score["score"] - score["low"], score["high"] - score["score"]
    if base is not None:
        points = score["score"] - base["score"]
        below = (below**2 + (base["high"] - base["score"]) ** 2) ** 0.5
        above = (above**2 + (base["score"] - base["low"]) ** 2) ** 0.5
    return _Effect(score["row"], points, points - below, points + above, score["games"])
