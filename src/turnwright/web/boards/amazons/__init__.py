"""Amazons in the web app: what can be chosen, positions as data, effects of actions."""

from turnwright.web.boards.amazons.board import AmazonsBoard

BOARD = AmazonsBoard()
