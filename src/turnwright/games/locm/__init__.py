"""Legends of Code and Magic 1.2: a card game in two phases, the draft of a deck and the battle with it."""
