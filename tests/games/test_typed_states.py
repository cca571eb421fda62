"""What a Python user reads in a state, by name: the same as the notation says, however the state was made."""

import copy
import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import turnwright
from turnwright import AmazonsState, ArimaaState, HeroAcademyState, LocmState, State
from turnwright.games.amazons import typed_state as amazons
from turnwright.games.arimaa import typed_state as arimaa
from turnwright.games.hero_academy import typed_state as hero_academy
from turnwright.games.locm import typed_state as locm

ROOT = Path(__file__).resolve().parents[2]
CLASSES = {"hero_academy": HeroAcademyState, "locm": LocmState, "arimaa": ArimaaState, "amazons": AmazonsState}


@pytest.mark.parametrize("module", [amazons, arimaa, hero_academy, locm], ids=lambda module: module.__name__)
def test_the_examples_of_the_docstrings_hold(module):
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


@pytest.mark.parametrize("name", CLASSES)
def test_states_are_of_their_games_class_however_they_are_made(name):
    start = turnwright.game(name).start(seed=1)
    played = start.play(start.legal_actions()[0])
    walked = start.walk([start.legal_actions()[0]])
    made = [
        start, played, start.copy(), start.under(start.game), walked.after, *walked.positions,
        State(start.game, start.records),
        turnwright.state(start.text), start.view(kind="hidden").world(), start.view(kind="hidden").shown,
        copy.copy(start),
    ]  # fmt: skip
    assert {type(state) for state in made} == {CLASSES[name]}


def test_hero_academy_says_what_the_notation_says():
    state = turnwright.state(turnwright.game("hero_academy:map=a-tiny").start(3).text)
    assert isinstance(state, HeroAcademyState)
    assert sum(state.hands[0].values()) == sum(state.hands[1].values()) == 6
    assert [(crystal.square, crystal.owner, crystal.hp) for crystal in state.crystals] == [
        ("a2", 0, 4500),
        ("e2", 1, 4500),
    ]
    card = next(card for card in ("knight", "archer", "cleric", "wizard", "ninja") if card in state.hands[0])
    later = state.play(f"{card[0].upper()}@a1")
    (unit,) = later.units
    assert (unit.kind, unit.owner, unit.square, unit.gear, unit.is_knocked_out) == (card, 0, "a1", (), False)
    assert unit.hp == unit.max_hp
    assert later.unit_at("a1") == unit
    assert later.unit_at("b1") is None
    assert later.hands[0].get(card, 0) == state.hands[0][card] - 1
    assert later.action_points == state.action_points - 1
    with pytest.raises(turnwright.TurnwrightError, match="'z9' is not a square of the map"):
        later.unit_at("z9")


def test_what_a_hidden_view_shows_has_unknown_cards():
    shown = turnwright.game("hero_academy").start(3).view(player=0, kind="hidden").shown
    assert isinstance(shown, HeroAcademyState)
    assert shown.unknown_cards == (0, 6)
    assert sum(shown.hands[0].values()) == 6
    assert not shown.hands[1]
    cards = turnwright.game("locm", draft="learned").start(3).view(player=0, kind="hidden").shown.hands
    assert {card.number for card in cards[1]} == {0}
    assert 0 not in {card.number for card in cards[0]}


def test_locm_has_lanes_by_name():
    state = turnwright.game("locm", draft="learned").start(seed=1)
    for _ in range(40):
        summons = [a for a in state.legal_actions() if state.action_text(a).startswith("SUMMON")]
        state = state.play(summons[-1] if summons else state.end_action)
        if state.creatures:
            break
    (creature,) = state.creatures
    assert state.lanes == {"left": (), "right": (creature,)}
    assert creature.name
    assert state.players[creature.owner].creatures == (creature,)


def test_arimaa_knows_what_is_still_to_be_placed():
    state = turnwright.game("arimaa").start(seed=1)
    assert state.is_setup
    assert dict(state.to_place[0]) == {"rabbit": 8, "cat": 2, "dog": 2, "horse": 2, "camel": 1, "elephant": 1}
    state = state.play("Ea1", "Ra2")
    assert (state.to_place[0].get("elephant"), state.to_place[0]["rabbit"]) == (None, 7)
    assert state.piece_at("a1").strength == 6
    assert state.steps_left == 14


@pytest.mark.slow
def test_the_front_page_and_states_by_name_pass_the_strict_type_checker(tmp_path):
    """The README's snippet, and what the pages say about reading a state."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    example = "\n\n".join(reversed(blocks))  # imports first
    assert len(blocks) == 2
    example += (
        "units: list[int] = [unit.hp for unit in turnwright.game('hero_academy').start(1).play('end').units]\n"
        "names: list[str] = [card.name for card in turnwright.game('locm').start(1).choices]\n"
        "kinds: set[str] = {piece.kind for piece in turnwright.game('arimaa', setup='book').start(1).pieces}\n"
        "closed: tuple[str, ...] = turnwright.game('amazons').start(1).closed\n"
    )
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), "example.py"]
    environment = os.environ | {"MYPYPATH": str(ROOT / "src")}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout
