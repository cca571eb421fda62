"""Games, states and turns as data for other tools.

`documents` writes them as JSON and `schemas` says what is in it. `tables` has games and labelled positions as Parquet
files, each with a data card (`card`). `game_text` is the text of whole games.
"""
