"""How sure a result is, and how many games it takes: figures from counts alone, without games or stores."""

from turnwright.arena.statistics.clusters import cluster_interval
from turnwright.arena.statistics.counts import GameCounts
from turnwright.arena.statistics.discoveries import discoveries, p_of_difference
from turnwright.arena.statistics.doublings import Doublings, doublings_for_equal_strength
from turnwright.arena.statistics.elo import EloDifference, elo_of_share, share_of_elo
from turnwright.arena.statistics.intervals import (
    Interval,
    Sample,
    difference_interval,
    mean_difference_interval,
    wilson_interval,
)
from turnwright.arena.statistics.paired import PairedScore, pair_correlation, paired_score
from turnwright.arena.statistics.pentanomial import PairCounts, pair_counts
from turnwright.arena.statistics.power import Design, chance_to_show, games_needed, smallest_share
from turnwright.arena.statistics.ratings import Ratings, bradley_terry
from turnwright.arena.statistics.signed_rank import SignedRank, signed_rank, signed_rank_of_pairs
from turnwright.arena.statistics.sprt import Decision, Sprt, SprtState
from turnwright.arena.statistics.verdicts import (
    Verdict,
    VerdictWord,
    games_to_decide,
    verdict,
    verdict_of_means,
)

__all__ = [
    "Decision",
    "Design",
    "Doublings",
    "EloDifference",
    "GameCounts",
    "Interval",
    "PairCounts",
    "PairedScore",
    "Ratings",
    "Sample",
    "SignedRank",
    "Sprt",
    "SprtState",
    "Verdict",
    "VerdictWord",
    "bradley_terry",
    "chance_to_show",
    "cluster_interval",
    "difference_interval",
    "discoveries",
    "doublings_for_equal_strength",
    "elo_of_share",
    "games_needed",
    "games_to_decide",
    "mean_difference_interval",
    "p_of_difference",
    "pair_correlation",
    "pair_counts",
    "paired_score",
    "share_of_elo",
    "signed_rank",
    "signed_rank_of_pairs",
    "smallest_share",
    "verdict",
    "verdict_of_means",
    "wilson_interval",
]
