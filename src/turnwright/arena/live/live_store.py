"""Games in progress in the arena's database, and finished ones handed over to the arena."""

import json
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from turnwright.arena.database import wait_for_others
from turnwright.arena.insertion import insertion
from turnwright.arena.live.live_game import LiveGame, Setup
from turnwright.arena.live.schema import live_games
from turnwright.arena.live.seat import HUMAN, Seat
from turnwright.arena.live.seat_keys import SeatKeys
from turnwright.arena.provenance import source_of, versions
from turnwright.arena.record import FIGURES, GameRecord, GameSetup
from turnwright.arena.schema import games
from turnwright.arena.store import Store
from turnwright.core.budget import Budget
from turnwright.core.spec import no_foreign_code


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """A snapshot of a game for the store, taken while nothing changes: writing happens outside the event loop."""

    row: dict[str, Any]
    """The columns that have changed; all of them where `is_whole`."""
    turns: int
    """How many turns were over."""
    is_whole: bool
    record: GameRecord | None
    """The game as the arena keeps it, once it is over."""


def snapshot_of(game: LiveGame, *, written: int | None = None) -> Snapshot:
    """All of a game that a restart needs. `written`: how many of its turns are stored, if it is stored at all."""
    setup = game.setup
    # As after most clicks; keys change between turns, and are part of the setup.
    if written == len(game.turns) and not game.is_over and game.keys is None:
        row = {"known": game.name, "changed": game.timed(time.time()), "actions": json.dumps(game.unfinished)}
        return Snapshot(row=row, turns=written, is_whole=False, record=None)
    row = {
        "name": game.name,
        "started": game.started,
        "changed": game.timed(time.time()),
        "setup": json.dumps(
            {
                "game": setup.game,
                "seats": [seat.as_dict() for seat in setup.seats],
                "view": setup.view,
                "deal": setup.deal,
                "seeds": list(setup.seeds),
                **({} if game.keys is None else {"keys": game.keys.as_dict()}),
            }
        ),
        "turns": json.dumps([turn.text for turn in game.turns]),
        "actions": json.dumps(game.unfinished),
        "reports": json.dumps([[turn.value, turn.figures] for turn in game.turns]),
        "resigned": game.resigned,
        "forfeit": game.forfeit,
        "stored": None,
    }
    return Snapshot(row=row, turns=len(game.turns), is_whole=True, record=record_of(game) if game.is_over else None)


def record_of(game: LiveGame) -> GameRecord:
    """A finished game as the arena keeps it."""
    setup = game.setup
    forfeit = "resigned" if game.resigned is not None else game.forfeit
    reports: dict[str, list[float | None]] = {"seat": [turn.seat for turn in game.turns]}
    if any(turn.value is not None for turn in game.turns):
        reports["value"] = [turn.value for turn in game.turns]
    for name in FIGURES:
        column = [turn.figures.get(name, 0) for turn in game.turns]
        if any(column):
            reports[name] = list(column)
    return GameRecord(
        setup=GameSetup(
            game=setup.game,
            players=(setup.seats[0].player, setup.seats[1].player),
            seed=setup.deal,
            agent_seeds=setup.seeds,
            view=setup.view,
        ),
        outcome=game.outcome,
        ending=game.reason or None,
        turns=tuple(turn.text for turn in game.turns),
        forfeit=forfeit,
        reports=reports,
        started=game.started,
        seconds=game.timed(time.time()) - game.started,
    )


_SWEPT, _AT_ONCE = 10_000, 500
"""Games that are deleted in one sweep at most, and in one statement."""
_WRITTEN_IN_PART = (
    sa.update(live_games)
    .where(live_games.c.name == sa.bindparam("known"))
    .values(changed=sa.bindparam("changed"), actions=sa.bindparam("actions"))
)


def _written_whole(dialect: str) -> Any:
    """The statement that writes whole games, new ones and known ones."""
    whole = insertion(live_games, dialect)
    columns = [column.name for column in live_games.columns if not column.primary_key]
    return whole.on_conflict_do_update(
        index_elements=[live_games.c.name], set_={name: whole.excluded[name] for name in columns}
    )


