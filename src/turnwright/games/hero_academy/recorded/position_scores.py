"""How good turns are in recorded positions, next to what the published agents found there."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from turnwright.core.state import State
from turnwright.games.hero_academy.recorded.positions import Position, ReferenceRun

RECORDED_AGENTS = ("greedy_action", "greedy_turn", "online_evolution", "ne_mcts")
RECORDED_EVALUATION = "reference"
"""The evaluation that the recorded values are of."""


@dataclass(frozen=True, kw_only=True)
class PositionScore:
    """What a turn came to in a position. All values are for the player whose turn it was."""

    id: str
    """The position."""
    action_points: int
    """Action points per turn of its game."""
    start: float
    """Value of the position."""
    value: float
    """Value after the turn, its end included."""
    won: bool
    """Whether the turn won the game."""
    recorded: dict[str, float]
    """By published agent, the best value after its turn over all its runs."""
    recorded_win: bool
    """Whether any published agent won the game in this turn."""

    @property
    def best(self) -> float:
        """The best value that any published agent found."""
        return max(self.recorded.values())

    def at_least(self, value: float) -> bool:
        """Whether the turn is at least that good; a win always is."""
        return self.won or self.value >= value


@dataclass(frozen=True, kw_only=True)
class Summary:
    """Scores taken together. Positions with a recorded win are left out of gain and regret."""

    positions: int
    """How many there were."""
    mean_gain: float | None
    """How much better the turns left the mover, on average; None where there is nothing to average."""
    mean_regret: float | None
    """How much worse they are than the best recorded turns; negative: better."""
    mean_regret_unwon: float | None
    """The same without the positions that the turns won: a win nobody had recorded outweighs all else."""
    at_least: dict[str, float]
    """Share of positions where they are at least as good as each published agent, and as the best of them."""
    wins: int
    """Games won."""
    wins_recorded: int
    """Positions in which a published agent won."""

    def as_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return asdict(self)


def under_evaluation(position: Position, evaluation: str) -> State:
    """The state of a position in a game with that evaluation."""
    return position.state.under(position.game.variant(evaluation=evaluation))


def score(position: Position, evaluation: str, actions: Sequence[int]) -> PositionScore:
    """What a legal turn comes to in a position."""
    state = under_evaluation(position, evaluation)
    mover = state.player
    end = state.play(*actions)

    def value_of(run: ReferenceRun) -> float:
        if evaluation == RECORDED_EVALUATION:
            return run.value
        return replayed(state, run).evaluate(mover)

    return PositionScore(
        id=position.id,
        action_points=position.game.settings.action_points,
        start=state.evaluate(mover),
        value=end.evaluate(mover),
        won=end.outcome == (1, -1)[mover],
        recorded={name: max(map(value_of, runs)) for name, runs in position.results.items()},
        recorded_win=any(run.winner == mover + 1 for runs in position.results.values() for run in runs),
    )


def replayed(state: State, run: ReferenceRun) -> State:
    """The state after a recorded turn. The published engine ignores what is not legal, and so does this."""
    for action in run.actions:
        if state.accepts(action):
            state = state.play(action)
    return state


def summarise(scores: Sequence[PositionScore]) -> Summary:
    """Scores taken together."""
    compared = [score for score in scores if not score.recorded_win]
    best: dict[str, Callable[[PositionScore], float]] = {"best": lambda score: score.best}
    agents = {name: lambda score, name=name: score.recorded[name] for name in RECORDED_AGENTS} | best
    return Summary(
        positions=len(scores),
        mean_gain=_mean([score.value - score.start for score in compared]),
        mean_regret=_mean([score.best - score.value for score in compared]),
        mean_regret_unwon=_mean([score.best - score.value for score in compared if not score.won]),
        at_least={name: fmean(score.at_least(value(score)) for score in scores) for name, value in agents.items()},
        wins=sum(score.won for score in scores),
        wins_recorded=sum(score.recorded_win for score in scores),
    )


def _mean(values: list[float]) -> float | None:
    return fmean(values) if values else None
