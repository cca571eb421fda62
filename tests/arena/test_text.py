"""Forfeits for people: the commonest reasons, however many there are."""

from turnwright.arena.players import Player
from turnwright.arena.scores import Score
from turnwright.arena.text import forfeit_lines

A, B = Player(agent="a"), Player(agent="b")


def test_the_commonest_reasons_are_shown_and_the_rest_counted():
    forfeits = [(0, f"reason {number}", number) for number in range(1, 9)]
    again = (1, "reason 8", 1), (0, "reason 8", 2)
    said = forfeit_lines([
        Score(players=(A, B), wins=0, draws=0, losses=36, pairs=(), forfeits=tuple(forfeits)),
        Score(players=(A, B), wins=1, draws=0, losses=2, pairs=(), forfeits=again),
    ])  # fmt: skip
    assert said == [
        "a forfeited 10 games: reason 8",
        "a forfeited 7 games: reason 7",
        "a forfeited 6 games: reason 6",
        "a forfeited 5 games: reason 5",
        "a forfeited 4 games: reason 4",
        "7 more games were forfeited; 'turnwright results --json' has every reason",
    ]
    late = Score(players=(A, B), wins=0, draws=0, losses=1, pairs=(), forfeits=((0, "[late]", 1),))
    assert forfeit_lines([late]) == ["a forfeited a game: [late]"]
