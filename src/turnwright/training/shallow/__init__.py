"""Training of shallow networks: they learn from self-play what a turn is worth after the opponent's reply."""
