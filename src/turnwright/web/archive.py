"""What the arena has stored, as a page shows it: finished games, and tournaments with their tables."""

import json
from typing import Any

import sqlalchemy as sa

from turnwright.agents.turn_check import walk_of
from turnwright.arena.config import ArenaConfig
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import game_of
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.replay import ReplayError, positions
from turnwright.arena.schema import games, runs
from turnwright.arena.scores import CrossTable, score_of
from turnwright.arena.store import Store, StoredGame, big
from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader
from turnwright.core.spec import no_foreign_code, parse_spec
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.web.boards import board_of, is_shown
from turnwright.web.positions import check_game
from turnwright.web.serialise import shown_position, shown_steps, told_actions

_PAIRING = {"game": str, "players": tuple[str, str], "games": int, "seed": int, "view": ViewKind}
"""What a run notes of every pairing."""
_MOST_GAMES = 20_000
"""Games of a tournament that are counted while a page waits."""


class NotStoredError(TurnwrightError):
    """Something that the store does not have."""


class Archive:
    """The store, read for visitors."""

    def __init__(self, store: Store, *, trust: bool = False) -> None:
        """`trust`: rules from outside the package may be run; a store may come from anybody."""
        self._store, self._trust = store, trust

    # Games

    def games(
        self, *, game: str, agent: str, before: int | None, limit: int, pair: tuple[str, str] | None = None
    ) -> dict[str, Any]:
        """Stored games, the newest first, and the number of all; `pair`: only those that these two have played."""
        chosen = [games.c.id, games.c.game, games.c.first, games.c.second, games.c.first_budget, games.c.second_budget]
        chosen += [games.c.view, games.c.outcome, games.c.ending, games.c.forfeit]
        chosen += [games.c.started, games.c.seconds, games.c.reports]
        query = sa.select(*chosen).order_by(games.c.id.desc()).limit(limit)
        if game:
            query = query.where(games.c.game.icontains(game, autoescape=True))
        if agent:
            query = query.where(sa.or_(*(c.icontains(agent, autoescape=True) for c in (games.c.first, games.c.second))))
        if pair is not None:
            one, other = (Player.noted(text) for text in pair)
            query = query.where(sa.or_(_seated(one, other), _seated(other, one)))
        if before is not None:
            query = query.where(games.c.id < big(before))
        with self._store.reading() as connection:
            rows = connection.execute(query).all()
        return {"games": [_listed(row) for row in rows], "all": self._store.count()}

    def record(self, number: int) -> StoredGame:
        """A stored game."""
        try:
            return self._store.game(number)
        except TurnwrightError:
            raise NotStoredError(f"there is no stored game {number}") from None

    def game(self, number: int) -> dict[str, Any]:
        """A stored game with the evaluation after every turn, for the first player."""
        stored = self.record(number)
        found = self.starts(stored.record)
        return stored.as_dict() | {
            "board": board_of(found[0].game).name,
            "evaluations": [round(state.evaluate(0), 3) for state in found],
            **shown_position(found[0]),
        }

    def starts(self, record: GameRecord) -> list[State]:
        """The positions between the turns, from the start to the end."""
        check_game(record.setup.game)
        try:
            return list(positions(record, trusted=True))  # it is one of those that the page shows
        except ReplayError:  # shown as far as it goes
            return _as_far(record)

    def turn(self, number: int, turn: int) -> dict[str, Any]:
        """One turn of a stored game, step by step."""
        record = self.record(number).record
        found = self.starts(record)
        if not 1 <= turn < len(found):
            raise NotStoredError(f"the game has turns 1 to {len(found) - 1}, not {turn}")
        start = found[turn - 1]
        walk = walk_of(record.turns[turn - 1], start)
        steps = shown_steps(start, walk.actions, start.game.format_actions(walk))
        return {"number": turn, "seat": start.player, "steps": steps, **shown_position(start)}

    def told(self, number: int, first: int, most: int) -> list[dict[str, Any]]:
        """Some turns of a stored game from a first one on, as they can be told in words."""
        record = self.record(number).record
        found = self.starts(record)
        told = []
        for turn in range(first, min(len(found), first + most)):
            start = found[turn - 1]
            walk = walk_of(record.turns[turn - 1], start)
            actions = told_actions(start, walk.actions, start.game.format_actions(walk))
            told.append({"number": turn, "seat": start.player, "actions": actions})
        return told

    def notation(self, number: int) -> str:
        """A stored game as text: how it began, its turns, how it ended."""
        stored = self.record(number)
        record, setup = stored.record, stored.record.setup
        check_game(setup.game)
        first, second = setup.players
        ending = {1: "player 1 won", 0: "draw", -1: "player 2 won"}[record.outcome]
        return "\n".join(
            [
                f"# game {number}: {first} against {second}, {setup.view} hands; {ending}"
                + (f" ({record.forfeit or record.ending})" if record.forfeit or record.ending else ""),
                game_of(setup.game).start(setup.seed).text,
                *record.turns,
                "",
            ]
        )

    # Tournaments

    def tournaments(self) -> list[dict[str, Any]]:
        """The runs of matches and tournaments, the newest first."""
        with self._store.reading() as connection:
            rows = connection.execute(sa.select(runs).order_by(runs.c.id.desc()).limit(500)).all()
        listed = []
        for row in rows:
            try:
                pairings = _pairings(row.what)
            except TurnwrightError:  # shown when it is asked for
                continue
            if not pairings:
                continue
            players = list(dict.fromkeys(player for pairing in pairings for player in pairing["players"]))
            listed.append(
                {
                    "number": row.id,
                    "started": row.started,
                    "game": pairings[0]["game"],
                    "view": pairings[0]["view"],
                    "players": players,
                    "games": sum(pairing["games"] for pairing in pairings),
                }
            )
        return listed

    def tournament(self, number: int) -> dict[str, Any]:
        """The cross table of a run, and its games."""
        with self._store.reading() as connection:
            row = connection.execute(sa.select(runs).where(runs.c.id == big(number))).first()
        pairings = [] if row is None else _pairings(row.what)
        if row is None or not pairings:
            raise NotStoredError(f"there is no tournament {number}")
        for pairing in pairings:  # the deals follow from the rules
            if not self._trust and (not is_shown(pairing["game"]) or parse_spec(pairing["game"]).files):
                no_foreign_code(pairing["game"], "start the server with --trust to see it")
        if sum(pairing["games"] for pairing in pairings) > _MOST_GAMES:
            raise TurnwrightError(f"tournament {number} is too large to be counted here; see 'turnwright tournament'")
        names = list(dict.fromkeys(player for pairing in pairings for player in pairing["players"]))
        players = tuple(Player.noted(name) for name in names)
        scores = []
        for pairing in pairings:
            one, other = (names.index(name) for name in pairing["players"])
            planned = Pairing(
                game=pairing["game"],
                players=(players[one], players[other]),
                games=pairing["games"],
                seed=pairing["seed"],
                view=pairing["view"],
            )
            scores.append((one, other, score_of(planned, ArenaConfig(store=self._store, any_source=True))))
        table = CrossTable(players=players, scores=tuple(scores))
        return {
            "number": number,
            "started": row.started,
            "game": pairings[0]["game"],
            "view": pairings[0]["view"],
            **table.as_dict(),
        }


