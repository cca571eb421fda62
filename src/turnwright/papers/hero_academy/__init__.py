"""Experiments about Hero Academy alone: how large the game is, and the table of its evaluation."""
