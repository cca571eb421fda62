"""Networks that cannot be run are refused with one sentence: what is written in a record goes into compiled code."""

import pytest

from turnwright.evaluators.network import MOST_LINKS, MOST_NODES, Network, NetworkError, Node


def node(*sources: int, weight: float = 1.0) -> Node:
    return Node(sources=sources, weights=(weight,) * len(sources))


@pytest.mark.parametrize(
    ("nodes", "words"),
    [
        ([], "0 nodes"),
        ([node(0)] * (MOST_NODES + 1), f"at most {MOST_LINKS} links"),
        ([node(*[0] * (MOST_LINKS + 1))], f"{MOST_LINKS + 1} links"),
        ([node(2)], "place 2; there are 2 before it"),
        ([node(0), node(3)], "place 3; there are 3 before it"),
        ([node(-1)], "place -1"),
        ([Node(sources=(0,), weights=())], "1 sources but 0 weights"),
        ([node(0, weight=float("nan"))], "no finite number"),
        ([node(0, weight=float("inf"))], "no finite number"),
    ],
)
def test_a_network_that_cannot_be_run_is_refused(nodes, words):
    with pytest.raises(NetworkError, match=words):
        Network(inputs=2, nodes=tuple(nodes))


def test_links_are_counted_over_all_nodes():
    assert Network(inputs=2, nodes=(node(0, 1), node(0, 2))).links == 4
