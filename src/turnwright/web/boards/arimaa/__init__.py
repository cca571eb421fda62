"""Arimaa in the web app: what can be chosen, positions as data, effects of actions."""

from turnwright.web.boards.arimaa.board import ArimaaBoard

BOARD = ArimaaBoard()
