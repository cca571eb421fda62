"""With hidden hands a page never gets what its player may not see: looked for in the raw messages."""

import json

import pytest

import turnwright
from turnwright.arena.live.live_game import NOBODY, LiveGame, Setup
from turnwright.arena.live.seat import Seat
from turnwright.core.rng import generator
from turnwright.web.search_pool import Progress
from turnwright.web.serialise import shown_game, shown_progress, shown_turn
from turnwright.web.sessions import Session

SPEC = "hero_academy:map=a-small,deck=SMALL,action_points=3,draws=random"
AGENT = Seat(agent="greedy_action")


def game_after(turns: int, seats) -> LiveGame:
    """A game some turns on, without anybody having looked."""
    game = LiveGame(Setup(game=SPEC, seats=seats, view="hidden", deal=11, seeds=(5, 6)), name="game", started=1.0)
    agent = turnwright.agent("random")
    for number in range(turns):
        game.play_turn(agent.plan(game.state.view(), seed=number).actions)
    return game


def raw(game: LiveGame) -> str:
    return shown_game(game, thinking=False, stored=None)


@pytest.mark.parametrize("turns", [0, 1, 6, 7])
def test_a_page_is_told_the_same_whatever_is_hidden(turns):
    """The opponent's hand, both decks' seeds and chance are replaced by guesses: not a byte changes."""
    game = game_after(turns, (Seat(), AGENT))
    told = raw(game)
    true = game.state
    worlds = true.view(0, "hidden").worlds(5, generator(3))
    assert len({world.text for world in worlds}) > 1
    for world in worlds:
        game.state = world
        assert raw(game) == told
        message = shown_progress(game, Progress(stage="thinking", value=1.0, actions=(1,), reply=(1,)), secret=True)
        assert not {"value", "actions", "ghosts", "reply", "curve"} & message.keys()


def test_nobodys_view_has_no_hand_at_all():
    game = game_after(4, (Seat(), Seat()))
    assert game.viewer == NOBODY
    position = json.loads(raw(game))["position"]
    assert position["hands"] == [{}, {}]
    assert all(position["unknown"])


def test_the_opponents_turns_do_not_tell_which_cards_were_put_back():
    game = game_after(0, (AGENT, Seat()))
    state = game.state
    swap = next(action for action in state.legal_actions() if state.action_text(action).startswith("~"))
    walk = state.walk([swap, state.end_action])
    played = game.play_turn(walk.actions)
    told = shown_turn(game, played, 1)
    assert told["log"]["actions"] == ["~?", "end"]
    assert [step["effects"] for step in told["steps"]] == [[], []]
    assert state.action_text(swap) not in json.dumps(told)
    assert "value" not in told["log"]


def test_everything_is_shown_once_the_game_is_over():
    game = game_after(2, (Seat(), AGENT))
    game.resign()
    assert json.loads(raw(game))["position"]["unknown"] == [0, 0]


def test_no_message_of_a_whole_game_names_a_seed(client, begin):
    """Everything that goes over the wire while a hidden game is played to its end."""
    seed = 987654321987
    game = begin(hands="hidden", seed=seed, seats=[{}, {"agent": "greedy_action"}])
    session: Session = client.portal.call(client.app.state.services.sessions.find, game["name"], "me")
    secrets = {str(seed), *map(str, session.game.setup.seeds)}
    said = [json.dumps(game)]
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        said.append(socket.receive_text())
        for _ in range(30):
            secrets.add(f"chance={session.game.state.records[0].chance:x}")
            socket.send_json({"type": "act", "actions": ["end"]})
            told = [socket.receive_text()]
            over = json.loads(told[-1])["over"]
            if not over:
                socket.send_json({"type": "continue"})
                while json.loads(told[-1])["type"] != "game" or json.loads(told[-1])["player"] != 0:
                    told.append(socket.receive_text())
                    over = json.loads(told[-1]).get("over", False)
                    if over:
                        break
            if over:
                break
            said += told
    assert over, "thirty turns of doing nothing lose the game"
    assert len(said) > 10
    for message in said:
        assert not [secret for secret in secrets if secret in message]
        assert json.loads(message).get("thought") is None
        position = json.loads(message).get("position")
        assert position is None or (position["hands"][1] == {} and position["unknown"][1] > 0)


@pytest.mark.parametrize("wanted", [{"hands": "hidden"}, {"game": "locm", "options": {"draft": "random"}}], ids=str)
def test_no_refusal_tells_what_is_hidden(client, begin, wanted):
    """Whatever is wrong with an action, by HTTP or by WebSocket: neither the position nor a hand of the opponent."""
    game = begin(**{"options": {"map": "a-small"}} | wanted)
    session: Session = client.portal.call(client.app.state.services.sessions.find, game["name"], "me")
    state = session.game.state
    worlds = state.view(0, "hidden").worlds(5, generator(3))
    wrong = ["a1-a2", "zz", "K@z9", "~", "PICK 0", "SUMMON 1 0", "ATTACK 1 -1", "USE 99 99"]
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:
        socket.receive_json()
        for action in wrong:
            said = []
            for world in [state, *worlds]:
                session.game.state = world
                answer = client.post(f"/api/games/{game['name']}/actions", json={"actions": [action]})
                assert answer.status_code == 409, answer.text
                socket.send_json({"type": "act", "actions": [action]})
                said.append((answer.text, socket.receive_text()))
            assert len(set(said)) == 1, said  # the same whatever is hidden
            assert "chance=" not in said[0][0]
