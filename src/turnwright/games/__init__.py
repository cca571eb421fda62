"""The games: each a state, its rules as compiled functions, and a notation."""
