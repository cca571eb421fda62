"""FirstBot, the shortest agent that thinks: it plays whatever action looks best (see docs/tutorials.md)."""

from turnwright import Budget, View


class FirstBot:
    """Plays the action with the best evaluation until its turn is over."""

    def plan(self, view: View, budget: Budget | None = None, seed: int = 0) -> list[int]:
        state = view.world(seed)
        me, turn = state.player, []
        while not state.is_over and state.player == me:
            actions = state.candidates() or [state.end_action]
            turn.append(max(actions, key=lambda action: state.play(action).evaluate(me)))
            state = state.play(turn[-1])
        return turn
