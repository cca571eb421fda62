"""Puzzles "win this turn": mined from games, proven by playing every turn, graded, and shipped."""
