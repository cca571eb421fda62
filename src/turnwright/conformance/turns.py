"""Do turns end as the game says?"""

from collections.abc import Iterator

from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import random_game
from turnwright.core.game import Game
from turnwright.core.state import IllegalActionError, State

_SUBJECT = "turns"
_LOOKS = 60


def check_turns(game: Game) -> Iterator[Finding]:
    """Ending the turn is accepted exactly where it may end, and does not lose immediately."""
    states = random_game(game, 6)
    yield from _check_end(states)
    yield from _check_resigning(states)
    over = states[-1]
    if over.is_over and over.accepts(over.end_action):
        yield Finding(
            subject=_SUBJECT, what="the end of the turn is accepted after the end of the game", state=over.text
        )


def _check_end(states: list[State]) -> Iterator[Finding]:
    for state in states[:: max(1, len(states) // _LOOKS)]:
        if state.is_over:
            return
        try:
            after = state.play(state.end_action)
        except IllegalActionError:
            if state.may_end:
                yield Finding(
                    subject=_SUBJECT, what="may_end is true, but ending the turn is not accepted", state=state.text
                )
                return
            continue
        if not state.may_end:
            yield Finding(subject=_SUBJECT, what="may_end is false, but ending the turn is accepted", state=state.text)
            return
        if not after.is_over and after.player == state.player:
            yield Finding(subject=_SUBJECT, what="the turn continues after its end", state=state.text)
            return


def _check_resigning(states: list[State]) -> Iterator[Finding]:
    """Agents end turns early. Where that always loses, it is not the end of a turn but giving up."""
    tried = lost = 0
    for state in states[:: max(1, len(states) // _LOOKS)]:
        others = [action for action in state.legal_actions() if action != state.end_action]
        if state.is_over or not state.may_end or not others:
            continue
        after = state.play(state.end_action)
        tried += 1
        lost += after.is_over and after.outcome == 2 * state.player - 1
    if tried >= 3 and lost == tried:
        yield Finding(
            subject=_SUBJECT,
            what=f"ending the turn lost the game in all of the {tried} states in which it was tried",
            state=states[0].text,
            advice="if the game has no passing, make may_end false, so that no agent loses by accident",
        )
