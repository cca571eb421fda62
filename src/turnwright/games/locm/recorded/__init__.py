"""Recorded games of the official referee: read, replayed, compared."""
