"""The bound on wins within a turn: it may say yes too often, never no to a win."""

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent
from turnwright.agents.win_probe import win_at_hand
from turnwright.core.compiled import entry

PLENTY = Budget(iterations=10**6)


@entry
def _may_win(game, states):
    return game.may_win(states[0])


def may_win(state: State) -> bool:
    return bool(_may_win(state.game, state.records))


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
    turns = [
        *won_turns("hero_academy:evaluation=described", range(8), "oep", "300it"),
        *won_turns("hero_academy:evaluation=described,map=a-tiny,deck=TINY,action_points=3", range(12), "oep", "100it"),
        *won_turns("hero_academy:evaluation=described,action_points=12", range(4), "oep", "300it"),
    ]
    assert len(turns) >= 12
    assert all(may_win(state) for positions in turns for state in positions)


def test_a_start_is_ruled_out_and_the_last_turn_too():
    start = turnwright.game("hero_academy").start(1)
    assert not may_win(start)
    last = turnwright.state(
        "hero_academy:turn_limit=50 50 2 5 b4X850,c2A600dh,e1K400,g3a400,g2x3800,i3k1200dh -/p2d -/- 13507/30473"
    )
    assert not may_win(last)


def test_strong_crystals_rule_a_win_out_and_weak_ones_do_not():
    """The archer of the second position wins: two steps and three shots of 300."""
    strong, weak = (
        turnwright.state(f"hero_academy 50 2 5 b4X{hp},c2A600dh,e1K400,g3a400,g2x3800,i3k1200dh K/- -/- 13507/30473")
        for hp in (4500, 850)
    )
    assert (may_win(strong), may_win(weak)) == (False, True)
    control, _ = win_at_hand(weak, 5, PLENTY)
    after = weak.play(*control[0].best_turn[: control[0].best_length].tolist())
    assert (after.is_over, after.ending) == (True, "crystals")


def test_a_unit_that_is_too_far_away_cannot_win_and_a_ninja_can_bring_it_forward():
    """The archer needs four moves for one shot; an exchange with the ninja saves them."""
    far = "hero_academy 50 2 5 b4X800,c2A600dh,e1K400,g2x3800,i1a800{} K/- -/- 13507/30473"
    alone, carried = (turnwright.state(far.format(ninja)) for ninja in ("", ",d4n800"))
    assert (may_win(alone), may_win(carried)) == (False, True)


def test_units_that_no_blow_can_remove_in_time_rule_a_win_out():
    """Without a knight or an inferno, every unit takes a blow and a step; the first one here takes two blows."""
    text = "hero_academy 50 1 {} b4X4500,d1A800,e1c{},e3k100,g2x4500 -/- -/- 13507/30473"
    enough, too_few, healthy = (turnwright.state(text.format(*given)) for given in ((4, 300), (3, 300), (4, 800)))
    assert (may_win(enough), may_win(too_few), may_win(healthy)) == (True, False, False)
