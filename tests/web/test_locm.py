"""Legends of Code and Magic by messages: a whole game, what the page is told, and what it is never told."""

import json

import pytest

import turnwright
from turnwright.arena.live.live_game import NOBODY, LiveGame, Setup
from turnwright.arena.live.seat import Seat
from turnwright.core.rng import generator
from turnwright.games.locm.engine.cards import CARDS
from turnwright.web.boards import board_named, board_of
from turnwright.web.boards.locm.cards import sentence_of
from turnwright.web.serialise import shown_effects, shown_game, shown_turn

AGAINST_AGENT = (Seat(), Seat(agent="random"))
DRAFT = 60
"""Turns of a draft: every pick is one."""


def game_after(turns: int, seats=AGAINST_AGENT) -> LiveGame:
    """A hidden game some turns on, without anybody having looked."""
    game = LiveGame(Setup(game="locm", seats=seats, view="hidden", deal=11, seeds=(5, 6)), name="game", started=1.0)
    agent = turnwright.agent("random")
    for number in range(turns):
        game.play_turn(agent.plan(game.state.view(), seed=number).actions)
    return game


def raw(game: LiveGame) -> str:
    return shown_game(game, thinking=False, stored=None)


# A whole game


def test_a_draft_and_a_battle_to_the_end_by_messages(client, begin):
    """Every message is looked at: no hand, deck or pick of the opponent, no seed, until the game is over."""
    seed = 987654321987
    game = begin(game="locm", options={}, seed=seed, seats=[{}, {"agent": "random"}])
    assert (game["view"], game["position"]["phase"]) == ("hidden", "draft")
    said = []
    with client.websocket_connect(f"/ws/games/{game['name']}") as socket:

        def until(wanted) -> dict:
            while True:
                said.append(socket.receive_text())
                message = json.loads(said[-1])
                assert message["type"] != "error", message
                if message["type"] == "game" and wanted(message):
                    return message

        game = until(lambda _: True)
        while not game["over"]:
            count = game["count"]
            if game["player"] == 1:
                socket.send_json({"type": "continue"})
                game = until(lambda told: told["over"] or told["player"] == 0)
            else:
                wanted = game["legal"][-1]["action"] if game["legal"] else "PASS"
                socket.send_json({"type": "act", "actions": [wanted], "count": count})
                game = until(lambda told, count=count: told["count"] > count or told["over"])
    assert game["position"]["phase"] == "battle"
    assert [len(side["picks"]) for side in game["position"]["sides"]] == [30, 30]
    assert len(said) > 100
    for text in said:
        assert str(seed) not in text
        message = json.loads(text)
        positions = [message.get("position"), *(step["position"] for step in message.get("steps", []))]
        if message.get("over") or (positions[-1] is not None and positions[-1]["over"]):
            continue  # it was told when the game was over, and nothing is hidden any more
        for position in filter(None, positions):
            other = position["sides"][1]
            assert not any(other["picks"])
            assert other["deck"] == []
            assert not any(one["card"] for one in other["hand"])
        if not message.get("over"):
            assert "seeds=" not in text


# What is hidden


@pytest.mark.parametrize("turns", [0, 1, 8, DRAFT, DRAFT + 6, DRAFT + 7])
def test_a_page_is_told_the_same_whatever_is_hidden(turns):
    """The opponent's picks, hand and deck, the own deck's order and the rounds to come are replaced by guesses."""
    game = game_after(turns)
    told = raw(game)
    worlds = game.state.view(0, "hidden").worlds(5, generator(3))
    assert len({world.text for world in worlds}) > 1
    for world in worlds:
        game.state = world
        assert raw(game) == told


@pytest.mark.parametrize("action", ["PICK 2", "PASS"])
def test_a_pick_is_told_to_nobody_else(action):
    """Passing takes the first card, so it is not told either."""
    game = game_after(1)
    played = game.play_turn([game.state.game.parse_action(action)])
    told = shown_turn(game, played, 2)
    assert told["log"]["actions"] == ["PICK ?"]
    (step,) = told["steps"]
    assert (step["action"], step["from"], step["to"], step["effects"]) == ("PICK ?", "", "", [])
    assert json.loads(raw(game))["position"]["sides"][1]["picks"] == [0]


def test_between_two_people_at_one_screen_nobody_sees_a_hand():
    game = game_after(DRAFT + 2, seats=(Seat(), Seat()))
    assert game.viewer == NOBODY
    for side in json.loads(raw(game))["position"]["sides"]:
        assert side["hand"]
        assert not any(one["card"] for one in side["hand"])
        assert not any(side["picks"])


def test_an_action_of_a_battle_can_be_taken_back():
    """Cards are drawn at the start of a turn: nothing hidden is revealed inside it."""
    game = game_after(DRAFT + 4)
    before = raw(game)
    actions = [one["action"] for one in json.loads(before)["legal"] if one["action"].startswith("SUMMON")]
    game.play(actions[:1])
    assert game.undoable == 1
    game.undo()
    assert raw(game) == before


