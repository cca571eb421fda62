"""The first published turn-perft table of Arimaa counts as it says."""

import re
from pathlib import Path

import turnwright
from turnwright.core.perft import perft

PAGE = Path(__file__).resolve().parents[3] / "docs" / "perft.md"
ROW = re.compile(r"^\| `(arimaa [^`]+)` \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)


def test_every_row_of_the_published_table():
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    assert len(rows) >= 8
    for text, *numbers, outcomes in rows:
        result = perft(turnwright.state(text))
        counted = [depth.sequences for depth in result.depths]
        counted += [0] * (4 - len(counted))
        assert (counted, result.outcomes) == (
            [int(n.replace(",", "")) for n in numbers],
            int(outcomes.replace(",", "")),
        )
