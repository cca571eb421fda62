"""How fast a game's engine is: measured in nanoseconds and in ticks, which compare across machines."""
