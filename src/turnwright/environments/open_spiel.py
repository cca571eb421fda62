"""Our games as Python games of OpenSpiel, and our agents as its bots.

A game is dealt by its seed, so to OpenSpiel it has no chance and no hidden information: its algorithms see the open
view. Actions are those of the encoding. A player moves several times in a row, until its turn ends.
"""

from typing import Any

import numpy as np
import pyspiel

from turnwright.agents.base import Agent
from turnwright.agents.registry import agent as agent_named
from turnwright.agents.turn_check import ask_and_walk
from turnwright.core.budget import Budget
from turnwright.core.encoding import Encoding, encoding_of
from turnwright.core.game import Game
from turnwright.core.state import State
from turnwright.environments import batch_kernel, mask_kernel
from turnwright.environments.stepper import Stepper

_PLAYERS = 2
_LONGEST = 100_000
"""Actions of a game; OpenSpiel wants to know a limit."""


class _Held:
    """A position inside a state of OpenSpiel. Positions are never changed, so copies share them."""

    def __init__(self, position: State) -> None:
        self.position = position

    def __deepcopy__(self, memo: Any) -> "_Held":
        return _Held(self.position)


def game_type(name: str) -> pyspiel.GameType:
    """What OpenSpiel knows about a game before it is created."""
    return pyspiel.GameType(
        short_name=f"turnwright_{name}",
        long_name=f"{name} of Turnwright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=_PLAYERS,
        min_num_players=_PLAYERS,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seed": 0},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of ours with one deal, as a game of OpenSpiel."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self.code: Encoding = encoding_of(game)
        self.seed = seed
        info = pyspiel.GameInfo(
            num_distinct_actions=self.code.action_count,
            max_chance_outcomes=0,
            num_players=_PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(game_type(game.name), info, {"seed": seed})

    def new_initial_state(self, state: Any = None) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game of ours, as a state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._of = _Shared(game)
        self._held = _Held(game.game.start(game.seed))

    @property
    def position(self) -> State:
        """The position in our own words."""
        return self._held.position

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else self.position.player

    def _legal_actions(self, player: int) -> list[int]:
        return self._of.legal(self.position)

    def _apply_action(self, action: int) -> None:
        self._held = _Held(self.position.play(self._of.decode(self.position, action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_text(self._of.decode(self.position, action))

    def index_of(self, action: int) -> int:
        """The index of an action of ours that may be played now."""
        return self._of.encode(self.position, action)

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        outcome = float(self.position.outcome) if self.position.is_over else 0.0
        return [outcome, -outcome]

    def __str__(self) -> str:
        return self.position.text


class _Shared:
    """What all states of a game need to translate actions; copies share it."""

    def __init__(self, game: SpielGame) -> None:
        self.game, self.code = game.game, game.code
        self.buffer = np.zeros(self.game.list_room, dtype=np.int32)
        self.mask = np.zeros(self.code.action_count, dtype=np.int8)

    def __deepcopy__(self, memo: Any) -> "_Shared":
        return self

    def legal(self, position: State) -> list[int]:
        mask_kernel.mask_of(self.game, self.code, position.records, self.mask, self.buffer)
        found: list[int] = np.flatnonzero(self.mask).tolist()
        return found

    def decode(self, position: State, index: int) -> int:
        return int(batch_kernel.decode(self.game, self.code, position.records, np.int64(index), self.buffer))

    def encode(self, position: State, action: int) -> int:
        return int(batch_kernel.encode(self.game, self.code, position.records, np.int64(action), self.buffer))


class SpielObserver:
    """What a player sees, as OpenSpiel asks for it: the planes and then the numbers of the encoding."""

    def __init__(self, game: SpielGame) -> None:
        self._stepper = Stepper(game.game, 1, view="open")
        planes, height, width = game.code.shape
        self.tensor = np.zeros(planes * height * width + len(game.code.numbers), dtype=np.float32)
        split = planes * height * width
        self.dict = {
            "observation": self.tensor[:split].reshape(game.code.shape),
            "numbers": self.tensor[split:],
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self._stepper.place(state.position)
        seen = self._stepper.observe(np.array([player], dtype=np.int8))
        for name, array in self.dict.items():
            array[...] = seen[name][0]

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.text


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our agents as a bot of OpenSpiel: it plans a turn and plays it action by action."""

    def __init__(self, agent: str | Agent, budget: str | Budget = "1000ev", seed: int = 0) -> None:
        super().__init__()
        self.agent = agent_named(agent) if isinstance(agent, str) else agent
        self._budget = Budget.parse(budget) if isinstance(budget, str) else budget
        self._seed = seed
        self._planned: list[int] = []

    def restart(self) -> None:
        self._planned = []

    def restart_at(self, state: Any) -> None:
        self._planned = []

    def step(self, state: SpielState) -> int:
        """The next action of the turn that was planned; a new plan where there is none, or it no longer fits."""
        position = state.position
        if not self._planned or not position.accepts(self._planned[0]):
            turn, _ = ask_and_walk(self.agent, position, self._budget, self._seed)
            self._planned = list(turn.actions)
            self._seed += 1
        return state.index_of(self._planned.pop(0))
