"""Measures and draws the curves on the agents' pages: what a turn gains, by how much was searched.

    python benchmarks/curves.py             # all pictures, about three minutes of one core
    python benchmarks/curves.py oep random  # some of them; random play has figures only

Every agent plays recorded positions of Hero Academy with counted budgets and fixed seeds, so the figures are the same
on every machine. A gain is the reference's heuristic value after the turn, for the mover, minus that before it.

A win is worth 60,000 points, so one would outweigh all else: positions in which a published agent has won are left out,
and so is the one in which none has but searches here do. That one is played apart, and its wins are counted.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from matplotlib import rc_context
from matplotlib.figure import Figure

import turnwright
from turnwright import Budget, Report
from turnwright.agents.plots import save_picture
from turnwright.agents.turn_check import ask
from turnwright.games.hero_academy.recorded.position_scores import (
    RECORDED_EVALUATION,
    PositionScore,
    score,
    under_evaluation,
)
from turnwright.games.hero_academy.recorded.positions import Position, reference_positions

ACTION_POINTS = 5
POSITIONS = 24
LEVEL_SEEDS = 20
HIDDEN_WIN = "ap5-031"
"""The position with a win that no published agent has found."""
PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images" / "agents"
_COLOURS = ("#1f6fb4", "#d1590a", "#2c8a4b", "#8d4fa8", "#a33b3b")
_MARKERS = ("o", "s", "^", "D", "v")


@dataclass(frozen=True, kw_only=True)
class Curves:
    """One picture: several agents over the same budgets."""

    title: str
    """What stands above it."""
    currency: str
    """The budget's currency, a field of `Budget`."""
    unit: str
    """What is counted, in the words of the axis."""
    amounts: tuple[int, ...]
    """The budgets."""
    agents: dict[str, str]
    """Spec strings by their names in the legend."""
    seeds: int
    """How many searches are averaged, in every position."""
    levels: dict[str, str]
    """Agents that need no budget, drawn as horizontal lines."""
    recorded: dict[str, str]
    """Published agents, by their names in the recorded positions, drawn as horizontal lines."""
    marks: dict[int, str]
    """Amounts that mean something, as vertical lines."""


CURVES = {
    "oep": Curves(
        title="Online evolution: what diversity buys",
        currency="iterations",
        unit="offspring",
        amounts=(100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000),
        agents={
            "plain OEP": "oep",
            "greedy OEP": "oep:greedy=0.2,repair=greedy",
            "diversity=niche": "oep:diversity=niche",
            "diversity=tabu": "oep:diversity=tabu",
        },
        seeds=4,
        levels={},
        recorded={"online_evolution": "Online Evolution, published code"},
        marks={2_600: "50 generations\nof plain OEP", 31_000: "a second\nof the paper"},
    ),
    "mcts": Curves(
        title="Monte Carlo tree search",
        currency="iterations",
        unit="iterations",
        amounts=(100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000),
        agents={
            "vanilla (2016)": "mcts",
            "non-exploring": "mcts:exploration=0,greedy=1",
            "cutting": "mcts:cut=yes",
        },
        seeds=2,
        levels={"Greedy Action": "greedy_action"},
        recorded={"ne_mcts": "non-exploring, published code"},
        marks={43_000: "a second\nof the paper"},
    ),
    "emcts": Curves(
        title="Evolutionary MCTS",
        currency="evaluations",
        unit="evaluations, those of Greedy Action included",
        amounts=(1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000),
        agents={
            "EMCTS": "emcts",
            "EMCTS, result=best_seen": "emcts:result=best_seen",
            "FH-EMCTS, horizon=5": "fh_emcts:horizon=5",
            "FH-EMCTS (horizon 10)": "fh_emcts",
        },
        seeds=3,
        levels={"Greedy Action": "greedy_action"},
        recorded={},
        marks={},
    ),
    "greedy": Curves(
        title="Greedy Turn and Greedy Action",
        currency="iterations",
        unit="leaves",
        amounts=(100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000),
        agents={
            "sort=all (2016)": "greedy_turn",
            "sort=root (thesis)": "greedy_turn:sort=root",
            "sort=none (published code)": "greedy_turn:sort=none",
        },
        seeds=1,
        levels={"Greedy Action": "greedy_action", "Greedy Action, top=10": "greedy_action:top=10"},
        recorded={"greedy_turn": "Greedy Turn, published code"},
        marks={97_000: "a second\nof the paper"},
    ),
}

RANDOM = "random"
POLICIES = (
    "random",
    "random:policy=meta",
    "random:policy=local,greedy=0.5",
    "random:policy=local",
    "random:policy=global,greedy=0.5",
    "random:policy=global",
)


