"""Training of a shallow network by generations: play, look at replies, fit, and repeat while matches are won.

Lessons are stored part by part and follow from the plan alone; matches are in the store. So a training that was stopped
plays what is missing, and comes to the same network.
"""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import Progress
from turnwright.arena.scores import Score, score_of
from turnwright.core.game import Game
from turnwright.core.spec import escaped
from turnwright.evaluators.model import FORMAT, Card, Model, write_model
from turnwright.training.shallow.fit import Fitted, Quality, fit
from turnwright.training.shallow.lessons import Lessons, joined, lessons_of
from turnwright.training.shallow.plan import NetworkPlan
from turnwright.training.train import all_won, match_on_card, play_missing, score_text


@dataclass(frozen=True, kw_only=True)
class NetworkGeneration:
    """One round."""

    number: int
    lessons: int
    """States that were fitted to or held out, those of earlier generations included."""
    fitted: Fitted
    gates: tuple[Score, ...]
    evaluation: str
    """How spec strings name it."""

    @property
    def passed(self) -> bool:
        """Whether it is better for certain in every agent of the gate."""
        return all_won(self.gates)


@dataclass(frozen=True, kw_only=True)
class NetworkReport:
    """What came of a training."""

    plan: NetworkPlan
    generations: tuple[NetworkGeneration, ...]
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
                    "lessons": made.lessons,
                    "before": _quality(made.fitted.before),
                    "after": _quality(made.fitted.after),
                    "gates": [score.as_dict() for score in made.gates],
                    "passed": made.passed,
                    "evaluation": made.evaluation,
                }
                for made in self.generations
            ],
            "tests": [score.as_dict() for score in self.tests],
            "model": None if self.model is None else str(self.model),
        }


def train_network(
    plan: NetworkPlan,
    arena: ArenaConfig,
    folder: Path,
    progress: Progress | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> NetworkReport:
    """Train as planned; lessons and models are written into the folder. `say` receives what comes next."""
    follow = partial(play_missing, arena, progress or Progress(), say)
    plain = turnwright.game(plan.game)
    inputs = plain.shallow_inputs()
    best = "game"
    data: list[Lessons] = []
    rounds: list[NetworkGeneration] = []
    for number in range(1, plan.generations + 1):
        data += _lessons(plan, number, best, folder, say)
        lessons = joined(data)
        say(f"generation {number}: fitting a network to {len(lessons):,} states")
        fitted = fit(lessons, inputs, plan.fit, held_out=plan.held_out, seed=plan.seed_of_fit(number))
        file = folder / f"generation-{number}.json"
        write_model(_model(plan, inputs.content(fitted.network), Card(title=f"generation {number}")), file)
        new = f"model({escaped(str(file))})"
        gates = plan.gates(number, new, best)
        follow(f"generation {number}: games of its gate", gates)
        scores = tuple(score_of(gate, arena) for gate in gates)
        made = NetworkGeneration(number=number, lessons=len(lessons), fitted=fitted, gates=scores, evaluation=new)
        rounds.append(made)
        say(network_generation_text(made))
        if not made.passed:
            break
        best = new
    passed = [made for made in rounds if made.passed]
    if not passed:
        return NetworkReport(plan=plan, generations=tuple(rounds), tests=(), model=None)
    tests = plan.tests(best, "game")
    follow("games that measure the gain", tests)
    scores = tuple(score_of(test, arena) for test in tests)
    matches = tuple(match_on_card(test, score) for test, score in zip(tests, scores, strict=True))
    card = _card(plan, passed, matches)
    write_model(_model(plan, inputs.content(passed[-1].fitted.network), card), folder / "model.json")
    return NetworkReport(plan=plan, generations=tuple(rounds), tests=scores, model=folder / "model.json")


def _lessons(
    plan: NetworkPlan, generation: int, current: str, folder: Path, say: Callable[[str], None]
) -> list[Lessons]:
    """The lessons of a generation, from files where they are there."""
    plain = turnwright.game(plan.game)
    game = plain if current == "game" else plain.variant(evaluation=current)
    found = []
    for part in range(plan.parts):
        evaluation, genomes = plan.player_of(plan.players[part % len(plan.players)], current)
        player = game if evaluation == current else plain.variant(evaluation=evaluation)
        asked: dict[str, Any] = {
            "games": min(plan.part, plan.games - part * plan.part),
            "genomes": genomes,
            "replies": plan.replies,
            "share": plan.share,
            "seed": plan.seed_of_part(generation, part),
        }
        key = json.dumps([plain.spec, _judge(game), _judge(player), asked])
        file = folder / "lessons" / f"{hashlib.sha256(key.encode()).hexdigest()[:16]}.npz"
        if not file.exists():
            say(f"generation {generation}: lessons, part {part + 1} of {plan.parts}")
            _write(lessons_of(game, plain, player, **asked), file)
        found.append(_read(file))
    return found


def _judge(game: Game) -> str:
    """Names what a game's evaluation computes: the numbers, not the file that they are in."""
    return hashlib.sha256(game.params.tobytes()).hexdigest()[:16]


def _write(lessons: Lessons, file: Path) -> None:
    """Write lessons, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    scratch = file.with_name(f"{file.stem}.{os.getpid()}.npz")
    np.savez(scratch, **{field.name: getattr(lessons, field.name).view(np.ndarray) for field in fields(Lessons)})
    scratch.replace(file)


def _read(file: Path) -> Lessons:
    with np.load(file, allow_pickle=False) as opened:
        return Lessons(**{field.name: opened[field.name] for field in fields(Lessons)})


def _model(plan: NetworkPlan, content: dict[str, Any], card: Card) -> Model:
    return Model(format=FORMAT, kind="shallow", game=turnwright.game(plan.game).spec, card=card, content=content)


def _card(plan: NetworkPlan, passed: list[NetworkGeneration], matches: tuple[Any, ...]) -> Card:
    last = passed[-1]
    before, after = last.fitted.before, last.fitted.after
    return Card(
        title=f"shallow network, {len(passed)} generations",
        about=(
            "Corrects learned weights: one hidden layer over pieces, squares, health, gear and hands, fitted to what "
            "turns of self-play leave after the opponent's reply."
        ),
        data=(
            f"{plan.games * last.number:,} games of self-play, {last.lessons:,} states; every {plan.held_out}th game "
            f"held out, where {after.right:.1%} of pairs of turns are in the right order instead of {before.right:.1%}"
        ),
        settings={key: str(value) for key, value in plan.as_dict().items()},
        matches=matches,
        version=turnwright.__version__,
    )


def _quality(quality: Quality) -> dict[str, float]:
    return {field.name: getattr(quality, field.name) for field in fields(Quality)}


def network_generation_text(made: NetworkGeneration) -> str:
    """A generation in one line."""
    before, after = made.fitted.before, made.fitted.after
    verdict = "passed" if made.passed else "did not pass"
    return (
        f"generation {made.number}: {made.lessons:,} states; pairs of held-out turns in the right order "
        f"{before.right:.1%} -> {after.right:.1%}, regret {before.regret:,.0f} -> {after.regret:,.0f} points; gate "
        f"{verdict}: {', '.join(map(score_text, made.gates))}"
    )
