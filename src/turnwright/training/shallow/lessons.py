"""Lessons: turns of self-play, each with some others that were possible, and what every one leaves after a reply.

The result of a game says nothing about which of two possible turns is better. The reply does.
"""

from dataclasses import dataclass, fields

import numpy as np

from turnwright import batch
from turnwright.batch.play import made_steps
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state_kernel import end_action
from turnwright.training.shallow.lessons_kernel import evaluate_all, list_players, outcomes, refresh_all

_EFFORTS = (32, 32, 64, 64, 96, 128, 192, 256)
SIBLINGS = len(_EFFORTS)
"""Possible turns of one position, the more genomes the better they are."""
_LONGEST = 110
"""Turns of a game that lessons are taken from."""


@dataclass(frozen=True, kw_only=True)
class Lessons:
    """States before the ends of turns; `SIBLINGS` in a row are possible turns of one position."""

    states: np.ndarray
    linear: np.ndarray
    """What each is worth to the player who moved, by the evaluation that a network corrects."""
    reply: np.ndarray
    """What it is worth to him after the opponent's evolved reply."""
    result: np.ndarray
    """What he got in the end: 1, 0 for a draw or a game that was left, -1."""
    game: np.ndarray
    """The number of the game."""

    def __len__(self) -> int:
        return len(self.game)


def lessons_of(
    game: Game, plain: Game, player: Game, *, games: int, genomes: int, replies: int, share: float, seed: int
) -> Lessons:
    """Lessons of some games of self-play.

    `game` judges possible turns and replies, `plain` has the evaluation that is corrected, `player` plays the games,
    with `genomes` genomes a turn. A `share` of all positions become lessons.
    """
    played = batch.self_play(games, genomes, player, seed=seed, keep=_LONGEST, device="cpu")
    results = np.zeros(games)
    outcomes(player, played.states, results)
    last = np.arange(_LONGEST)[None, :] >= np.minimum(played.turns, _LONGEST)[:, None] - 1
    chance = np.random.default_rng(seed).random(played.end_values.shape)
    number, turn = np.nonzero((chance < share) & ~last & ~np.isnan(played.end_values))
    starts = _ended(player, played.ends[number, turn])
    refresh_all(game, starts)
    before = game.blank(len(starts) * SIBLINGS)
    after = game.blank(len(before))
    for way, effort in enumerate(_EFFORTS):
        turns = batch.evolve_turns(starts, effort, game, seed=_seed(seed, 1 + way), device="cpu")
        before[way::SIBLINGS], after[way::SIBLINGS] = _walked(game, starts, turns.actions, turns.lengths)
    reply = batch.replies(after, replies, game, seed=_seed(seed, 0), device="cpu").values
    judged = before.copy()
    refresh_all(plain, judged)
    linear = np.zeros(len(judged))
    evaluate_all(plain, judged, linear)
    players = np.zeros(len(judged))
    list_players(game, judged, players)
    numbers = np.repeat(number, SIBLINGS)
    result = (1.0 - 2.0 * players) * results[numbers]
    return Lessons(states=judged, linear=linear, reply=reply, result=result, game=numbers)


def joined(parts: list[Lessons]) -> Lessons:
    """The lessons of several parts, their games numbered on."""
    first = np.cumsum([0, *(int(part.game.max(initial=-1)) + 1 for part in parts[:-1])])
    columns = {field.name: np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Lessons)}
    columns["game"] = np.concatenate([part.game + start for part, start in zip(parts, first, strict=True)])
    return Lessons(**columns)


def _ended(game: Game, states: np.ndarray) -> np.ndarray:
    """The states with the turn ended."""
    fresh = game.blank(len(states))
    fresh[:] = states
    return made_steps(fresh, np.full(len(states), end_action(game), np.int32), game, device="cpu")[0]


def _walked(game: Game, starts: np.ndarray, actions: np.ndarray, lengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The states before the last action of every turn, and behind it."""
    before, after = starts.copy(), starts.copy()
    for step in range(int(lengths.max(initial=0))):
        going = np.flatnonzero(step < lengths)
        here = game.blank(len(going))
        here[:] = after[going]
        before[going] = here
        after[going] = made_steps(here, actions[going, step], game, device="cpu")[0]
    return before, after


def _seed(seed: int, use: int) -> int:
    return int(generator(seed, use)[0] >> 11)
