"""Training by generations: play, label, fit, and repeat while matches show that the search has improved.

Every game is in the store, and all else follows from the games: a training that was stopped plays what is missing and
comes to the same weights.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import Progress, compile_for, games_of, play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.scores import Score, score_of
from turnwright.core.spec import escaped
from turnwright.evaluators.model import FORMAT, Card, MatchOnCard, Model, write_model
from turnwright.training.fit import Fit, fitted, labels, scaled
from turnwright.training.plan import TrainingPlan
from turnwright.training.positions import Positions, joined, positions_of
from turnwright.training.stored import stored_games

_CURVE = (0.25, 0.5, 1.0)
"""Shares of the games that the learning curve is measured at; the last is the fit itself."""
_CHANCE = 0.5


@dataclass(frozen=True, kw_only=True)
class Generation:
    """One round."""

    number: int
    games: int
    positions: int
    """Ends of turns that were fitted to, those of earlier generations included."""
    loss_before: float
    """Log loss on held-out games, by the evaluation before."""
    loss: float
    """The same by the new one."""
    curve: tuple[tuple[int, float], ...]
    """Held-out loss by the number of games fitted to."""
    calibration: tuple[tuple[float, float, int], ...]
    gates: tuple[Score, ...]
    evaluation: str
    """How spec strings name it."""

    @property
    def passed(self) -> bool:
        """Whether it is better for certain in every agent of the gate."""
        return all_won(self.gates)


@dataclass(frozen=True, kw_only=True)
class TrainingReport:
    """What came of a training."""

    plan: TrainingPlan
    generations: tuple[Generation, ...]
    tests: tuple[Score, ...]
    model: Path | None
    """The file of the best generation; none where the first did not pass."""

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "plan": self.plan.as_dict(),
            "generations": [
                {
                    "number": made.number,
                    "games": made.games,
                    "positions": made.positions,
                    "loss_before": made.loss_before,
                    "loss": made.loss,
                    "curve": [list(point) for point in made.curve],
                    "calibration": [list(row) for row in made.calibration],
                    "gates": [score.as_dict() for score in made.gates],
                    "passed": made.passed,
                    "evaluation": made.evaluation,
                }
                for made in self.generations
            ],
            "tests": [score.as_dict() for score in self.tests],
            "model": None if self.model is None else str(self.model),
        }


def train(
    plan: TrainingPlan,
    arena: ArenaConfig,
    folder: Path,
    progress: Progress | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> TrainingReport:
    """Train as planned; models are written into the folder. `say` receives what comes next and what was found."""
    follow = partial(play_missing, arena, progress or Progress(), say)
    game = turnwright.game(plan.game)
    terms = game.terms()
    best, weights = "game", terms.prior
    data: list[Positions] = []
    rounds: list[Generation] = []
    games = 0
    for number in range(1, plan.generations + 1):
        if number == 1 and plan.stored:
            records = stored_games(plan)
        else:
            pairing = plan.data(number, best)
            compile_for([plan.searching(best)])  # explorers are left to the processes that play: each would compile
            follow(f"generation {number}: games to learn from", [pairing])
            records = [record for _, record in games_of(pairing, arena)]
        games += len(records)
        data.append(positions_of(game.spec, records, max(1, arena.workers)))
        positions = joined(data)
        held = positions.game % plan.held_out == plan.held_out - 1
        learned, unseen = positions[~held], positions[held]
        before, prior = scaled(weights, learned), scaled(terms.prior, learned)
        found, curve = _fits(plan, learned, unseen, prior, terms.spread)
        file = folder / f"generation-{number}.json"
        write_model(_model(plan, terms.content(found.weights), Card(title=f"generation {number}")), file)
        new = f"model({escaped(str(file))})"
        gates = plan.gates(number, new, best)
        follow(f"generation {number}: games of its gate", gates)
        made = Generation(
            number=number,
            games=games,
            positions=len(learned),
            loss_before=before.loss(unseen),
            loss=found.loss(unseen),
            curve=curve,
            calibration=found.calibration(unseen),
            gates=tuple(score_of(gate, arena) for gate in gates),
            evaluation=new,
        )
        rounds.append(made)
        say(generation_text(made))
        if not made.passed:
            break
        best, weights = new, found.weights
    if best == "game":
        return TrainingReport(plan=plan, generations=tuple(rounds), tests=(), model=None)
    tests = plan.tests(best, "game")
    follow("games that measure the gain", tests)
    scores = tuple(score_of(test, arena) for test in tests)
    passed = [made for made in rounds if made.passed]
    card = _card(plan, passed, tests, scores)
    write_model(_model(plan, terms.content(weights), card), folder / "model.json")
    return TrainingReport(plan=plan, generations=tuple(rounds), tests=scores, model=folder / "model.json")


def play_missing(
    arena: ArenaConfig, progress: Progress, say: Callable[[str], None], what: str, pairings: Sequence[Pairing]
) -> None:
    """Play what the store does not have yet."""
    before = sum(score_of(pairing, arena).games for pairing in pairings)
    if before < sum(pairing.games for pairing in pairings):
        say(what)
        compile_for(pairings)
        with progress.following(pairings, before) as listener:
            play_pairings(pairings, arena, listener=listener, finder=progress.found)


def _fits(
    plan: TrainingPlan, learned: Positions, unseen: Positions, prior: Fit, spread: np.ndarray
) -> tuple[Fit, tuple[tuple[int, float], ...]]:
    """The fit to all games, and what more games bring: fits to the first of them, on the same held-out ones."""
    games = int(learned.game.max()) + 1
    curve = []
    for share in _CURVE:
        first = learned[learned.game < round(share * games)]
        if len(first):
            found = fitted(first, first.result, prior, spread, plan.pull)
            if plan.reply:
                found = fitted(first, labels(first, found, plan.reply), prior, spread, plan.pull)
            curve.append((round(share * games), found.loss(unseen)))
    return found, tuple(curve)


def _model(plan: TrainingPlan, content: dict[str, Any], card: Card) -> Model:
    return Model(format=FORMAT, kind="linear", game=turnwright.game(plan.game).spec, card=card, content=content)


def _card(plan: TrainingPlan, passed: Sequence[Generation], tests: Sequence[Pairing], scores: Sequence[Score]) -> Card:
    last = passed[-1]
    return Card(
        title=f"weights learned from games of {plan.stored or plan.agent}, {len(passed)} generations",
        about="Logistic regression of results on the terms of the game's own evaluation, pulled towards its weights.",
        data=(
            f"{last.games:,} games of {_players(plan, last)}, {last.positions:,} ends of turns; every "
            f"{plan.held_out}th game held out"
        ),
        settings={key: str(value) for key, value in plan.as_dict().items()},
        calibration=last.calibration,
        matches=tuple(match_on_card(test, score) for test, score in zip(tests, scores, strict=True)),
        version=turnwright.__version__,
    )


def _players(plan: TrainingPlan, last: Generation) -> str:
    """Who played the games that were learned from."""
    ours = f"{plan.agent} with {plan.budget} a turn"
    if not plan.stored:
        return ours
    return f"the store {plan.stored}" if last.number == 1 else f"the store {plan.stored} and of {ours}"


def match_on_card(pairing: Pairing, score: Score) -> MatchOnCard:
    """A match as a card has it."""
    player, opponent = pairing.players
    low, high = score.paired.interval
    return MatchOnCard(
        game=pairing.game,
        player=str(player),
        opponent=str(opponent),
        games=score.games,
        score=round(score.share or 0.0, 4),
        low=round(low, 4),
        high=round(high, 4),
    )


def all_won(scores: Sequence[Score]) -> bool:
    """Whether every match was won for certain: its whole 95 % interval lies above one half."""
    return all(score.paired.interval.low > _CHANCE for score in scores)


def generation_text(made: Generation) -> str:
    """A generation in one line."""
    gates = ", ".join(score_text(score) for score in made.gates)
    verdict = "passed" if made.passed else "did not pass"
    return (
        f"generation {made.number}: {made.positions:,} positions, held-out loss {made.loss_before:.4f} -> "
        f"{made.loss:.4f}; gate {verdict}: {gates}"
    )


def score_text(score: Score) -> str:
    """A score in a few words."""
    low, high = score.paired.interval
    return f"{score.share or 0:.1%} ({low:.1%} to {high:.1%}, {score.games} games) in {score.players[0].spec.label}"
