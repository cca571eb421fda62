"""Kept results: read, gone on from, and computed again from the games that are kept beside them."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.kept_games import EarlierGames, KeptPairing, read_games
from turnwright.papers.load import experiment
from turnwright.papers.matches import cell_scores
from turnwright.papers.published import ExperimentError
from turnwright.papers.result import CellScore
from turnwright.papers.statements import judge_statements

RESULT_FILE = "result.json"


@dataclass(frozen=True, kw_only=True)
class Checked:
    """What came of computing a kept result again."""

    scores: int
    statements: int
    games: int
    faults: tuple[str, ...]
    """What is not as it was written, a sentence each."""


@dataclass(frozen=True)
class _Provenance:
    sources: list[str]
    games: int
    played: list[str] | None = None


@dataclass(frozen=True)
class _Score:
    """Where a score belongs, and which games it comes from."""

    table: str
    row: str
    column: str
    pairing: Annotated[int, msgspec.Meta(ge=0)]
    side: Literal[0, 1]
    wanted: int


@dataclass(frozen=True)
class _Result:
    """What a kept result must have to be computed again."""

    name: str
    full: bool
    scores: list[_Score]
    statements: list[dict[str, str | None]]
    """A statement has no verdict where budgets are scaled."""
    provenance: _Provenance


def check_result(folder: Path, name: str = "") -> Checked:
    """Compute every score, interval and verdict of a kept result again, and compare with what is written there."""
    data = read_result(folder)
    if name and data["name"] != name:
        raise ExperimentError(f"{str(folder)!r} has a result of {data['name']}, not of {name}; name that experiment")
    one = experiment(data["name"])
    pairings = read_games(folder) if data["scores"] else []
    scores = recomputed_scores(one, data, pairings)
    faults = [
        f"{written['row']} – {written['column']}: {key} is {value} as written, {again.get(key)} by the games"
        for written, again in zip(data["scores"], (score.as_dict() for score in scores), strict=True)
        for key, value in written.items()
        if not _same(value, again.get(key))
    ]
    tested = [
        {"says": each.says, "verdict": each.word, "detail": each.detail} for each in judge_statements(one, scores)
    ]
    if tested != data["statements"]:
        faults.append("the statements have other verdicts by the games")
    sources = sorted({pairing.source for pairing in pairings})
    if sources != data["provenance"]["sources"]:
        faults.append("the games are of other sources than the result says")
    return Checked(
        scores=len(scores),
        statements=len(tested),
        games=sum(len(pairing.games) for pairing in pairings),
        faults=tuple(faults),
    )


def earlier_games(folders: Iterable[Path]) -> EarlierGames:
    """The games of kept results, to go on from."""
    results = [(read_result(folder), read_games(folder)) for folder in folders]
    days = [day for data, _ in results for day in data["provenance"]["played"] or ()]
    return EarlierGames([one for _, games in results for one in games], days)


def read_result(folder: Path) -> dict[str, Any]:
    """The data of a kept result."""
    file = folder / RESULT_FILE
    try:
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExperimentError(f"{str(file)!r} cannot be read ({error}); name a folder made by --out") from error
    if isinstance(data, dict) and "name" in data and "provenance" not in data:
        raise ExperimentError(f"{str(file)!r} is of an older form, without its games; play {data['name']} again")
    try:
        msgspec.convert(data, _Result)
    except msgspec.ValidationError as error:
        raise ExperimentError(f"{str(file)!r} is no result ({error}); name a folder made by --out") from error
    return data


def recomputed_scores(one: Experiment, data: dict[str, Any], pairings: list[KeptPairing]) -> list[CellScore]:
    """The scores of a kept result, from the games; published numbers and margins are those of the experiment today."""
    cells = {(cell.table, cell.row, cell.column): cell for cell in one.cells}

    def places() -> Iterator[tuple[Cell, int, int, KeptPairing, int]]:
        for score in data["scores"]:
            cell = cells.get((score["table"], score["row"], score["column"]))
            if cell is None:
                raise ExperimentError(f"{one.name} has no number {score['row']} – {score['column']} any more")
            if score["pairing"] >= len(pairings):
                raise ExperimentError(f"{score['row']} – {score['column']} is of a pairing whose games are not kept")
            yield cell, score["pairing"], score["side"], pairings[score["pairing"]], score["wanted"]

    return cell_scores(list(places()), is_judged=data["full"])


def _same(written: Any, again: Any) -> bool:
    if isinstance(written, float) and isinstance(again, int | float):
        return isclose(written, again, rel_tol=1e-9, abs_tol=1e-9)
    return bool(written == again)
