"""How many actions a turn has: asked of the game, never of a field that only one game has."""

import pytest

import turnwright


def test_a_game_names_the_setting_of_its_turn_length():
    game = turnwright.game("hero_academy:action_points=3")
    assert game.turn_length == getattr(game.settings, game.turn_length_setting) == 3


def test_a_game_without_such_a_setting_says_so():
    game = turnwright.game("locm")
    assert (game.turn_length, game.turn_length_setting) == (None, None)
    with pytest.raises(turnwright.TurnwrightError, match="turns of locm have no set number of actions"):
        game.with_actions_left(game.start(0), 2)


def test_the_actions_left_can_be_changed_without_changing_the_state_itself():
    state = turnwright.game("hero_academy:map=a-tiny").start(1)
    changed = state.game.with_actions_left(state, 1)
    first = changed.legal_actions()[0]
    assert changed.play(first).legal_actions() == [state.end_action]
    assert state.play(first).legal_actions() != [state.end_action]
    with pytest.raises(turnwright.TurnwrightError, match="26 action points are impossible; give 0 to 25"):
        state.game.with_actions_left(state, 26)


def test_readings_are_settings_that_can_be_described_or_reference():
    for name in turnwright.game_names():
        game = turnwright.game(name)
        for reading in game.readings:
            assert getattr(game.variant(**{reading: "reference"}).settings, reading) == "reference"
            assert getattr(game.variant(**{reading: "described"}).settings, reading) == "described"
