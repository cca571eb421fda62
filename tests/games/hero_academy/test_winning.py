"""The bound on wins within a turn: it may say yes too often, never no to a win."""

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent
from turnwright.agents.win_probe import win_at_hand

PLENTY = Budget(iterations=10**6)


def may_win(state: State) -> bool:
    return bool(state.game.may_win(state.records[0]))


def won_turns(spec: str, seeds: range, player: str, budget: str) -> list[list[State]]:
    """The positions within the last turns of played games that somebody won."""
    turns = []
    for seed in seeds:
        state = turnwright.game(spec).start(seed)
        while not state.is_over:
            start = state
            walk = start.walk(agent(player).plan(start.view(), Budget.parse(budget), seed=seed).actions)
            state = walk.after
        if state.outcome == 1 - 2 * start.player:
            turns.append(list(walk.positions[:-1]))
    return turns


def test_no_position_of_a_turn_that_wins_is_ruled_out():
    """Neither by crystals nor by units, with and without infernos."""
    turns = [
        *won_turns("hero_academy", range(8), "oep", "300it"),
        *won_turns("hero_academy:map=a-tiny,deck=TINY,action_points=3", range(12), "oep", "100it"),
        *won_turns("hero_academy:action_points=12", range(4), "oep", "300it"),
    ]
    endings = {positions[-1].play(positions[-1].end_action).ending for positions in turns}
    assert len(turns) >= 12
    assert len(endings) >= 1
    assert all(may_win(state) for positions in turns for state in positions)


def test_a_start_is_ruled_out_and_the_last_turn_too():
    start = turnwright.game("hero_academy").start(1)
    assert not may_win(start)
    last = turnwright.state(
        "hero_academy:turn_limit=50 50 2 5 b4X850,c2A600dh,e1K400,g3a400,g2x3800,i3k1200dh -/p2d -/- 13507/30473"
    )
    assert not may_win(last)


def test_what_is_ruled_out_is_not_won():
    """Positions near the end, by an exhaustive look that does not ask the bound: a unit card keeps the enemy alive."""
    for hp, expected in ((850, True), (1600, False)):
        state = turnwright.state(
            f"hero_academy 50 2 5 b4X{hp},c2A600dh,e1K400,g3a400,g2x3800,h4x3800,i3k1200dh -/- -/- 13507/30473"
        )
        control, _ = win_at_hand(state, 5, PLENTY)
        assert (control[0].best_length > 0) == expected == may_win(state)
