"""The factorial table of EMCTS: what its open readings are worth, alone and crossed."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any

from turnwright.papers.rows import markdown_table

NAME = "bc-readings"
"""Of the experiment; its kept result is that of the first reading."""
_COLUMNS = (
    "before the end, final root",
    "after the end, final root",
    "before the end, best seen",
    "after the end, best seen",
)
_AGAINST = ", against "

Scores = dict[tuple[str, str, str], dict[str, Any]]
"""By table, combination and opponent."""


def crossed_section(data: dict[str, Any]) -> str:
    """Two tables: the score of every combination, and the effect of every choice over all others."""
    scores: Scores = {}
    for score in data["scores"]:
        combination, _, opponent = score["row"].partition(_AGAINST)
        scores[score["table"], combination, opponent] = score
    places = list(dict.fromkeys((table, opponent) for table, _, opponent in scores))
    rows = [
        (
            table.removeprefix("Score of EMCTS, "),
            opponent,
            *(f"{scores[table, column, opponent]['score']:.1f}" for column in _COLUMNS),
        )
        for table, opponent in places
    ]
    games = min(score["games"] for score in data["scores"])
    widest = max((score["high"] - score["low"]) / 2 for score in data["scores"])
    return "\n\n".join(
        (
            f"Scores of EMCTS in %, {games} games each, ± {widest:.0f} points at most:",
            markdown_table(("action points", "opponent", *_COLUMNS), rows),
            "The effect of each choice in points, the mean over all combinations of the others, with a 95 % interval:",
            markdown_table(("choice", *dict.fromkeys(place[1] for place in places)), _effects(scores)),
        )
    )


def _effects(scores: Scores) -> list[tuple[str, ...]]:
    opponents = list(dict.fromkeys(key[2] for key in scores))
    nine, three = (f"Score of EMCTS, 10 action points, {first} in the first turn" for first in (9, 3))
    choices: list[tuple[str, Callable[[tuple[str, str, str]], tuple[str, str, str] | None]]] = [
        (
            "evaluated after the end of the turn, not before",
            lambda key: _changed(key, "before the end", "after the end"),
        ),
        ("the best genome seen is played, not the final root", lambda key: _changed(key, "final root", "best seen")),
        (
            "10 action points: 3 in the first turn, not 9",
            lambda key: (three, *key[1:]) if key[0] == nine else None,
        ),
    ]
    return [
        (
            words,
            *(_mean_effect(scores, [key for key in scores if key[2] == opponent], change) for opponent in opponents),
        )
        for words, change in choices
    ]


def _changed(key: tuple[str, str, str], old: str, new: str) -> tuple[str, str, str] | None:
    return (key[0], key[1].replace(old, new), key[2]) if old in key[1] else None


def _mean_effect(
    scores: Scores,
    keys: Sequence[tuple[str, str, str]],
    change: Callable[[tuple[str, str, str]], tuple[str, str, str] | None],
) -> str:
    """The mean difference that a choice makes; the half intervals of independent scores add up as squares."""
    pairs = [(scores[key], scores[other]) for key in keys if (other := change(key)) is not None]
    mean = sum(new["score"] - old["score"] for old, new in pairs) / len(pairs)
    half = sqrt(sum(((one["high"] - one["low"]) / 2) ** 2 for pair in pairs for one in pair)) / len(pairs)
    return f"{mean:+.1f} ({mean - half:+.1f} to {mean + half:+.1f})"
