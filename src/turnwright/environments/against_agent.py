"""A game against one of our agents, as a Gymnasium environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from turnwright.agents.registry import agent as agent_of
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core.budget import Budget
from turnwright.core.encoding import Encoding
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.environments.drawing import RENDER_MODES, check_render_mode, drawn
from turnwright.environments.spaces import action_space, observation_space
from turnwright.environments.stepper import Stepper

Observation = dict[str, np.ndarray]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class AgainstAgent(gymnasium.Env[Observation, int]):
    """One seat of a game. An agent has the other seat and plays its whole turn when it is to move.

    The agent gets the same view, and its budget for every turn. The reward comes at the end: 1 for a win, -1 for a
    loss. `infos["mask"]` repeats the action mask, for code that expects it there.
    """

    def __init__(
        self,
        game: Game,
        *,
        opponent: str = "random",
        budget: str | Budget = "1000ev",
        seat: int | None = None,
        view: ViewKind = "hidden",
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode)
        if seat not in (None, 0, 1):
            raise TurnwrightError(f"seat is {seat}; it must be 0, 1, or None for a random seat")
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
        self.render_mode = render_mode
        self.game = game
        self.opponent = agent_of(opponent)
        if self.opponent.per_game:
            raise TurnwrightError(f"{opponent} is an external program; give a Python agent")
        self._budget = Budget.parse(budget) if isinstance(budget, str) else budget
        self._seat = seat
        self._stepper = Stepper(game, 1, view=view)
        self.seat = 0
        """The caller's player."""
        self.observation_space = observation_space(self.encoding)
        self.action_space = action_space(self.encoding)

    @property
    def encoding(self) -> Encoding:
        """The meaning of indices and observations."""
        return self._stepper.code

    @property
    def position(self) -> State:
        """The current state of the game."""
        return self._stepper.position()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. If the caller has the second seat, the agent plays first."""
        super().reset(seed=seed)
        self._stepper.reseed(int(self.np_random.integers(2**63)))
        self._stepper.deal()
        self.seat = int(self.np_random.integers(2)) if self._seat is None else self._seat
        self._answer()
        return self._seen()

    def step(self, action: int) -> Step:
        """Play one action, given by its index."""
        self._stepper.step(np.array([action]))
        return self._after()

    def step_turn(self, actions: Sequence[int]) -> Step:
        """Play a whole turn, given as indices. Each index is read in the state in which it is played."""
        self._stepper.step_turns(np.array([list(actions)], dtype=np.int64).reshape(1, -1))
        return self._after()

    def _after(self) -> Step:
        self._answer()
        state = self.position
        reward = float(state.outcome * (1 - 2 * self.seat)) if state.is_over else 0.0
        if self.render_mode == "human":
            self.render()
        observation, infos = self._seen()
        return observation, reward, state.is_over, False, infos

    def _answer(self) -> None:
        """Let the agent play until it is the caller's turn."""
        state = self.position
        while not state.is_over and state.player != self.seat:
            seed = int(self.np_random.integers(2**31))
            _, walk = ask_and_walk(self.opponent, state, self._budget, seed, view=self._stepper.view)
            state = walk.after
        self._stepper.place(state)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._stepper.observe(np.array([self.seat], dtype=np.int8))
        observation = {name: array[0].copy() for name, array in seen.items()}
        return observation, {"mask": observation["action_mask"]}

    def render(self) -> Any:
        return drawn(self.position, self.render_mode)
