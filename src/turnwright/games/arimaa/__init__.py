"""Arimaa: four steps a turn on a board of eight by eight, with pushes, pulls and traps."""
