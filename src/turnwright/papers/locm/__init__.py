"""Experiments about Legends of Code and Magic alone: scores by deck, and the possible actions of a turn."""
