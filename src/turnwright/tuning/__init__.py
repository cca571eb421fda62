"""Finding good settings of agents and games by playing.

`load` reads a plan from a file; `plan` and `space` say what it has. `tune` runs the optimisers (`ntbea`, `tpe`) by
games in the arena and keeps their evaluations in the `journal`; `report` has the result, and `plots` draws it.
"""
