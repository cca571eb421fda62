"""`turnwright models`: what comes with the package, with its cards."""

import turnwright
from turnwright.evaluators.shipped import shipped_model, shipped_names
from turnwright.games.hero_academy.evaluators import learned_model
from turnwright.games.hero_academy.settings import Settings


def test_every_model_is_listed_with_its_card(turnwright_command):
    listed = turnwright_command("models", "--json").data
    assert [entry["name"] for entry in listed] == list(shipped_names())
    for entry in listed:
        card = entry["card"]
        assert card["title"]
        assert card["data"], entry["name"]
        assert card["matches"] or entry["kind"] != "linear", entry["name"]
        assert all(0 <= match["low"] <= match["score"] <= match["high"] <= 1 for match in card["matches"])


def test_one_card_can_be_asked_for(turnwright_command):
    said = turnwright_command("models", "hero-academy-large").out
    assert "data: " in said
    assert "match: " in said


def test_an_unknown_model_is_refused(refused):
    assert "no shipped model 'x'" in refused("models", "x")


def test_every_model_judges_a_start_of_its_game():
    for name in shipped_names():
        game = turnwright.game(shipped_model(name).game)
        state = game.start(1)
        assert isinstance(state.under(game.variant(evaluation=f"model({name})")).evaluate(0), float)


def test_learned_is_the_model_of_the_map_and_the_default_of_hero_academy():
    assert turnwright.game("hero_academy").judged_by == "learned"
    assert learned_model(Settings()) == shipped_model("hero-academy-large")
    assert learned_model(Settings(map="a-small", deck="SMALL")) == shipped_model("hero-academy-small")
    assert learned_model(Settings(map="a-tiny", deck="TINY")) == shipped_model("hero-academy-tiny")
    assert learned_model(Settings(action_points=8)) == shipped_model("hero-academy-large-ap10")
    assert learned_model(Settings(action_points=7)) == shipped_model("hero-academy-large")
    for spec in ("hero_academy", "hero_academy:map=a-tiny,action_points=10", "locm:draft=learned"):
        game = turnwright.game(spec)
        assert game.variant(evaluation="learned").judged_by == "learned"
