"""What `evaluation=` can name beyond a game's own words: models in files, read and described the same for every game.

A model is data: the numbers of an evaluation, and a card that says where they come from. What they mean belongs to the
game, which puts them into its parameter record; nothing of a model is ever executed.
"""
