"""The terms that weights are learned for are those that the evaluation adds up."""

import numpy as np
import pytest

import turnwright
from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.model import FORMAT, Card, Model, write_model
from turnwright.games.hero_academy.game import HeroAcademy

SPECS = ("hero_academy:evaluation=described", "hero_academy:map=a-tiny,deck=TINY,evaluation=described")


@pytest.mark.parametrize("spec", SPECS)
def test_terms_times_weights_are_the_evaluation(crowded_states, spec):
    game = turnwright.game(spec)
    assert isinstance(game, HeroAcademy)
    terms = game.terms()
    states = [state for state in crowded_states(spec, 40) if not state.is_over]
    values = terms.values(np.concatenate([state.records for state in states])) @ terms.prior
    assert values == pytest.approx([state.evaluate(0) for state in states], abs=0.5)
    assert values == pytest.approx([-state.evaluate(1) for state in states], abs=0.5)


@pytest.mark.parametrize("spec", SPECS)
def test_any_weights_are_judged_by_as_they_were_learned(crowded_states, spec, tmp_path):
    """Up to rounding: every weight is a whole point, or a sixteenth of one for a hit point, and a state has some forty
    terms."""
    game = turnwright.game(spec)
    terms = game.terms()
    weights = terms.prior + terms.spread * np.random.default_rng(1).normal(size=len(terms.prior))
    model = Model(
        format=FORMAT, kind="linear", game=game.spec, card=Card(title="random"), content=terms.content(weights)
    )
    write_model(model, tmp_path / "random.json")
    learned = game.variant(evaluation=f"model({tmp_path / 'random.json'})")
    states = [state for state in crowded_states(spec, 40) if not state.is_over]
    values = terms.values(np.concatenate([state.records for state in states])) @ weights
    judged = [state.under(learned).evaluate(0) for state in states]
    assert values == pytest.approx(judged, abs=400)
    assert np.corrcoef(values, judged)[0, 1] > 0.9995
    assert np.allclose(learned.terms().prior, weights, atol=32)


def test_weights_can_be_changed_in_a_spec():
    """By the names of the terms, in the units of a model file."""
    game = turnwright.game("hero_academy:evaluation=learned(standing-knight=900;column-ninja-3=5;reserve-inferno=7)")
    learned = turnwright.game("hero_academy").weights
    assert turnwright.game(game.spec).weights == game.weights
    assert game.weights.standing == (900, *learned.standing[1:])
    assert (game.weights.column[4][3], game.weights.reserve[5]) == (5, 7)
    assert (game.weights.column[3], game.weights.hit_point) == (learned.column[3], learned.hit_point)
    tiny = turnwright.game("hero_academy:map=a-tiny,deck=TINY")
    tiny = tiny.variant(evaluation="model(hero-academy-tiny)(fallen-archer=3)")
    assert tiny.weights.fallen[1] == 3
    assert {"gear_fallen-scroll-archer", "hit_point-crystal", "power_square-wizard"} < set(game.terms().names)


def test_an_evaluation_without_changes_is_the_evaluation_itself():
    described = turnwright.game("hero_academy:evaluation=described")
    same = turnwright.game("hero_academy:evaluation=described(standing-knight=2000)")
    assert np.array_equal(same.params["place"], described.params["place"])
    assert np.array_equal(same.params["worth"], described.params["worth"])


@pytest.mark.parametrize(
    ("evaluation", "words"),
    [
        ("learned(standing-knigt=1)", "no weight 'standing-knigt'; similar ones are standing-knight"),
        ("learned(standing-knight=much)", "'standing-knight=much' in .* changes no weight"),
        ("learned(standing-knight=inf)", "changes no weight"),
        ("learned()", "changes no weight"),
        ("learned(fallen-ninja=1;fallen-ninja=2)", "'fallen-ninja' is changed twice"),
        ("learned(standing-knight=9000000)", "it must be from -1000000 to 1000000"),
        ("material(standing-knight=1)", "evaluation cannot be"),
        ("neat(hero-academy-neat-complex-9x5)(standing-knight=1)", "has no weights to change"),
    ],
)
def test_changes_that_make_no_sense_are_refused(evaluation, words):
    with pytest.raises(TurnwrightError, match=words):
        turnwright.game(f"hero_academy:evaluation={evaluation}")
