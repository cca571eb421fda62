"""Intervals of shares whose games come in clusters."""

import numpy as np
import pytest

from turnwright.arena.statistics import cluster_interval, wilson_interval


def test_clusters_that_differ_make_the_interval_wider():
    alike = [(60.0, 120)] * 10
    apart = [(30.0, 120), (90.0, 120)] * 5
    plain = wilson_interval(600, 1200)
    narrow, wide = cluster_interval(alike), cluster_interval(apart)
    assert narrow.half_width < plain.half_width < wide.half_width
    assert 0.5 in wide
    assert cluster_interval(apart) == wide  # the same clusters, the same interval
    assert cluster_interval(alike[:2]) is None


def test_the_truth_is_inside_about_as_often_as_promised():
    """Ten drafts whose own shares spread by eight points; 95 % within what 200 simulations leave open."""
    chooser = np.random.default_rng(7)
    inside = 0
    for _ in range(200):
        shares = np.clip(chooser.normal(0.7, 0.08, 10), 0, 1)
        clusters = [(float(chooser.binomial(120, share)), 120) for share in shares]
        inside += 0.7 in cluster_interval(clusters)
    assert 180 <= inside <= 199


@pytest.mark.parametrize("points", [0.0, 120.0])
def test_an_interval_never_leaves_0_to_1(points):
    low, high = cluster_interval([(points, 120), (60.0, 120), (points, 120)])
    assert 0.0 <= low <= high <= 1.0
