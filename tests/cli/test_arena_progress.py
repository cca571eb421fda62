"""What progress lines say: who plays with which budget, and how it stands with the games of earlier runs."""

from turnwright import Budget
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.store import Outcome
from turnwright.cli.arena_progress import CliProgress


def test_lines_name_budgets_and_count_the_games_of_earlier_runs(capsys):
    players = (Player.parse("random", Budget(iterations=5)), Player.parse("greedy_action@30ev"))
    pairing = Pairing(game="hero_academy:map=a-tiny", players=players, games=4)
    first, second, third, _ = (seated.setup for seated in pairing)
    progress = CliProgress(plain=True)
    with progress.following([pairing], before=2) as listener:
        progress.found(pairing, {setup.key: Outcome(outcome=0) for setup in (first, second)})
        listener(GameRecord(setup=third, outcome=1, turns=("end",)))
    said = capsys.readouterr().err
    assert "2 of 4 games are already in the store" in said
    assert "game 3 of 4: random@5it beats greedy_action@30ev in 1 turn;" in said
    assert "random@5it 2 of 3 against greedy_action@30ev" in said
