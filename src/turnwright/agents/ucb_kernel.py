"""Upper confidence bounds: choosing among the children of a node, where tree searches spend most of their time."""

import numpy as np

from turnwright.core.compiled import rule


@rule
def growth_table():
    """sqrt(2 ln N) for the visit counts that most nodes have."""
    return np.sqrt(2.0 * np.log(np.maximum(1.0, np.arange(1024))))


@rule
def growth_of(visits, growth):
    """sqrt(2 ln N) for any visit count."""
    return growth[visits] if visits < growth.size else np.sqrt(2.0 * np.log(visits))


@rule
def highest_bound(means, widths, first, count, factor):
    """The place of the highest `mean + factor * width` among `count` places from `first` on; of equals the first.

    Four lanes side by side: a single running maximum would wait for itself at every step.
    """
    best0 = means[first] + factor * widths[first]
    best1 = best2 = best3 = best0
    place0 = place1 = place2 = place3 = first
    i = first
    stop = first + count
    while i + 4 <= stop:
        bound0 = means[i] + factor * widths[i]
        bound1 = means[i + 1] + factor * widths[i + 1]
        bound2 = means[i + 2] + factor * widths[i + 2]
        bound3 = means[i + 3] + factor * widths[i + 3]
        if bound0 > best0:
            best0, place0 = bound0, i
        if bound1 > best1:
            best1, place1 = bound1, i + 1
        if bound2 > best2:
            best2, place2 = bound2, i + 2
        if bound3 > best3:
            best3, place3 = bound3, i + 3
        i += 4
    while i < stop:
        bound0 = means[i] + factor * widths[i]
        if bound0 > best0:
            best0, place0 = bound0, i
        i += 1
    if best1 > best0 or (best1 == best0 and place1 < place0):
        best0, place0 = best1, place1
    if best2 > best0 or (best2 == best0 and place2 < place0):
        best0, place0 = best2, place2
    if best3 > best0 or (best3 == best0 and place3 < place0):
        best0, place0 = best3, place3
    return place0
