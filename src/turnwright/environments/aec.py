"""A game as a PettingZoo AEC environment. The same agent stays selected until its turn ends."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from turnwright.core.encoding import Encoding
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.core.views import ViewKind
from turnwright.environments.drawing import RENDER_MODES, check_render_mode, drawn
from turnwright.environments.spaces import action_space, observation_space
from turnwright.environments.stepper import Stepper
from turnwright.games.registry import state as state_of

AGENTS = ("player_0", "player_1")

Observation = dict[str, np.ndarray]


class TurnEnvironment(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One game for two agents, action by action or turn by turn.

    An observation has `observation` (planes), `numbers` and `action_mask`; the page of the game says what they mean.
    The mask is all zeros for the agent that is not to move. Rewards come at the end: 1 for a win, -1 for a loss.
    """

    def __init__(self, game: Game, *, view: ViewKind = "hidden", render_mode: str | None = None) -> None:
        super().__init__()
        check_render_mode(render_mode)
        self._stepper = Stepper(game, 1, view=view)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v1",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self.action_spaces = {agent: action_space(self.encoding) for agent in AGENTS}
        self.observation_spaces = {agent: observation_space(self.encoding) for agent in AGENTS}
        planes = self.encoding.shape[0] * self.encoding.height * self.encoding.width
        self.state_space = spaces.Box(
            self.encoding.low, self.encoding.high, (planes + len(self.encoding.numbers),), np.float32
        )

    @property
    def encoding(self) -> Encoding:
        """The meaning of indices and observations."""
        return self._stepper.code

    @property
    def position(self) -> State:
        """The current state of the game."""
        return self._stepper.position()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. The same seed gives the same deal; without a seed, deals continue from the last one.

        `options={"state": …}` starts from a position, given as a `State` or in notation. Other options are ignored.
        """
        begun = (options or {}).get("state")
        self._stepper.reseed(seed)
        if begun is None:
            self._stepper.deal()
        else:
            self._stepper.place(begun if isinstance(begun, State) else state_of(begun))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, bool(self._stepper.batch.over[0]))
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None
        self.agent_selection = AGENTS[int(self._stepper.batch.players[0])]

    def step(self, action: int | None) -> None:
        """Play one action, given by its index."""
        if not self._is_dead_step(action):
            assert action is not None
            self._stepper.step(np.array([action]))
            self._note()

    def step_turn(self, actions: Sequence[int] | str) -> None:
        """Play a whole turn, given as indices or in notation. Each index is read in the state in which it is played.

        A turn that stops early is ended if the rules allow it.
        """
        if self._is_dead_step(actions):
            return
        turn = self._turn_of(actions) if isinstance(actions, str) else actions
        self._stepper.step_turns(np.array([list(turn)], dtype=np.int64).reshape(1, -1))
        self._note()

    def _is_dead_step(self, action: Any) -> bool:
        if not self.agents:
            raise TurnwrightError("no game is in progress; call reset first")
        agent = self.agent_selection
        if not (self.terminations[agent] or self.truncations[agent]):
            return False
        self._was_dead_step(action)
        return True

    def _turn_of(self, text: str) -> list[int]:
        """The indices of a turn in notation."""
        indices, here = [], Stepper(self.game, 1)
        position = self.position
        for part in self.game.split_turn(text):
            after = position.play(part)
            here.place(position)
            indices.append(here.encode(self.game.parse_action(part)))
            position = after
        return indices

    def _note(self) -> None:
        """Copy the results of a step."""
        batch = self._stepper.batch
        mover = AGENTS.index(self.agent_selection)
        self._cumulative_rewards[self.agent_selection] = 0.0
        reward = float(batch.rewards[0])
        self.rewards = {AGENTS[mover]: reward, AGENTS[1 - mover]: -reward if reward else 0.0}
        if batch.over[0]:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[int(batch.players[0])]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """The observation of an agent."""
        seen = self._stepper.observe(np.array([AGENTS.index(agent)], dtype=np.int8))
        return {name: array[0].copy() for name, array in seen.items()}

    def state(self) -> np.ndarray:
        """The whole state, as the first player sees it under the open view: planes, then numbers."""
        whole = Stepper(self.game, 1, view="open")
        whole.place(self.position)
        seen = whole.observe(np.zeros(1, dtype=np.int8))
        return np.concatenate([seen["observation"].ravel(), seen["numbers"].ravel()])

    def index_of(self, action: int | str) -> int:
        """The index of an action that may be played now, given as the game's number or in notation."""
        number = self.game.parse_action(action) if isinstance(action, str) else action
        if not self.position.accepts(number):
            self.position.play(action)
        return self._stepper.encode(number)

    def action_text(self, index: int) -> str:
        """The action that an index means now, in notation."""
        action = self._stepper.decode(index)
        return "nothing" if action < 0 else self.position.action_text(action)

    def render(self) -> Any:
        return drawn(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
