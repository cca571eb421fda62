"""The terms that weights are learned for are those that `standing` adds up, and models judge as their weights say."""

import numpy as np
import pytest

import turnwright
from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.model import FORMAT, Card, Model, write_model
from turnwright.games.locm.evaluators import judged_by

SPEC = "locm:draft=random,evaluation=standing,initiative=0"


def states_of(spec: str, count: int):
    """States of random battles."""
    rng = np.random.default_rng(3)
    game = turnwright.game(spec)
    found, state = [], game.start(0)
    while len(found) < count:
        state = game.start(len(found)) if state.is_over else state
        state = state.play(int(rng.choice(state.legal_actions())))
        if not state.is_over and rng.random() < 0.2:
            found.append(state)
    return found


def test_terms_times_weights_are_the_evaluation():
    states = states_of(SPEC, 40)
    terms = turnwright.game(SPEC).terms()
    values = terms.values(np.concatenate([state.records for state in states])) @ terms.prior
    assert values == pytest.approx([state.evaluate(0) for state in states], abs=1e-3)
    assert np.abs(values).max() > 1


def test_a_model_judges_as_the_weights_that_it_has(tmp_path):
    game = turnwright.game(SPEC)
    terms = game.terms()
    weights = terms.prior + np.linspace(-0.2, 0.2, len(terms.prior))
    content = terms.content(weights)
    card = Card(title="a test")
    write_model(Model(format=FORMAT, kind="linear", game="locm", card=card, content=content), tmp_path / "m.json")
    named = "standing(" + "/".join(str(content[name]) for name in terms.names) + ")"
    for state in states_of(SPEC, 10):
        by_file = state.under(game.variant(evaluation=f"model({tmp_path / 'm.json'})"))
        assert by_file.evaluate(0) == state.under(game.variant(evaluation=named)).evaluate(0)


def test_a_model_that_does_not_fit_is_refused(tmp_path):
    for number, content in enumerate(({"evaluation": "features"}, {"evaluation": "standing", "health": 1.0}, {"x": 1})):
        file = tmp_path / f"{number}.json"
        write_model(Model(format=FORMAT, kind="linear", game="locm", card=Card(title="x"), content=content), file)
        with pytest.raises(TurnwrightError) as refused:
            turnwright.game(f"locm:evaluation=model({file})")
        assert "\n" not in str(refused.value)


def test_learned_is_answered_with_its_own_weights():
    game = turnwright.game("locm:draft=random")
    for state in states_of("locm:draft=random", 10):
        learned, answered = (state.under(game.variant(evaluation=name)) for name in ("learned", "answered"))
        assert learned.evaluate(0) == answered.evaluate(0)


def test_weights_of_a_model_can_be_changed_in_a_spec():
    game = turnwright.game("locm").variant(evaluation="learned(attack=1.5;doom=10)")
    settings = judged_by(game.settings)
    assert (settings.attack, settings.doom, settings.evaluation) == (1.5, 10.0, "answered")
    assert settings.defense == judged_by(turnwright.game("locm:evaluation=learned").settings).defense
    with pytest.raises(TurnwrightError, match=r"no weight 'atack' \(did you mean 'attack'"):
        turnwright.game("locm:evaluation=learned(atack=1.5)")
