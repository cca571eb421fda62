"""Matches: two players, pairs of games with seats swapped, and who is stronger.

`match` is the front door, also from a script. `play_pairings` is what matches, tournaments and experiments have in
common: it plays what the store does not have yet.
"""

import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from pathlib import Path
from typing import Any, TypedDict, Unpack

import turnwright
from turnwright.agents.registry import is_own_agent
from turnwright.agents.warm_up import warm_up
from turnwright.arena.backends import PATIENCE, play_on
from turnwright.arena.config import ArenaConfig, fair_workers, overload
from turnwright.arena.frames import games_frame
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.players import Player
from turnwright.arena.provenance import counted_source, source_for, versions
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.scores import Score, score_of
from turnwright.arena.sequential import SequentialTest
from turnwright.arena.statistics import EloDifference, Interval, Sprt
from turnwright.arena.store import Outcome, Store
from turnwright.arena.text import match_text
from turnwright.arena.writer import Writer
from turnwright.core.budget import Budget
from turnwright.core.probe import ensure_playable
from turnwright.core.views import ViewKind
from turnwright.games.registry import DEFAULT_GAME

_AHEAD = 250
"""Pairs per query of the store."""

Listener = Callable[[GameRecord], None]
"""Hears of every game that was played, as soon as it has been stored; another thread calls it."""
Finder = Callable[[Pairing, dict[str, Outcome]], None]
"""Hears of games that need not be played, since they are in the store when their turn comes: keys and outcomes."""
Place = Store | str | Path | None
"""A store: opened, its file or URL, or none for one in memory that lives as long as the result."""


class Progress:
    """Hears how games go. This one says nothing but warnings."""

    def warn(self, message: str) -> None:
        """Something makes results doubtful."""
        warnings.warn(message, stacklevel=4)

    def following(self, pairings: Sequence[Pairing], before: int) -> AbstractContextManager[Listener]:
        """What hears of every game while the context lasts; earlier runs have stored `before` of them."""
        return nullcontext(lambda record: None)

    def found(self, pairing: Pairing, outcomes: dict[str, Outcome]) -> None:
        """Games that earlier runs have stored, so they are not played again. Called when their turn would come."""


class Playing(TypedDict, total=False):
    """How games are played, and where they are kept: what `match`, `tournament` and `ladder` take alike."""

    store: Place
    """Games that are there already are not played again. Without a store they live in memory, as long as the result."""
    workers: int | None
    """Games that run in parallel, by default one per core."""
    backend: str
    """Where they are played: "processes" of this machine, or "ray" for a cluster."""
    patience: float
    """Seconds that an agent without a time budget may plan a turn."""
    any_source: bool
    """Whether stored games count that other versions of the sources have played."""
    progress: Progress | None
    """Hears how games go."""


