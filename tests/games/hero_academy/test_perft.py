"""Turn-perft: against brute force, against what a published agent counted, and as published in
docs/perft.md."""

import re
from pathlib import Path

import pytest

import turnwright
from turnwright import State
from turnwright.core.perft import Perft, PerftError, perft
from turnwright.games.hero_academy.recorded.positions import Position, reference_positions

PAGE = Path(__file__).resolve().parents[3] / "docs" / "perft.md"
ROW = re.compile(r"^\| `([^`]+)` \| (\d+) \| (yes|no) \| ([\d,]+) \| ([\d,]+) \|$", re.MULTILINE)


def counted(state: State, pruned: bool) -> tuple[list[int], list[int], int, int]:
    """By brute force: sequences and distinct states by depth, turns, and distinct states after the turn."""
    level, sequences, states, turns, outcomes = [state], [], [], 0, set()
    while level:
        after = []
        for position in level:
            listed = position.candidates() if pruned else position.legal_actions()
            for action in listed or [state.end_action]:
                child = position.play(action)
                if action != state.end_action:
                    after.append(child)
                if child.is_over or child.player != state.player:
                    turns += 1
                    outcomes.add(child.text)
        if after:
            sequences.append(len(after))
            states.append(len({child.text for child in after}))
        level = [child for child in after if not child.is_over and child.player == state.player]
    return sequences, states, turns, len(outcomes)


def with_points(state: State, points: int) -> State:
    changed = state.copy()
    changed.records["ap"] = points
    return changed


def summary(result: Perft) -> tuple[list[int], list[int], int, int]:
    depths = result.depths
    return [d.sequences for d in depths], [d.states for d in depths], result.turns, result.outcomes


@pytest.mark.parametrize("pruned", [False, True])
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("hero_academy 1 1 3 b4X4500,c2X4500,g2x4500,h4x4500 K3RSI/k3rsi ACD/acd 1/1", 2),
        ("hero_academy:map=a-tiny 6 1 2 a2X4500,b2N800s,c2K1000,d2k300,d3a0,e2x300 I/- K/k 5/6", 2),
        ("hero_academy:map=a-tiny 6 2 3 a2X100,b2a800s,e2x4500 -/h K/k 5/6", 3),
        ("hero_academy:map=a-tiny 6 2 3 a2X100,b2K800,e2x4500 -/- K/- 5/6", 3),
    ],
)
def test_counts_are_those_of_brute_force(text: str, points: int, pruned: bool):
    """Wins within the turn, knock-outs, an early end for want of actions, and draws at the end all occur
    here."""
    state = with_points(turnwright.state(text), points)
    assert summary(perft(state, pruned=pruned)) == counted(state, pruned)


def test_counts_are_those_of_a_file_game():
    """The count is written against the contract: the example game has it too."""
    example = Path(__file__).resolve().parents[3] / "examples" / "pairs.py"
    state = turnwright.game(f"{example}:Pairs").start(seed=0)
    assert summary(perft(state)) == counted(state, pruned=False)
    second = state.play(0)
    assert summary(perft(second)) == ([24, 24 * 23], [24, 24 * 23 // 2], 24 * 23, 24 * 23 // 2)


def exhausted_positions() -> list[Position]:
    positions = []
    for position in reference_positions():
        (run,) = position.results["greedy_turn"]
        if run.statistics["exhausted"] and position.game.settings.action_points <= 5:
            positions.append(position)
    return positions


def test_distinct_states_are_those_a_published_agent_visited():
    """The published Greedy Turn, where it searched the whole turn, reports how many distinct states it
    evaluated."""
    positions = exhausted_positions()
    assert len(positions) == 51
    reference = {}
    for position in positions:
        game = reference.setdefault(position.game.spec, position.game.variant(pruning="reference"))
        result = perft(position.state.under(game), pruned=True)
        found = result.depths[-1].states if result.depths else 0
        assert found == position.results["greedy_turn"][0].statistics["unique"], position.id


def test_sequences_are_counted_exactly_beyond_64_bits():
    """A knight that can only walk, as the enemy's crystal stands behind squares he may not enter: his walks
    are counted by a recursion over the squares."""
    game = turnwright.game("hero_academy:map=00000DC/d00000D/00000AD/cd00000,action_points=25")
    state = game.parse_state("6 1 25 a4X4500,c3K1000,g1x4500 -/- -/k 5/6")
    closed = {(0, 3), (6, 0), (5, 0), (6, 1), (6, 2)}
    squares = [(x, y) for x in range(7) for y in range(4) if (x, y) not in closed]
    walks = dict.fromkeys(squares, 1)
    for _ in range(25):
        walks = {(x, y): sum(walks[a, b] for a, b in squares if 0 < abs(x - a) + abs(y - b) <= 2) for x, y in squares}
    result = perft(state)
    assert walks[2, 2] > 2**64
    assert (result.turns, result.outcomes) == (walks[2, 2], len(squares))


def test_a_turn_too_large_is_refused():
    with pytest.raises(PerftError, match="more than 100 distinct states"):
        perft(turnwright.game("hero_academy").start(seed=1), limit=100)


def test_a_finished_game_has_no_turn():
    over = turnwright.state("hero_academy 6 1 0 b4X4500,h4x4500 -/- -/- 0/0")
    over = over.play(over.end_action)
    assert over.is_over
    assert summary(perft(over)) == ([], [], 0, 0)


def test_the_page_has_the_true_numbers():
    """Every row of docs/perft.md."""
    rows = ROW.findall(PAGE.read_text())
    assert len(rows) >= 8
    for text, points, pruned, turns, outcomes in rows:
        result = perft(with_points(turnwright.state(text), int(points)), pruned=pruned == "yes")
        assert (f"{result.turns:,}", f"{result.outcomes:,}") == (turns, outcomes), text
