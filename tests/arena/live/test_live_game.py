"""A game in progress: undo, whole requests, and whose turn it is."""

import pytest

from turnwright.arena.live.live_game import NOBODY, LiveGame, PlayError, Setup
from turnwright.arena.live.seat import Seat
from turnwright.core.errors import TurnwrightError

TINY = "hero_academy:map=a-tiny,deck=TINY,action_points=3"
PEOPLE = (Seat(), Seat())


def game_of(*, seats=PEOPLE, view="open", spec=TINY) -> LiveGame:
    return LiveGame(Setup(game=spec, seats=seats, view=view, deal=3, seeds=(1, 2)))


def some_action(game: LiveGame) -> str:
    return game.state.action_text(game.state.legal_actions()[0])


def test_undo_goes_back_to_the_start_of_the_turn_and_no_further():
    game = game_of()
    start = game.state.text
    game.play([some_action(game)])
    game.play([some_action(game)])
    assert game.undoable == 2
    game.undo()
    game.undo()
    assert game.state.text == start
    with pytest.raises(PlayError, match="nothing to take back"):
        game.undo()


def test_a_turn_that_is_over_cannot_be_taken_back():
    game = game_of()
    game.play([some_action(game), "end"])
    assert (game.seat, game.undoable, len(game.turns)) == (1, 0, 1)


def test_actions_are_played_all_or_none():
    game = game_of()
    before = game.state.text
    with pytest.raises(TurnwrightError):
        game.play([some_action(game), "e1-e2"])
    with pytest.raises(PlayError, match="ends after 1 of the 2"):
        game.play(["end", "end"])
    assert (game.state.text, game.actions, game.turns, game.seat) == (before, (), [], 0)


def test_a_person_cannot_move_for_the_agent():
    game = game_of(seats=(Seat(), Seat(agent="random")))
    game.play(["end"])
    with pytest.raises(PlayError, match="agent's turn"):
        game.play(["end"])


def test_nothing_in_a_turn_of_hero_academy_is_revealed_before_its_end():
    """Cards are drawn when a turn ends, so every action can be taken back, also with hidden hands."""
    game = game_of(seats=(Seat(), Seat(agent="random")), view="hidden")
    game.play([some_action(game)])
    game.play([some_action(game)])
    assert game.undoable == 2


def test_between_two_people_at_one_screen_nobody_sees_a_hand():
    game = game_of(view="hidden")
    assert game.viewer == NOBODY
    with pytest.raises(PlayError, match="has this seat"):
        game.play(["end"])
    game.take_seat()
    assert game.viewer == 0
    game.play(["end"])
    assert game.viewer == NOBODY


def test_resigning_loses():
    game = game_of()
    game.play(["end"])
    game.resign()
    assert (game.is_over, game.outcome) == (True, 1)
    with pytest.raises(PlayError, match="over"):
        game.play(["end"])


def test_what_was_played_can_be_played_again():
    game = game_of()
    for _ in range(4):
        game.play([some_action(game), "end"])
    game.play([some_action(game)])
    again = game_of()
    again.replay([" ".join(turn.texts) for turn in game.turns], [(None, {})] * 4, game.unfinished)
    assert (again.state.text, again.count) == (game.state.text, game.count)
