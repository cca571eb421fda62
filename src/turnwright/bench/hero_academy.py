"""What is measured for Hero Academy beyond the contract.

Recorded mid-game positions, the heuristic from scratch, and the reference's hash.
"""

from dataclasses import replace

import numpy as np

from turnwright.bench.engine import room_for_actions
from turnwright.bench.measures import Measure
from turnwright.bench.workload import Workload
from turnwright.core.compiled import entry, rule
from turnwright.core.game import Game
from turnwright.core.rng import below, generator, mix
from turnwright.games.hero_academy.engine import evaluation, hashing
from turnwright.games.hero_academy.game import HeroAcademy
from turnwright.games.hero_academy.recorded.positions import reference_positions
from turnwright.games.hero_academy.settings import Settings

_S16, _S24 = np.uint64(16), np.uint64(24)


def workloads(game: Game) -> list[Workload]:
    """The recorded mid-game positions, by the action points they were played with.

    Evaluation, ordering and pruning are the given game's. There are none for other maps, and none where the
    given game has its own action points.
    """
    assert isinstance(game, HeroAcademy)
    default = Settings()
    if game.settings.board != default.board or game.settings.action_points != default.action_points:
        return []
    groups: dict[HeroAcademy, list[np.ndarray]] = {}
    games: dict[tuple[int, int], HeroAcademy] = {}
    for position in reference_positions():
        if position.phase == "mid":
            played = position.game.settings
            key = played.action_points, played.limit
            if key not in games:
                settings = replace(game.settings, action_points=key[0], turn_limit=key[1])
                games[key] = HeroAcademy(settings, game.weights)
            groups.setdefault(games[key], []).append(position.state.under(games[key]).records)
    return [Workload(game=game, positions=_joined(records)) for game, records in groups.items()]


def _joined(records: list[np.ndarray]) -> np.ndarray:
    return np.concatenate(records)


@entry
def _evaluate_from_scratch(game, states, repetitions, sink):
    total = 0.0
    for _ in range(repetitions):
        for i in range(states.size):
            total += evaluation.evaluate_from_scratch(game.record, states[i], i & 1)
    sink[0] = total
    return repetitions * states.size


def measures(game: Game, states: np.ndarray) -> list[Measure]:
    """The heuristic from nothing but pieces and cards; the contract's reads a value that the state keeps."""
    sink = np.zeros(1)
    return [
        Measure(
            name="evaluation",
            what="value from scratch",
            run=lambda repetitions: _evaluate_from_scratch(game, states, repetitions, sink),
        )
    ]


def own_units(positions: np.ndarray) -> np.ndarray:
    """How many standing units the player to move has, for every position."""
    living = positions["living"][np.arange(len(positions)), positions["player"]]
    return np.bitwise_count(living & ~positions["crystals"])


# Keys of states


@rule
def _digest(state, with_chance):
    """A digest of everything that makes a state; the reference does not count seeds and chance to it."""
    x = mix(np.uint64(state.turn) + (np.uint64(state.ap) << _S16) + (np.uint64(state.player) << _S24))
    x = mix(x + np.uint64(state.over))
    for side in range(2):
        x = mix(x + state.hand[side])
        x = mix(x + state.deck[side])
        x = mix(x + state.living[side])
        x = mix(x + state.fallen[side])
        if with_chance:
            x = mix(x + np.uint64(state.seed[side]))
            x = mix(x + np.uint64(state.unknown[side]))
    if with_chance:
        x = mix(x + state.chance)
    for square in range(64):
        x = mix(x + np.uint64(state.unit[square]) + (np.uint64(state.hp[square]) << _S16))
    return x


@entry
def _visit(game, positions, pool, buffer, rng, whole_games, words):
    """Random play from the positions: of every state met its digests and keys, a column each."""
    state = pool[0]
    player = 0
    for i in range(words.shape[1]):
        if i == 0 or game.is_over(state) or (not whole_games and game.player(state) != player):
            pool[0] = positions[below(rng, positions.size)]
            player = game.player(state)
        game.apply(state, game.random_action(state, buffer, rng))
        words[0, i] = _digest(state, True)
        words[1, i] = game.state_hash(state)
        words[2, i] = _digest(state, False)
        words[3, i] = np.uint64(hashing.reference_hash(game.record, state))


def visit(workload: Workload, steps: int, whole_games: bool) -> np.ndarray:
    """Four rows for this many states of random play: our digest and key, and the reference's."""
    game = workload.game
    words = np.zeros((4, steps), dtype=np.uint64)
    _visit(game, workload.positions, game.blank(), room_for_actions(game), generator(4), whole_games, words)
    return words
