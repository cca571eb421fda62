"""Ways to choose one action, against what they promise in plain Python."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import binomtest, chisquare

import turnwright
from turnwright import Budget, State
from turnwright.agents.choice_kernel import (
    TIES_LISTED,
    TIES_RANDOM,
    choices_in_order,
    greedy_choice,
    new_workspace,
    policy_action,
    top_choices,
)
from turnwright.agents.registry import agent
from turnwright.agents.rollout_kernel import rollout
from turnwright.core.compiled import entry
from turnwright.core.control import new_control
from turnwright.core.rng import generator

POLICIES = {"uniform": 0, "meta": 1, "global": 2, "local": 3}
GAMES = (
    "hero_academy",
    "hero_academy:ordering=reference,pruning=reference,evaluation=reference",
    "hero_academy:map=a-tiny,deck=TINY,ordering=simple",
    "pairs",
)
HAND_FIRST = 0.25


@entry
def _top(game, states, buffer):
    return game.top_candidate(states[0], buffer)


@entry
def _ordered(game, states, ties, rng, actions, keys):
    return choices_in_order(game, states[0], actions, keys, ties, rng)


@entry
def _kept(game, states, wanted, ties, rng, out):
    """Fill rows with the best-ordered choices, and return how many a row has."""
    work = new_workspace(game, states, rng)
    count = 0
    for row in range(out.shape[0]):
        count = top_choices(game, states[0], wanted, ties, work)
        for i in range(count):
            out[row, i] = work.actions[i]
    return count


@entry
def _greedy(game, states, player, top, control, rng, out):
    work = new_workspace(game, states, rng)
    for i in range(out.size):
        out[i] = greedy_choice(game, states[0], player, top, TIES_LISTED, control[0], work)


@entry
def _policy(game, states, policy, greedy, ties, buffer, rng, out):
    for i in range(out.size):
        out[i] = policy_action(game, states[0], policy, greedy, ties, buffer, rng)


@entry
def _rolled_out(game, states, settings, control, rng):
    work = new_workspace(game, states, rng)
    rollout(game, states[0], settings[0], control[0], work.actions, work.rng)


@entry
def _foresight_faults(game, states, buffer, rng, games):
    """Play random games; the number of candidates tried, and of those whose successor's value, asked for alone or for
    all at once, is not the evaluation after playing them. `states` has room for three."""
    tried = faults = 0
    scratch, values, listed = states[2:3], np.empty((2, buffer.size)), buffer.copy()
    for _ in range(games):
        game.deal(states[0], rng)
        while not game.is_over(states[0]):
            count = game.candidates(states[0], buffer)
            for player in range(2):
                faults += count != game.candidate_values(states[0], player, listed, values[player], scratch)
            for i in range(count):
                faults += buffer[i] != listed[i]
                states[1] = states[0]
                game.apply(states[1], np.int64(buffer[i]))
                for player in range(2):
                    tried += 1
                    value = game.successor_value(states[0], np.int64(buffer[i]), player, scratch)
                    expected = game.evaluate(states[1], player)
                    faults += value != expected or values[player, i] != expected
            game.apply(states[0], game.random_action(states[0], buffer, rng))
    return tried, faults


def room(state: State) -> tuple[np.ndarray, np.ndarray]:
    """A buffer of actions and one of keys."""
    return np.empty(state.game.max_actions, dtype=np.int32), np.empty(state.game.max_actions, dtype=np.int64)


def drawn(state: State, policy: str, greedy: float, number: int, ties: int = TIES_LISTED) -> Counter[int]:
    """How often a policy takes each action."""
    out = np.empty(number, dtype=np.int64)
    _policy(state.game, state.records, POLICIES[policy], greedy, ties, room(state)[0], generator(1), out)
    return Counter(out.tolist())


@pytest.fixture(scope="module", params=GAMES)
def states(request, turn_starts, pairs) -> list[State]:
    """States along a random game, in the middle of turns too."""
    chooser = np.random.default_rng(5)
    found = []
    for start in turn_starts(pairs if request.param == "pairs" else request.param, 3)[::4]:
        state = start
        while not state.is_over and state.player == start.player:
            found.append(state)
            state = state.play(int(chooser.choice(state.candidates() or [state.end_action])))
    return found


def test_the_top_candidate_is_the_first_of_highest_priority(states):
    for state in states:
        candidates = state.candidates() or [state.end_action]
        best = max(state.priority(action) for action in candidates)
        expected = next(action for action in candidates if state.priority(action) == best)
        assert _top(state.game, state.records, room(state)[0]) == expected


def test_the_ordered_list_is_a_stable_sort(states):
    for state in states:
        actions, keys = room(state)
        count = _ordered(state.game, state.records, TIES_LISTED, generator(1), actions, keys)
        candidates = state.candidates() or [state.end_action]
        assert actions[:count].tolist() == sorted(candidates, key=lambda action: -state.priority(action))


def test_random_ties_change_the_order_of_equals_alone(states):
    moved = 0
    for number, state in enumerate(states):
        actions, keys = room(state)
        count = _ordered(state.game, state.records, TIES_RANDOM, generator(number), actions, keys)
        listed = sorted(state.candidates() or [state.end_action], key=lambda action: -state.priority(action))
        found = actions[:count].tolist()
        assert sorted(found) == sorted(listed)
        assert list(map(state.priority, found)) == list(map(state.priority, listed))
        moved += found != listed
    assert moved > len(states) / 2


def test_every_action_of_a_tie_is_kept_as_often_as_the_others(states):
    """Where the cut goes through a tie, each of its actions has the same chance of being among the top ones."""
    cut = 0
    for state in states[:: max(1, len(states) // 12)]:
        listed = sorted(state.candidates() or [state.end_action], key=lambda action: -state.priority(action))
        wanted = max(1, len(listed) // 2)
        if len(listed) <= wanted:
            continue
        least = state.priority(listed[wanted - 1])
        tied = [action for action in listed if state.priority(action) == least]
        out = np.empty((200 * len(tied), wanted), dtype=np.int64)
        assert _kept(state.game, state.records, wanted, TIES_RANDOM, generator(3), out) == wanted
        found = Counter(out.ravel().tolist())
        above = [action for action in listed if state.priority(action) > least]
        assert all(found[action] == len(out) for action in above)
        if least == state.priority(listed[wanted]):
            cut += 1
            assert set(found) == {*above, *tied}
            assert chisquare([found[action] for action in tied]).pvalue > 1e-6
    assert cut


@pytest.mark.parametrize("wanted", [1, 2, 10])
def test_keeping_the_top_is_the_beginning_of_the_ordered_list(states, wanted):
    """Where there are more than wanted; a shorter list is left as it is."""
    for state in states:
        candidates = state.candidates() or [state.end_action]
        out = np.empty((1, wanted), dtype=np.int64)
        count = _kept(state.game, state.records, wanted, TIES_LISTED, generator(1), out)
        expected = sorted(candidates, key=lambda action: -state.priority(action))[:wanted]
        assert count == len(expected)
        assert out[0, :count].tolist() == (expected if len(candidates) > wanted else candidates)


@pytest.mark.parametrize("top", [0, 3])
def test_the_greedy_choice_is_a_best_one_and_ties_are_even(states, top):
    """For either player: the opponent's model chooses for the opponent."""
    for state in states[:: max(1, len(states) // 12)]:
        candidates = state.candidates()
        if top and len(candidates) > top:
            candidates = sorted(candidates, key=lambda action: -state.priority(action))[:top]
        for player in range(2):
            values = {action: state.play(action).evaluate(player) for action in candidates}
            best = [action for action in candidates if values[action] == max(values.values())]
            out = np.empty(300 * len(best), dtype=np.int64)
            control = new_control(Budget(iterations=1))
            _greedy(state.game, state.records, player, top, control, generator(7), out)
            found = Counter(out.tolist())
            assert set(found) == set(best)
            assert len(best) == 1 or chisquare([found[action] for action in best]).pvalue > 1e-6
            looked_at = len(candidates) * out.size if len(candidates) > 1 else 0
            assert control[0].evaluations == control[0].steps == looked_at


def is_of_the_hand(action: int) -> bool:
    """Whether an action of Hero Academy plays or swaps a card."""
    return 4096 <= action < 8256


def source(action: int) -> int:
    """The unit's square, or the card (as a number that is no square)."""
    if action < 4096:
        return action >> 6
    return 64 + ((action - 4096) >> 6 if action < 8192 else action - 8192)


def meta_shares(state: State) -> dict[int, float]:
    """The probability of every action under the meta policy, from its description.

    One time in four the hand comes first: its cards in random order, copies one by one, until one has an action. Else
    own units in random order. The first with an action takes any of its actions with the same probability.
    """
    legal = state.legal_actions()
    hand = int(state.records[0].hand[state.player])
    groups: dict[int, list[int]] = {}
    for action in legal:
        groups.setdefault(source(action), []).append(action)
    cards = {key: hand >> 4 * (key - 64) & 15 for key in groups if key >= 64}
    units = [key for key in groups if key < 64]
    shares: dict[int, float] = {}
    for keys, weight in (
        (cards, HAND_FIRST if units else 1.0),
        (dict.fromkeys(units, 1), 1 - HAND_FIRST if cards else 1.0),
    ):
        for key, copies in keys.items():
            for action in groups[key]:
                shares[action] = weight * copies / sum(keys.values()) / len(groups[key])
    return shares


def test_the_meta_policy_takes_the_hand_first_one_time_in_four(midgame):
    """Every action as often as the description says (chi-square, at one in a million)."""
    states = [
        state
        for state in midgame("hero_academy", 12, seed=6)
        if len({*map(is_of_the_hand, state.legal_actions())}) == 2
    ]
    assert len(states) > 4
    for state in states:
        number = 20_000
        found, shares = drawn(state, "meta", 0.0, number), meta_shares(state)
        assert set(found) <= set(shares)
        expected = np.array([shares[action] * number for action in shares])
        assert chisquare([found[action] for action in shares], expected).pvalue > 1e-6
        cards = sum(count for action, count in found.items() if is_of_the_hand(action))
        assert binomtest(cards, number, HAND_FIRST).pvalue > 1e-6


def test_the_local_policy_is_greedy_within_a_piece(midgame):
    """With certainty 1 it takes the best-ordered action of each unit or card, and still any unit or card."""
    for state in midgame("hero_academy", 4, seed=7):
        found = drawn(state, "local", 1.0, 5000)
        best: dict[int, int] = {}
        for action in state.legal_actions():
            best[source(action)] = max(best.get(source(action), -(10**9)), state.priority(action))
        assert len({source(action) for action in found}) > 1
        for action in found:
            assert state.priority(action) == best[source(action)]
        for piece in best:
            equals = [a for a in state.legal_actions() if source(a) == piece and state.priority(a) == best[piece]]
            assert len(equals) == 1 or chisquare([found[action] for action in equals]).pvalue > 1e-6


def test_the_global_policy_follows_the_ordering_as_often_as_told(midgame):
    for state in midgame("hero_academy", 3, seed=8):
        top = int(_top(state.game, state.records, room(state)[0]))
        assert set(drawn(state, "global", 1.0, 100)) == {top}
        share = 0.5 + 0.5 * meta_shares(state).get(top, 0.0)
        assert binomtest(drawn(state, "global", 0.5, 20_000)[top], 20_000, share).pvalue > 1e-6
        assert drawn(state, "global", 0.0, 2000).total() == 2000
        equals = [action for action in state.candidates() if state.priority(action) == state.priority(top)]
        found = drawn(state, "global", 1.0, 200 * len(equals), TIES_RANDOM)
        assert set(found) == set(equals)
        assert len(equals) == 1 or chisquare([found[action] for action in equals]).pvalue > 1e-6


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("turns", [1, 2, 5])
def test_rollouts_end_with_the_turn_they_are_told(policy, turns, midgame, pairs):
    """The turn in progress counts; a rollout that begins in the middle of a turn finishes it."""
    settings = agent(f"mcts:depth={turns},policy={policy}").options
    for state in [*midgame("hero_academy", 3, seed=2), *midgame(pairs, 2, seed=2)]:
        for begun in (state, state.play(state.candidates()[0])):
            rolled, control = begun.copy(), new_control(Budget(iterations=1))
            _rolled_out(state.game, rolled.records, settings, control, generator(turns))
            passed = int(rolled.records[0].turn) - int(begun.records[0].turn)
            assert passed == turns or (rolled.is_over and passed < turns)
            assert control[0].steps > 0


@pytest.mark.parametrize("evaluation", ["learned", "described", "reference", "material", "mean", "win_lose"])
def test_the_value_of_a_successor_is_that_of_playing_it(evaluation):
    """Foresight without playing equals copy, apply, evaluate, for every candidate along random games."""
    game = turnwright.game("hero_academy", evaluation=evaluation)
    buffer = np.empty(game.max_actions, dtype=np.int32)
    games = 6 if evaluation in ("learned", "described", "reference") else 1
    tried, faults = _foresight_faults(game, game.blank(3), buffer, generator(3), games)
    assert tried > 5000
    assert faults == 0
