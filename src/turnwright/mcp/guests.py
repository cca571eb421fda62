"""Games with guests: players who ask for states and legal actions, and play, one request at a time.

A guest plays by the rules for programs outside: a turn that is illegal or late loses the game. Only what a guest may
know is shown, and without trust no request runs a file or a program of this machine, or reads a file.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import turnwright
from turnwright.agents.base import Agent, Turn
from turnwright.agents.memory import at_most_nodes
from turnwright.agents.turn_check import AnswerError, ask_in_parts
from turnwright.arena.live.live_game import EVERYTHING, LiveGame, PlayError, Setup
from turnwright.arena.live.seat import Seat
from turnwright.arena.play_game import game_of, reason_of
from turnwright.core.budget import ALLOWANCE, Budget
from turnwright.core.errors import TurnwrightError
from turnwright.core.game import Game
from turnwright.core.spec import no_foreign_code, parse_spec, split_notation
from turnwright.core.state import State, View
from turnwright.core.views import ViewKind
from turnwright.exchange.documents import actions_document, played, state_document, turn_document
from turnwright.web.limits import Limits
from turnwright.web.seats import allowed_agent

_MOST_GAMES = 64
"""Games in progress; the one that was left longest ago makes room for a further one."""
_BUDGET = "1s"
"""What an agent may spend on a turn where nothing else is said."""
_HOW = "start the server with --trust to allow it"


@dataclass(kw_only=True)
class GuestGame:
    """A game of a guest, and how it is played."""

    live: LiveGame
    opponent: Agent | None
    """None where the guest plays both sides."""
    milliseconds: float | None
    """What the guest may take for a turn."""
    practice: bool
    """Whether a wrong turn is refused instead of losing the game, and no clock runs."""
    asked: int = 0
    """How often the guest has asked an agent about this game."""
    replies: list[str] = field(default_factory=list)
    """The opponent's turns, as far as the guest may know them."""
    shown: float = 0.0
    """When the guest was notified that it is its turn."""


