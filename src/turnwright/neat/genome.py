"""Genomes of neat-python that cross over in a moment. Importing this loads neat-python."""

from typing import Any

from neat import DefaultGenome


class Genome(DefaultGenome):  # type: ignore[misc]  # the library has no types
    """A genome like the library's."""

    def configure_crossover(self, genome1: Any, genome2: Any, config: Any) -> None:
        """Inherit from two parents.

        The library looks for cycles after every link that is inherited, which takes seconds a generation where there
        are hundreds. All of a child's links are links of its fitter parent, so there is no cycle to be found.
        """
        config.feed_forward = False
        try:
            super().configure_crossover(genome1, genome2, config)
        finally:
            config.feed_forward = True
