"""Learn to beat random play on the 5 × 3 map of Hero Academy, with NumPy alone.

    python examples/learn_to_win.py --updates 40 --curve curve.json

A network with one hidden layer sees the observation and gives every action a probability and the state a value. It
plays 256 games at a time against random play (`turnwright.vector_env`) and learns by proximal policy optimisation:
actions that turned out better than the predicted value become more likely. The only reward is the result of the game.
"""

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import turnwright

GAME = "hero_academy:map=a-tiny"
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the learning is done with."""

    games: int = 256
    """Games that are played side by side."""
    steps: int = 32
    """Steps in each of them before the network is changed."""
    hidden: int = 128
    """Units of the hidden layer."""
    rate: float = 1e-3
    """How far a change goes."""
    epochs: int = 2
    """How often the same steps are learned from."""
    batch: int = 2048
    """Steps that are learned from at once."""
    discount: float = 0.995
    """What a result is worth one step earlier."""
    smoothing: float = 0.95
    """How far an advantage looks ahead: 0 is one step, 1 is to the end of the game."""
    clip: float = 0.2
    """How much more or less likely an action may become before its gradient is cut off."""
    entropy: float = 0.01
    """Weight of keeping many actions likely."""


@dataclass
class Network:
    """The policy and the value, with the state of the optimiser (Adam)."""

    weights: Arrays
    moments: Arrays = field(default_factory=dict)
    changes: int = 0

    @classmethod
    def new(cls, inputs: int, actions: int, hidden: int, rng: np.random.Generator) -> "Network":
        def layer(rows: int, columns: int, scale: float) -> np.ndarray:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        weights = {
            "in": layer(inputs, hidden, 1.0), "in_bias": np.zeros(hidden, np.float32),
            "policy": layer(hidden, actions, 0.1), "policy_bias": np.zeros(actions, np.float32),
            "value": layer(hidden, 1, 0.1), "value_bias": np.zeros(1, np.float32),
        }  # fmt: skip
        return cls(weights)

    def judge(self, inputs: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The hidden layer, the probability of every action, and the value of every state."""
        w = self.weights
        hidden = np.tanh(inputs @ w["in"] + w["in_bias"])
        logits = np.where(mask != 0, hidden @ w["policy"] + w["policy_bias"], np.float32(-1e9))
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return hidden, likely, (hidden @ w["value"] + w["value_bias"])[:, 0]

    def change(self, gradients: Arrays, rate: float) -> None:
        """One step of Adam."""
        self.changes += 1
        for name, gradient in gradients.items():
            mean = self.moments.setdefault(f"{name} mean", np.zeros_like(gradient))
            square = self.moments.setdefault(f"{name} square", np.zeros_like(gradient))
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            step = (mean / (1 - 0.9**self.changes)) / (np.sqrt(square / (1 - 0.999**self.changes)) + 1e-8)
            self.weights[name] -= np.float32(rate) * step


def inputs_of(observation: Arrays) -> np.ndarray:
    """An observation as one row of numbers."""
    rows = len(observation["numbers"])
    return np.concatenate([observation["observation"].reshape(rows, -1), observation["numbers"] / 4], axis=1)


