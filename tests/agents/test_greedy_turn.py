"""Greedy Turn against enumeration in plain Python and against the recorded optima."""

import pytest

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent

EXHAUSTED_POSITIONS = 51
SMALL = (
    "hero_academy:map=a-tiny,deck=TINY,action_points=2",
    "hero_academy:map=a-tiny,deck=TINY,action_points=3,pruning=reference,evaluation=reference",
)
LARGER = "hero_academy:action_points=3"
VARIANTS = (
    "visited=all",
    "visited=all,sort=root",
    "sort=none",
    "visited=inner",
    "visited=none",
    "shares=2",
    "shares=2,sort_by=evaluation",
    "shares=7,threads=2,visited=inner",
    "visited=all,table=100",
)


def ends_of_turn(state: State) -> dict[str, State]:
    """All distinct states at the end of the turn, before it is ended, found level by level."""
    me, ends, level = state.player, {}, {state.text: state}
    while level:
        following = {}
        for text, here in level.items():
            actions = [] if here.is_over or here.player != me else here.candidates()
            if not actions or actions == [here.end_action]:
                ends[text] = here
                continue
            for action in actions:
                after = here.play(action)
                following[after.text] = after
        level = following
    return ends


@pytest.fixture(scope="module")
def small_turns(midgame, pairs) -> list[State]:
    """States whose turns can be enumerated, and two in which a win is near."""
    states = [state for spec in SMALL for state in midgame(spec, 3, seed=2)]
    return [*states, *midgame(pairs, 3), *(turnwright.state(f"{pairs} {text}") for text in (
        "4 2 xx.../oo.../...../...../.....",
        "5 2 xxx../oo.../...../...../..x..",
    ))]  # fmt: skip


def test_finds_the_optimum_of_brute_force(small_turns):
    """The best end of the turn over all distinct states, whatever is sorted, remembered or shared out."""
    for state in small_turns:
        me = state.player
        ends = ends_of_turn(state)
        best = max(end.evaluate(me) for end in ends.values())
        for variant in VARIANTS:
            turn = agent(f"greedy_turn:{variant}").plan(state.view())
            assert turn.value == best, (state, variant)
            assert turn.report.exhausted
            before_end = turn.actions[:-1] if turn.actions[-1] == state.end_action else turn.actions
            assert state.play(*before_end).evaluate(me) == best


def test_remembering_everything_looks_at_every_end_once(small_turns):
    """Leaves are the distinct ends of the turn; forgetting only adds leaves."""
    for state in small_turns:
        distinct = len(ends_of_turn(state))
        report = agent("greedy_turn:visited=all,win_probe=0").plan(state.view()).report
        assert report.unique == report.iterations == report.evaluations == distinct
        assert agent("greedy_turn:visited=inner,win_probe=0").plan(state.view()).report.iterations >= distinct


@pytest.mark.parametrize("currency", ["iterations", "evaluations", "steps"])
def test_a_counted_budget_leaves_room_for_the_states_inside_turns(currency, midgame):
    """They are remembered besides the ends that are counted: no end is looked at twice."""
    state = midgame(LARGER, 1, seed=2)[0]
    whole = agent("greedy_turn:visited=all,win_probe=0").plan(state.view()).report
    assert whole.unique == 34_397
    budget = Budget(**{currency: getattr(whole, currency) + 1})
    report = agent("greedy_turn:visited=all,win_probe=0").plan(state.view(), budget).report
    assert report.exhausted
    assert report.unique == whole.unique


def test_a_full_table_counts_no_unique_ends(midgame):
    """It may look at an end twice; the report claims nothing."""
    state = midgame(LARGER, 1, seed=2)[0]
    report = agent("greedy_turn:visited=all,win_probe=0,table=500").plan(state.view()).report
    assert report.exhausted
    assert (report.unique, report.iterations > 500) == (0, True)


def test_reaches_every_recorded_optimum(positions):
    """The published agent went through all turns of these positions: its value is the optimum, and it counted the
    distinct ends of the turn (none where nothing is legal: it records only turns with an action)."""
    exhausted = 0
    for position in positions.values():
        record = position.results["greedy_turn"][0]
        if position.game.settings.action_points > 5 or not record.statistics["exhausted"]:
            continue
        exhausted += 1
        turn = agent("greedy_turn:visited=all,evaluation=reference,pruning=reference").plan(position.state.view())
        assert turn.value == record.value_before_end, position.id
        assert turn.report.exhausted
        assert turn.report.unique == max(1, record.statistics["unique"]), position.id
    assert exhausted == EXHAUSTED_POSITIONS


def test_the_best_so_far_never_gets_worse_with_more_budget(positions):
    state = positions["ap5-001"].state
    values = [agent("greedy_turn").plan(state.view(), Budget(iterations=n)).value for n in (1, 10, 100, 1000, 10_000)]
    assert values == sorted(values)


def test_the_best_ordered_turn_comes_first(midgame):
    """Sorted at every node, the first leaf is the turn that takes the top of the ordering at every step."""
    for state in midgame("hero_academy", 5, seed=9):
        turn = agent("greedy_turn:ties=list").plan(state.view(), Budget(iterations=1))
        expected = []
        while state.candidates() != [state.end_action]:
            expected.append(max(state.candidates(), key=state.priority))
            state = state.play(expected[-1])
        assert turn.actions == (*expected, state.end_action)


def test_sorted_by_evaluation_the_first_turn_is_that_of_greedy_action(midgame):
    for state in midgame("hero_academy", 5, seed=9):
        turn = agent("greedy_turn:sort_by=evaluation").plan(state.view(), Budget(iterations=1))
        for action in turn.actions[:-1]:
            values = {each: state.play(each).evaluate(state.player) for each in state.candidates()}
            assert values[action] == max(values.values())
            state = state.play(action)


def test_the_published_one_stops_after_six_actions(midgame):
    """Whatever the action points; and it does not sort, so the first turn takes the first action of every list."""
    for points in (5, 6, 7, 12):
        state = midgame(f"hero_academy:action_points={points}", 1, seed=3)[0]
        turn = agent("greedy_turn:variant=reference").plan(state.view(), Budget(iterations=1))
        expected = []
        for _ in range(min(points, 6)):
            expected.append(state.candidates()[0])
            state = state.play(expected[-1])
        assert turn.actions == (*expected, state.end_action)
