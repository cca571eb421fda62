"""What is measured of environments: thousands of games stepped side by side, and one game by PettingZoo's way.

Actions are recorded before, so that a step costs what the environment does and nothing else.
"""

from importlib.util import find_spec

import numpy as np

from turnwright.bench.measures import Measure
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.environments.stepper import Stepper

GAMES = 1024
STEPS = 32
NAMES = ("environment_step", "environment_observed", "environment_sampled", "environment_pettingzoo")


class _Recording:
    """A batch of games and what is played in them, to be played again and again."""

    def __init__(self, game: Game) -> None:
        self.stepper = Stepper(game, GAMES)
        self.stepper.reseed(1)
        self.stepper.deal()
        self.rng = generator(2)
        for _ in range(100):  # into the middle of games, each at another place
            self.stepper.step(self.stepper.sample(self.rng))
        batch = self.stepper.batch
        self._changing = (batch.states, batch.rngs, batch.over, batch.players)
        self._start = [array.copy() for array in self._changing]
        self._actions = []
        for _ in range(STEPS):
            self._actions.append(self.stepper.sample(self.rng))
            self.stepper.step(self._actions[-1])

    def play(self, repetitions: int, observed: bool) -> int:
        """The recorded steps; how many steps of single games those were."""
        players = self.stepper.batch.players
        for _ in range(repetitions):
            for array, start in zip(self._changing, self._start, strict=True):
                array[:] = start
            for actions in self._actions:
                self.stepper.step(actions)
                if observed:
                    self.stepper.observe(players)
        return repetitions * GAMES * STEPS

    def sample(self, repetitions: int) -> int:
        """Random games that are restarted for ever."""
        for _ in range(repetitions):
            self.stepper.step(self.stepper.sample(self.rng))
        return repetitions * GAMES


def environment_measures(game: Game, wanted: set[str]) -> list[Measure]:
    """The measures of environments that are wanted; PettingZoo's only where it is installed."""
    if not wanted & set(NAMES):
        return []
    recording = _Recording(game)
    measures = [
        Measure(name=NAMES[0], what="step, no observation", run=lambda n: recording.play(n, observed=False)),
        Measure(name=NAMES[1], what="step, observation, mask", run=lambda n: recording.play(n, observed=True)),
        Measure(name=NAMES[2], what="random action, step", run=recording.sample),
    ]
    if find_spec("pettingzoo") and NAMES[3] in wanted:
        measures.append(Measure(name=NAMES[3], what="last, step of one game", run=_pettingzoo_loop(game)))
    return [measure for measure in measures if measure.name in wanted]


def _pettingzoo_loop(game: Game):
    from turnwright.environments.make import env

    played = env(game)
    played.reset(seed=1)
    rng = np.random.default_rng(1)

    def run(repetitions: int) -> int:
        for _ in range(repetitions):
            observation, _, is_over, _, _ = played.last()
            if is_over:
                played.reset()
            else:
                played.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return repetitions

    return run
