"""Amazons: a turn is a move and a shot, both as a queen moves in chess; who cannot move has lost."""