def choose(likely: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """An action in every game, by its probability."""
    below = likely.cumsum(axis=1) < rng.random((len(likely), 1)) * likely.sum(axis=1, keepdims=True) * (1 - 1e-6)
    return np.asarray(below.sum(axis=1))


def gradients(network: Network, settings: Settings, part: Arrays) -> Arrays:
    """What changes the network so that good actions become likelier and values truer."""
    hidden, likely, values = network.judge(part["inputs"], part["masks"])
    rows, count = np.arange(len(values)), np.float32(len(values))
    ratio = likely[rows, part["actions"]] / part["likely"]
    gain = part["advantages"]
    is_free = np.where(gain > 0, ratio < 1 + settings.clip, ratio > 1 - settings.clip)
    pull = (ratio * gain * is_free)[:, None]
    surprise = np.log(likely + np.float32(1e-9))
    spread = -(likely * surprise).sum(axis=1, keepdims=True)
    on_policy = pull * likely + np.float32(settings.entropy) * likely * (surprise + spread)
    on_policy[rows, part["actions"]] -= pull[:, 0]
    on_policy /= count
    on_value = ((values - part["returns"]) / count)[:, None]
    w = network.weights
    on_hidden = (on_policy @ w["policy"].T + on_value @ w["value"].T) * (1 - hidden * hidden)
    return {
        "in": part["inputs"].T @ on_hidden, "in_bias": on_hidden.sum(axis=0),
        "policy": hidden.T @ on_policy, "policy_bias": on_policy.sum(axis=0),
        "value": hidden.T @ on_value, "value_bias": on_value.sum(axis=0),
    }  # fmt: skip


def advantages(settings: Settings, rewards: np.ndarray, ended: np.ndarray, values: np.ndarray) -> np.ndarray:
    """By how much each action was better than predicted. `values` has one row more: that of the last states."""
    gains = np.zeros_like(rewards)
    carried = np.zeros(rewards.shape[1], np.float32)
    for t in reversed(range(len(rewards))):
        goes_on = settings.discount * (1 - ended[t])
        carried = rewards[t] + goes_on * values[t + 1] - values[t] + goes_on * settings.smoothing * carried
        gains[t] = carried
    return gains


def learn(game: str = GAME, seed: int = 1, settings: Settings | None = None) -> Iterator[tuple[Network, int]]:
    """The network after every change, and how many actions it has played by then; it goes on for ever."""
    settings = settings or Settings()
    rng = np.random.default_rng(seed)
    envs = turnwright.vector_env(game, settings.games, opponent="random", autoreset_mode="SameStep")
    observation, _ = envs.reset(seed=seed)
    seen, mask = inputs_of(observation), observation["action_mask"].copy()
    network = Network.new(seen.shape[1], envs.encoding.action_count, settings.hidden, rng)
    played = 0
    yield network, played
    while True:
        rows: dict[str, list[np.ndarray]] = {name: [] for name in ("inputs", "masks", "actions", "likely", "values")}
        rewards, ended = [], []
        for _ in range(settings.steps):
            _, likely, values = network.judge(seen, mask)
            actions = choose(likely, rng)
            for name, row in zip(
                rows, (seen, mask, actions, likely[np.arange(len(actions)), actions], values), strict=True
            ):
                rows[name].append(row)
            observation, reward, over, _, _ = envs.step(actions)
            rewards.append(reward.copy())
            ended.append(over.astype(np.float32))
            seen, mask = inputs_of(observation), observation["action_mask"].copy()
        played += settings.games * settings.steps
        values = np.stack([*rows.pop("values"), network.judge(seen, mask)[2]])
        gains = advantages(settings, np.stack(rewards), np.stack(ended), values)
        data = {name: np.concatenate(parts) for name, parts in rows.items()}
        data["returns"] = (gains + values[:-1]).ravel()
        data["advantages"] = ((gains - gains.mean()) / (gains.std() + 1e-8)).ravel()
        for _ in range(settings.epochs):
            for places in np.array_split(rng.permutation(len(data["returns"])), len(data["returns"]) // settings.batch):
                part = {name: array[places] for name, array in data.items()}
                network.change(gradients(network, settings, part), settings.rate)
        yield network, played


def score(network: Network, games: int, seed: int, game: str = GAME) -> tuple[int, int, int]:
    """Wins, draws and losses against random play, from both seats."""
    rng = np.random.default_rng(seed)
    envs = turnwright.vector_env(game, games, opponent="random", autoreset_mode="SameStep")
    observation, _ = envs.reset(seed=seed)
    results = np.full(games, np.nan)
    while np.isnan(results).any():
        likely = network.judge(inputs_of(observation), observation["action_mask"])[1]
        observation, rewards, ended, _, _ = envs.step(choose(likely, rng))
        is_first = ended & np.isnan(results)
        results[is_first] = rewards[is_first]
    return int((results > 0).sum()), int((results == 0).sum()), int((results < 0).sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=40, help="how often the network is changed")
    parser.add_argument("--every", type=int, default=4, help="updates between measurements")
    parser.add_argument("--games", type=int, default=500, help="games of a measurement")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write the learning curve to this JSON file")
    options = parser.parse_args()
    curve = []
    begun = time.perf_counter()
    for update, (network, played) in enumerate(learn(seed=options.seed)):
        if update % options.every == 0:
            wins, draws, losses = score(network, options.games, seed=1000 + update)
            seconds = round(time.perf_counter() - begun)
            curve.append({"actions": played, "seconds": seconds, "wins": wins, "draws": draws, "losses": losses})
            print(f"{played:>9,} actions, {seconds:>4} s: won {wins}, drawn {draws}, lost {losses}", flush=True)
        if update == options.updates:
            break
    if options.curve:
        options.curve.write_text(json.dumps(curve, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
