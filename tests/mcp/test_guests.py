"""Games with guests: the rules for programs outside, and nothing that a guest may not know or do."""

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.core.budget import ALLOWANCE
from turnwright.mcp.guests import Guests

TINY = "hero_academy:map=a-tiny"


class Clock:
    """A clock that goes only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def greedy_turn_of(state: str) -> list[str]:
    """The first legal actions until the turn is over."""
    position, actions = turnwright.state(state), []
    start = position.player
    while not position.is_over and position.player == start:
        legal = [action for action in position.legal_actions() if action != position.end_action]
        action = legal[0] if legal and len(actions) < 2 else position.end_action
        actions.append(position.action_text(action))
        position = position.play(action)
    return actions


def test_a_guest_plays_against_an_agent_to_the_end():
    guests = Guests()
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", seed=1)
    assert (told["your_turn"], told["seats"], told["opponent_turns"]) == (True, ["you", "random"], [])
    while not told["over"]:
        before = told["turns_played"]
        told = guests.play(told["id"], greedy_turn_of(told["position"]["state"]))
        assert told["over"] or (told["turns_played"] == before + 2 and len(told["opponent_turns"]) == 1)
    assert told["ended"] == "played"
    assert guests.state(told["id"]) == told | {"opponent_turns": told["opponent_turns"]}
    with pytest.raises(TurnwrightError, match="the game is over: played"):
        guests.play(told["id"], ["end"])


def test_a_turn_may_be_played_action_by_action():
    guests = Guests()
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", seed=1, seat=1)
    assert told["turns_played"] == 1
    actions = greedy_turn_of(told["position"]["state"])
    listed = guests.legal_actions(told["id"], actions[:1])
    told = guests.play(told["id"], actions[:1])
    assert told["played_this_turn"] == actions[:1]
    assert guests.legal_actions(told["id"]) == listed
    assert guests.play(told["id"], actions[1:])["played_this_turn"] == []


@pytest.mark.parametrize("actions", [["Z@a1"], [], ["end", "end"], ["K@e3"]])
def test_a_wrong_turn_loses_the_game(actions):
    guests = Guests()
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", seed=1)
    told = guests.play(told["id"], actions)
    assert (told["over"], told["outcome"], told["your_turn"]) == (True, -1, False)
    assert told["ended"] not in ("played", None)


def test_in_practice_a_wrong_turn_is_refused_and_nothing_is_played():
    guests = Guests(clock=(clock := Clock()))
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", seed=1, practice=True, turn_limit="1s")
    clock.now = 100.0
    with pytest.raises(TurnwrightError, match="the turn ends after 1 of the 2 actions given"):
        guests.play(told["id"], ["end", "end"])
    assert guests.state(told["id"]) == told


@pytest.mark.parametrize(("late", "lost"), [(ALLOWANCE - 1, False), (ALLOWANCE + 1, True)])
def test_a_turn_may_be_late_by_the_allowance_only(late, lost):
    guests = Guests(clock=(clock := Clock()))
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", seed=1, turn_limit="2s")
    clock.now = 2.0 + late / 1000
    told = guests.play(told["id"], ["end"])
    assert told["over"] is lost
    if lost:
        assert "the limit is 2000 ms, and 100 ms more are allowed" in told["ended"]


def test_hidden_cards_stay_hidden():
    guests = Guests()
    told = guests.new_game(TINY, opponent="random", opponent_budget="1it", view="hidden")
    assert told["position"]["view"] == "hidden"
    assert told["position"]["contents"]["unknown_cards"][1] > 0
    assert guests.seen(told["id"]).text == told["position"]["state"]
    told = guests.play(told["id"], [guests.legal_actions(told["id"])["actions"][-1]["text"]])
    assert told["opponent_turns"] == []
    asked = guests.ask_agent(told["id"], "random", "1it")
    assert asked["actions"]
    assert guests.state(told["id"])["agents_asked"] == 1
    with pytest.raises(TurnwrightError, match="whoever knows the seed"):
        guests.new_game(TINY, opponent="random", view="hidden", seed=1)
    with pytest.raises(TurnwrightError, match="needs an opponent"):
        guests.new_game(TINY, view="hidden")


def test_an_agent_is_asked_and_a_position_is_judged():
    guests = Guests()
    text = turnwright.game(TINY).start(1).text
    asked = guests.ask_agent(text, "greedy_action", "100ev", seed=2)
    assert asked["whole"]
    assert asked["agent"] == "greedy_action"
    first, second = (guests.evaluate(asked["after"], player)["normalised"] for player in (0, 1))
    assert first + second == pytest.approx(1)


def test_nothing_of_this_machine_runs_without_trust(canary):
    guests = Guests()
    for spec in canary.hostile:
        for ask in (
            lambda spec: guests.new_game(spec),
            lambda spec: guests.new_game(TINY, opponent=spec),
            lambda spec: guests.ask_agent(turnwright.game(TINY).start(1).text, spec),
            lambda spec: guests.evaluate(f"{spec} 1 1"),
            lambda spec: guests.game(spec),
        ):
            with pytest.raises(TurnwrightError):
                ask(spec)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"opponent": "oep", "opponent_budget": "1000s"}, "this server allows 10000ms a turn"),
        ({"opponent": "oep:population=100000"}, "this server allows up to 1000"),
        ({"turn_limit": "5it"}, "it must be a time, such as 60s"),
        ({"opponent_budget": "1s"}, "name one, such as greedy_action"),
    ],
)
def test_too_much_is_refused(wrong, says):
    with pytest.raises(TurnwrightError, match=says):
        Guests().new_game(TINY, **wrong)


def test_positions_that_are_none_are_refused():
    with pytest.raises(TurnwrightError, match="'game-9' is neither a game in progress nor a state in notation"):
        Guests().evaluate("game-9")
    with pytest.raises(TurnwrightError, match="there is no game 'game-9'; new_game begins one"):
        Guests().play("game-9", ["end"])


def test_old_games_make_room_for_new_ones():
    guests = Guests()
    for _ in range(65):
        told = guests.new_game("amazons:side=6")
    assert told["id"] == "game-65"
    with pytest.raises(TurnwrightError, match="there is no game 'game-1'"):
        guests.resign("game-1")
    assert guests.resign("game-2")["ended"] == "resigned"
