"""Pictures of a search: its top branches, and the turn as arrows on the board."""

import re
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright import Report
from turnwright.agents.plots import curves_svg, turns_on_the_way
from turnwright.agents.search_tree import SearchTree
from turnwright.agents.turn_picture import turn_svg
from turnwright.games.svg import stacked

STATE = turnwright.game("amazons", side=6).start(0)
SVG = "{http://www.w3.org/2000/svg}"


def edge(text: str, visits: int, mean: float, child: int = -1) -> dict[str, object]:
    return {"action": 0, "text": text, "child": child, "visits": visits, "mean": mean}


ACTIONS = SearchTree(
    kind="tree",
    state=STATE.text,
    nodes=[
        {
            "depth": 0,
            "visits": 100,
            "mine": True,
            "edges": [edge("b1-b3", 70, 0.6, 1), edge("b1-b2", 30, 0.4), edge("a2-a3", 0, 0)],
        },
        {"depth": 1, "visits": 70, "mine": True, "edges": [edge("*b4", 1, 0.1)]},
    ],
)
TURN = [STATE.game.parse_action(text) for text in ("b1-b3", "*b4")]
POPULATION = SearchTree(
    kind="population", state=STATE.text, snapshots=[{"generation": 59}], genomes=[{"value": 12.5, "actions": TURN}]
)
TURNS = SearchTree(
    kind="tree",
    state=STATE.text,
    root=0,
    nodes=[
        {"genome": TURN, "value": 0.5, "visits": 9, "depth": 0, "children": [
            {"position": 1, "action": TURN[1], "child": -1, "visits": 4, "mean": 0.75},
        ]},
    ],
)  # fmt: skip


def test_a_tree_of_actions_as_text():
    assert ACTIONS.text().splitlines() == [
        "100 visits of 2 positions",
        "├─ 70 %, 70 visits, mean 0.6  b1-b3",
        "│  └─ 1 %, 1 visit, mean 0.1  *b4",
        "└─ 30 %, 30 visits, mean 0.4  b1-b2",
    ]
    assert ACTIONS.text(width=1).splitlines()[-1] == "└─ and 1 more"
    assert len(ACTIONS.text(depth=1).splitlines()) == 3


def test_a_population_and_a_tree_of_turns_as_text():
    assert POPULATION.text().splitlines() == ["the best turns after 59 generations", "└─ 12.5  b1-b3 *b4"]
    assert TURNS.text().splitlines() == ["1 turn; the first is b1-b3 *b4", "└─ 44 %, 4 visits, mean 0.75  2: *b4"]


@pytest.mark.parametrize("tree", [ACTIONS, POPULATION, TURNS], ids=["actions", "population", "turns"])
def test_every_branch_is_in_the_picture(tree):
    drawn = ElementTree.fromstring(tree._repr_svg_())
    texts = {text.text for text in drawn.iter(f"{SVG}text")}
    for line in tree.text().splitlines()[1:]:
        assert line.split("  ")[-1] in texts


def test_a_turn_is_drawn_as_numbered_arrows():
    drawn = ElementTree.fromstring(turn_svg(STATE.walk(TURN)))
    numbers = [text.text for text in drawn.iter(f"{SVG}text")][-2:]
    assert numbers == ["1", "2"]
    assert len(re.findall('stroke-width="8"', turn_svg(STATE.walk(TURN)))) == 2


@pytest.mark.parametrize(
    ("state", "turn", "paths"),
    [
        (
            "hero_academy 7 2 4 a1K1000,b4X1578,c3w880rd,e1A0sh,g2x4500 K2AI/a3w K3C/- 1824/10787",
            "c3-c1 W@i5 c1xa1",
            (2, 1, 2),
        ),
        ("arimaa 2g [rrrrrrrrhdcemcdh................................HDCMECDHRRRRRRRR]", "Ee2n Ee3n", (2, 2)),
        ("amazons:side=6 0 - ..B..B/....../....../....../....../..W..W", "c1-c3 *c4", (2, 2)),
    ],
)
def test_actions_have_their_places_in_the_picture(state, turn, paths):
    position = turnwright.state(state) if not state.startswith("amazons") else STATE
    texts = turn.split() if not state.startswith("amazons") else ["b1-b3", "*b4"]
    found = []
    for text in texts:
        action = position.game.parse_action(text)
        found.append(len(position.game.action_path(action, position)))
        position = position.play(text)
    assert tuple(found) == paths


def test_games_without_a_board_show_the_position_alone():
    start = turnwright.game("locm").start(1)
    drawn = turn_svg(start.walk(start.legal_actions()[:1]))
    assert drawn.startswith(start.svg().rpartition("</svg>")[0])
    assert 'stroke-width="8"' not in drawn


def test_pictures_stand_one_above_the_other():
    one, other = (ElementTree.fromstring(svg) for svg in (STATE.svg(), ACTIONS.svg()))
    whole = ElementTree.fromstring(stacked([STATE.svg(), ACTIONS.svg()]))
    assert float(whole.attrib["height"]) == float(one.attrib["height"]) + float(other.attrib["height"]) + 12
    assert [part.attrib["y"] for part in whole] == ["0", f"{float(one.attrib['height']) + 12:g}"]


def test_the_axis_of_a_curve_says_what_it_is():
    rising = Report(evaluations=900, curve=((10, 1.0, 0.25), (400, 3.0, 0.5)))
    falling = Report(evaluations=900, curve=((10, 1.0, 0.5), (400, 3.0, 0.25)))
    assert (rising.has_falling_curve, falling.has_falling_curve) == (False, True)
    assert "value of the best turn" in curves_svg(rising)
    assert "what it expects of its turn: a mean" in curves_svg(falling)


def test_turns_on_the_way_are_those_of_shorter_searches():
    state = turnwright.game("hero_academy:map=a-tiny").start(1)
    agent = turnwright.agent("greedy_action")
    turn = agent.plan(state.view(), turnwright.Budget(evaluations=64))
    points = turns_on_the_way(agent, state, turn, 0, "open")
    counts = [count for count, _ in points]
    assert counts == sorted(counts)
    assert points[-1] == (turn.report.evaluations, state.walk(turn.actions).after.normalised(0))
    assert all(0 <= worth <= 1 for _, worth in points)
