"""Playing a published experiment in the arena, and comparing the result with what was published."""

import os
import platform
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import compile_for, games_of, play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.provenance import counted_source, versions
from turnwright.arena.record import GameRecord
from turnwright.papers.cell_filter import chosen_cells
from turnwright.papers.evolution_experiment import evolve, plans_of
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.game_experiments import (
    SourceGames,
    further_findings,
    has_further_findings,
    measured_findings,
)
from turnwright.papers.hero_academy.starters import starter_games, starter_settings
from turnwright.papers.kept_games import EarlierGames
from turnwright.papers.matches import Matches, cell_scores
from turnwright.papers.people import own_games, people_findings
from turnwright.papers.published import ExperimentError
from turnwright.papers.result import Finding, Result
from turnwright.papers.scale import Size, source_pairing
from turnwright.papers.search_figures import match_findings, search_findings, search_means
from turnwright.papers.statements import judge_statements
from turnwright.papers.tuning_experiment import plan_of, tune
from turnwright.papers.turn_starts import drawn_turn_starts, searched, turn_start_player


@dataclass(frozen=True, kw_only=True)
class Laboratory:
    """The arena that an experiment is played in, and who follows the progress."""

    arena: ArenaConfig
    begin: Callable[[str, int], None] = lambda what, total: None
    """Called with what is about to be done, and in how many pieces."""
    advance: Callable[[], None] = lambda: None
    """Called after every piece."""
    earlier: EarlierGames = field(default_factory=EarlierGames)
    """Games of kept results; they count as played."""

    def play(self, pairings: Sequence[Pairing], name: str) -> None:
        """Play what neither the store nor a kept result has yet."""
        if not pairings:
            return
        known = {pairing: self.earlier.pairs_of(pairing) for pairing in pairings}
        missing = sum(self._missing(pairing, known[pairing]) for pairing in pairings)
        if missing:
            compile_for(pairings)
            self.begin("games", missing)
            play_pairings(
                pairings,
                self.arena,
                listener=lambda record: self.advance(),
                wanted=lambda pairing, pair: pair not in known[pairing],
                what={"experiment": name},
            )

    def _missing(self, pairing: Pairing, known: Collection[int]) -> int:
        """How many games of a pairing are still to be played."""
        setups = [game.setup for number in range(pairing.pairs) if number not in known for game in pairing.pair(number)]
        return len(setups) - len(self.arena.store.outcomes(setups, counted_source(pairing, self.arena)))

    def records(self, pairing: Pairing) -> list[GameRecord]:
        """The stored games of a pairing."""
        return [record for _, record in games_of(pairing, self.arena)]


def pairings(experiment: Experiment, size: Size, wishes: Sequence[str] = ()) -> list[Pairing]:
    """All that would be played; bad wishes and impossible sizes are refused here, before anything is."""
    if experiment.kind == "matches":
        return Matches(experiment, _cells(experiment, size, wishes), size).pairings
    if experiment.kind == "starters":  # its games are not stored
        _cells(experiment, size, wishes)
        return []
    if wishes:
        raise ExperimentError(f"{experiment.name} has no cells to select; leave out --cells")
    if experiment.kind == "tuning":
        return [*plan_of(experiment, size).covering()]
    return [source_pairing(experiment, source, size) for source in experiment.sources]


def reproduce(
    experiment: Experiment, size: Size, laboratory: Laboratory, wishes: Sequence[str] = (), command: str = ""
) -> Result:
    """Play an experiment, or the cells of it that are wished for, and compare with what was published."""
    wanted = pairings(experiment, size, wishes)
    if laboratory.earlier and (experiment.kind != "matches" or has_further_findings(experiment)):
        raise ExperimentError(f"{experiment.name} needs more of its games than their results; leave out --continue")
    if experiment.kind != "tuning":  # its games are found on the way
        laboratory.play(wanted, experiment.name)
    base = Result(
        experiment=experiment,
        size=size,
        command=command,
        machine=machine(),
        settings=tuple(_settings(experiment, size, wishes)),
        played=(date.today().isoformat(),) * 2,
    )
    match experiment.kind:
        case "matches":
            return _matches(base, _cells(experiment, size, wishes), laboratory)
        case "turn_starts":
            return _turn_starts(base, laboratory)
        case "complexity" | "evaluation_table":
            findings, curves = measured_findings(experiment, size, _source_games(experiment, size, laboratory))
            return base.having(findings=findings, curves=curves)
        case "tuning":
            findings, curves = tune(experiment, size, laboratory)
            return base.having(findings=findings, curves=curves)
        case "starters":
            cells = _cells(experiment, size, wishes)
            laboratory.begin("matches", len(cells))
            kept = starter_games(experiment, cells, size, laboratory.advance)
            places = [(cell, number, 0, kept[number], len(kept[number].games)) for number, cell in enumerate(cells)]
            scores = cell_scores(places, is_judged=size.is_full)
            return base.having(scores=scores, statements=judge_statements(experiment, scores), pairings=kept)
        case "evolution":
            findings, curves = evolve(experiment, size, laboratory)
            return base.having(findings=findings, curves=curves)
        case _:
            findings, curves, remarks = people_findings(own_games(laboratory.arena.store))
            return base.having(findings=findings, curves=curves, remarks=remarks)


