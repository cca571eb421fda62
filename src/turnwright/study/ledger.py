"""What a store keeps of studies: who played which game, and the games themselves, turn by turn."""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from turnwright.arena.database import wait_for_others
from turnwright.arena.live.live_game import LiveGame
from turnwright.arena.live.live_store import LiveStore
from turnwright.arena.live.schema import live_games
from turnwright.arena.schema import games
from turnwright.arena.store import Store
from turnwright.core.cores import available_cores
from turnwright.study.games import WIN, StudyGame
from turnwright.study.plan import StudyError, StudyPlan
from turnwright.study.schema import study_games


@dataclass(frozen=True, kw_only=True)
class Participation:
    """One game of one person, with all that is known of it."""

    study: str
    person: str
    """A random id, the same for all games of a browser."""
    game: StudyGame
    seat: int
    """0 if the person moved first."""
    ending: str
    """`played`, `resigned`, `left`, or `agent failed`."""
    started: float
    """Seconds since 1970, to the minute."""
    agent: str
    budget: str
    spec: str
    """Spec of the game."""
    deal: int
    """Seed of the start."""
    turns: tuple[str, ...]
    """In notation."""
    evaluations: tuple[float, ...]
    """After every turn, for the person."""
    comment: str

    def as_dict(self) -> dict[str, Any]:
        """A row of an export."""
        data = {"study": self.study, "person": self.person, **asdict(self.game)}
        rest = ("seat", "ending", "started", "agent", "budget", "spec", "deal", "turns", "evaluations", "comment")
        return data | {"moves" if name == "turns" else name: getattr(self, name) for name in rest}


def whole_minute(seconds: float) -> float:
    """A moment to the minute: people are promised that no finer time of theirs is kept."""
    return 60.0 * (seconds // 60)


class Ledger:
    """Reads and writes the games of studies."""

    def __init__(self, store: Store, *, create: bool = True) -> None:
        """`create`: make the tables if there are none; without, the store need not be writable."""
        self._store = store
        if create:
            with store.transaction() as connection:
                wait_for_others(connection)
                study_games.create(connection, checkfirst=True)
        self._live = LiveStore(store, create=create)
        if create:
            self._coarsen()

    def _coarsen(self) -> None:
        """Round the times of games that earlier versions kept to the microsecond."""
        with self._store.transaction() as connection:
            ours = live_games.c.name.in_(sa.select(study_games.c.name))
            columns = live_games.c.name, live_games.c.started, live_games.c.changed, live_games.c.stored
            for row in connection.execute(sa.select(*columns).where(ours)).all():
                began, changed = whole_minute(row.started), whole_minute(row.changed)
                if (began, changed) == (row.started, row.changed):
                    continue
                times = {"started": began, "changed": changed}
                connection.execute(sa.update(live_games).where(live_games.c.name == row.name).values(**times))
                times = {"started": began, "seconds": changed - began}
                connection.execute(sa.update(games).where(games.c.id == row.stored).values(**times))

    def begin(self, name: str, *, plan: StudyPlan, person: str, skill: str, seat: int) -> None:
        """Note that a person begins a game."""
        row = {
            "name": name,
            "study": plan.name,
            "plan": json.dumps(asdict(plan)),
            "person": person,
            "skill": skill,
            "seat": seat,
            "cores": available_cores(),
            "started": whole_minute(time.time()),
            "comment": "",
        }
        with self._store.transaction() as connection:
            connection.execute(sa.insert(study_games).values(**row))

    def comment(self, name: str, text: str) -> None:
        """Keep what a person has to say about a game; a later word replaces an earlier one."""
        with self._store.transaction() as connection:
            query = sa.update(study_games).where(study_games.c.name == name).values(comment=text)
            if connection.execute(query).rowcount == 0:
                raise StudyError("there is no such game in this study")

    def participations(self, study: str | None = None) -> Iterator[Participation]:
        """All games of a study, or of all studies, in the order in which they were begun."""
        query = sa.select(study_games).order_by(study_games.c.started, study_games.c.name)
        if study is not None:
            query = query.where(study_games.c.study == study)
        with self._store.reading() as connection:
            known = sa.inspect(connection).has_table(study_games.name)
            rows = connection.execute(query).all() if known else []
        for row in rows:
            found = self._live.read(row.name)
            if found is not None:
                yield _participation(row, found[0])


def _participation(row: Any, game: LiveGame) -> Participation:
    seat: int = row.seat
    positions = [turn.start for turn in game.turns[1:]] + ([game.state] if game.turns else [])
    evaluations = tuple(state.evaluate(seat) for state in positions)
    agent = game.setup.seats[1 - seat]
    ending = "resigned" if game.resigned is not None else "agent failed" if game.forfeit else "played"
    if not game.is_over:
        ending = "left"
    winner = ""
    if ending in ("played", "resigned"):
        winner = {0: "draw", 1: "human", -1: "agent"}[game.outcome if seat == 0 else -game.outcome]
    final = {"human": float(WIN), "agent": -float(WIN), "draw": 0.0}
    return Participation(
        study=row.study,
        person=row.person,
        game=StudyGame(
            skill=row.skill,
            winner=winner,
            turns=len(game.turns),
            cores=row.cores,
            score=final[winner] if winner else game.state.evaluate(seat),
        ),
        seat=seat,
        ending=ending,
        started=row.started,
        agent=agent.agent,
        budget=str(agent.budget),
        spec=game.setup.game,
        deal=game.setup.deal,
        turns=tuple(game.state.game.join_turn(turn.texts) for turn in game.turns),
        evaluations=evaluations,
        comment=row.comment,
    )
