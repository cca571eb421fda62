"""Published experiments as data, and the code that plays them again and compares the numbers.

`load` reads an experiment from `data/*.toml`; `experiment` and `published` say what it has. `scale` turns it into
matches with agents and budgets (`rates` says what a second of the papers is worth); `reproduce` plays them and gives a
`result`. `report` makes a page of it, with tables from `layout` and `rows` and figures from `plots`. What belongs to
one game alone is in the folder with the game's name.
"""