def _cells(experiment: Experiment, size: Size, wishes: Sequence[str]) -> list[Cell]:
    """The cells to play. One budget for all would make those equal that the experiment compares."""
    cells = chosen_cells(experiment, wishes)
    times = {cell.seconds for cell in cells} | {cell.opponent_seconds for cell in cells}
    if size.budget not in ("paper", "seconds") and len(times) > 1:
        listed = ", ".join(f"{time:g}" for time in sorted(times))
        raise ExperimentError(
            f"{experiment.name} compares several budgets ({listed} s), which --budget {size.budget} would make "
            "equal; use --budget paper with --scale, or choose one with --cells seconds=…"
        )
    return cells


def _settings(experiment: Experiment, size: Size, wishes: Sequence[str]) -> list[tuple[str, str]]:
    """Games, views and players, in the paper's words and ours."""
    if experiment.kind == "tuning":
        plan = plan_of(experiment, size)
        tuned = plan.agent if plan.budget is None else f"{plan.agent}@{plan.budget}"
        return [("game", plan.game), ("what players see", plan.view), ("tuned", tuned), ("against", str(plan.opponent))]
    if experiment.kind == "starters":
        return starter_settings(experiment, _cells(experiment, size, wishes), size)
    if experiment.kind == "evolution":
        parts = experiment.evolutions.values()
        return [("game", spec) for spec in dict.fromkeys(plans_of(part, size)[0].game for part in parts)]
    played = pairings(experiment, size, wishes)
    listed = [("game", spec) for spec in dict.fromkeys(pairing.game for pairing in played)]
    if played:
        listed.append(("what players see", played[0].view))
    if experiment.kind == "matches":
        for cell, pairing, place in Matches(experiment, _cells(experiment, size, wishes), size).places:
            listed.append((experiment.players[cell.player].label, str(pairing.players[place])))
            listed.append((experiment.players[cell.opponent].label, str(pairing.players[1 - place])))
    else:
        listed += [("in the games", str(player)) for pairing in played for player in pairing.players]
        for role in dict.fromkeys(figure.player for figure in experiment.search):
            listed.append((experiment.players[role].label, str(turn_start_player(experiment, role, size))))
    return list(dict.fromkeys(listed))


def _matches(base: Result, cells: Sequence[Cell], laboratory: Laboratory) -> Result:
    experiment, size = base.experiment, base.size
    matches = Matches(experiment, cells, size)
    played = matches.read(laboratory.arena, laboratory.earlier)
    scores, searches = played.scores, played.searches()
    findings = match_findings(experiment, searches, size)
    further, curves = further_findings(experiment, matches, laboratory.arena)
    return base.having(
        scores=scores,
        statements=judge_statements(experiment, scores),
        findings=[*findings, *further],
        searches=search_means(experiment, searches),
        curves=curves,
        remarks=played.remarks(),
        pairings=played.pairings,
        played=played.days,
    )


def _turn_starts(base: Result, laboratory: Laboratory) -> Result:
    experiment, size = base.experiment, base.size
    games = [record for _, records in _source_games(experiment, size, laboratory) for record in records]
    states = drawn_turn_starts(games, size.positions_for(experiment.positions), size.seed)
    roles = dict.fromkeys(figure.player for figure in experiment.search)
    laboratory.begin("positions", len(states) * len(roles))
    values = searched(experiment, states, size, laboratory.advance)
    findings: list[Finding] = search_findings(experiment, values, size)
    remark = (
        f"{len(states):,} turn starts, a random sample of the {sum(len(game.turns) for game in games):,} turns of "
        f"{len(games):,} games at {experiment.source_scale * size.scale:g} of the paper's budgets."
    )
    return base.having(findings=findings, remarks=[remark])


def machine() -> dict[str, str]:
    """The machine and the versions that matter for a result."""
    return {
        **versions(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": str(os.cpu_count()),
    }


def _source_games(experiment: Experiment, size: Size, laboratory: Laboratory) -> SourceGames:
    """The games that positions and lengths are taken from."""
    return [(source, laboratory.records(source_pairing(experiment, source, size))) for source in experiment.sources]
