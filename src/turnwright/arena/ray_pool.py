"""Games played on a Ray cluster: at every core that it gives stands a station with a process that plays.

A station watches its process just as a run on one machine watches its own, so bad agents are stopped and forfeit where
they play. Setups and records travel as JSON. A station or a node that is lost costs the repetition of its game.
"""

import json
import os
import platform
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any

from turnwright.arena.backends import PATIENCE
from turnwright.arena.failure import ArenaError
from turnwright.arena.match import compile_for
from turnwright.arena.process_pool import ProcessPool
from turnwright.arena.provenance import source_for, source_of, versions
from turnwright.arena.ray_connection import connection, what_happened
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.errors import TurnwrightError
from turnwright.core.spec import FileClass, parse_spec

_TRIES = 5
"""A game whose worker is lost is played again; this many losses in the same game are no accident."""
_WAIT_FOR_ROOM = 120.0
"""Seconds without a game and without a core, after which the cluster is taken to have no room."""
_GLANCE = 1.0
"""Seconds between two looks at the time while nothing happens."""


def play_on_ray(
    setups: Iterable[GameSetup | None], workers: int, patience: float = PATIENCE
) -> Generator[tuple[GameSetup, GameRecord], None, None]:
    """Every game with its record, as they are done; setups are taken when a station is free.

    Played on the cluster at `RAY_ADDRESS`, else on a Ray of this machine that lives as long as the run. So many
    workers as stations, each on a core of its own; 0 stands for all cores there are. Closing the iterator ends them.
    """
    waiting = iter(setups)
    first = next(waiting, None)
    if first is None:
        return  # what is all in the store already needs no cluster
    with connection(workers) as ray:
        stations = _Stations(ray, workers or int(ray.cluster_resources().get("CPU", 0)) or 1, patience)
        try:
            yield from stations.play(chain([first], waiting))
        finally:
            stations.end()


class Station:
    """A core of the cluster, at which one game after another is played. It lives in a process of Ray's."""

    def __init__(self, folder: str, patience: float) -> None:
        with suppress(OSError):  # agents from files may be named by paths that begin in the folder of the run
            os.chdir(folder)
        self._pool = ProcessPool(1, patience)
        self._compiled: set[tuple[str, ...]] = set()

    def report(self, expected: str) -> str:
        """Why no game can be played here, as JSON; nothing if one can. It receives the versions of the run."""
        wanted, present = json.loads(expected), versions()
        differing = [
            f"{name} {present.get(name)} instead of {wanted[name]}"
            for name in wanted
            if wanted[name] != present.get(name)
        ]
        if not differing:
            return json.dumps({})
        return _refusal(f"the node {platform.node()!r} has {', '.join(differing)}; every node needs the same versions")

    def play(self, setup_text: str, source: str) -> str:
        """The record of a game, or why it cannot be played here, as JSON. `source` is what the run plays with."""
        setup = GameSetup.from_dict(json.loads(setup_text))
        try:
            _check_sources(setup, source)
            self._compile(setup)
            [(_, record)] = self._pool.play(iter([setup]))
        except ArenaError as failure:
            return json.dumps({"failure": failure.error, "traceback": failure.traceback})
        except TurnwrightError as error:
            return _refusal(str(error))
        return json.dumps({"record": record.as_dict()})

    def _compile(self, setup: GameSetup) -> None:
        """Have machine code made, which may take as long as it takes: no player must forfeit for it."""
        needed = (setup.game, *(player.agent for player in setup.players), setup.view)
        if needed not in self._compiled:
            compile_for([setup])
            self._compiled.add(needed)


def _refusal(reason: str) -> str:
    return json.dumps({"refusal": reason})


def _check_sources(setup: GameSetup, source: str) -> None:
    """Refuse a game that would be played with other sources than those that are stored with it."""
    specs = (setup.game, *(player.agent for player in setup.players))
    for spec in map(parse_spec, specs):
        if isinstance(spec, FileClass) and not spec.path.exists():
            raise TurnwrightError(
                f"the node {platform.node()!r} has no file {str(Path(spec.file).absolute())!r}; agents and games from "
                "files need the same file at the same path on every node"
            )
    if source_of(*specs) != source:
        raise TurnwrightError(
            f"the node {platform.node()!r} has different sources of {' or '.join(dict.fromkeys(specs))} than this "
            "machine; every node needs the same sources"
        )


