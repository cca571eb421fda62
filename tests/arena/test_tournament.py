"""Tournaments: who meets whom, what the table adds up to, and what is wrong with a specification."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from turnwright import TurnwrightError
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.scores import CrossTable, Score, Tally
from turnwright.arena.store import Outcome, Store
from turnwright.arena.tournament import Tournament, read_tournament, tournament_from

A, B, C = (Player(agent=name) for name in "abc")
TINY = "hero_academy:map=a-tiny,deck=TINY"


def test_everyone_meets_everyone_on_the_same_deals_from_both_seats():
    matches = Tournament(players=(A, B, C), games=6).matches()
    assert [(one, other) for one, other, _ in matches] == [(0, 1), (0, 2), (1, 2)]
    games = [game.setup for _, _, pairing in matches for game in pairing]
    assert Counter(game.players for game in games) == {
        seats: 3 for seats in ((A, B), (B, A), (A, C), (C, A), (B, C), (C, B))
    }
    deals = {game.seed for game in games}
    assert len(deals) == 3
    assert all(count == 6 for count in Counter(game.seed for game in games).values())


def test_a_gauntlet_is_the_first_against_all_others():
    matches = Tournament(players=(A, B, C), games=2, format="gauntlet").matches()
    assert [(one, other) for one, other, _ in matches] == [(0, 1), (0, 2)]


def test_what_the_table_adds_up_to(pairing, begun):
    planned = Tournament(
        players=tuple(Player.parse(agent) for agent in ("random", "greedy_action@40ev", "random:policy=meta")),
        game=TINY,
        games=10,
    )
    with Store.in_memory() as store:
        play_pairings(planned.pairings(), ArenaConfig(store=store, backend="here"))
        table = planned.table(ArenaConfig(store=store))
        counted = Counter()
        for stored in store.search():
            first, second = stored.record.setup.players
            counted[first] += stored.record.points(0)
            counted[second] += stored.record.points(1)
    assert table.games.tolist() == [[0, 10, 10], [10, 0, 10], [10, 10, 0]]
    assert [counted[player] for player in planned.players] == table.points.sum(axis=1).tolist()
    assert np.allclose(table.points + table.points.T, table.games)
    assert table.ranking()[0] == 1
    data = table.as_dict()
    assert data["players"][1] == "greedy_action@40ev"
    assert data["table"][1][1] is None
    assert data["table"][1][0]["points"] == table.points[1, 0]
    assert data["table"][1][0]["low"] <= data["table"][1][0]["share"] <= data["table"][1][0]["high"]
    assert data["ratings"]["elo"][1] == max(data["ratings"]["elo"])
    assert [match["games"] for match in data["pairings"]] == [10, 10, 10]


def test_scores_are_told_from_the_first_players_side():
    tally = Tally(players=(A, B))
    won, lost, drawn = (Outcome(outcome=outcome, forfeit="") for outcome in (1, -1, 0))
    tally.add([((0, 1), won), ((1, 0), lost)])  # A wins from either seat
    tally.add([((0, 1), won), ((1, 0), won)])  # the first seat wins twice
    tally.add([((0, 1), drawn), ((1, 0), won)])
    tally.add([((0, 1), won)])  # only half a pair yet
    tally.add([])
    score = tally.score()
    assert (score.wins, score.draws, score.losses, score.games) == (4, 1, 2, 7)
    assert score.pairs == (2.0, 1.0, 0.5)
    assert score.paired.counts == (0, 1, 1, 0, 1)
    assert score.paired.left_over == 1
    assert (score.points, score.share) == (4.5, pytest.approx(4.5 / 7))


def test_who_forfeited_is_told_and_overruns_are_the_worst():
    tally = Tally(players=(A, B))
    tally.add(
        [
            ((0, 1), Outcome(outcome=-1, forfeit="slow", overrun_ms=3.0)),
            ((1, 0), Outcome(outcome=-1, forfeit="wrong", overrun_ms=7.5)),
        ]
    )
    tally.add([((0, 1), Outcome(outcome=-1, forfeit="slow", overrun_ms=-2.0))])
    score = tally.score()
    assert set(score.forfeits) == {(0, "slow", 2), (1, "wrong", 1)}
    assert score.overrun_ms == 7.5
    assert score.as_dict()["forfeits"][0] == {"player": "a", "reason": "slow", "games": 2}


def test_a_table_of_nothing_played_is_empty_and_says_so():
    empty = Score(players=(A, B), wins=0, draws=0, losses=0, pairs=())
    assert (empty.share, empty.paired.share) == (None, None)
    data = CrossTable(players=(A, B), scores=((0, 1, empty),)).as_dict()
    assert data["table"] == [[None, None], [None, None]]
    assert data["pairings"][0]["games"] == 0


def test_a_specification_is_read(tmp_path):
    file = tmp_path / "t.toml"
    file.write_text(
        'game = "hero_academy:map=a-tiny"\nagents = ["random", "oep@5it", "mcts"]\n'
        'budget = "20kev"\ngames = 8\nseed = 3\nview = "hidden"\nformat = "gauntlet"\n'
    )
    read = read_tournament(file)
    assert [str(player) for player in read.players] == ["random@20000ev", "oep@5it", "mcts@20000ev"]
    assert (read.game, read.games, read.seed, read.view, read.format) == (
        "hero_academy:map=a-tiny", 8, 3, "hidden", "gauntlet",
    )  # fmt: skip
    assert all(isinstance(pairing, Pairing) and pairing.seed == 3 for pairing in read.pairings())
    assert tournament_from({"agents": ["random", "greedy_action@5ev"]}).games == 100


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('agents = ["random", "oap@1s"]', "there is no agent 'oap' (did you mean 'oep'?)"),
        ('agents = ["random", "oep"]', "oep needs a budget"),
        ('agents = ["random", "oep:populaton=5@1s"]', "oep has no setting 'populaton' (did you mean 'population'?)"),
        ('agents = ["random"]', "at least two agents, not 1"),
        ("agents = []", "at least two agents, not 0"),
        ('agents = ["random", "random"]', "random is listed twice"),
        ('agents = "random"', "agents must be a list, not 'random'"),
        ('agents = ["random", 5]', "agents, number 2 must be text, not 5"),
        ("games = 10", "agents is missing"),
        ('agents = ["random", "oep@1s"]\ngame = "chess"', "there is no game 'chess'"),
        ('agents = ["random", "oep@1s"]\ngame = "hero_academy:map=mars"', "map"),
        ('agents = ["random", "oep@1s"]\ngames = -2', "-2 games cannot be played"),
        ('agents = ["random", "oep@1s"]\ngames = 7', "7 games cannot be played: the number must be even"),
        ('agents = ["random", "oep@1s"]\ngames = "ten"', "games must be a whole number, not 'ten'"),
        ('agents = ["random", "oep@1s"]\ngames = 10.0', "games must be a whole number, not 10.0"),
        ('agents = ["random", "oep@1s"]\ngames = true', "games must be a whole number, not True"),
        ('agents = ["random", "oep@1s"]\nseed = 1.5', "seed must be a whole number, not 1.5"),
        ('agents = ["random", "oep@1s"]\nbudget = 100', "budget must be text, not 100"),
        ('agents = ["random", "oep@1s"]\nbudget = "1 parsec"', "'1 parsec' is not a budget"),
        ('agents = ["random", "oep@1s"]\nview = "x-ray"', "view cannot be 'x-ray'; available: open, hidden, reference"),
        (
            'agents = ["random", "oep@1s"]\nformat = "swiss"',
            "format cannot be 'swiss'; available: round_robin, gauntlet",
        ),
        ('agents = ["random", "oep@1s"]\ngmaes = 10', "there is no key 'gmaes' (did you mean 'games'?)"),
        ('agents = ["random", "oep@1s"]\nplayers = []', "there is no key 'players'"),
        ("agents = [", "is not TOML"),
    ],
)
def test_what_is_wrong_with_a_specification_is_told_in_one_sentence(tmp_path, text, message):
    file = tmp_path / "t.toml"
    file.write_text(text)
    with pytest.raises(TurnwrightError) as caught:
        read_tournament(file)
    assert message in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(TurnwrightError, match="cannot be read: No such file"):
        read_tournament(Path("nowhere.toml"))
    with pytest.raises(TurnwrightError, match="cannot be read: Is a directory"):
        read_tournament(tmp_path)
    (tmp_path / "t.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TurnwrightError, match="is not TOML"):
        read_tournament(tmp_path / "t.toml")
