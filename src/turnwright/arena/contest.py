"""Playing: what pairings want and the store does not have yet."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from typing import Any

import turnwright
from turnwright.agents.warm_up import warm_up
from turnwright.arena.backends import play_on
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.source import source_of, versions
from turnwright.arena.store import Outcome, Store
from turnwright.arena.workers import PATIENCE
from turnwright.arena.writer import Writer
from turnwright.core.probe import ensure_playable
from turnwright.core.python_file import split_place
from turnwright.core.spec import split_spec
from turnwright.wire.command import is_command

_AHEAD = 250
"""Pairs that the store is asked about at once."""

Listener = Callable[[GameRecord], None]
"""Told of every game that was played, as soon as it has been stored; another thread calls it."""
Finder = Callable[[Pairing, dict[str, Outcome]], None]
"""Told of games that need not be played, since they are in the store when their turn comes: their keys and outcomes."""


@dataclass(frozen=True, kw_only=True)
class Grounds:
    """Where games are played and kept."""

    store: Store
    workers: int = 1
    backend: str = "processes"
    patience: float = PATIENCE
    """Seconds that an agent without a time budget may plan a turn."""
    any_source: bool = False
    """Whether games that other versions of the sources have played count too."""


def play_contest(
    pairings: Sequence[Pairing],
    store: Store,
    *,
    workers: int,
    backend: str = "processes",
    patience: float = PATIENCE,
    any_source: bool = False,
    listener: Listener = lambda record: None,
    wanted: Callable[[Pairing, int], bool] = lambda pairing, pair: True,
    finder: Finder = lambda pairing, found: None,
    what: dict[str, Any] | None = None,
) -> None:
    """Play what the store does not have yet, pair by pair over all pairings, storing every game as it ends.

    Games stored by other versions of the sources count only with `any_source`. `wanted` is asked before a pair of
    games is begun, so that a question that is answered costs no more games. The three are never called at once.
    """
    one_at_a_time = threading.Lock()
    run = store.begin_run({"pairings": [describe(pairing) for pairing in pairings], **(what or {})})

    def add(records: list[GameRecord]) -> None:
        store.add([(record, _source(record.setup)) for record in records], run=run, versions=versions())
        with one_at_a_time:
            for record in records:
                listener(record)

    def wants(pairing: Pairing, pair: int) -> bool:
        with one_at_a_time:
            return wanted(pairing, pair)

    def finds(pairing: Pairing, found: dict[str, Outcome]) -> None:
        with one_at_a_time:
            finder(pairing, found)

    missing = _missing(pairings, store, any_source, wants, finds)
    with Writer(add) as writer, closing(play_on(backend, missing, workers, patience)) as played:
        for _, record in played:
            writer.put(record)
    writer.check()


def compile_for(pairings: Iterable[Pairing | GameSetup]) -> None:
    """Have all machine code made, once, before several processes would do it each.

    Agents from files are left to the processes that play, which can be stopped if such an agent never answers;
    programs have no machine code of ours. A game that breaks the contract is refused here, before anybody plays it.
    """
    pairings = list(pairings)
    for game in dict.fromkeys(pairing.game for pairing in pairings):
        ensure_playable(turnwright.game(game))
    for game, agent, view in dict.fromkeys(
        (pairing.game, player.agent, pairing.view) for pairing in pairings for player in pairing.players
    ):
        if not is_command(agent) and split_place(split_spec(agent)[0]) is None:
            warm_up(agent, turnwright.game(game).start(0), view=view)


def games_of(pairing: Pairing, store: Store, *, any_source: bool = False) -> list[tuple[SeatedGame, GameRecord]]:
    """The finished games of a pairing, in the order of its pairs."""
    games = list(pairing)
    found = store.records((game.setup for game in games), source_wanted(pairing, any_source))
    return [(game, found[game.setup.key]) for game in games if game.setup.key in found]


def _missing(
    pairings: Sequence[Pairing],
    store: Store,
    any_source: bool,
    wanted: Callable[[Pairing, int], bool],
    finder: Finder,
) -> Iterator[GameSetup]:
    """What is still to be played, game by game as somebody is free to play it."""
    begun: set[str] = set()  # pairings may have games in common
    finished = [_Finished(pairing, store, any_source) for pairing in pairings]
    for number in range(max((pairing.pairs for pairing in pairings), default=0)):
        for pairing, stored in zip(pairings, finished, strict=True):
            if number >= pairing.pairs or not wanted(pairing, number):
                continue
            for setup in stored.setups(number):
                if setup.key in begun:
                    continue
                begun.add(setup.key)
                if found := stored.outcome(setup):
                    finder(pairing, {setup.key: found})
                else:
                    yield setup


class _Finished:
    """Which games of a pairing are in the store."""

    def __init__(self, pairing: Pairing, store: Store, any_source: bool) -> None:
        self._pairing = pairing
        self._store = store
        self._source = source_wanted(pairing, any_source)
        self._ahead: dict[int, list[GameSetup]] = {}
        self._found: dict[str, Outcome] = {}

    def setups(self, number: int) -> list[GameSetup]:
        """The setups of a pair. The store is asked about many pairs at once, so that old games take no time."""
        if number not in self._ahead:
            numbers = range(number, min(number + _AHEAD, self._pairing.pairs))
            self._ahead = {later: [game.setup for game in self._pairing.pair(later)] for later in numbers}
            self._found = self._store.outcomes(chain.from_iterable(self._ahead.values()), self._source)
        return self._ahead[number]

    def outcome(self, setup: GameSetup) -> Outcome | None:
        """The outcome of a setup that has been played, if only just now, by another run."""
        return self._found.get(setup.key) or self._store.outcomes([setup], self._source).get(setup.key)


def source_wanted(pairing: Pairing, any_source: bool) -> str | None:
    """Which sources' games count for a pairing: the present ones', or any."""
    first, second = pairing.players
    return None if any_source else source_of(pairing.game, first.agent, second.agent)


def _source(setup: GameSetup) -> str:
    return source_of(setup.game, setup.players[0].agent, setup.players[1].agent)


def describe(pairing: Pairing) -> dict[str, Any]:
    """A pairing as plain data."""
    return {
        "game": pairing.game,
        "players": [str(player) for player in pairing.players],
        "games": pairing.games,
        "seed": pairing.seed,
        "view": pairing.view,
    }
