"""Experiments from their data files (TOML), checked key by key; every mistake is refused with one sentence."""

import tomllib
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from turnwright.core.plain_data import Reader
from turnwright.core.spec import choose
from turnwright.papers.experiment import PAPERS, Experiment
from turnwright.papers.published import ExperimentError


@cache
def experiment_names() -> tuple[str, ...]:
    """The names of all experiments, paper by paper."""
    names = [file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml")]
    papers = list(PAPERS)
    return tuple(sorted(names, key=lambda name: (papers.index(name.partition("-")[0]), name)))


@cache
def experiment(name: str) -> Experiment:
    """An experiment by its name."""
    choose(name, list(experiment_names()), "experiment")
    return read_experiment(_folder().joinpath(f"{name}.toml"))


def read_experiment(file: Traversable) -> Experiment:
    """An experiment from a data file."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ExperimentError(f"{file.name} cannot be read as TOML: {error}") from error
    read = Reader(error=ExperimentError).record(Experiment, data, file.name)
    _check(read, file.name)
    return read


def _check(read: Experiment, where: str) -> None:
    """What the types cannot say: names that lead somewhere, lists that fit each other."""
    if f"{read.name}.toml" != where:
        raise ExperimentError(f"{where} is named {read.name!r} inside; the two must be the same")
    choose(read.paper, list(PAPERS), "paper")
    roles = [
        *(role for table in read.tables for role in (*table.rows, *table.columns)),
        *(role for series in read.series for role in (series.player, series.opponent)),
        *(figure.player for figure in read.search),
        *(role for source in read.sources for role in (source.player, source.opponent)),
    ]
    for role in roles:
        if role not in read.players:
            raise ExperimentError(f"{where} names the player {role!r}, which it does not describe in [players]")
    for table in read.tables:
        if [len(row) for row in table.published] != [len(table.columns)] * len(table.rows):
            raise ExperimentError(f"{where}: {table.title!r} needs a published entry for every row and column")
    names = [series.name for series in read.series]
    if len(set(names)) < len(names):
        raise ExperimentError(f"{where} has two series of one name")
    for series in read.series:
        places = len(series.at) or 1
        if (series.over == "match") != (not series.at):
            raise ExperimentError(f"{where}: series {series.name!r} must have places on its axis, a match none")
        for wanted in (series.published, series.at_labels):
            if wanted and len(wanted) != places:
                raise ExperimentError(f"{where}: series {series.name!r} has {places} places, but {len(wanted)} entries")
    for statement in read.statements:
        for name in (*statement.series, *filter(None, [statement.other])):
            if name not in names:
                raise ExperimentError(f"{where}: {statement.says!r} is about a series {name!r} that is not there")
    if any(count % 2 for count in (read.games, *(series.games or 0 for series in read.series))):
        raise ExperimentError(f"{where} asks for an odd number of games; games come in pairs with seats swapped")
    _ = read.cells  # a published score that cannot be is refused here


def _folder() -> Traversable:
    return resources.files("turnwright.papers").joinpath("data")
