"""Finding good settings of agents and evaluations by playing."""
