"""One game between two agents."""

from dataclasses import dataclass

import turnwright
from turnwright.agents.answers import ask
from turnwright.core.budget import Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.rng import generator
from turnwright.core.views import ViewKind


@dataclass(frozen=True, kw_only=True)
class GameSetup:
    """Everything that decides how a game goes: with a counted budget, the same setup gives the same game."""

    game: str
    """Spec of the game."""
    agents: tuple[str, str]
    """Specs of the agents, the one who moves first first."""
    deal: int
    """Seed of the game's start; seeds of the agents follow from it."""
    budget: Budget
    """What each agent may spend on each turn."""
    view: ViewKind = "open"
    """What the agents may know."""


@dataclass(frozen=True, kw_only=True)
class GameResult:
    """How a game went."""

    outcome: int
    """1 if the first agent won, -1 if the second did, 0 for a draw."""
    turns: int
    """Turns played, both agents' counted."""
    forfeit: str = ""
    """Why the loser's last answer was refused, if the game ended so."""

    def points(self, seat: int) -> float:
        """What the agent in a seat gets: 1 for a win, half for a draw."""
        return (1 + (self.outcome if seat == 0 else -self.outcome)) / 2


def play_game(setup: GameSetup) -> GameResult:
    """Play a game to its end. An agent that fails, or answers anything but a legal turn, forfeits."""
    agents = [turnwright.agent(spec) for spec in setup.agents]
    state = turnwright.game(setup.game).start(setup.deal)
    turns = 0
    while not state.is_over:
        seat = state.player
        seed = int(generator(setup.deal, turns)[0])
        try:
            turn = ask(agents[seat], state, setup.budget, seed, view=setup.view)
        except TurnwrightError as error:
            return GameResult(outcome=(-1, 1)[seat], turns=turns, forfeit=str(error))
        state = state.play(*turn.actions)
        turns += 1
    return GameResult(outcome=state.outcome, turns=turns)
