"""How often the arena's statistics keep their word in simulated matches: `python benchmarks/interval_coverage.py`.

Prints the table of docs/statistics.md. Seeds are fixed; it takes some seconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnwright.arena.statistics import (
    Design,
    EloDifference,
    Sample,
    Sprt,
    bradley_terry,
    difference_interval,
    games_needed,
    mean_difference_interval,
    paired_score,
    share_of_elo,
    signed_rank_of_pairs,
    verdict,
    wilson_interval,
)
from turnwright.arena.statistics.pentanomial import SHARES, score_statistic

MATCHES = 20_000
SQUARED_QUANTILE = 1.959963984540054**2


@dataclass(frozen=True, kw_only=True)
class Row:
    """One promise and what became of it."""

    figure: str
    """Which statistic."""
    case: str
    """What was simulated."""
    stated: str
    """What it promises, in %."""
    measured: float
    """How often that happened, from 0 to 1."""

    def __str__(self) -> str:
        return f"| {self.figure} | {self.case} | {self.stated} | {100 * self.measured:.1f} |"


def pair_chances(elo: float, deal: float = 0.0, draw: float = 0.0) -> NDArray[np.float64]:
    """Chances of 0, ½, 1, 1½ and 2 points in a pair.

    The first player is stronger by `elo`; a deal helps who sits first by a normal amount with deviation `deal`, both
    in Elo; `draw` is how far apart, in Elo, two must be in a game for it not to be a draw.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    chances = np.zeros(5)
    for luck, weight in zip(deal * nodes, weights / weights.sum(), strict=True):
        games = []
        for gap in (elo + luck, elo - luck):
            won, lost = share_of_elo(gap - draw), share_of_elo(-gap - draw)
            games.append(np.array([lost, max(0.0, 1 - won - lost), won]))
        chances += weight * np.convolve(*games)
    return chances / chances.sum()


def wilson(rng: np.random.Generator) -> Iterator[Row]:
    for games, share in ((20, 0.5), (100, 0.62), (100, 0.95), (400, 0.8)):
        intervals = np.array([wilson_interval(score, games) for score in range(games + 1)])
        found = intervals[rng.binomial(games, share, MATCHES)]
        covered = (found[:, 0] <= share) & (share <= found[:, 1])
        yield Row(
            figure="Wilson", case=f"{games} games, truth {100 * share:.0f} %", stated="95", measured=covered.mean()
        )


def newcombe(rng: np.random.Generator) -> Iterator[Row]:
    for share, games, other_share, other_games in ((0.6, 100, 0.5, 100), (0.98, 100, 0.9, 400)):
        matches = rng.binomial((games, other_games), (share, other_share), (4000, 2))
        found = np.array([difference_interval(int(one), games, int(two), other_games) for one, two in matches])
        covered = (found[:, 0] <= share - other_share) & (share - other_share <= found[:, 1])
        case = f"{games} games at {100 * share:.0f} % − {other_games} at {100 * other_share:.0f} %"
        yield Row(figure="Newcombe", case=case, stated="95", measured=covered.mean())
    matches = rng.binomial(200, 0.7, (4000, 2))
    words = [verdict(int(one), 200, two / 200, 200).word for one, two in matches]
    yield Row(
        figure="verdict *differs*",
        case="two times 200 games at 70 %",
        stated="about 5",
        measured=_share(words, "differs"),
    )


def welch(rng: np.random.Generator) -> Iterator[Row]:
    covered = 0
    for _ in range(4000):
        one, two = rng.normal(3.0, 1.0, 10), rng.normal(1.0, 4.0, 25)
        found = mean_difference_interval(
            *(Sample(mean=s.mean(), deviation=s.std(ddof=1), count=len(s)) for s in (one, two))
        )
        covered += 2.0 in found
    yield Row(figure="Welch", case="means of 10 (σ 1) and 25 values (σ 4)", stated="95", measured=covered / 4000)


def pairs(rng: np.random.Generator) -> Iterator[Row]:
    for number, elo, deal, draw in (
        (5, 0, 0, 0),
        (10, 0, 300, 0),
        (10, 300, 300, 60),
        (50, 0, 0, 0),
        (50, 100, 400, 60),
        (100, 600, 400, 0),
        (100, 0, 2000, 0),
        (400, 20, 200, 60),
    ):
        chances = pair_chances(elo, deal, draw)
        truth = float(chances @ SHARES)
        covered = score_statistic(rng.multinomial(number, chances, MATCHES), truth) <= SQUARED_QUANTILE
        case = f"{number} pairs, {elo:+d} Elo, luck of the deal {deal}, draws below {draw}"
        yield Row(figure="paired", case=case, stated="95", measured=covered.mean())
    chances = pair_chances(80, 300)
    truth = 400 * np.log10(1 / (1 / (chances @ SHARES) - 1))
    tables, times = np.unique(rng.multinomial(20, chances, MATCHES), axis=0, return_counts=True)
    scores = [paired_score(table) for table in tables]
    inside = [truth in EloDifference.of(score.share, score.interval).interval for score in scores]
    case = "20 pairs, +80 Elo, luck of the deal 300"
    yield Row(figure="Elo difference", case=case, stated="95", measured=float(times @ inside) / MATCHES)


