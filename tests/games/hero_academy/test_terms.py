"""The terms that weights are learned for are those that the evaluation adds up."""

import numpy as np
import pytest

import turnwright
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
