"""Playing experiments, small: everything from the data file to the page."""

import json
import re
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from turnwright.arena.config import ArenaConfig
from turnwright.arena.store import Store
from turnwright.cli import main
from turnwright.papers.kept_games import EarlierGames, read_games, write_games
from turnwright.papers.load import experiment
from turnwright.papers.matches import Matches
from turnwright.papers.report import report_page
from turnwright.papers.reproduce import Laboratory, reproduce
from turnwright.papers.rows import markdown
from turnwright.papers.scale import Size

TINY = Size(games=2, scale=0.0005)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with Store(tmp_path_factory.mktemp("store") / "games.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def played(store):
    return reproduce(
        experiment("s0-tab2"),
        TINY,
        Laboratory(arena=ArenaConfig(store=store)),
        ["column=random,greedy action"],
        "a command",
    )


def test_both_sides_of_a_pairing_are_told_from_the_same_games(store):
    result = reproduce(
        experiment("s0-tab2"), TINY, Laboratory(arena=ArenaConfig(store=store)), ["player=greedy_action,greedy_turn"]
    )
    scores = {(score.cell.player, score.cell.opponent): score for score in result.scores}
    one, other = scores["greedy_action", "greedy_turn"], scores["greedy_turn", "greedy_action"]
    assert (one.wins, one.draws, one.losses) == (other.losses, other.draws, other.wins)
    assert one.pairs == other.pairs[::-1]
    assert (one.is_mirror, other.is_mirror) == (False, True)
    assert one.games == 2


def test_greedy_action_beats_random(played):
    (score,) = [one for one in played.scores if (one.cell.player, one.cell.opponent) == ("greedy_action", "random")]
    assert (score.wins, score.losses) == (2, 0)
    assert score.verdict is None  # budgets are scaled


def test_what_is_stored_is_not_played_again(store, played):
    begun = []
    again = reproduce(
        experiment("s0-tab2"),
        TINY,
        Laboratory(arena=ArenaConfig(store=store), begin=lambda what, total: begun.append(total)),
        ["column=random,greedy action"],
        "a command",
    )
    assert not begun
    assert again.as_dict() == played.as_dict()


def test_search_figures_are_those_of_the_turns(store, played):
    """With a counted budget, iterations are what was given, 93 offspring being 0.0005 of 6 s, or fewer at a win."""
    (oe,) = [one for one in played.searches if one.group == "OE, 5 AP, 6 s"]
    assert 85 < oe.means["iterations"] <= 93
    cells = [cell for cell in experiment("s0-tab2").cells if cell.player == "oe" and cell.opponent == "greedy_action"]
    matches = Matches(experiment("s0-tab2"), cells, TINY)
    turns = matches.read(ArenaConfig(store=store), EarlierGames()).searches()["oe", 5, 6.0]
    assert max(turns["iterations"]) == 93


class Page(HTMLParser):
    """Notes tags that are not closed, and addresses that lead elsewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.elsewhere = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.elsewhere += [value for name, value in attributes if name in ("src", "href", "data")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_whole_and_stands_alone(played):
    text = report_page(played)
    page = Page()
    page.feed(text)
    assert page.open == []
    assert page.elsewhere == []
    assert "<script" not in text
    assert re.findall(r"url\((?!#)", text) == []
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert "<svg" in text
    for table in re.findall(r"<caption>(.*?)</caption>", text):
        assert "SCALED to 0.0005" in table or "Games and players" in table or "Machine" in table
    assert "oep:win_probe=0@93it" in text
    assert "a command" in text


def test_markdown_has_every_score(played):
    text = markdown(played)
    rows = [line for line in text.splitlines() if line.startswith(("| Greedy", "| MCTS", "| OE"))]
    assert len([row for row in rows if "–" in row]) >= len(played.scores)
    assert "SCALED to 0.0005" in text
    assert "```sh" not in text  # a kept result is a record, not an example to run


def test_a_curve_is_drawn_where_there_is_an_axis(store):
    result = reproduce(
        experiment("fh-fig6"), Size(games=2, scale=0.001), Laboratory(arena=ArenaConfig(store=store)), ["ap=12,13,14"]
    )
    assert len(result.scores) == 9
    text = report_page(result)
    assert len(set(re.findall(r'id="curve-\d"', text))) == 3
    assert {tested.word for tested in result.statements} == {None}
    assert len(result.statements) == 4  # the one about two action points has nothing to go by


def test_searches_on_turn_starts(store):
    result = reproduce(
        experiment("s0-3.4"), Size(games=2, scale=0.002, positions=3), Laboratory(arena=ArenaConfig(store=store))
    )
    assert [one.label for one in result.findings if one.group == "MCTS"] == [
        "unique ends of the turn",
        "mean depth of leaves",
        "deepest leaf",
        "iterations",
    ]
    assert result.findings[-1].ours == "516.0"  # 0.002 of 258,000
    assert result.remarks[0].startswith("3 turn starts")


def test_complexity_is_measured_from_played_games(store):
    result = reproduce(experiment("fh-branch"), Size(games=2), Laboratory(arena=ArenaConfig(store=store)))
    values = {one.label: float(one.ours) for one in result.findings}
    assert 15 < values["candidates of a state, 5 AP"] < 60
    assert values["mutations of a turn, 2 AP"] < values["mutations of a turn, 10 AP"]


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["turnwright", *words])
    with pytest.raises(SystemExit) as caught:
        main()
    return caught.value.code or 0, capsys.readouterr()


def test_papers_lists_every_experiment_as_json(monkeypatch, capsys):
    code, printed = run(monkeypatch, capsys, "papers", "--json")
    listed = {one["name"]: one for one in json.loads(printed.out)}
    assert code == 0
    assert listed["s0-tab2"]["cost"]["games"] == 1000
    assert all(one["cost"] for one in listed.values())
    numbers = [number for one in listed.values() for number in one["numbers"]]
    assert len(numbers) == 135
    assert all({"kept", "full", "verdict", "published"} <= set(number) for number in numbers)
    assert all(number["kept"] for number in numbers if number["verdict"] is not None)


def test_papers_for_people(monkeypatch, capsys):
    code, printed = run(monkeypatch, capsys, "papers")
    assert code == 0
    assert "s0-tab2" in printed.out


def test_the_command_writes_a_report(monkeypatch, capsys, tmp_path, store):
    monkeypatch.setenv("TURNWRIGHT_STORE", store.place)
    folder = tmp_path / "kept"
    words = ("reproduce", "s0-tab2", "--games", "2", "--scale", "0.0005", "--cells", "column=random", "--workers", "1")
    words = (*words, "--variant", "described")
    code, printed = run(monkeypatch, capsys, *words, "--out", str(folder), "--json")
    assert code == 0, printed.err
    data = json.loads(printed.out)
    assert {score["verdict"] for score in data["scores"]} == {None}
    assert json.loads((folder / "result.json").read_text()) == data
    assert "report.html" in printed.err
    assert str(tmp_path) not in (folder / "report.html").read_text()  # nothing of the machine's folders is kept
    assert (
        data["command"]
        == "turnwright reproduce s0-tab2 --games 2 --scale 0.0005 --cells column=random --variant described"
    )


def test_a_kept_result_is_computed_again_from_its_games(monkeypatch, capsys, tmp_path, store, played):
    """Of the games and the deals that they were played from; what does not fit is named."""
    folder = tmp_path / "kept"
    words = ("reproduce", "s0-tab2", "--games", "2", "--scale", "0.0005", "--cells", "column=random,greedy action")
    words = (*words, "--variant", "described", "--store", store.place, "--out", str(folder))
    assert run(monkeypatch, capsys, *words)[0] == 0
    code, printed = run(monkeypatch, capsys, "reproduce", "s0-tab2", "--check", str(folder))
    assert (code, "7 scores" in printed.out, "14 games" in printed.out) == (0, True, True)
    data = json.loads((folder / "result.json").read_text())
    assert data["provenance"]["games"] == 14
    assert data["provenance"]["sources"]
    data["scores"][0]["wins"] -= 1
    data["scores"][0]["low"] += 0.5
    (folder / "result.json").write_text(json.dumps(data))
    code, printed = run(monkeypatch, capsys, "reproduce", "s0-tab2", "--check", str(folder))
    assert code == 2
    assert "wins is 1 as written, 2 by the games" in printed.err
    assert "2 entries" in " ".join(printed.err.split())
    code, printed = run(monkeypatch, capsys, "reproduce", "bc-tab1", "--check", str(folder))
    assert (code, "has a result of s0-tab2, not of bc-tab1" in " ".join(printed.err.split())) == (2, True)
    (folder / "games.json.gz").unlink()
    code, printed = run(monkeypatch, capsys, "reproduce", "s0-tab2", "--check", str(folder))
    assert (code, "has no games.json.gz" in " ".join(printed.err.split())) == (2, True)


@pytest.fixture
def kept(monkeypatch, capsys, tmp_path, store, played):
    """A kept result of two games, and the words that made it."""
    folder = tmp_path / "kept"
    words = ("reproduce", "s0-tab2", "--scale", "0.0005", "--cells", "player=oe", "--cells", "opponent=greedy_action")
    words = (*words, "--variant", "described", "--workers", "1")
    assert run(monkeypatch, capsys, *words, "--games", "2", "--store", store.place, "--out", str(folder))[0] == 0
    return folder, words


def test_a_kept_result_is_gone_on_from(monkeypatch, capsys, tmp_path, kept):
    """Only what it lacks is played, and the scores are those of a run that played everything."""
    folder, words = kept
    whole, rest = tmp_path / "whole.db", tmp_path / "rest.db"
    _, printed = run(monkeypatch, capsys, *words, "--games", "4", "--store", str(whole), "--json")
    at_once = json.loads(printed.out)
    words = (*words, "--games", "4", "--store", str(rest), "--continue", str(folder), "--json")
    code, printed = run(monkeypatch, capsys, *words, "--out", str(folder))
    in_parts = json.loads(printed.out)
    assert code == 0
    assert in_parts["scores"] == at_once["scores"]
    assert in_parts["provenance"] == at_once["provenance"]
    assert in_parts["remarks"] == ["2 games are of a result kept earlier; means of searches leave them out."]
    assert "--continue" not in in_parts["command"]
    with Store(rest) as stored:
        assert stored.count() == 2
    code, printed = run(monkeypatch, capsys, "reproduce", "s0-tab2", "--check", str(folder))
    assert (code, "4 games" in printed.out) == (0, True)


@pytest.mark.parametrize("change", ["source", "deal", "seat"])
def test_games_of_other_sources_or_deals_do_not_count(monkeypatch, capsys, tmp_path, kept, change):
    folder, words = kept
    (pairing,) = read_games(folder)
    game = pairing.games[0]
    changed = {
        "source": lambda: replace(pairing, source="0" * 16),
        "deal": lambda: replace(pairing, games=(replace(game, deal=game.deal + 1), *pairing.games[1:])),
        "seat": lambda: replace(pairing, games=pairing.games[1:]),
    }
    write_games([changed[change]()], folder)
    store = tmp_path / "again.db"
    words = (*words, "--games", "2", "--store", str(store), "--continue", str(folder))
    assert run(monkeypatch, capsys, *words)[0] == 0
    with Store(store) as stored:
        assert stored.count() == 2


@pytest.mark.parametrize("name", ["s0-3.4", "locm-tab1"])
def test_what_needs_whole_games_is_not_gone_on_from(monkeypatch, capsys, tmp_path, kept, name):
    folder, _ = kept
    words = ("reproduce", name, "--store", str(tmp_path / "games.db"), "--continue", str(folder))
    code, printed = run(monkeypatch, capsys, *words)
    assert (code, "leave out --continue" in " ".join(printed.err.split())) == (2, True)


@pytest.mark.parametrize("width", [80, 100, 160])
def test_a_narrow_terminal_shows_who_scored_what_and_whether_that_differs(monkeypatch, capsys, store, played, width):
    """Columns that say less give way, so that no name, score or verdict is cut short."""
    monkeypatch.setattr("turnwright.cli.console.out.width", width)
    words = ("reproduce", "s0-tab2", "--scale", "0.0005", "--games", "2", "--cells", "column=random,greedy action")
    code, printed = run(monkeypatch, capsys, *words, "--variant", "described", "--store", store.place)
    assert code == 0
    assert "…" not in printed.out
    tables = [line for line in printed.out.splitlines() if not line.startswith(("•", "s0-tab2:"))]
    assert max(map(len, tables)) <= width
    for word in ("ours, %", "published"):
        assert word in printed.out


def test_the_command_for_people(monkeypatch, capsys, store):
    code, printed = run(monkeypatch, capsys, "reproduce", "th-2.3-states", "--store", store.place)
    assert code == 0
    assert "1.57e199" in printed.out
    assert "misprint" in printed.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nope"], "there is no experiment 'nope'"),
        (["s0-tab2", "--games", "3"], "3 games cannot be played in pairs"),
        (["th-fig5.7", "--budget", "1s"], "compares several budgets"),
        (["s0-3.4", "--cells", "ap=5"], "has no cells to select"),
        (["s0-tab2", "--out", "/dev/null/x"], "cannot be created"),
    ],
)
def test_bad_wishes_end_in_one_sentence(monkeypatch, capsys, words, complaint, tmp_path):
    code, printed = run(monkeypatch, capsys, "reproduce", *words, "--store", str(tmp_path / "games.db"))
    assert code == 2
    assert complaint in " ".join(printed.err.split())
    assert not (tmp_path / "games.db").exists()
