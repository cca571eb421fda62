"""The text of whole games: written, read, and refused where it is none."""

import doctest

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.exchange import game_text
from turnwright.exchange.files import games_in, write_games
from turnwright.exchange.game_text import WrittenGame, read_games

from .conftest import stored_in


def test_the_examples_of_the_docstrings_hold():
    failed, tried = doctest.testmod(game_text)
    assert (bool(tried), failed) == (True, 0)


def test_stored_games_come_back(tmp_path, store):
    games = stored_in(store)
    write_games(tmp_path / "games.txt", games)
    read = list(games_in(tmp_path / "games.txt"))
    for one, other in zip(read, games, strict=True):
        assert one.record.setup == other.record.setup
        assert one.record.turns == other.record.turns
        assert (one.record.outcome, one.record.ending) == (other.record.outcome, other.record.ending)
        assert one.record.figure("value") == pytest.approx(other.record.figure("value"), nan_ok=True)


@pytest.mark.parametrize("name", turnwright.game_names())
def test_a_game_from_any_state_is_written_and_read(name):
    state, walks = turnwright.game(name).start(5), []
    for _ in range(4):
        start, actions = state, []
        while state.player == start.player and not state.is_over and not (actions and state.may_end):
            actions.append(state.legal_actions()[-1])
            state = state.play(actions[-1])
        if state.player == start.player and not state.is_over:
            actions.append(state.end_action)
        walks.append(start.walk(actions))
        state = walks[-1].after
    written = WrittenGame.of_walks(walks[1:], Event='a "small" game')
    (read,) = read_games(written.text())
    assert read == WrittenGame(
        game=written.game, turns=written.turns, values=(None,) * 3, tags=dict(written.tags), outcome=None
    )
    assert [walk.actions for walk in read.walks()] == [walk.actions for walk in walks[1:]]
    assert read.tags["Event"] == 'a "small" game'


GOOD = '[Game "amazons:side=6"]\n[Seed "1"]\n\n1. b1-b3 *b4\n*\n'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GOOD.replace("1. b1", "2. b1"), "line 4 has turn 2; turn 1 comes next"),
        (GOOD.replace("*\n", ""), "the last game has no result"),
        (GOOD.replace('[Game "amazons:side=6"]\n', ""), "has no tag Game"),
        (GOOD.replace("1. b1-b3 *b4", "hello"), "line 4 is 'hello'; it must be a tag"),
        (GOOD.replace("*b4", "*b4 {good}"), "line 4 has 'good' in braces; it must be a number"),
        (GOOD.replace('[Seed "1"]', '[Result "1-0"]'), "but its tag says otherwise"),
        (GOOD.replace('[Seed "1"]', '[Seed "1"]\n[Seed "2"]'), "line 3 is the tag Seed"),
    ],
)
def test_texts_that_are_no_games_are_refused_with_their_line(text, says):
    with pytest.raises(TurnwrightError, match=says.replace("[", r"\[")):
        list(read_games(text))


def test_games_that_cannot_be_played_or_stored_are_refused():
    (game,) = read_games(GOOD.replace("*b4", "*b1"))
    assert game.walks()[0].after.closed == ("b1",)
    (game,) = read_games(GOOD.replace("*b4", "*b9"))
    with pytest.raises(TurnwrightError, match=r"turn 1, 'b1-b3 \*b9', is not possible"):
        game.walks()
    with pytest.raises(TurnwrightError, match="the game has no tag First"):
        game.record()
    (game,) = read_games(GOOD.replace('"1"', '"-1"'))
    with pytest.raises(TurnwrightError, match="the tag Seed is '-1'"):
        game.walks()


def test_rules_from_outside_run_only_with_trust(canary):
    for spec in canary.specs:
        quoted = spec.replace("\\", "\\\\").replace('"', '\\"')
        for text in (GOOD.replace("amazons:side=6", quoted), f'{GOOD[:24]}[Start "{quoted} 1"]\n*\n'):
            (game,) = read_games(text)
            with pytest.raises(TurnwrightError):
                game.walks()
