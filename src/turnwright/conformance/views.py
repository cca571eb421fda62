"""Do views show what they may, and nothing else?"""

from collections.abc import Iterator

from turnwright.conformance.finding import Finding
from turnwright.conformance.random_play import random_game, same_fields
from turnwright.core.game import Game
from turnwright.core.rng import generator
from turnwright.core.state import State

_SUBJECT = "views"
_LOOKS = 40
_WORLDS = 3


def check_views(game: Game) -> Iterator[Finding]:
    """Open views show everything, hidden ones nothing that is hidden; guesses fit what the player knows."""
    states = random_game(game, 7)
    looked_at = states[:: max(1, len(states) // _LOOKS)]
    for check in (_open_fault, _hidden_fault, _guess_fault, _revealing_fault):
        for state in looked_at:
            said, advice = check(state)
            if said:
                yield Finding(subject=_SUBJECT, what=said, state=state.text, advice=advice)
                break


def _open_fault(state: State) -> tuple[str, str]:
    for player in range(2):
        view = state.view(player, "open")
        if not same_fields(view.records, state.records) or view.world(seed=1).text != state.text:
            return "the open view does not show everything", "conceal nothing where the kind is OPEN"
    return "", ""


def _hidden_fault(state: State) -> tuple[str, str]:
    """Any guess at what is hidden gives the same view again, so the view holds nothing of what it hides."""
    for player in range(2):
        view = state.view(player, "hidden")
        for seed in range(_WORLDS):
            if not same_fields(view.world(seed).view(player, "hidden").records, view.records):
                return (
                    "concealing a determinised state does not give back the same view",
                    "conceal everything that determinise fills, including incremental keys and values",
                )
    return "", ""


def _guess_fault(state: State) -> tuple[str, str]:
    """What the player to move can do and who has won do not depend on what is hidden from him."""
    world = state.view(kind="hidden").world(seed=2)
    if world.legal_actions() != state.legal_actions() or world.may_end != state.may_end:
        return "the legal actions of the player to move depend on information hidden from that player", ""
    if (world.player, world.is_over, world.outcome) != (state.player, state.is_over, state.outcome):
        return "the player to move, or the winner, depends on hidden information", ""
    if world.hash != world.under(state.game).hash:
        return "refreshing a guess changes its key", "determinise must preserve what refresh recomputes"
    return "", ""


def _revealing_fault(state: State) -> tuple[str, str]:
    """An action that reveals nothing shows the player the same in every world until the turn ends."""
    if state.is_over:
        return "", ""
    me = state.player
    worlds = state.view(kind="hidden").worlds(_WORLDS, generator(3))
    for action in state.legal_actions()[:20]:
        if action == state.end_action or state.is_revealing(action):
            continue
        seen = [world.play(action) for world in worlds]
        if any(after.player != me or after.is_over for after in seen):
            same = len({(after.player, after.is_over) for after in seen}) == 1
        else:
            views = [after.view(me, "hidden") for after in seen]
            same = all(same_fields(view.records, views[0].records) for view in views)
        if not same:
            return (
                f"what {state.action_text(action)} shows depends on hidden information, but it is not revealing",
                "is_revealing must be true for it, or agents' turns will not be legal",
            )
    return "", ""
