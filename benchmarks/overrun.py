"""How far agents run over a time budget: `python benchmarks/overrun.py [milliseconds] [plans]`.

Plans turns in recorded mid-game positions and prints, for every agent, the median and the worst overrun. Meaningful
only on an idle machine.
"""

import sys
from statistics import median
from time import perf_counter

from rich.console import Console
from rich.table import Table

from turnwright import Budget
from turnwright.agents.registry import agent, agent_names
from turnwright.games.hero_academy.recorded.positions import reference_positions

VARIANTS = (
    "greedy_turn:visited=all",
    "mcts:exploration=0,greedy=1",
    "mcts:cut=yes",
    "mcts:depth=0,greedy=0,table=no",
    "mcts:rollouts=10",
    "mcts:trees=2,threads=2",
    "oep:greedy=0.2,repair=greedy",
    "oep:rollouts=5,history=yes",
    "oep:diversity=tabu",
    "oep:diversity=niche",
    "oep:horizon=12,model_top=0",
    "oep:islands=2,threads=2",
    "emcts:horizon=15,model_top=0",
    "fh_emcts:worlds=4",
)


def main() -> None:
    milliseconds = float(sys.argv[1]) if len(sys.argv) > 1 else 100.0
    plans = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    positions = [position for position in reference_positions() if position.phase == "mid"]
    states = [positions[i * len(positions) // plans].state for i in range(plans)]
    table = Table(title=f"Overrun at {milliseconds:g} ms, {plans} mid-game positions")
    table.add_column("agent")
    for heading in ("median, ms", "worst, ms", "least used, ms"):
        table.add_column(heading, justify="right")
    for spec in (*agent_names(), *VARIANTS):
        player = agent(spec)
        kind = "hidden" if "worlds" in spec else "open"
        for state in states[:2]:
            player.plan(state.view(kind=kind), Budget(milliseconds=10), 0)
        used = []
        for seed, state in enumerate(states):
            view, budget = state.view(kind=kind), Budget(milliseconds=milliseconds)
            started = perf_counter()
            player.plan(view, budget, seed)
            used.append(1000 * (perf_counter() - started))
        over = [time - milliseconds for time in used]
        table.add_row(spec, f"{median(over):+.2f}", f"{max(over):+.2f}", f"{min(used):.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