# What the page is told


def effects_of(own: str, other: str, action: str, *, hand: str = "-", health: int = 30) -> list[dict]:
    rune = 25 if health > 25 else 0
    state = turnwright.state(
        f"locm battle 20 1 hp20,was20,mana12/12,bonus0,rune15,draw1,shown1 {hand} 41=1 {own} - "
        f"hp{health},was{health},mana0/10,bonus0,rune{rune},draw1,shown1 - 42=1 {other} -"
    )
    number = state.game.parse_action(action)
    return [effect.as_dict() for effect in board_of(state.game).effects(state, number, state.play(number))]


def test_two_creatures_strike_each_other():
    assert effects_of("1=1:0:3/5:------r", "2=1:0:2/4:------", "ATTACK 1 2") == [
        {"kind": "hurt", "at": "creature:2", "amount": 3, "what": "Slimer"},
        {"kind": "hurt", "at": "creature:1", "amount": 2, "what": "Slimer"},
    ]


def test_breakthrough_drain_and_runes_are_told():
    """Attack 9 on defense 2: seven more hit the opponent, whose health falls from 30 to 23 past the rune at 25."""
    assert effects_of("1=1:0:9/5:B-D---r", "2=1:0:0/2:------", "ATTACK 1 2") == [
        {"kind": "die", "at": "creature:2", "what": "Slimer"},
        {"kind": "wound", "at": "face:1", "amount": 7},
        {"kind": "rune", "at": "face:1", "amount": 1},
        {"kind": "recover", "at": "face:0", "amount": 9},
    ]


def test_a_ward_is_lost_instead():
    assert effects_of("1=1:0:3/5:------r", "2=1:0:0/4:-----W", "ATTACK 1 2") == [
        {"kind": "ward", "at": "creature:2", "to": "Ward", "what": "Slimer"}
    ]


def test_a_creature_enters_a_lane():
    """Card 1, Slimer, gives one health when it is summoned."""
    assert effects_of("-", "-", "SUMMON 3 1", hand="3=1") == [
        {"kind": "summon", "at": "lane:1", "to": "creature:3", "what": "Slimer"},
        {"kind": "recover", "at": "face:0", "amount": 1},
    ]


def test_the_last_blow_wins():
    found = effects_of("1=1:0:3/5:------r", "-", "ATTACK 1 -1", health=3)
    assert found[0] == {"kind": "wound", "at": "face:1", "amount": 3}
    assert found[-1] == {"kind": "wins"}


def test_places_and_targets():
    state = turnwright.state(
        "locm battle 20 1 hp20,was20,mana12/12,bonus0,rune15,draw1,shown1 3=1 41=1 1=1:0:3/5:------r - "
        "hp30,was30,mana0/10,bonus0,rune25,draw1,shown1 - 42=1 2=1:0:2/4:------,4=1:1:2/4:------ -"
    )
    assert {target["to"] for target in shown_effects(state, "creature:1")} == {"creature:2", "face:1"}
    assert {target["to"] for target in shown_effects(state, "card:3")} == {"lane:0", "lane:1"}


@pytest.mark.parametrize("seed", range(3))
def test_effects_account_for_all_health(seed):
    """On random play: what was lost and gained by the effects is what the positions differ in."""
    game = turnwright.game("locm:draft=random")
    state, agent, board = game.start(seed), turnwright.agent("random"), board_named("locm")
    for turn in range(30):
        if state.is_over:
            break
        walk = state.walk(agent.plan(state.view(), seed=turn).actions)
        for before, action, after in zip(walk.positions, walk.actions, walk.positions[1:], strict=False):
            changed = [0, 0]
            for effect in board.effects(before, action, after):
                if effect.kind in ("wound", "recover"):
                    changed[int(effect.at[5:])] += effect.amount if effect.kind == "recover" else -effect.amount
            health = [[side["health"] for side in board.position(one)["sides"]] for one in (before, after)]
            assert changed == [now - then for then, now in zip(*health, strict=True)]
        state = walk.after


def test_every_card_has_its_sentence():
    """By hand from the list of cards: an item's change, a red item, a draw, damage to the opponent."""
    sentences = {card.name: sentence_of(card) for card in CARDS}
    assert sentences["Slimer"] == "You gain 1 health."
    assert sum(not text for text in sentences.values()) == sum(
        card.kind == 0 and not (card.my_health or card.foe_health or card.draw) for card in CARDS
    )


def test_a_game_of_another_kind_is_refused(client):
    for wanted in ({"game": "chess"}, {"game": "locm", "options": {"map": "a"}}, {"game": ["locm"]}, [], "locm"):
        assert client.post("/api/games", json=wanted).status_code == 422


def test_drawings_are_served(client):
    text = client.get("/glyphs/locm.svg").text
    for name in ("keyword-G", "kind-creature", "kind-blue", "heart", "gem", "rune"):
        assert f'id="locm-{name}"' in text
