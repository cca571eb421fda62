"""Pictures of an evolution: the strength of the opponent over generations, and the champion's network."""

from pathlib import Path
from typing import TYPE_CHECKING

from turnwright.agents.plots import save_picture
from turnwright.core.extras import need
from turnwright.evaluators.network import Network
from turnwright.neat.report import EvolutionReport

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_THICKEST = 2.5
_FAINTEST = 0.04


def draw_evolution(report: EvolutionReport, folder: Path) -> list[Path]:
    """Write `curve.svg` and `network.svg`; gives the files."""
    figures = {"curve.svg": draw_curve(report), "network.svg": draw_network(report.champion.network)}
    for name, figure in figures.items():
        save_picture(figure, folder / name)
    return [folder / name for name in figures]


def draw_curve(report: EvolutionReport) -> "Figure":
    """The opponent's ε in each generation, as Figure 5.6 of the thesis has it, and how the best network fared."""
    need("matplotlib", "a picture")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot(xlabel="generation", ylim=(-0.02, 1.05))
    numbers = [one.number for one in report.history]
    epsilons = [one.epsilon for one in report.history]
    shares = [one.best / report.plan.games for one in report.history]
    axes.plot(numbers, shares, ".", color="0.75", markersize=3, label="best network's share of the points")
    axes.step(numbers, epsilons, where="post", color="tab:blue", label="ε of the opponent")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    axes.set_title(f"NEAT, {report.plan.inputs} inputs: {report.plan.made_game.spec}", fontsize="medium")
    return figure


def draw_network(network: Network) -> "Figure":
    """Inputs on the left, the output on the right, links by sign (blue adds, red subtracts) and size of the weight."""
    need("matplotlib", "a picture")
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure

    places = _places(network)
    weights = [abs(weight) for node in network.nodes for weight in node.weights]
    most = max(weights, default=1.0) or 1.0
    lines, colours, widths = [], [], []
    for number, node in enumerate(network.nodes):
        for source, weight in zip(node.sources, node.weights, strict=True):
            share = abs(weight) / most
            lines.append([places[source], places[network.inputs + number]])
            colours.append(
                (0.1, 0.3, 0.8, max(_FAINTEST, share)) if weight > 0 else (0.8, 0.1, 0.1, max(_FAINTEST, share))
            )
            widths.append(_THICKEST * max(0.1, share))
    figure = Figure(figsize=(9, 7), layout="constrained")
    axes = figure.add_subplot()
    axes.add_collection(LineCollection(lines, colors=colours, linewidths=widths))
    inputs, nodes = zip(*places[: network.inputs], strict=True), zip(*places[network.inputs :], strict=True)
    (input_x, input_y), (node_x, node_y) = inputs, nodes
    axes.scatter(input_x, input_y, s=max(2.0, 600 / network.inputs), color="0.3", zorder=2)
    axes.scatter(node_x, node_y, s=30, color="white", edgecolors="black", zorder=2)
    axes.axis("off")
    axes.set_title(
        f"{network.inputs} inputs, {len(network.nodes)} nodes, {network.links} links; blue adds, red subtracts",
        fontsize="medium",
    )
    return figure


def _places(network: Network) -> list[tuple[float, float]]:
    """The places of inputs and nodes: a node is one column after the last of its sources, and columns are evenly
    spaced."""
    columns = [0] * network.inputs
    for node in network.nodes:
        columns.append(1 + max((columns[source] for source in node.sources), default=0))
    columns[-1] = max(columns[-1], 1)
    members: dict[int, list[int]] = {}
    for place, column in enumerate(columns):
        members.setdefault(column, []).append(place)
    found = [(0.0, 0.0)] * len(columns)
    for column, listed in members.items():
        for row, place in enumerate(listed):
            found[place] = (float(column), 0.5 - (row + 0.5) / len(listed))
    return found
