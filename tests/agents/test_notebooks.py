"""What notebooks show of states, views, turns and searches."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import turnwright
from turnwright.agents.base import Report, Turn

PAIRS = f"{Path(__file__).resolve().parents[2] / 'examples' / 'pairs.py'}:Pairs"


@pytest.fixture(scope="module")
def state():
    return turnwright.game("hero_academy").start(seed=7)


def test_a_state_shows_its_drawing(state):
    assert state._repr_svg_() == state.svg()


def test_a_hidden_view_shows_only_what_the_player_may_know(state):
    view = state.view(kind="hidden")
    assert view._repr_svg_() == view.shown.svg()
    assert view._repr_svg_() != state.svg()


def test_a_state_of_a_game_without_a_drawing_shows_its_notation():
    """A notebook falls back to the notation if there is no picture."""
    assert turnwright.game(PAIRS).start(seed=1)._repr_svg_() is None


def test_a_turn_shows_its_notation_its_value_and_where_it_leads(state):
    actions = (*state.legal_actions()[:1], state.end_action)
    shown = Turn(state=state, actions=actions, value=0.25)._repr_html_()
    assert f"<code>{state.turn_text(actions)}</code>, value 0.25</p>" in shown
    assert state.play(*actions).svg() in shown


def test_a_turn_of_a_game_without_a_drawing_shows_text():
    start = turnwright.game(PAIRS).start(seed=1)
    shown = Turn(state=start, actions=(start.legal_actions()[0],))._repr_html_()
    assert "value" not in shown
    assert "<pre>" in shown


def test_a_search_shows_its_curve():
    report = Report(evaluations=90, curve=((10, 1.0, 0.25), (40, 3.0, 0.5)))
    assert ElementTree.fromstring(report._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"
    assert report._repr_svg_() != Report(evaluations=90, curve=((10, 1.0, 0.5),))._repr_svg_()


def test_a_search_without_values_over_time_shows_no_curve():
    assert Report(evaluations=3)._repr_svg_() is None
