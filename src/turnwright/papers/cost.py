"""What an experiment would cost at a size, estimated.

For every game: its turns (by their length, from `rates.toml`), half of them for each player, times the counts of the
player's budget, times the nanoseconds of one (from the same file). Agents without a budget cost nothing here.
"""

from dataclasses import dataclass

import turnwright
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.papers.evolution_experiment import plans_of
from turnwright.papers.experiment import Experiment
from turnwright.papers.rates import at_length, rates
from turnwright.papers.scale import Size, pairing_for, source_pairing
from turnwright.papers.tuning_experiment import plan_of
from turnwright.papers.turn_starts import turn_start_player


@dataclass(frozen=True, kw_only=True)
class Cost:
    """An estimate."""

    games: int
    positions: int
    """Positions that are searched apart from games."""
    core_hours: float

    def __str__(self) -> str:
        hours = self.core_hours
        time = (
            f"{hours:,.0f} h" if hours >= 10 else f"{hours:.1f} h" if hours >= 1 else f"{max(1, round(60 * hours))} min"
        )
        parts = [f"{self.games:,} games"] if self.games else []
        parts += [f"{self.positions:,} positions"] if self.positions else []
        return ", ".join([*parts, f"about {time} on one core"]) if parts else "nothing to play"


def cost(experiment: Experiment, size: Size, *, with_extra: bool = False) -> Cost:
    """What playing an experiment at a size would take; extra cells only where asked for."""
    if experiment.kind == "tuning":
        return _cost_of_tuning(experiment, size)
    if experiment.kind == "evolution":
        return _cost_of_evolutions(experiment, size)
    cells = [cell for cell in experiment.cells if with_extra or not cell.extra]
    pairings = {pairing_for(experiment, cell, size)[0] for cell in cells}
    pairings |= {source_pairing(experiment, source, size) for source in experiment.sources}
    seconds = sum(_seconds_of_pairing(pairing) for pairing in pairings)
    positions = 0
    if experiment.kind == "turn_starts":
        positions, length = size.positions_for(experiment.positions), turnwright.game(experiment.game).turn_length
        for role in dict.fromkeys(figure.player for figure in experiment.search):
            seconds += positions * seconds_of_turn(turn_start_player(experiment, role, size), length)
    return Cost(games=sum(pairing.games for pairing in pairings), positions=positions, core_hours=seconds / 3600)


def _cost_of_tuning(experiment: Experiment, size: Size) -> Cost:
    """Sets of every run, the play-off, and the match on other deals, if all runs recommend something else."""
    plan = plan_of(experiment, size)
    pairing = next(plan.covering())
    later = plan.play_off_games + (size.games_for(experiment.games) if experiment.held_out else 0)
    games = plan.runs * (plan.iterations * plan.games + later)
    seconds = games / pairing.games * _seconds_of_pairing(pairing)
    return Cost(games=games, positions=0, core_hours=seconds / 3600)


def _cost_of_evolutions(experiment: Experiment, size: Size) -> Cost:
    """All generations of all runs; play-offs are small beside them."""
    games, milliseconds = 0, 0.0
    for part in experiment.evolutions.values():
        played = 0
        for plan in plans_of(part, size):
            generations = min(plan.generations, part.usual_generations or plan.generations)
            played += generations * plan.neat.population * plan.games
        games += played
        milliseconds += played * part.game_milliseconds
    return Cost(games=games, positions=0, core_hours=milliseconds / 3.6e6)


def _seconds_of_pairing(pairing: Pairing) -> float:
    game = turnwright.game(pairing.game)
    turns = rates().turns_of.get(game.name) or at_length(rates().turns, game.turn_length)
    return pairing.games * turns / 2 * sum(seconds_of_turn(player, game.turn_length) for player in pairing.players)


def seconds_of_turn(player: Player, turn_length: int | None) -> float:
    """What one turn of a player takes."""
    budget = player.budget
    if budget is None:
        return 0.0
    times = [time for time in (budget.milliseconds, budget.cpu_milliseconds) if time is not None]
    if times:
        return min(times) / 1000
    kind, weight = _kind_of_search(player.agent)
    per_count = at_length(rates().nanoseconds[kind], turn_length) * weight
    counts = budget.iterations or budget.evaluations or budget.steps or 0
    return counts * per_count / 1e9


def _kind_of_search(spec: str) -> tuple[str, float]:
    """The measured kind of search that an agent is most like, and how many times as much it does."""
    made = turnwright.agent(spec)
    settings = getattr(made, "settings", None)
    if made.name == "mcts" and settings is not None:
        if settings.depth == 0:
            return "mcts_whole_game", 1.0
        return "mcts", float(max(settings.depth, settings.rollouts))
    if made.name == "oep" and settings is not None:
        if settings.rollouts:
            return "oep_rollouts", float(settings.rollouts)
        return ("oep_greedy" if settings.repair == "greedy" else "oep"), 1.0
    return made.name, 1.0
