"""Upper confidence bounds: how they grow with the visits of a node."""

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
