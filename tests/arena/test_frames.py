"""Results in notebooks: games as data frames, cross tables as HTML."""

from xml.etree import ElementTree

import pandas
import polars

from turnwright.arena.frames import COLUMNS, games_frame
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.scores import CrossTable, Tally
from turnwright.arena.store import Outcome

PLAYERS = (Player.parse("random"), Player.parse("greedy_action@30ev"))


def test_games_are_rows_and_what_is_unknown_stays_so():
    setups = [seated.setup for seated in Pairing(game="hero_academy:map=a-tiny", players=PLAYERS, games=2)]
    games = [GameRecord(setup=setup, outcome=1, turns=("end", "end"), ending="crystals") for setup in setups]
    frame = games_frame(games)
    assert isinstance(frame, pandas.DataFrame)
    assert tuple(frame.columns) == COLUMNS
    assert frame["turns"].tolist() == [2, 2]
    assert frame["overrun_ms"].isna().all()
    assert games_frame(games, "polars")["first_budget"].to_list() == [None, "30ev"]
    assert isinstance(games_frame([], "polars"), polars.DataFrame)


def test_a_cross_table_shows_itself_with_the_strongest_first():
    tally = Tally(players=PLAYERS)
    for outcome in (-1, -1, -1, 1):
        tally.add([((0, 1), Outcome(outcome=outcome))])
    table = CrossTable(players=PLAYERS, scores=((0, 1, tally.score()),))
    shown = ElementTree.fromstring(table._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in shown.iter("tr")]
    assert rows[0] == ["", "agent", "1", "2", "all", "Elo"]
    assert rows[1][:5] == ["1", "greedy_action@30ev", "–", "75.0", "75.0"]
    assert rows[2][:5] == ["2", "random", "25.0", "–", "25.0"]
