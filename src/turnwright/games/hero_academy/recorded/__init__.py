"""Recorded games and positions of the reference engine: read, replayed, compared."""
