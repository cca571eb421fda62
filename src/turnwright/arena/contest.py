"""Playing: what pairings want and the store does not have yet."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any

import turnwright
from turnwright.agents.warm_up import warm_up
from turnwright.arena.backends import play_on
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.source import source_of, versions
from turnwright.arena.store import Store
from turnwright.arena.workers import PATIENCE
from turnwright.arena.writer import Writer
from turnwright.core.python_file import split_place
from turnwright.core.spec import split_spec

Listener = Callable[[GameRecord], None]
"""Told of every game that was played, after it has been stored."""


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
    what: dict[str, Any] | None = None,
) -> None:
    """Play what the store does not have yet, pair by pair over all pairings, storing every game as it ends.

    Games stored by other versions of the sources count only with `any_source`. `wanted` is asked before a pair of
    games is begun, so that a question that is answered costs no more games.
    """
    run = store.begin_run({"pairings": [describe(pairing) for pairing in pairings], **(what or {})})

    def add(records: list[GameRecord]) -> None:
        store.add([(record, _source(record.setup)) for record in records], run=run, versions=versions())

    missing = _missing(pairings, store, any_source, wanted)
    with Writer(add) as writer, closing(play_on(backend, missing, workers, patience)) as played:
        for _, record in played:
            writer.put(record)
            for stored in writer.stored():
                listener(stored)
    writer.check()
    for stored in writer.stored():
        listener(stored)


def compile_for(pairings: Iterable[Pairing]) -> None:
    """Have all machine code made, once, before several processes would do it each.

    Agents from files are left to the processes that play, which can be stopped if such an agent never answers.
    """
    for game, agent, view in dict.fromkeys(
        (pairing.game, player.agent, pairing.view) for pairing in pairings for player in pairing.players
    ):
        if split_place(split_spec(agent)[0]) is None:
            warm_up(agent, turnwright.game(game).start(0), view=view)


def games_of(pairing: Pairing, store: Store, *, any_source: bool = False) -> list[tuple[SeatedGame, GameRecord]]:
    """The finished games of a pairing, in the order of its pairs."""
    games = list(pairing)
    found = store.records((game.setup for game in games), source_wanted(pairing, any_source))
    return [(game, found[game.setup.key]) for game in games if game.setup.key in found]


def _missing(
    pairings: Sequence[Pairing], store: Store, any_source: bool, wanted: Callable[[Pairing, int], bool]
) -> Iterator[GameSetup]:
    """What is still to be played. The store is asked shortly before: another run may have played it meanwhile."""
    for number in range(max(pairing.pairs for pairing in pairings)):
        for pairing in pairings:
            if number < pairing.pairs and wanted(pairing, number):
                setups = [game.setup for game in pairing.pair(number)]
                played = store.finished(setups, source_wanted(pairing, any_source))
                yield from (setup for setup in setups if setup.key not in played)


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
