"""What an evolution has found: its generations, and the champion as a model."""

from dataclasses import asdict, dataclass
from typing import Any

import turnwright
from turnwright.core.spec import write_value
from turnwright.evaluators.model import FORMAT, Card, Model
from turnwright.evaluators.network import Network
from turnwright.neat.journal import Generation
from turnwright.neat.plan import Plan


@dataclass(frozen=True, kw_only=True)
class Champion:
    """The best network of an evolution."""

    network: Network
    generation: int
    """In which it was found."""
    epsilon: float
    """Of the opponent that it met there."""
    points: float
    """In its games then."""
    last_epsilon: float
    """Of the last opponent of the evolution."""
    share: float
    """Of the points against that one, on deals that neither the evolution nor the choice of the champion has seen."""


@dataclass(frozen=True, kw_only=True)
class EvolutionReport:
    """The result of an evolution so far."""

    plan: Plan
    history: tuple[Generation, ...]
    is_beaten: bool
    """Whether the opponent at ε = 1 has been beaten."""
    champion: Champion

    @property
    def beaten(self) -> list[tuple[float, int]]:
        """Every ε that has been beaten, with the generation."""
        return [(one.epsilon, one.number) for one in self.history if one.best == self.plan.games]

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data, for JSON."""
        champion = self.champion
        return {
            "plan": self.plan.as_dict(),
            "generations": [asdict(one) for one in self.history],
            "beaten": [{"epsilon": epsilon, "generation": number} for epsilon, number in self.beaten],
            "is_beaten": self.is_beaten,
            "champion": {
                "generation": champion.generation,
                "epsilon": champion.epsilon,
                "points": champion.points,
                "last_epsilon": champion.last_epsilon,
                "share": champion.share,
                "inputs": champion.network.inputs,
                "nodes": len(champion.network.nodes),
                "links": champion.network.links,
            },
        }


def champion_model(report: EvolutionReport) -> Model:
    """The champion as a model file has it."""
    plan, champion, network = report.plan, report.champion, report.champion.network
    settings = plan.as_dict() | plan.as_dict()["neat"] | {"generations": len(report.history)}
    del settings["neat"]
    return Model(
        format=FORMAT,
        kind="neat",
        game=plan.made_game.spec,
        card=Card(
            title=f"NEAT, {plan.inputs} inputs, for {plan.made_game.spec}",
            about=(
                f"A network of {network.inputs} inputs, {len(network.nodes)} nodes and {network.links} links, evolved "
                f"by NEAT as in the thesis of 2015. It was evolved as the first player; for the second it sees the "
                "board from the other side."
            ),
            data=(
                f"Generation {champion.generation} of {len(report.history)}: {champion.points:g} of {plan.games} "
                f"points against the ε-greedy opponent at ε = {champion.epsilon:g}. Best of the finalists in "
                f"{plan.play_off} games; on as many other deals it scored {100 * champion.share:.1f} % at "
                f"ε = {champion.last_epsilon:g}."
            ),
            settings={name: write_value(value) for name, value in settings.items()},
            version=turnwright.__version__,
        ),
        content=asdict(network),
    )
