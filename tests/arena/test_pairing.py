"""Who plays whom, on which deals, with which seeds."""

from collections import Counter

import pytest

from turnwright import Budget, TurnwrightError
from turnwright.arena.players import Player
from turnwright.arena.record import GameSetup
from turnwright.core.budget import BudgetError


def test_games_come_in_pairs_of_the_same_deal_with_seats_swapped(pairing):
    games = list(pairing(games=20))
    assert len(games) == 20
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.setup.seed == other.setup.seed
        assert one.setup.players == other.setup.players[::-1]
        assert (one.seats, other.seats) == ((0, 1), (1, 0))
    assert len({game.setup.seed for game in games}) == 10


def test_every_seat_of_every_game_has_its_own_seed(pairing):
    """So an agent against itself plays no game twice."""
    seeds = [seed for game in pairing("random", "random", games=1000) for seed in game.setup.agent_seeds]
    assert len(set(seeds)) == 2000
    assert len({game.setup.key for game in pairing("random", "random", games=1000)}) == 1000


def test_pairings_of_one_seed_play_the_same_deals_and_other_seeds_other_deals(pairing):
    deals = [game.setup.seed for game in pairing()]
    assert deals == [game.setup.seed for game in pairing("mcts", "oep")]
    assert not set(deals) & {game.setup.seed for game in pairing(seed=1)}
    assert all(0 <= deal < 2**53 for deal in deals)  # JSON readers hold no more


def test_a_longer_match_begins_with_the_games_of_a_shorter_one(pairing):
    longer = [game.setup for game in pairing(games=10)]
    assert longer[:4] == [game.setup for game in pairing(games=4)]


@pytest.mark.parametrize("games", [-2, 0, 1, 7])
def test_games_that_make_no_pairs_are_refused(pairing, games):
    with pytest.raises(TurnwrightError, match="the number must be even and at least 2"):
        pairing(games=games)


def test_whatever_decides_a_game_is_in_its_key(pairing):
    """And nothing else: the same setup has the same key everywhere."""
    setup = pairing().pair(0)[0].setup
    changed = [
        pairing(seed=1).pair(0)[0].setup,
        pairing(view="hidden").pair(0)[0].setup,
        pairing(game="hero_academy").pair(0)[0].setup,
        pairing("random@31ev").pair(0)[0].setup,
        pairing("random@1234567ms").pair(0)[0].setup,
        pairing("random@1234568ms").pair(0)[0].setup,
        pairing("greedy_action").pair(0)[0].setup,
        pairing().pair(0)[1].setup,
        pairing().pair(1)[0].setup,
    ]
    assert Counter(other.key for other in (setup, *changed)).most_common(1)[0][1] == 1
    assert GameSetup.from_dict(setup.as_dict()) == setup
    assert GameSetup.from_dict(setup.as_dict()).key == setup.key


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("random", Player(agent="random")),
        ("oep@1s", Player(agent="oep", budget=Budget(milliseconds=1000))),
        ("oep:population=50@20kev+1s", Player(agent="oep:population=50", budget=Budget.parse("20kev+1s"))),
        ("oep:population=100@5it", Player(agent="oep", budget=Budget(iterations=5))),
    ],
)
def test_players_are_read_and_written(text, player):
    assert Player.parse(text) == player
    assert Player.parse(str(player)) == player


def test_a_budget_of_its_own_goes_before_the_common_one():
    assert Player.parse("oep@5it", Budget(iterations=9)).budget == Budget(iterations=5)
    assert Player.parse("oep", Budget(iterations=9)).budget == Budget(iterations=9)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("oap@1s", "there is no agent 'oap'"),
        ("oep", "oep needs a budget, such as --budget 100ms"),
        ("oep@1parsec", "'1parsec' is not a budget"),
        ("oep@", "'' is not a budget"),
        ("oep:population=many@1s", "population must be a whole number"),
    ],
)
def test_players_that_cannot_play_are_refused(text, message):
    with pytest.raises(TurnwrightError, match=message):
        Player.parse(text)


def test_a_file_may_have_an_at_in_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "me@home"
    folder.mkdir()
    (folder / "bot.py").write_text("class Bot:\n    def plan(self, view, budget, seed):\n        return 'end'\n")
    assert Player.parse("me@home/bot.py:Bot").budget is None
    assert Player.parse("me@home/bot.py:Bot@5ev").budget == Budget(evaluations=5)
    with pytest.raises(BudgetError):
        Player.parse("random@home")