def chosen_positions(number: int) -> list[Position]:
    """That many recorded positions, spread over the file, without those that can be won."""
    fitting = [
        position
        for position in reference_positions()
        if position.game.settings.action_points == ACTION_POINTS
        and position.id != HIDDEN_WIN
        and not any(run.winner for runs in position.results.values() for run in runs)
    ]
    number = min(number, len(fitting))
    return [fitting[i * len(fitting) // number] for i in range(number)]


Played = list[tuple[PositionScore, Report]]
"""What turns came to, and how they were found."""


def play(spec: str, positions: Sequence[Position], budget: Budget | None, seeds: int) -> Played:
    """An agent's turns in every position with every seed."""
    agent = turnwright.agent(spec)
    played = []
    for position in positions:
        for seed in range(seeds):
            turn = ask(agent, under_evaluation(position, RECORDED_EVALUATION), budget, seed)
            played.append((score(position, RECORDED_EVALUATION, turn.actions), turn.report))
    return played


def mean_gain(played: Played) -> float:
    """How much better turns leave the mover, on average."""
    wins = sorted({result.id for result, _ in played if result.won})
    if wins:
        print(f"  the next figure is spoilt by wins in {', '.join(wins)}")
    return fmean(result.value - result.start for result, _ in played)


def print_searches(played: Played) -> None:
    """Print what the searches were like."""
    reports = [report for _, report in played]
    facts = [f"evaluations an iteration {fmean(report.evaluations / report.iterations for report in reports):.2f}"]
    if any(report.unique for report in reports):
        facts.append(f"unique ends {fmean(report.unique for report in reports):,.0f}")
    if any(report.depth_mean for report in reports):
        deepest = fmean(report.depth_max for report in reports)
        facts.append(f"depth {fmean(report.depth_mean for report in reports):.1f}, at most {deepest:.1f}")
    if any(report.completed for report in reports):
        facts.append(f"plans completed {sum(report.completed > 0 for report in reports)} of {len(reports)}")
    if any(len(report.curve) > 1 for report in reports):
        last = median(report.curve[-1][0] for report in reports)
        facts.append(f"last improvement after {last:,.0f} evaluations (median)")
    print(f"    {'; '.join(facts)}", flush=True)


def print_comparison(played: Played, other: Played) -> None:
    """Print in how many positions one agent's turns are better than another's, on average over the seeds."""
    differences: dict[str, float] = {}
    for (mine, _), (theirs, _) in zip(played, other, strict=True):
        differences[mine.id] = differences.get(mine.id, 0.0) + mine.value - theirs.value
    signs = [(difference > 0) - (difference < 0) for difference in differences.values()]
    seeds = len(played) / len(differences)
    print(
        f"    against the first agent: better in {signs.count(1)}, equal in {signs.count(0)}, worse in"
        f" {signs.count(-1)} positions; median difference {median(differences.values()) / seeds:,.0f}",
        flush=True,
    )


def recorded_gain(agent: str, positions: Sequence[Position]) -> float:
    """The same for the runs of a published agent."""
    return fmean(run.value - position.value for position in positions for run in position.results[agent])


def draw(name: str, curves: Curves, positions: Sequence[Position], folder: Path) -> None:
    """Measure one picture, print its figures and write it."""
    figure = Figure(figsize=(7.2, 4.4), layout="constrained", facecolor="white")
    axes = figure.add_subplot(xscale="log", xlabel=curves.unit, ylabel="mean gain of a turn")
    axes.set_title(
        f"{curves.title}\n{len(positions)} recorded positions, {ACTION_POINTS} action points, reference evaluation",
        fontsize=10,
    )
    print(f"{curves.unit}: {' '.join(f'{amount:,}' for amount in curves.amounts)}")
    first: Played | None = None
    for (label, spec), colour, marker in zip(curves.agents.items(), _COLOURS, _MARKERS, strict=False):
        budgets = [Budget(**{curves.currency: amount}) for amount in curves.amounts]
        played = [play(spec, positions, budget, curves.seeds) for budget in budgets]
        gains = [mean_gain(each) for each in played]
        print(f"  {spec}: {' '.join(f'{gain:,.0f}' for gain in gains)}", flush=True)
        print_searches(played[-1])
        if first is not None:
            print_comparison(played[-1], first)
        first = first or played[-1]
        axes.plot(curves.amounts, gains, marker=marker, markersize=4, color=colour, label=label)
    levels = {label: mean_gain(play(spec, positions, None, LEVEL_SEEDS)) for label, spec in curves.levels.items()}
    levels |= {label: recorded_gain(agent, positions) for agent, label in curves.recorded.items()}
    for (label, gain), style in zip(levels.items(), ("--", "-.", ":"), strict=False):
        print(f"  {label}: {gain:,.0f}")
        axes.axhline(gain, linestyle=style, linewidth=1.2, color="#555555", label=label)
    bottom, top = axes.get_ylim()
    for amount, label in curves.marks.items():
        axes.axvline(amount, linestyle=":", linewidth=0.8, color="#888888")
        axes.text(amount * 1.05, bottom + 0.01 * (top - bottom), label, fontsize=7, color="#555555", va="bottom")
    axes.grid(alpha=0.25)
    axes.legend(fontsize=8, borderpad=0.8)
    folder.mkdir(parents=True, exist_ok=True)
    with rc_context({"svg.fonttype": "none"}):  # letters as text: a small file
        save_picture(figure, folder / f"{name}.svg")
    print(f"  wrote {name}.svg")


def count_wins(curves: Curves) -> None:
    """Print how often each agent wins the position with the hidden win, with its largest budget."""
    position = next(position for position in reference_positions() if position.id == HIDDEN_WIN)
    budget = Budget(**{curves.currency: curves.amounts[-1]})
    for spec in curves.agents.values():
        played = play(spec, [position], budget, 5 * curves.seeds)
        wins = sum(result.won for result, _ in played)
        print(f"  {spec} wins {HIDDEN_WIN} {wins} times of {len(played)}", flush=True)


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Measure and draw the curves on the agents' pages.")
    known = [*CURVES, RANDOM]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which of {', '.join(known)}; all without")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many recorded positions to play")
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where the pictures go")
    given = parser.parse_args(arguments)
    unknown = [name for name in given.names if name not in known]
    if unknown:
        parser.error(f"there are no curves {', '.join(unknown)}; available: {', '.join(known)}")
    positions = chosen_positions(given.positions)
    for name in given.names or known:
        if name == RANDOM:
            for spec in POLICIES:
                print(f"{spec}: {mean_gain(play(spec, positions, None, LEVEL_SEEDS)):,.0f}")
        else:
            draw(name, CURVES[name], positions, given.folder)
            count_wins(CURVES[name])


if __name__ == "__main__":
    main(sys.argv[1:])
