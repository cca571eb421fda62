"""Scores on a database of decks, split by set of games, by draft, and by the deck that the player held."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import turnwright
from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import games_of
from turnwright.arena.pairing import Pairing
from turnwright.arena.play_game import game_of
from turnwright.arena.statistics import wilson_interval
from turnwright.games.locm.engine.deck_database import DRAFTS, STRATEGIES, Battle
from turnwright.games.locm.game import Locm
from turnwright.papers.experiment import Cell, Experiment
from turnwright.papers.matches import Matches
from turnwright.papers.result import CurveLine, Curves, Finding

DECKS = [(draft, strategy) for draft in range(DRAFTS) for strategy in STRATEGIES]
"""The decks of a database, whatever their order."""


@dataclass(frozen=True, kw_only=True)
class Holding:
    """A game from one player's side."""

    battle: Battle
    deck: tuple[int, str]
    """Draft and strategy of the player's own deck."""
    points: float

    @property
    def set(self) -> tuple[int, int]:
        """Draft and order: the twelve games of the paper's sets."""
        return self.battle.draft, self.battle.order


def holdings(pairing: Pairing, player: int, arena: ArenaConfig) -> list[Holding]:
    """The finished games of a pairing, from the side of one of its players."""
    made = game_of(pairing.game)
    assert isinstance(made, Locm)
    held = []
    for game, record in games_of(pairing, arena):
        seat = game.seats.index(player)
        battle = Battle.of(made, game.setup.seed)
        held.append(Holding(battle=battle, deck=(battle.draft, battle.decks[seat]), points=record.points(seat)))
    return held


def further_findings(
    experiment: Experiment, matches: Matches, arena: ArenaConfig
) -> tuple[list[Finding], list[Curves]]:
    """Scores by deck, where the game is played with a database of decks."""
    game = turnwright.game(experiment.game)
    if not (isinstance(game, Locm) and game.settings.draft == "decks"):
        return [], []
    held = [(cell, holdings(pairing, player, arena)) for cell, pairing, player in matches.places]
    findings = spread_findings(experiment, held)
    if not experiment.by_deck:
        return findings, []
    return findings + better_decks(experiment, held), deck_curves(experiment, held)


def _means(held: Sequence[Holding], by: Callable[[Holding], Hashable]) -> list[float]:
    groups: dict[Hashable, list[float]] = {}
    for holding in held:
        groups.setdefault(by(holding), []).append(holding.points)
    return [fmean(points) for points in groups.values()]


def spread_findings(experiment: Experiment, played: Sequence[tuple[Cell, list[Holding]]]) -> list[Finding]:
    """How much scores differ from set to set, deck to deck and draft to draft; the paper does not say what it means."""
    sigmas = {series.name: series.sigma for series in experiment.series}
    findings = []
    for cell, held in played:
        ways = (("sets", lambda one: one.set), ("decks", lambda one: one.deck), ("drafts", lambda one: one.deck[0]))
        spreads = []
        for name, by in ways:
            means = _means(held, by)
            if len(means) > 1:
                spreads.append(f"{stdev(means):.3f}".lstrip("0") + f" over {len(means)} {name}")
        if spreads:
            sigma = sigmas.get(cell.series)
            published = "" if sigma is None else f"{sigma:g}".lstrip("0")
            findings.append(
                Finding(group=cell.row, label="σ of the score", ours="; ".join(spreads), published=published)
            )
    return findings


def deck_curves(experiment: Experiment, played: Sequence[tuple[Cell, list[Holding]]]) -> list[Curves]:
    """The scores deck by deck, a line for every player."""
    lines = []
    for cell, held in played:
        points: dict[tuple[int, str], list[float]] = {deck: [] for deck in DECKS}
        for holding in held:
            points[holding.deck].append(holding.points)
        places = [place for place, deck in enumerate(DECKS) if points[deck]]
        games = [points[DECKS[place]] for place in places]
        intervals = [wilson_interval(sum(one), len(one)) for one in games]
        lines.append(
            CurveLine(
                label=cell.row,
                x=tuple(float(place + 1) for place in places),
                y=tuple(100 * fmean(one) for one in games),
                low=tuple(100 * interval.low for interval in intervals),
                high=tuple(100 * interval.high for interval in intervals),
            )
        )
    if not any(line.x for line in lines):
        return []
    title = f"{experiment.title}: draft by draft, each with the decks {', '.join(STRATEGIES)}"
    return [Curves(title=title, x_label="deck", y_label="score, %", lines=tuple(lines))]


def better_decks(experiment: Experiment, played: Sequence[tuple[Cell, list[Holding]]]) -> list[Finding]:
    """On how many decks the second player of an experiment scores more than the first against the same opponent."""
    if len(played) < 2:
        return []
    (one, first), (other, second) = played[:2]
    means = []
    for held in (first, second):
        points: dict[tuple[int, str], list[float]] = {}
        for holding in held:
            points.setdefault(holding.deck, []).append(holding.points)
        means.append({deck: fmean(found) for deck, found in points.items()})
    both = [deck for deck in DECKS if all(deck in found for found in means)]
    if not both:
        return []
    better = sum(means[1][deck] > means[0][deck] for deck in both)
    equal = sum(means[1][deck] == means[0][deck] for deck in both)
    quantity = next((quantity for quantity in experiment.quantities if quantity.key == "better"), None)
    return [
        Finding(
            group=other.row,
            label=f"decks on which it scores more than {one.row}",
            ours=f"{better} of {len(both)}" + (f", {equal} equal" if equal else ""),
            published="" if quantity is None else quantity.published or "",
            note=f"about {len(second) // len(both)} games a deck",
        )
    ]
