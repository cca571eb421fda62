"""The recorded game of the first page follows the rules."""

import json

import turnwright
from turnwright.web.boards import board_named
from turnwright.web.showcase import FILE, SETUP


def test_the_recorded_game_follows_the_rules():
    told = json.loads(FILE.read_text(encoding="utf-8"))
    board = board_named(told["board"])
    state = turnwright.game(SETUP.game).start(SETUP.seed)
    position = told["position"]
    assert position == board.position(state)
    for turn in told["turns"]:
        assert turn["seat"] == state.player
        for step in turn["steps"]:
            state = state.play(step["action"])
            position = {**position, **step["changes"]}
            assert position == board.position(state)
    assert state.is_over
    assert state.outcome == told["outcome"]
    assert [player.agent for player in SETUP.players] == [seat["agent"] for seat in told["seats"]]
