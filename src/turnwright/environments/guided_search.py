"""Tree search for AlphaZero-like projects: priors and values come from outside, in batches; visit counts go back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from turnwright.core.errors import TurnwrightError
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.environments import guided_kernel
from turnwright.environments.guided_kernel import Forest
from turnwright.environments.stepper import Stepper

Evaluate = Callable[[dict[str, np.ndarray]], tuple[np.ndarray, np.ndarray]]
"""Takes observations of many states; returns a prior for every action index (states × indices; what is outside the mask
does not count, and rows need not add up to 1) and a value from -1 to 1 for the player to move in each."""

_EDGES_PER_NODE = 96


@dataclass(frozen=True, kw_only=True)
class Searched:
    """What a search has found: a row for each position."""

    visits: np.ndarray
    """How often each action was tried, by its index."""
    values: np.ndarray
    """The mean value for the player to move, from -1 to 1."""

    @property
    def policy(self) -> np.ndarray:
        """The visits as shares: what a policy learns from."""
        shares: np.ndarray = self.visits / np.maximum(1, self.visits.sum(axis=1, keepdims=True))
        return shares

    @property
    def best(self) -> np.ndarray:
        """The index that was tried most, for each position."""
        most: np.ndarray = self.visits.argmax(axis=1)
        return most


def guided_search(
    positions: Sequence[State],
    evaluate: Evaluate,
    *,
    simulations: int = 64,
    exploration: float = 1.25,
    view: ViewKind = "hidden",
) -> Searched:
    """Search many positions of a game in parallel, by predictor + UCT.

    In every round one leaf of each tree is evaluated, all of them in one call of `evaluate`, which is called
    `simulations + 1` times. Trees are trees of single actions: values change their sign only where the player changes.
    The search plays on from the positions as they are: under hidden information, give worlds (`view.world(seed)`).
    """
    if not positions:
        raise TurnwrightError("there are no positions to search in; give at least one")
    if simulations < 1:
        raise TurnwrightError(f"simulations is {simulations}; it must be at least 1")
    game = positions[0].game
    stepper = Stepper(game, len(positions), view=view)
    for i, position in enumerate(positions):
        if position.is_over:
            raise TurnwrightError(f"position {i} is from a finished game; leave it out")
        stepper.place(position, i)
    batch, code = stepper.batch, stepper.code
    forest = _forest(stepper, simulations + 1)
    guided_kernel.plant(game, forest, batch.states)
    for _ in range(simulations + 1):
        guided_kernel.descend(game, forest, batch.states, batch.players, exploration)
        priors, values = evaluate(stepper.observe(batch.players))
        given = np.ascontiguousarray(priors, dtype=np.float32), np.ascontiguousarray(values, dtype=np.float32)
        _check(given, len(positions), code.action_count)
        guided_kernel.back_up(game, code, forest, *given, batch.buffer)
    visits = np.zeros((len(positions), code.action_count), dtype=np.int32)
    means = np.zeros(len(positions), dtype=np.float32)
    guided_kernel.tell(game, code, forest, visits, means, batch.buffer)
    return Searched(visits=visits, values=means)


def _check(given: tuple[np.ndarray, np.ndarray], rows: int, actions: int) -> None:
    for what, array, wanted in zip(("priors", "values"), given, ((rows, actions), (rows,)), strict=True):
        if array.shape != wanted:
            raise TurnwrightError(f"evaluate returned {what} of the shape {array.shape}; it must be {wanted}")


def _forest(stepper: Stepper, nodes: int) -> Forest:
    trees = stepper.count
    edges = nodes * _EDGES_PER_NODE + stepper.game.list_room

    def room(size: int, kind: type = np.int32) -> np.ndarray:
        return np.zeros((trees, size), dtype=kind)

    return Forest(
        states=stepper.game.blank(trees * nodes).reshape(trees, nodes),
        players=room(nodes, np.int8),
        first=room(nodes),
        edge_counts=room(nodes),
        actions=room(edges),
        children=room(edges),
        visits=room(edges),
        priors=room(edges, np.float32),
        totals=room(edges, np.float32),
        nodes=np.zeros(trees, dtype=np.int32),
        edges=np.zeros(trees, dtype=np.int32),
        path=room(nodes),
        way=room(nodes),
        depth=np.zeros(trees, dtype=np.int32),
        leaf=np.zeros(trees, dtype=np.int32),
    )