def signed_rank(rng: np.random.Generator) -> Iterator[Row]:
    for number in (10, 50):
        matches = rng.multinomial(number, pair_chances(0, 200, 60), 1000)
        tables, times = np.unique(matches, axis=0, return_counts=True)
        alarms = np.array([signed_rank_of_pairs(table).p < 0.05 for table in tables])
        case = f"{number} pairs of equals, draws below 60"
        yield Row(figure="signed rank, p < 0.05", case=case, stated="at most 5", measured=float(times @ alarms) / 1000)


def ratings(rng: np.random.Generator) -> Iterator[Row]:
    for case, truth, games in (
        ("6 agents from −200 to +200, 40 games a pairing", np.linspace(-200, 200, 6), 40),
        ("4 agents from −450 to +450, 100 games a pairing", np.linspace(-450, 450, 4), 100),
    ):
        size, upper = len(truth), np.triu_indices(len(truth), 1)
        chances = np.array([share_of_elo(truth[i] - truth[j]) for i, j in zip(*upper, strict=True)])
        played = games * (1 - np.eye(size))
        alone, between = [], []
        for wins in rng.binomial(games, chances, (600, len(chances))):
            points = np.zeros((size, size))
            points[upper], points.T[upper] = wins, games - wins
            found = bradley_terry(points, played)
            alone.append(np.abs(np.array(found.elo) - truth) <= found.errors)
            between.append(truth[1] - truth[0] in found.difference(1, 0).interval)
        yield Row(figure="Bradley–Terry rating", case=case, stated="95", measured=float(np.mean(alone)))
        yield Row(figure="Bradley–Terry difference", case=case, stated="95", measured=float(np.mean(between)))


def sequential(rng: np.random.Generator) -> Iterator[Row]:
    test = Sprt(elo0=0, elo1=60)
    for truth, wrong in ((0, "elo1"), (60, "elo0")):
        # Elo in the scale of the share: what the deal's luck takes away from a difference is given back.
        chances = _chances_with_share(share_of_elo(truth), deal=200, draw=40)
        decisions, used = play_sequentially(test, chances, 2000, rng)
        case = f"elo0=0, elo1=60, truth {truth}; about {round(used, -1):.0f} pairs"
        yield Row(figure=f"SPRT, accepts {wrong}", case=case, stated="about 5", measured=_share(decisions, wrong))


def power(rng: np.random.Generator) -> Iterator[Row]:
    for share, design in ((0.6, Design()), (0.55, Design(power=0.9))):
        games = games_needed(share, design)
        chances = np.array([(1 - share) ** 2, 0, 2 * share * (1 - share), 0, share**2])
        shown = score_statistic(rng.multinomial(games // 2, chances, MATCHES), 0.5) > SQUARED_QUANTILE
        case = f"{games} games for {100 * share:.0f} %"
        yield Row(figure="power", case=case, stated=f"{100 * design.power:.0f}", measured=shown.mean())


def play_sequentially(
    test: Sprt, chances: NDArray[np.float64], runs: int, rng: np.random.Generator
) -> tuple[list[str], float]:
    """The decisions of so many sequential tests, and the pairs they took on average."""
    lower, upper = test.bounds
    counts = np.zeros((runs, 5), dtype=np.int64)
    decisions = ["undecided"] * runs
    going = np.arange(runs)
    while len(going):
        counts[going] += rng.multinomial(1, chances, len(going))
        llr = test.llr(counts[going])
        for run, value in zip(going, llr, strict=True):
            if not lower < value < upper:
                decisions[run] = "elo1" if value >= upper else "elo0"
        going = going[(lower < llr) & (llr < upper)]
    return decisions, counts.sum() / runs


def _chances_with_share(share: float, deal: float, draw: float) -> NDArray[np.float64]:
    low, high = -3000.0, 3000.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if pair_chances(middle, deal, draw) @ SHARES < share else (low, middle)
    return pair_chances(low, deal, draw)


def _share(words: list[str], word: str) -> float:
    return sum(found == word for found in words) / len(words)


def measure() -> Iterator[Row]:
    """Every row of the table; each part has its own seed, so that one can change without the others."""
    parts = (wilson, newcombe, welch, pairs, signed_rank, ratings, sequential, power)
    for seed, part in enumerate(parts):
        yield from part(np.random.default_rng(seed))


def main() -> None:
    print("| figure | simulated | stated, % | measured, % |\n|---|---|---|---|")
    for row in measure():
        print(row, flush=True)


if __name__ == "__main__":
    main()
