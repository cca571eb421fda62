"""The games behind a result, kept beside it: whoever has them computes every score and interval again.

A game is kept as how it was set up and how it ended. With counted budgets the setup gives the same game again, so its
turns need no room.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import games_of
from turnwright.arena.pairing import Pairing, SeatedGame
from turnwright.arena.provenance import source_for
from turnwright.arena.record import GameRecord
from turnwright.arena.statistics import PairCounts, pair_counts, signed_rank_of_pairs
from turnwright.papers.published import ExperimentError

GAMES_FILE = "games.json.gz"
_MOST_BYTES = 1 << 28
"""What a file of games may unpack to."""


@dataclass(frozen=True, kw_only=True)
class KeptGame:
    """What is kept of a game."""

    pair: int
    """The number of its pair: two games of the same deal, seats swapped."""
    first: Annotated[int, msgspec.Meta(ge=0, le=1)]
    """Which of the pairing's two players moved first."""
    deal: int
    """The seed of the deal."""
    outcome: Annotated[int, msgspec.Meta(ge=-1, le=1)]
    """1 if the player who moved first won, -1 if the other did, 0 for a draw."""
    turns: int = 0
    """How many turns it had; 0 where that was not counted."""
    ending: str = ""
    """How it ended, in the game's own words."""
    forfeit: str = ""

    def points(self, player: int) -> float:
        """What one of the pairing's players got."""
        return (1 + (self.outcome if self.first == player else -self.outcome)) / 2


@dataclass(frozen=True, kw_only=True)
class KeptPairing:
    """A pairing with its games."""

    game: str
    players: tuple[str, str]
    """Specs with budgets."""
    view: str
    seed: int
    source: str
    """Digest of the code that played."""
    games: tuple[KeptGame, ...]

    def counts(self, player: int) -> tuple[int, int, int]:
        """Wins, draws and losses of one of the players."""
        points = [game.points(player) for game in self.games]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    def pairs(self, player: int) -> PairCounts:
        """Complete pairs that brought a player 0, ½, 1, 1½ and 2 points."""
        points: dict[int, list[float]] = {}
        for game in self.games:
            points.setdefault(game.pair, []).append(game.points(player))
        return pair_counts([sum(both) for both in points.values() if len(both) == 2])

    def p(self) -> float | None:
        """Of the papers' own test, Wilcoxon's signed ranks, over the pairs."""
        counts = self.pairs(0)
        return signed_rank_of_pairs(counts).p if sum(counts) else None


class EarlierGames:
    """Games of kept results, which need not be played again if the present sources have played them."""

    def __init__(self, pairings: Iterable[KeptPairing] = (), days: Iterable[str] = ()) -> None:
        self.days = tuple(days)
        """When the games were played."""
        self._games: dict[KeptPairing, list[KeptGame]] = {}
        for one in pairings:
            self._games.setdefault(replace(one, games=()), []).extend(one.games)

    def __bool__(self) -> bool:
        return bool(self._games)

    def pairs_of(self, pairing: Pairing) -> dict[int, tuple[KeptGame, ...]]:
        """The complete pairs of a pairing, by number."""
        pairs: dict[int, dict[int, KeptGame]] = {}
        for game in self._games.get(_without_games(pairing), ()):
            if 0 <= game.pair < pairing.pairs and game.deal == pairing.pair(game.pair)[0].setup.seed:
                pairs.setdefault(game.pair, {})[game.first] = game
        return {number: (games[0], games[1]) for number, games in sorted(pairs.items()) if len(games) == 2}


def _without_games(pairing: Pairing) -> KeptPairing:
    first, second = pairing.players
    return KeptPairing(
        game=pairing.game,
        players=(str(first), str(second)),
        view=pairing.view,
        seed=pairing.seed,
        source=source_for(pairing),
        games=(),
    )


def kept_pairing(
    pairing: Pairing, arena: ArenaConfig, earlier: EarlierGames
) -> tuple[KeptPairing, list[tuple[SeatedGame, GameRecord]]]:
    """A pairing with its finished games, those of kept results included, and the stored ones in full."""
    played = games_of(pairing, arena)
    numbers = {game.setup.key: number for number in range(pairing.pairs) for game in pairing.pair(number)}
    stored = Counter(numbers[game.setup.key] for game, _ in played)
    known = {number: pair for number, pair in earlier.pairs_of(pairing).items() if stored[number] < len(pair)}
    played = [(game, record) for game, record in played if numbers[game.setup.key] not in known]
    games = [game for pair in known.values() for game in pair]
    games += [
        KeptGame(
            pair=numbers[game.setup.key],
            first=game.seats[0],
            deal=game.setup.seed,
            outcome=record.outcome,
            turns=len(record.turns),
            ending=record.ending or "",
            forfeit=record.forfeit,
        )
        for game, record in played
    ]
    games.sort(key=lambda game: (game.pair, game.first))
    return replace(_without_games(pairing), games=tuple(games)), played


_FIELDS = ("pair", "first", "deal", "outcome", "turns", "ending", "forfeit")


def write_games(pairings: Sequence[KeptPairing], folder: Path) -> None:
    """Write the games beside a result; the same games give the same bytes."""
    data = [
        {
            "game": one.game,
            "players": one.players,
            "view": one.view,
            "seed": one.seed,
            "source": one.source,
            "fields": _FIELDS,
            "games": [[getattr(game, name) for name in _FIELDS] for game in one.games],
        }
        for one in pairings
    ]
    text = json.dumps({"pairings": data}, separators=(",", ":"), ensure_ascii=False)
    (folder / GAMES_FILE).write_bytes(gzip.compress(text.encode(), mtime=0))


def read_games(folder: Path) -> list[KeptPairing]:
    """The games that are kept in a folder."""
    file = folder / GAMES_FILE
    try:
        with gzip.open(file) as packed:
            text = packed.read(_MOST_BYTES + 1)
        if len(text) > _MOST_BYTES:
            raise ValueError(f"it unpacks to more than {_MOST_BYTES:,} bytes")
        data = json.loads(text)
        return [_pairing(one) for one in data["pairings"]]
    except FileNotFoundError:
        raise ExperimentError(
            f"{str(folder)!r} has no {GAMES_FILE}, so nothing can be computed again; play the experiment with --out"
        ) from None
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise ExperimentError(f"{str(file)!r} is damaged ({error}); play the experiment again") from error


def _pairing(data: dict[str, Any]) -> KeptPairing:
    games = [dict(zip(data["fields"], values, strict=True)) for values in data["games"]]
    return msgspec.convert({**data, "games": games}, KeptPairing)
