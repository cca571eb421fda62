"""What a game was played with: the same digest for the same sources, in every process."""

import numpy as np
import pytest

import turnwright
from turnwright.arena.provenance import _fields, source_of


@pytest.mark.parametrize("spec", ["hero_academy", "locm"])
def test_what_lies_between_the_fields_of_parameters_does_not_count(spec):
    """Records are padded, and nobody writes there."""
    params = turnwright.game(spec).params
    digests = []
    for filling in (0, 255):
        copy = np.frombuffer(bytearray([filling]) * params.nbytes, dtype=params.dtype)
        for name in params.dtype.names:
            copy[name] = params[name]
        digests.append(list(_fields(copy)))
    assert digests[0] == digests[1] == list(_fields(params))


def test_parameters_count():
    one, other = (source_of(f"hero_academy:action_points={points}", "random", "random") for points in (4, 5))
    assert one != other


def test_changed_weights_count():
    """Games judged by other weights are other games, whoever names the weights."""
    agents = [f"oep:evaluation=learned{changes}" for changes in ("", "(standing-knight=1)", "(standing-knight=2)")]
    assert len({source_of("hero_academy", agent, agent) for agent in agents}) == 3
