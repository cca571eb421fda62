"""Commands for Legends of Code and Magic alone."""
