"""Finding puzzles in games: at most one of each game, the longest."""

from collections.abc import Iterable, Iterator, Sequence

from turnwright.arena.play_game import play_game
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.arena.replay import ReplayError, positions
from turnwright.core.rng import generator
from turnwright.core.state import State
from turnwright.puzzles.proof import ProofError
from turnwright.puzzles.puzzle import Puzzle, puzzle_of


def self_play(game: str, players: Sequence[Player], games: int, seed: int) -> Iterator[GameRecord]:
    """Games between players who meet in turn; with counted budgets the same seed gives the same games."""
    for number in range(games):
        deal, one, other = (int(generator(seed, 3 * number + i)[0]) >> 11 for i in range(3))
        first, second = players[number % len(players)], players[(number // len(players) + 1) % len(players)]
        yield play_game(GameSetup(game=game, players=(first, second), seed=deal, agent_seeds=(one, other)))


def mine(records: Iterable[GameRecord]) -> Iterator[Puzzle | None]:
    """For every game its best puzzle, or none: the longest, and of those the one that fewest turns solve."""
    for record in records:
        found = [puzzle for state in _whole(record) if (puzzle := _puzzle_in(state)) is not None]
        yield max(found, key=lambda puzzle: (puzzle.length, -puzzle.turns), default=None)


def _whole(record: GameRecord) -> list[State]:
    """The positions of a game at the starts of turns, as far as the present rules can follow it."""
    states: list[State] = []
    try:
        for state in positions(record):
            states.append(state)
    except ReplayError:
        pass
    return [state for state in states if not state.is_over]


def _puzzle_in(state: State) -> Puzzle | None:
    try:
        return puzzle_of(state)
    except ProofError:  # too large to be played in every way
        return None