@dataclass(frozen=True, kw_only=True)
class MatchResult:
    """The result of a match, from the first player's side. Prints as a table."""

    pairing: Pairing
    """What was played."""
    score: Score
    """All figures; the commonest are properties here."""
    test: SequentialTest | None = None
    """The answer to the question that the match was to stop at, if there was one."""
    store: str
    """Where the games are."""
    _read: Callable[[], list[tuple[SeatedGame, GameRecord]]] = field(repr=False)

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players."""
        return self.pairing.players

    @property
    def wins(self) -> int:
        """Games that the first player won."""
        return self.score.wins

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.score.draws

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return self.score.losses

    @property
    def share(self) -> float | None:
        """Points of the first player per game: a win is 1, a draw half."""
        return self.score.share

    @property
    def interval(self) -> Interval:
        """Where the true share lies, with 95 % confidence, read from the pairs of games."""
        return self.score.paired.interval

    @property
    def elo(self) -> EloDifference:
        """By how much the first player is stronger, with its interval."""
        return self.score.elo

    @property
    def pairs(self) -> tuple[float, ...]:
        """Points of the first player in every pair of games, in order."""
        return self.score.pairs

    @property
    def games(self) -> list[GameRecord]:
        """The games, in the order of their pairs; read from the store."""
        return [record for _, record in self._read()]

    def to_frame(self, library: str | None = None) -> Any:
        """A row per game, as a frame of pandas or polars: the library named, or the first that is installed."""
        return games_frame(self.games, library)

    def as_dict(self) -> dict[str, Any]:
        """Everything but the games, ready for JSON."""
        played = self.pairing
        settings = {"game": played.game, "seed": played.seed, "view": played.view, "store": self.store}
        return settings | self.score.as_dict() | ({} if self.test is None else {"sprt": self.test.as_dict()})

    def __str__(self) -> str:
        where = f"{self.pairing.game}, view {turnwright.game(self.pairing.game).view_text(self.pairing.view)}"
        return match_text(self.score, where, None if self.test is None else self.test.sentence())

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def match(
    first: str,
    second: str,
    *,
    game: str = DEFAULT_GAME,
    games: int = 100,
    budget: str | Budget | None = None,
    seed: int = 0,
    view: ViewKind = "open",
    sprt: str | Sprt | None = None,
    **playing: Unpack[Playing],
) -> MatchResult:
    """Play a match between two agents, and measure who is stronger, with a confidence interval.

    first, second: agents, such as "oep" or "oep:population=50@1s".
    games: an even number: every deal is played twice, with swapped seats.
    budget: the budget for a turn of agents that name none: "100ms", "20kev".
    seed: determines the deals and the agents' seeds.
    sprt: a sequential test such as "elo0=0,elo1=20"; the match stops as soon as it decides.
    store, workers, backend, patience, any_source, progress: how games are played and where they are stored; see
        `Playing`.
    """
    limit = _budget(budget)
    pairing = Pairing(
        game=turnwright.game(game).spec,
        players=(Player.parse(first, limit), Player.parse(second, limit)),
        games=games,
        seed=seed,
        view=view,
    )
    question = Sprt.parse(sprt) if isinstance(sprt, str) else sprt
    with arena_for([pairing], playing) as (arena, progress):
        test = _play(pairing, arena, question, progress)
        score = score_of(pairing, arena, pairs=None if test is None else test.pairs_used)
    read = reader([pairing], arena, playing.get("store"))
    return MatchResult(pairing=pairing, score=score, test=test, store=arena.store.place, _read=read)


def _play(pairing: Pairing, arena: ArenaConfig, question: Sprt | None, progress: Progress) -> SequentialTest | None:
    """Play a pairing, or as much of it as answers a question."""
    compile_for([pairing])
    if question is None:
        with progress.following([pairing], score_of(pairing, arena).games) as follow:
            play_pairings([pairing], arena, listener=follow, finder=progress.found)
        return None
    test = SequentialTest(pairing, arena, question)
    with progress.following([pairing], test.known) as follow:

        def found(pairing: Pairing, outcomes: dict[str, Outcome]) -> None:
            test.found(pairing, outcomes)
            progress.found(pairing, outcomes)

        play_pairings([pairing], arena, listener=test.listening(follow), wanted=test.wants, finder=found)
    # Read from the store once more: another run may have stored a game first that was played here, too.
    return SequentialTest(pairing, arena, question)


# What matches and tournaments share


def _budget(given: str | Budget | None) -> Budget | None:
    return Budget.parse(given) if isinstance(given, str) else given


def checked_workers(wanted: int | None, backend: str, pairings: Sequence[Pairing], progress: Progress) -> int:
    """How many games can run in parallel fairly; with a warning if the machine is busy."""
    workers = fair_workers(wanted, backend, pairings)
    if warning := overload(workers, backend, pairings):
        progress.warn(warning)
    return workers


@contextmanager
def arena_for(pairings: Sequence[Pairing], playing: Playing) -> Iterator[tuple[ArenaConfig, Progress]]:
    """Where some pairings are played as somebody has asked for, and who hears of it.

    The store is closed afterwards, unless it was open before or is in memory.
    """
    progress = playing.get("progress") or Progress()
    backend = playing.get("backend", "processes")
    workers = checked_workers(playing.get("workers"), backend, pairings, progress)
    with _opened(playing.get("store")) as store:
        yield (
            ArenaConfig(
                store=store,
                workers=workers,
                backend=backend,
                patience=playing.get("patience", PATIENCE),
                any_source=playing.get("any_source", False),
            ),
            progress,
        )


def _opened(store: Place) -> AbstractContextManager[Store]:
    if isinstance(store, Store):
        return nullcontext(store)
    return nullcontext(Store.in_memory()) if store is None else Store(store)


def reader(
    pairings: Sequence[Pairing], arena: ArenaConfig, store: Place
) -> Callable[[], list[tuple[SeatedGame, GameRecord]]]:
    """Reads the games of some pairings, also when their store has been closed."""

    def read() -> list[tuple[SeatedGame, GameRecord]]:
        if store is None or isinstance(store, Store):
            return list(chain.from_iterable(games_of(pairing, arena) for pairing in pairings))
        with Store(store, create=False) as again:
            there = ArenaConfig(store=again, any_source=arena.any_source)
            return list(chain.from_iterable(games_of(pairing, there) for pairing in pairings))

    return read


# Playing what is missing


def play_pairings(
    pairings: Sequence[Pairing],
    arena: ArenaConfig,
    *,
    listener: Listener = lambda record: None,
    wanted: Callable[[Pairing, int], bool] = lambda pairing, pair: True,
    finder: Finder = lambda pairing, found: None,
    what: dict[str, Any] | None = None,
) -> None:
    """Play what the store does not have yet, pair by pair over all pairings, storing every game as it ends.

    `wanted` is asked before a pair of games is begun, so that a question that is answered costs no more games. The
    three are never called at once. `what` is kept with the run.
    """
    one_at_a_time = threading.Lock()
    run = arena.store.begin_run({"pairings": [describe(pairing) for pairing in pairings], **(what or {})})

    def add(records: list[GameRecord]) -> None:
        arena.store.add([(record, source_for(record.setup)) for record in records], run=run, versions=versions())
        with one_at_a_time:
            for record in records:
                listener(record)

    def wants(pairing: Pairing, pair: int) -> bool:
        with one_at_a_time:
            return wanted(pairing, pair)

    def finds(pairing: Pairing, found: dict[str, Outcome]) -> None:
        with one_at_a_time:
            finder(pairing, found)

    missing = _missing(pairings, arena, wants, finds)
    with Writer(add) as writer, closing(play_on(missing, arena)) as played:
        for _, record in played:
            writer.put(record)
    writer.check()


def compile_for(pairings: Iterable[Pairing | GameSetup]) -> None:
    """Have all machine code made, once, before several processes would do it each.

    Agents from outside are left to the processes that play, which can be stopped if such an agent never answers;
    programs have no machine code of ours. A game that breaks the contract is refused here, before anybody plays it.
    """
    pairings = list(pairings)
    for game in dict.fromkeys(pairing.game for pairing in pairings):
        ensure_playable(turnwright.game(game))
    for game, agent, view in dict.fromkeys(
        (pairing.game, player.agent, pairing.view) for pairing in pairings for player in pairing.players
    ):
        if is_own_agent(agent):
            warm_up(agent, turnwright.game(game).start(0), view=view)


def games_of(pairing: Pairing, arena: ArenaConfig) -> list[tuple[SeatedGame, GameRecord]]:
    """The finished games of a pairing, in the order of its pairs."""
    games = list(pairing)
    found = arena.store.records((game.setup for game in games), counted_source(pairing, arena))
    return [(game, found[game.setup.key]) for game in games if game.setup.key in found]


def _missing(
    pairings: Sequence[Pairing], arena: ArenaConfig, wanted: Callable[[Pairing, int], bool], finder: Finder
) -> Iterator[GameSetup]:
    """What is still to be played, game by game as somebody is free to play it."""
    begun: set[str] = set()  # pairings may have games in common
    finished = [_Finished(pairing, arena) for pairing in pairings]
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

    def __init__(self, pairing: Pairing, arena: ArenaConfig) -> None:
        self._pairing = pairing
        self._store = arena.store
        self._source = counted_source(pairing, arena)
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


def describe(pairing: Pairing) -> dict[str, Any]:
    """A pairing as plain data."""
    return {
        "game": pairing.game,
        "players": [str(player) for player in pairing.players],
        "games": pairing.games,
        "seed": pairing.seed,
        "view": pairing.view,
    }