def _seated(first: Player, second: Player) -> sa.ColumnElement[bool]:
    """Whether a stored game is one of these players, in these seats."""
    budgets = (None if player.budget is None else str(player.budget) for player in (first, second))
    columns = (games.c.first_budget, games.c.second_budget)
    same = [column.is_(None) if text is None else column == text for column, text in zip(columns, budgets, strict=True)]
    return sa.and_(games.c.first == first.agent, games.c.second == second.agent, *same)


def _listed(row: Any) -> dict[str, Any]:
    """What a list tells of a stored game: some of what is stored, under the same names."""
    return {
        "id": row.id,
        "game": row.game,
        "first": row.first,
        "second": row.second,
        "budgets": [row.first_budget, row.second_budget],
        "view": row.view,
        "outcome": row.outcome,
        "ending": row.ending,
        "forfeit": row.forfeit,
        "started": row.started,
        "seconds": row.seconds,
        "turns": len(json.loads(row.reports).get("seat", ())),
    }


def _pairings(what: str) -> list[dict[str, Any]]:
    """What a run was to play, if it was one of pairings; a store may come from anybody, so it is checked."""
    reader, whole = Reader(noun="entry"), list(_PAIRING)
    try:
        run = json.loads(what)
        noted = reader.values({"pairings": list[dict[str, Any]]}, {"pairings": dict(run).get("pairings") or []})
        known = [{key: entry[key] for key in whole if key in entry} for entry in noted["pairings"]]
        return [reader.values(_PAIRING, entry, "a pairing", required=whole) for entry in known]
    except (ValueError, TypeError) as error:
        raise TurnwrightError(f"the stored tournament is damaged: {error}") from error


def _as_far(record: GameRecord) -> list[State]:
    """The positions of a game as far as the present rules can follow it."""
    state = game_of(record.setup.game).start(record.setup.seed)
    found = [state]
    for turn in record.turns:
        try:
            state = walk_of(turn, state).after
        except TurnwrightError:
            break
        found.append(state)
    return found