class LiveStore:
    """Reads and writes games in progress."""

    def __init__(
        self,
        store: Store,
        *,
        create: bool = True,
        trust: bool = False,
        check_game: Callable[[str], object] = lambda spec: no_foreign_code(spec, "its rules are not trusted here"),
    ) -> None:
        """`create`: make the table if there is none; without, the store need not be writable. A store may come from
        anybody: `trust` says whether games of agents from outside may go on, `check_game` refuses games by their spec.
        """
        self._store, self._trust, self._check_game = store, trust, check_game
        self._run: int | None = None
        if create:
            with store.transaction() as connection:
                wait_for_others(connection)
                live_games.create(connection, checkfirst=True)

    def write(self, snapshots: Sequence[Snapshot]) -> dict[str, int]:
        """Write games, all or none; returns the arena's numbers of those that are over, by name."""
        for snapshot in snapshots:
            if snapshot.record is not None:
                self._hand_over(snapshot.record, snapshot.row["changed"])
        numbers: dict[str, int] = {}
        with self._store.transaction() as connection:
            for snapshot in snapshots:
                if snapshot.record is not None:
                    key = games.c.key == snapshot.record.setup.key
                    number = connection.execute(sa.select(games.c.id).where(key)).scalar_one()
                    numbers[snapshot.row["name"]] = snapshot.row["stored"] = number
            # Each kind at once: making a statement takes longer than writing a row.
            if whole := [snapshot.row for snapshot in snapshots if snapshot.is_whole]:
                connection.execute(_written_whole(connection.dialect.name), whole)
            if parts := [snapshot.row for snapshot in snapshots if not snapshot.is_whole]:
                connection.execute(_WRITTEN_IN_PART, parts)
        return numbers

    def _hand_over(self, record: GameRecord, ended: float) -> None:
        if self._run is None:
            self._run = self._store.begin_run({"web": "games played in the browser"}, started=ended)
        agents = [player.agent for player in record.setup.players if player.agent != HUMAN]
        source = source_of(record.setup.game, *agents)
        self._store.add([(record, source)], run=self._run, versions=versions())

    def sweep(self, *, before: float, most: int, kept: Collection[str] = ()) -> int:
        """Delete games in which nobody has acted and that were made before a moment, and of more unfinished ones than
        `most` those that were left longest ago; returns how many. Games of studies stay, and those named in `kept`."""
        with self._store.transaction() as connection:
            open_games = sa.select(live_games.c.name).where(live_games.c.stored.is_(None))
            if sa.inspect(connection).has_table("study_games"):
                studied: sa.Select[Any] = sa.select(sa.column("name")).select_from(sa.table("study_games"))
                open_games = open_games.where(live_games.c.name.not_in(studied))
            untouched = (live_games.c.turns == "[]") & (live_games.c.actions == "[]") & (live_games.c.changed < before)
            old = set(connection.execute(open_games.where(untouched)).scalars())
            by_age = open_games.order_by(live_games.c.changed.desc())
            old |= set(connection.execute(by_age.offset(most).limit(_SWEPT)).scalars())
            gone = sorted(old - set(kept))[:_SWEPT]
            for start in range(0, len(gone), _AT_ONCE):
                connection.execute(sa.delete(live_games).where(live_games.c.name.in_(gone[start : start + _AT_ONCE])))
        return len(gone)

    def has(self, name: str) -> bool:
        """Whether there is a game of that name."""
        with self._store.reading() as connection:
            return connection.execute(sa.select(live_games.c.name).where(live_games.c.name == name)).first() is not None

    def read(self, name: str) -> tuple[LiveGame, int | None] | None:
        """A game as it was left, and its number in the arena if it is over."""
        with self._store.reading() as connection:
            row = connection.execute(sa.select(live_games).where(live_games.c.name == name)).first()
        if row is None:
            return None
        data = json.loads(row.setup)
        self._check_game(data["game"])
        first, second = (
            Seat(agent=seat["agent"], budget=None if seat["budget"] is None else Budget.parse(seat["budget"]))
            for seat in data["seats"]
        )
        setup = Setup(
            game=data["game"],
            seats=(first, second),
            view=data["view"],
            deal=data["deal"],
            seeds=(data["seeds"][0], data["seeds"][1]),
        )
        keys = SeatKeys(**data["keys"]) if "keys" in data else None
        game = LiveGame(setup, name=row.name, started=row.started, keys=keys)
        thoughts = [(value, figures) for value, figures in json.loads(row.reports)]
        game.replay(json.loads(row.turns), thoughts, json.loads(row.actions))
        game.resigned, game.forfeit = row.resigned, row.forfeit
        if not game.is_over and not self._trust:
            for seat in setup.seats:
                no_foreign_code(seat.agent, "start the server with --trust to continue the game")
        return game, row.stored