@dataclass(frozen=True, kw_only=True)
class _Call:
    """What a station has been asked for."""

    station: Any
    setup: GameSetup | None
    """The game it plays; none while it is asked to report."""


class _Stations:
    """The stations of a run."""

    def __init__(self, ray: Any, size: int, patience: float) -> None:
        self._ray = ray
        self._size = size
        # A lost station is not restarted but replaced: its game is known here, and may be played elsewhere first.
        self._kind = ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(Station)
        self._hiring = (os.getcwd(), patience)
        self._calls: dict[Any, _Call] = {}
        self._idle: list[Any] = []
        self._again: list[GameSetup] = []
        self._losses: Counter[str] = Counter()
        self._failed_starts = 0

    def play(self, setups: Iterator[GameSetup | None]) -> Iterator[tuple[GameSetup, GameRecord]]:
        for _ in range(self._size):
            self._hire()
        heard = monotonic()
        played: tuple[GameSetup, GameRecord] | None = None
        while True:
            self._hand_out(setups)  # first of all: no station waits for what becomes of its last game
            if played is not None:
                yield played
                self._hand_out(setups)  # that game may have been waited for
            at_play = any(call.setup is not None for call in self._calls.values())
            if self._idle and not at_play:
                return
            done, _ = self._ray.wait(list(self._calls), timeout=_GLANCE)
            played = self._answer(done[0]) if done else None
            if done:
                heard = monotonic()
            elif not at_play and monotonic() - heard > _WAIT_FOR_ROOM:
                raise TurnwrightError(
                    f"the Ray cluster had no free core for {_WAIT_FOR_ROOM:.0f} s; 'ray status' shows what it has and "
                    "who uses it"
                )

    def _hand_out(self, setups: Iterator[GameSetup | None]) -> None:
        while self._idle and (setup := self._again.pop() if self._again else next(setups, None)) is not None:
            self._give(self._idle.pop(), setup)

    def _hire(self) -> None:
        """Ask for a station. Until it reports, which may be never if the cluster is full, it gets no game."""
        station = self._kind.remote(*self._hiring)
        self._calls[station.report.remote(json.dumps(versions()))] = _Call(station=station, setup=None)

    def _give(self, station: Any, setup: GameSetup) -> None:
        called = station.play.remote(json.dumps(setup.as_dict()), source_for(setup))
        self._calls[called] = _Call(station=station, setup=setup)

    def _answer(self, done: Any) -> tuple[GameSetup, GameRecord] | None:
        """The game of an answered call, if it was for a game and the station is still there."""
        call = self._calls.pop(done)
        try:
            answer = json.loads(self._ray.get(done))
        except self._ray.exceptions.RayError as error:
            self._replace(call, error)
            return None
        if "refusal" in answer:
            raise TurnwrightError(answer["refusal"])
        if "failure" in answer and call.setup is not None:
            raise ArenaError(call.setup, answer["failure"], answer["traceback"])
        self._idle.append(call.station)
        if call.setup is None:
            self._failed_starts = 0
            return None
        return call.setup, GameRecord.from_dict(answer["record"], call.setup)

    def _replace(self, call: _Call, error: Exception) -> None:
        """Hire another station for a lost one, and have its game repeated."""
        self._dismiss(call.station)
        if call.setup is None:
            self._failed_starts += 1
            if "creation task" in str(error) or self._failed_starts >= _TRIES * self._size:
                raise TurnwrightError(
                    f"a node of the Ray cluster cannot play ({what_happened(error)}); every node needs the same "
                    "turnwright"
                )
        else:
            self._losses[call.setup.key] += 1
            if self._losses[call.setup.key] >= _TRIES:
                raise TurnwrightError(
                    f"Ray lost {_TRIES} workers in the same game (seed {call.setup.seed}), the last with this error: "
                    f"{what_happened(error)}; nothing stored is lost"
                )
            self._again.append(call.setup)
        self._hire()

    def _dismiss(self, station: Any) -> None:
        with suppress(Exception):  # it may be gone, and the cluster with it
            self._ray.kill(station)

    def end(self) -> None:
        for station in [*self._idle, *(call.station for call in self._calls.values())]:
            self._dismiss(station)
