"""Games with the decks of one draft are alike: they are the clusters of a score."""

import turnwright
from turnwright.games.locm.engine.deck_database import Battle
from turnwright.games.locm.game import Locm
from turnwright.papers.kept_games import KeptPairing


def draft_clusters(kept: KeptPairing, player: int) -> tuple[tuple[float, int], ...]:
    """A player's points and games, draft by draft; nothing where the game is not played with a database of decks."""
    game = turnwright.game(kept.game)
    if not (isinstance(game, Locm) and game.settings.draft == "decks"):
        return ()
    drafts: dict[int, list[float]] = {}
    for one in kept.games:
        drafts.setdefault(Battle.of(game, one.deal).draft, []).append(one.points(player))
    return tuple((sum(points), len(points)) for _, points in sorted(drafts.items()))
