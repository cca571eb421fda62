"""Thousands of parallel games as a Gymnasium vector environment, stepped in compiled code."""

from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from turnwright.core.encoding import Encoding
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.spec import choose
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.environments.batch_kernel import ANY_SEAT, BOTH, DISABLED, NEXT_STEP, RANDOM, SAME_STEP
from turnwright.environments.spaces import action_space, observation_space
from turnwright.environments.stepper import Stepper

OPPONENTS = {"none": BOTH, "random": RANDOM}
_MODES = {AutoresetMode.NEXT_STEP: NEXT_STEP, AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.DISABLED: DISABLED}

Observation = dict[str, np.ndarray]
Step = tuple[Observation, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]


class VectorEnvironment(VectorEnv[Observation, np.ndarray, np.ndarray]):
    """Parallel games; every step plays one action in each.

    Without an opponent, the caller moves for both players: `infos["player"]` is the player to move in each game, the
    observation is that player's, and the reward belongs to the player who has just acted. With an opponent, the caller
    has one seat in each game, and the other player answers within the step.

    Observations, rewards and terminations are NumPy arrays that the next step overwrites. They support DLPack
    (`torch.from_dlpack`). `copy=True` returns new arrays every time.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        view: ViewKind = "hidden",
        opponent: str = "none",
        seat: int | None = None,
        observe: bool = True,
        copy: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        if seat not in (None, 0, 1):
            raise TurnwrightError(f"seat is {seat}; it must be 0, 1, or None for a random seat")
        mode = _autoreset_mode(autoreset_mode)
        self._stepper = Stepper(game, num_envs, view=view)
        self._stepper.opponent = OPPONENTS[choose(opponent, list(OPPONENTS), "opponent")]
        self._stepper.mode = _MODES[mode]
        self._stepper.seat = ANY_SEAT if seat is None else seat
        self._mode = mode
        self._observes, self._copies = observe, copy
        self._never = np.zeros(num_envs, dtype=np.bool_)
        self._sampling = generator(0)
        self._is_begun = False
        self.game = game
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_action_space = action_space(self.encoding)
        self.single_observation_space = observation_space(self.encoding) if observe else spaces.Dict({})
        self.action_space = batch_space(self.single_action_space, num_envs)

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]  # large, so it is created on demand
        return batch_space(self.single_observation_space, self.num_envs)

    @property
    def encoding(self) -> Encoding:
        """The meaning of indices and observations."""
        return self._stepper.code

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games. `options={"reset_mask": …}` resets only the marked ones."""
        wanted = dict(options or {})
        mask = wanted.pop("reset_mask", None)
        if wanted:
            raise TurnwrightError(f"there is no option {next(iter(wanted))!r}; the only option is 'reset_mask'")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
                raise TurnwrightError(f"reset_mask must be {self.num_envs} of True and False")
        if mask is None or seed is not None:
            self._stepper.reseed(seed)
        if seed is not None:
            self._sampling = generator(seed, self.num_envs)
        self._stepper.deal(mask)
        self._is_begun = True
        return self._seen(), self._infos()

    def step(self, actions: np.ndarray) -> Step:
        """Play one action in every game, given by its index."""
        self._check_begun()
        self._stepper.step(actions)
        return self._result()

    def step_turns(self, turns: np.ndarray) -> Step:
        """Play a whole turn in every game: one row of indices per game, padded with -1.

        An index is read in the state in which it is played. A turn that stops early is ended if the rules allow it.
        """
        self._check_begun()
        self._stepper.step_turns(turns)
        return self._result()

    def sample_actions(self) -> np.ndarray:
        """In every game the index of a uniformly random legal action, as the agent `random` plays."""
        self._check_begun()
        return self._stepper.sample(self._sampling)

    def position(self, which: int) -> State:
        """Where a game stands."""
        return self._stepper.position(which)

    def _check_begun(self) -> None:
        if not self._is_begun:
            raise TurnwrightError("no game is in progress; call reset first")

    def _result(self) -> Step:
        batch = self._stepper.batch
        infos: dict[str, Any] = {}
        ended = batch.over.copy() if self._copies or self._mode is AutoresetMode.SAME_STEP else batch.over
        if self._mode is AutoresetMode.SAME_STEP and ended.any():
            if self._observes:
                infos["final_obs"], infos["_final_obs"] = self._final(ended), ended
            self._stepper.deal(ended)
        rewards = batch.rewards.copy() if self._copies else batch.rewards
        return self._seen(), rewards, ended, self._never, {**self._infos(), **infos}

    def _final(self, ended: np.ndarray) -> np.ndarray:
        """What the players saw last of the games that have ended."""
        seen = self._stepper.observe(self._viewers())
        final = np.full(self.num_envs, None, dtype=object)
        for i in np.flatnonzero(ended):
            final[i] = {name: array[i].copy() for name, array in seen.items()}
        return final

    def _viewers(self) -> np.ndarray:
        batch = self._stepper.batch
        return batch.players if self._stepper.opponent == BOTH else batch.seats

    def _seen(self) -> Observation:
        if not self._observes:
            return {}
        seen = self._stepper.observe(self._viewers())
        return {name: array.copy() for name, array in seen.items()} if self._copies else seen

    def _infos(self) -> dict[str, Any]:
        viewers = self._viewers()
        return {"player": viewers.copy() if self._copies else viewers}


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    if isinstance(mode, AutoresetMode):
        return mode
    return AutoresetMode(choose(mode, [known.value for known in AutoresetMode], "autoreset mode"))
