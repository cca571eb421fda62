"""Hero Academy in the web app: what can be chosen, positions as data, effects of actions, words and drawings."""

from turnwright.web.boards.hero_academy.board import HeroAcademyBoard

BOARD = HeroAcademyBoard()
