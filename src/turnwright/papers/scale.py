"""The scale of a reproduction: which agents play how many games, with which budgets."""

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.core.budget import Budget
from turnwright.core.spec import parse_spec
from turnwright.core.views import ViewKind
from turnwright.papers.experiment import Cell, Experiment, Source, Variant
from turnwright.papers.published import ExperimentError
from turnwright.papers.rates import paper_budget

_LARGEST_SCALE = 4
"""Larger budgets than the published ones show how much a score depends on them."""


@dataclass(frozen=True, kw_only=True)
class Size:
    """How large an experiment is played, and in which reading."""

    games: int | None = None
    """Games for every number; None: as many as were published, times the scale."""
    budget: str = "paper"
    """paper: the published counts; seconds: the published time by the clock; else a budget for all, such as 1s."""
    scale: float = 1.0
    """Share of the published games and budgets."""
    variant: Variant = "described"
    """As the papers describe it, or as the published code has it."""
    seed: int = 0
    """The deals follow from it."""
    positions: int | None = None
    """Positions to plan on, where the experiment has any; None: as the experiment says, times the scale."""

    def __post_init__(self) -> None:
        if self.games is not None and (self.games < 2 or self.games % 2):
            raise ExperimentError(f"{self.games} games cannot be played in pairs; give an even number, 2 or more")
        if not 0 < self.scale <= _LARGEST_SCALE:
            raise ExperimentError(
                f"a scale of {self.scale:g} is impossible; give a number above 0 and up to {_LARGEST_SCALE}"
            )
        if self.budget not in ("paper", "seconds"):
            Budget.parse(self.budget)

    @property
    def is_full(self) -> bool:
        """Whether budgets are the published ones."""
        return self.budget in ("paper", "seconds") and self.scale == 1

    @property
    def words(self) -> str:
        """What every table must say."""
        currency = {
            "paper": "budgets in the papers' counts",
            "seconds": "the papers' time by this machine's clock",
        }.get(self.budget, f"{self.budget} a turn for every agent")
        scaled = "" if self.scale == 1 else f", SCALED to {self.scale:g} of the published size"
        if self.scale != 1 and self.games is not None:
            scaled = f", budgets SCALED to {self.scale:g} of the published ones"
        return f"{self.variant}; {currency}{scaled}"

    def games_for(self, published: int) -> int:
        """How many games are played for a published number of games: whole pairs, at least one."""
        return self.games if self.games is not None else max(2, 2 * round(published * self.scale / 2))

    def positions_for(self, wanted: int) -> int:
        """How many positions are searched where the experiment wants this many."""
        return self.positions if self.positions is not None else max(1, round(wanted * self.scale))


def player_for(
    experiment: Experiment, role: str, seconds: float, turn_length: int | None, at: float | None, size: Size
) -> Player:
    """A role as an agent with its budget."""
    who = experiment.players[role]
    spec = who.described if size.variant == "described" or who.reference is None else who.reference
    spec = spec.replace("{ap}", str(turn_length)).replace("{at}", "" if at is None else f"{at:g}")
    # The papers' agents do not look for wins at hand before they search.
    settings = {"win_probe": 0} if getattr(turnwright.agent(spec), "actions_probed", 0) else {}
    if size.budget in ("paper", "seconds"):
        settings |= {key: max(1, round(value * sqrt(size.scale))) for key, value in who.tuned.items()}
    if size.variant == "described":
        share = size.scale * seconds / experiment.seconds
        settings |= {key: max(1, round(value * share)) for key, value in who.shrinks.items()}
    spec = turnwright.agent(spec, **settings).spec
    return Player(agent=spec, budget=budget_for(spec, seconds, turn_length, size, who.rate))


def budget_for(
    spec: str, seconds: float, turn_length: int | None, size: Size, rate: int | None = None
) -> Budget | None:
    """What an agent may spend for a number of seconds of the paper; None for one that takes no budget."""
    counts = paper_budget(parse_spec(spec).label, seconds * size.scale, turn_length, rate)
    if counts is None or size.budget == "paper":
        return counts
    if size.budget == "seconds":
        return Budget(milliseconds=1000 * seconds * size.scale)
    return _scaled(Budget.parse(size.budget), size.scale)


def _scaled(budget: Budget, scale: float) -> Budget:
    def part(amount: int | None) -> int | None:
        return None if amount is None else max(1, round(amount * scale))

    def time(amount: float | None) -> float | None:
        return None if amount is None else amount * scale

    return Budget(
        milliseconds=time(budget.milliseconds),
        cpu_milliseconds=time(budget.cpu_milliseconds),
        evaluations=part(budget.evaluations),
        steps=part(budget.steps),
        iterations=part(budget.iterations),
    )


def view_of(game: str, variant: Variant) -> ViewKind:
    """What players see of the game: everything, or what the published code shows where the game has that reading."""
    return "reference" if variant == "reference" and turnwright.game(game).readings else "open"


def game_spec(game: str, turn_length: int | None, variant: Variant, reference_game: str = "") -> str:
    """The spec of the game that is played, with its turn length and every reading set."""
    if variant == "reference" and reference_game:
        return turnwright.game(reference_game).spec
    made = turnwright.game(game)
    if variant == "reference" and not made.readings:
        raise ExperimentError(f"{game} has no reading of a published code; play it as described")
    settings: dict[str, Any] = dict.fromkeys(made.readings, variant)
    if made.turn_length_setting is not None and turn_length is not None:
        settings[made.turn_length_setting] = turn_length
    return turnwright.game(game, **settings).spec


def pairing_for(experiment: Experiment, cell: Cell, size: Size) -> tuple[Pairing, int]:
    """The pairing behind a cell, and which of its two players the cell's score is about.

    A pairing and its mirror image are the same one, so that their games are played once.
    """
    own = player_for(experiment, cell.player, cell.seconds, cell.turn_length, cell.at, size)
    other = player_for(experiment, cell.opponent, cell.opponent_seconds, cell.turn_length, cell.at, size)
    first, second = sorted((own, other), key=lambda player: (player.agent, str(player.budget)))
    pairing = Pairing(
        game=game_spec(cell.game, cell.turn_length, size.variant, experiment.reference_game),
        players=(first, second),
        games=size.games_for(cell.games),
        seed=size.seed,
        view=cell.view or view_of(cell.game, size.variant),
    )
    return pairing, 0 if own == first else 1


def source_pairing(experiment: Experiment, source: Source, size: Size) -> Pairing:
    """The pairing that positions are drawn from: smaller than the experiment itself, and always counted."""
    small = replace(
        size,
        budget="paper",
        scale=experiment.source_scale * size.scale,
        games=size.games or max(2, 2 * round(experiment.source_games * size.scale / 2)),
    )
    seconds = experiment.seconds
    length = source.turn_length or turnwright.game(experiment.game).turn_length
    players = [player_for(experiment, role, seconds, length, None, small) for role in (source.player, source.opponent)]
    first, second = sorted(players, key=lambda player: (player.agent, str(player.budget)))
    return Pairing(
        game=game_spec(experiment.game, length, size.variant, experiment.reference_game),
        players=(first, second),
        games=small.games_for(experiment.source_games),
        seed=size.seed,
        view=view_of(experiment.game, size.variant),
    )
