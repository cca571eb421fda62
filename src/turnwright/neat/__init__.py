"""NEAT: networks that evaluate states, evolved by playing.

`plan` and `load` say what is evolved. `evolve` runs it, generation by generation, and keeps it in the `journal`;
`report` has the result, and `plots` draws it. `population` and `genome` wrap neat-python, `settings` has its
configuration; `fitness` plays the games, in compiled code, and `workers` say where.
"""
