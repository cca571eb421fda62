"""The agents: each family in a file, all written against the game contract alone."""
