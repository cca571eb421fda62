"""The games for learning code: PettingZoo and Gymnasium environments, and batches stepped in compiled code.

Importing the package imports none of that: `make` has the functions that build environments, and
`turnwright.environment_ids` makes the games known to both libraries.
"""
