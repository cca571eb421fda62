"""Running an evolution: generation by generation, each kept in the store, and a play-off in the end."""

from collections.abc import Callable
from dataclasses import dataclass

from turnwright.arena.config import ArenaConfig
from turnwright.neat.fitness import Fixture
from turnwright.neat.journal import Evolution, Finalist, Generation, Journal
from turnwright.neat.plan import Plan
from turnwright.neat.population import Population
from turnwright.neat.report import Champion, EvolutionReport
from turnwright.neat.workers import Points, fitness_workers

_FINALISTS = 16
_FINALISTS_A_GENERATION = 4
_PLAY_OFF, _CHECK = -1, -2
"""Deals that no generation has."""


@dataclass(frozen=True, kw_only=True)
class EvolutionProgress:
    """Who follows the progress of an evolution."""

    begin: Callable[[str, int, int], None] = lambda what, total, before: None
    """Called with what is about to be done, how many pieces it has, and how many of them the store has already."""
    generation: Callable[[Generation], None] = lambda generation: None
    """Called after every generation."""
    finalist: Callable[[], None] = lambda: None
    """Called after the games of every finalist."""


def evolve(
    plan: Plan,
    arena: ArenaConfig,
    progress: EvolutionProgress = EvolutionProgress(),  # noqa: B008 (it is a constant)
) -> EvolutionReport:
    """Evolve as planned, from where the store has it, and report. The backend is one of `neat.workers.BACKENDS`."""
    journal = Journal(arena, plan)
    evolution = journal.read() or _begun(plan)
    with fitness_workers(plan, arena) as points:
        progress.begin("generations", plan.generations, len(evolution.history))
        while not evolution.is_beaten and len(evolution.history) < plan.generations:
            _advance(plan, evolution, points)
            journal.write(evolution)
            progress.generation(evolution.history[-1])
        champion = _champion(plan, evolution, points, progress)
    return EvolutionReport(
        plan=plan, history=tuple(evolution.history), is_beaten=evolution.is_beaten, champion=champion
    )


def _begun(plan: Plan) -> Evolution:
    population = Population(plan.neat, plan.input_count, plan.seed)
    return Evolution(population=population, history=[], finalists=[])


def _advance(plan: Plan, evolution: Evolution, points_of: Points) -> None:
    """Evaluate a generation, and make the next one."""
    population, level = evolution.population, evolution.level
    networks = population.networks()
    number = len(evolution.history)
    found = points_of(list(networks.values()), Fixture(part=number, games=plan.games, epsilon=plan.epsilon(level)))
    points = dict(zip(networks, found, strict=True))
    ranked = sorted(networks, key=lambda key: (-points[key], key))
    best = networks[ranked[0]]
    evolution.history.append(
        Generation(
            number=number,
            epsilon=plan.epsilon(level),
            best=points[ranked[0]],
            mean=sum(points.values()) / len(points),
            species=population.species,
            nodes=len(best.nodes),
            links=best.links,
        )
    )
    top = [key for key in ranked if points[key] == points[ranked[0]]][:_FINALISTS_A_GENERATION]
    new = [Finalist(generation=number, level=level, points=points[key], network=networks[key]) for key in top]
    ranking = sorted([*evolution.finalists, *new], key=lambda one: (one.level, one.points, one.generation))
    evolution.finalists = ranking[-_FINALISTS:]
    # Selection compares networks of one generation, so that the level adds nothing there; but to a species that has
    # reached a stronger opponent it is progress, as the library sees it.
    population.reproduce({key: level + points[key] / plan.games for key in networks})
    if points[ranked[0]] == plan.games:
        if level + 1 < plan.levels:
            evolution.level += 1
        else:
            evolution.is_beaten = True


def _champion(plan: Plan, evolution: Evolution, points_of: Points, progress: EvolutionProgress) -> Champion:
    """The best of the finalists in the play-off, and how it fares on deals that decided nothing."""
    finalists = evolution.finalists
    progress.begin("finalists", len(finalists), 0)
    epsilon = plan.epsilon(evolution.level)
    play_off, check = (Fixture(part=part, games=plan.play_off, epsilon=epsilon) for part in (_PLAY_OFF, _CHECK))
    points: list[float] = []
    for scored in points_of([finalist.network for finalist in finalists], play_off):
        points.append(scored)
        progress.finalist()
    place = max(range(len(points)), key=lambda place: (points[place], place))
    (checked,) = points_of([finalists[place].network], check)
    best = finalists[place]
    return Champion(
        network=best.network,
        generation=best.generation,
        epsilon=plan.epsilon(best.level),
        points=best.points,
        last_epsilon=epsilon,
        share=checked / plan.play_off,
    )
