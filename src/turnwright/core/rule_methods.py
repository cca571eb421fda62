"""The rules as methods of a game, which compiled code calls on its handle.

In compiled code, `game_type` resolves these calls. With the JIT off, these methods run. Python code uses a `State`,
which calls entries: rules cannot be called from Python.

States are records (`states[0]`), lists are `int32` arrays, and generators come from `rng`.
"""

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from turnwright.core import rule_defaults

if TYPE_CHECKING:
    from turnwright.core.game import Rules

Record = Any
"""An element of an array of states, which NumPy types loosely."""
Array = np.ndarray


class RuleMethods:
    """A method for every rule: the game's own function, or the default of the contract."""

    rules: ClassVar["Rules"]
    params: Array

    def _ask(self, name: str, *args: Any) -> Any:
        own = getattr(self.rules, name)
        return getattr(rule_defaults, name)(self, *args) if own is None else own(self.params[0], *args)

    def deal(self, state: Record, rng: Array) -> None:
        self._ask("deal", state, rng)

    def player(self, state: Record) -> int:
        return self._ask("player", state)

    def is_over(self, state: Record) -> bool:
        return self._ask("is_over", state)

    def outcome(self, state: Record) -> int:
        return self._ask("outcome", state)

    def legal_actions(self, state: Record, out: Array) -> int:
        return self._ask("legal_actions", state, out)

    def is_legal(self, state: Record, action: int) -> bool:
        return self._ask("is_legal", state, action)

    def apply(self, state: Record, action: int) -> None:
        self._ask("apply", state, action)

    def end_action(self) -> int:
        return self._ask("end_action")

    def state_hash(self, state: Record) -> int:
        return self._ask("state_hash", state)

    def evaluate(self, state: Record, player: int) -> float:
        return self._ask("evaluate", state, player)

    def may_end(self, state: Record) -> bool:
        return self._ask("may_end", state)

    def ending(self, state: Record) -> int:
        return self._ask("ending", state)

    def is_revealing(self, state: Record, action: int) -> bool:
        return self._ask("is_revealing", state, action)

    def position_key(self, state: Record) -> int:
        return self._ask("position_key", state)

    def successor_value(self, state: Record, action: int, player: int, scratch: Array) -> float:
        return self._ask("successor_value", state, action, player, scratch)

    def candidate_values(self, state: Record, player: int, out: Array, values: Array, scratch: Array) -> int:
        return self._ask("candidate_values", state, player, out, values, scratch)

    def candidates(self, state: Record, out: Array) -> int:
        return self._ask("candidates", state, out)

    def is_candidate(self, state: Record, action: int) -> bool:
        return self._ask("is_candidate", state, action)

    def priority(self, state: Record, action: int) -> int:
        return self._ask("priority", state, action)

    def top_candidate(self, state: Record, buffer: Array) -> int:
        return self._ask("top_candidate", state, buffer)

    def ordered_candidates(self, state: Record, out: Array, keys: Array) -> int:
        return self._ask("ordered_candidates", state, out, keys)

    def random_action(self, state: Record, buffer: Array, rng: Array) -> int:
        return self._ask("random_action", state, buffer, rng)

    def meta_action(self, state: Record, buffer: Array, greedy: float, rng: Array) -> int:
        return self._ask("meta_action", state, buffer, greedy, rng)

    def possible_actions(self, state: Record, out: Array) -> int:
        return self._ask("possible_actions", state, out)

    def book_action(self, state: Record, rng: Array) -> int:
        return self._ask("book_action", state, rng)

    def must_end(self, state: Record, buffer: Array) -> bool:
        return self._ask("must_end", state, buffer)

    def may_win(self, state: Record) -> int:
        return self._ask("may_win", state)

    def actions_left(self, state: Record) -> int:
        return self._ask("actions_left", state)

    def normalise(self, value: float) -> float:
        return self._ask("normalise", value)

    def refresh(self, state: Record) -> None:
        self._ask("refresh", state)

    def conceal(self, state: Record, player: int, kind: int) -> None:
        self._ask("conceal", state, player, kind)

    def determinise(self, state: Record, player: int, rng: Array) -> None:
        self._ask("determinise", state, player, rng)
