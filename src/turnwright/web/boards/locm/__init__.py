"""Legends of Code and Magic in the web app: what can be chosen, positions as data, effects of actions, words."""

from turnwright.web.boards.locm.board import LocmBoard

BOARD = LocmBoard()
