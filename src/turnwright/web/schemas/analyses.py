"""Analyses as they go out."""

from typing import Literal

from pydantic import Field

from turnwright.web.schemas.base import Answer
from turnwright.web.schemas.positions import Step


class Snapshot(Answer):
    """The fitness of a population after a generation, from the best genome to the worst."""

    generation: int
    evaluations: int
    milliseconds: float
    genomes: int
    best: float
    upper: float = Field(description="A quarter of the genomes are better.")
    median: float
    lower: float = Field(description="A quarter of the genomes are worse.")
    worst: float


class Genome(Answer):
    """A turn of a population."""

    value: float
    notation: str
    actions: list[str]


class PopulationAnswer(Answer):
    """An evolution over its generations, and the best genomes of the last one."""

    snapshots: list[Snapshot]
    genomes: list[Genome]


class Branch(Answer):
    """An action that a tree search tried."""

    action: str
    visits: int
    mean: float


class MutationAnswer(Answer):
    """An exchange of one action of a turn that a tree search tried."""

    position: int = Field(description="Which action of the turn, counted from 1.")
    replaced: str
    action: str
    visits: int
    mean: float


class MutationTree(Answer):
    """The turn that a tree of mutations grew from."""

    turn: str
    value: float
    tried: list[MutationAnswer] = Field(description="Exchanges in that turn, the most visited first.")
    way: list[MutationAnswer] = Field(description="The most visited path down the tree.")


class AnalysisLine(Answer):
    """A turn that was found."""

    seed: int
    value: float | None = Field(description="The agent's value of it.")
    evaluation: float = Field(description="Of the position after it, for the player to move before it.")
    notation: str
    reply: list[str] = Field(description="The opponent's actions that the agent fears; empty if it looked for none.")
    steps: list[Step]
    figures: dict[str, float]
    curve: list[tuple[int, float, float]] = Field(description="Evaluations, milliseconds and the best value so far.")
    parts: list[list[tuple[int, float, float]]] = Field(description="Curves of parts that ran in parallel.")
    exhausted: bool = Field(description="Whether nothing was left to search.")
    population: PopulationAnswer | None = Field(description="Of an evolution.")
    branches: list[Branch] = Field(description="First actions of a tree of actions, the most visited first.")
    principal: list[Branch] = Field(description="The most visited path through the turn in a tree of actions.")
    mutations: MutationTree | None = Field(description="Of a tree of mutations.")


class AnalysisAnswer(Answer):
    """What an agent found, the best line first."""

    type: Literal["analysis"]
    searches: int = Field(description="Searches that were made.")
    lines: list[AnalysisLine]