class Guests:
    """All games of the guests of a server. Requests come one at a time."""

    def __init__(
        self, *, trust: bool = False, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._trust, self._limits, self._clock = trust, limits or Limits(), clock
        self._games: dict[str, GuestGame] = {}
        self._count = 0

    # Games

    def new_game(
        self,
        game: str = "hero_academy",
        *,
        opponent: str | None = None,
        opponent_budget: str | None = None,
        seat: int = 0,
        view: ViewKind = "open",
        seed: int | None = None,
        turn_limit: str | None = None,
        practice: bool = False,
    ) -> dict[str, Any]:
        """Begin a game; if the opponent moves first, it has moved."""
        if view == "hidden" and opponent is None:
            raise TurnwrightError("a game with hidden information needs an opponent, such as greedy_action")
        if view == "hidden" and seed is not None:
            raise TurnwrightError("whoever knows the seed knows what is hidden; leave out the seed, or the view")
        if opponent is None and opponent_budget is not None:
            raise TurnwrightError("opponent_budget is for an opponent; name one, such as greedy_action")
        spec = self._allowed_game(game)
        budget = None if opponent is None else self._budget(opponent_budget)
        rival = Seat() if opponent is None else Seat(agent=self._allowed_agent(opponent), budget=budget)
        seats = (Seat(), rival) if seat == 0 else (rival, Seat())
        made = GuestGame(
            live=LiveGame(Setup.new(game=spec, seats=seats, view=view, deal=seed)),
            opponent=None if opponent is None else turnwright.agent(rival.agent),
            milliseconds=None if turn_limit is None else _milliseconds(turn_limit),
            practice=practice,
        )
        self._count += 1
        name = f"game-{self._count}"
        while len(self._games) >= _MOST_GAMES:
            self._close(self._games.pop(next(iter(self._games))))
        self._games[name] = made
        self._let_opponent_play(made)
        return {"id": name, **self._told(made)}

    def play(self, name: str, actions: Sequence[str]) -> dict[str, Any]:
        """Play actions of the guest's turn: all of it, or its beginning. When it is over, the opponent plays."""
        game = self._game(name)
        live = game.live
        game.replies = []
        try:
            if live.is_over:
                raise PlayError(f"the game is over: {live.ending}")
            self._check_clock(game)
            for text in self._playable(live.state, actions):
                live.play([text])
        except TurnwrightError as error:
            if live.is_over or game.practice:
                raise
            live.break_off(reason_of(str(error)))
            self._close(game)
            return {"id": name, **self._told(game)}
        self._let_opponent_play(game)
        return {"id": name, **self._told(game)}

    def resign(self, name: str) -> dict[str, Any]:
        """Give a game up."""
        game = self._game(name)
        game.live.resign()
        self._close(game)
        return {"id": name, **self._told(game)}

    def state(self, position: str) -> dict[str, Any]:
        """A game as it stands, or the document of a state in notation."""
        if position in self._games:
            return {"id": position, **self._told(self._game(position))}
        return state_document(self._read(position))

    # Positions: the name of a game, or a state in notation

    def seen(self, position: str) -> State:
        """What may be shown of a position."""
        if position in self._games:
            game = self._game(position)
            return game.live.seen(game.live.state)
        return self._read(position)

    def legal_actions(self, position: str, after: Sequence[str] = ()) -> dict[str, Any]:
        """The legal actions of a position, or of where some actions of the turn lead to."""
        state = self._world(position)
        walk = played(state, list(after))
        if after and walk.is_whole:
            raise TurnwrightError("the turn is over after these actions; leave out the last to see the others")
        return actions_document(walk.after)

    def evaluate(self, position: str, player: int | None = None) -> dict[str, Any]:
        """What the game's evaluation says of a position; of a guess at what is hidden, if something is."""
        state = self._world(position)
        viewer = state.player if player is None else player
        return {
            "game": state.game.spec,
            "player": viewer,
            "value": state.evaluate(viewer),
            "normalised": state.normalised(viewer),
        }

    def ask_agent(self, position: str, agent: str, budget: str | None = None, seed: int = 0) -> dict[str, Any]:
        """The turn that an agent would play in a position, knowing what the guest may know."""
        view: ViewKind = "open"
        state = self._world(position)
        if position in self._games:
            game = self._game(position)
            game.asked += 1
            view = game.live.setup.view
            state = game.live.state if game.live.is_human_turn else state
        if state.is_over:
            raise TurnwrightError("the game is over there, so there is no turn to plan")
        planner = turnwright.agent(self._allowed_agent(agent))
        try:
            turn, walk = self._asked(planner, state, self._budget(budget), seed, view)
        finally:
            planner.close()
        if view != "open":  # the way that the turn really leads would show what is hidden
            walk = turn.state.walk(turn.actions)
        return {**turn_document(walk, turn), "agent": planner.spec, "report": turn.report.as_dict()}

    def game(self, spec: str) -> Game:
        """A game that a guest may name."""
        return game_of(self._allowed_game(spec))

    # Beneath

    def _game(self, name: str) -> GuestGame:
        if name not in self._games:
            raise TurnwrightError(f"there is no game {name[:60]!r}; new_game begins one")
        game = self._games.pop(name)
        self._games[name] = game  # the last used is the last to go
        return game

    def _world(self, position: str) -> State:
        """A full state to ask the rules about: the true one, or a guess at what the guest may not know."""
        if position not in self._games:
            return self._read(position)
        live = self._game(position).live
        if live.viewer == EVERYTHING:
            return live.state
        return View(live.state, live.viewer, "hidden").world(seed=live.count)

    def _read(self, position: str) -> State:
        spec, text = split_notation(position)
        if not text:
            raise TurnwrightError(
                f"{position[:60]!r} is neither a game in progress nor a state in notation, such as 'amazons 0 - …'"
            )
        return game_of(self._allowed_game(str(spec))).parse_state(text)

    def _allowed_game(self, spec: str) -> str:
        wanted = parse_spec(spec)
        return game_of(str(wanted if self._trust else no_foreign_code(wanted, _HOW))).spec

    def _allowed_agent(self, spec: str) -> str:
        return allowed_agent(spec, trust=self._trust)

    def _budget(self, text: str | None) -> Budget:
        return self._limits.capped(Budget.parse(text or _BUDGET))

    def _asked(self, agent: Agent, state: State, budget: Budget, seed: int, view: ViewKind) -> tuple[Turn, Any]:
        with at_most_nodes(self._limits.nodes):
            asked = ask_in_parts(agent, state, budget, seed, view=view)
        return asked.turn, asked.walk

    def _check_clock(self, game: GuestGame) -> None:
        if game.milliseconds is None or game.practice:
            return
        took = 1000 * (self._clock() - game.shown)
        if took > game.milliseconds + ALLOWANCE:
            raise PlayError(
                f"the turn came after {took:.0f} ms; the limit is {game.milliseconds:g} ms, and {ALLOWANCE:g} ms more "
                "are allowed"
            )

    def _playable(self, state: State, actions: Sequence[str]) -> list[str]:
        """The actions, if they can be played; none after one that reveals something."""
        if not actions:
            raise TurnwrightError("a turn needs at least one action; legal_actions lists them")
        numbers = [state.game.parse_action(action) for action in actions]
        walk = state.walk(numbers, in_parts=True)
        if len(walk.actions) < len(numbers) and not walk.revealed:
            played(state, list(actions))  # says what is wrong
        return list(actions)[: len(walk.actions)]

    def _let_opponent_play(self, game: GuestGame) -> None:
        live = game.live
        while live.is_agent_turn and game.opponent is not None:
            budget = live.setup.seats[live.seat].budget
            assert budget is not None
            try:
                turn, walk = self._asked(game.opponent, live.state, budget, live.turn_seed, live.setup.view)
                live.play_turn(walk.actions, value=turn.value)
            except AnswerError as error:
                live.break_off(reason_of(str(error)))
                break
            if live.setup.view == "open":
                game.replies.append(walk.text)
        if live.is_over:
            self._close(game)
        game.shown = self._clock()

    def _told(self, game: GuestGame) -> dict[str, Any]:
        """What a guest may know of a game as it stands."""
        live = game.live
        shown = live.state if live.viewer == EVERYTHING else View(live.state, live.viewer, "hidden")
        seats = live.setup.seats
        return {
            "seats": ["you" if seat.is_human else seat.agent for seat in seats],
            "your_turn": live.is_human_turn,
            "turn_limit_ms": None if game.practice else game.milliseconds,
            "allowance_ms": ALLOWANCE,
            "practice": game.practice,
            "agents_asked": game.asked,
            "turns_played": len(live.turns),
            "played_this_turn": list(live.unfinished) if live.is_human_turn else [],
            "opponent_turns": list(game.replies),
            "over": live.is_over,
            "outcome": live.outcome,
            "ended": live.ending or None,
            "position": state_document(shown),
        }

    def _close(self, game: GuestGame) -> None:
        if game.opponent is not None:
            game.opponent.close()


def _milliseconds(text: str) -> float:
    budget = Budget.parse(text)
    if budget.milliseconds is None or str(budget) != str(Budget(milliseconds=budget.milliseconds)):
        raise TurnwrightError(f"turn_limit is {text!r}; it must be a time, such as 60s")
    return budget.milliseconds
