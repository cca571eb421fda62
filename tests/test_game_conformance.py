"""What every game promises by the contract, checked on every game there is, and on the example."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chisquare

import turnwright
from turnwright import State, View
from turnwright.agents.turn_check import walk_of
from turnwright.core.compiled import entry
from turnwright.core.game import Game
from turnwright.core.rng import generator

ROOT = Path(__file__).resolve().parents[1]
LOW, HIGH = -3, 1 << 14
"""Every action that the games here know lies between; integers that are no action at all are tried too."""

SETTINGS = {
    "hero_academy": (
        "",
        ":map=a-small,deck=SMALL,action_points=3,draws=random,pruning=reference",
        ":map=a-tiny,deck=TINY,action_points=10,draw_at=start,starting_hand=any,evaluation=win_lose",
    ),
    "locm": (
        "",
        ":draft=random,card_value=coac_board,threat=guards,pruning=none",
        ":book=curve",
        ":draft=decks,book=mixed",
        ":draft=ranked,shuffles=same,instance_ids=anonymous,card_value=closetai",
    ),
}
SPECS = [name + settings for name in turnwright.game_names() for settings in SETTINGS.get(name, ("",))]
SPECS.append(f"{ROOT / 'examples' / 'pairs.py'}:Pairs")

FAULTS = (
    "",
    "an action is listed twice",
    "the list differs from what is_legal says",
    "a candidate is listed twice or is not legal",
    "candidates differ from what is_candidate says",
    "playing the same action twice gives different states",
    "playing on a copy changed the original",
    "ending the turn neither changed the player nor ended the game",
    "",
    "an action is legal after the end of the game",
    "the outcome is not -1, 0 or 1",
    "refreshing changed the key or the value",
    "a normalised value is outside [0, 1]",
    "random_action gave neither a legal action nor the end of the turn",
    "meta_action gave neither a legal action nor the end of the turn",
    "must_end says the turn must end, but there are candidates",
    "a random game did not end",
    "top_candidate is not the first of the candidates of highest priority",
    "a possible action is listed twice or ends the turn",
    "book_action gave neither -1 nor a legal action",
)


@entry
def _fault(game, states, buffer, marks, rng, games, longest, period):
    """Play random games; the number of the first broken promise, the state in question being `states[0]`."""
    end = game.end_action()
    for _ in range(games):
        game.deal(states[0], rng)
        steps = 0
        while not game.is_over(states[0]):
            state = states[0]
            key, me = game.state_hash(state), game.player(state)
            if game.outcome(state) < -1 or game.outcome(state) > 1:
                return 10
            if steps % period == 0:
                fault = _list_fault(game, state, buffer, marks)
                if fault:
                    return fault
            value = game.evaluate(state, 0)
            normalised = game.normalise(value)
            if not 0.0 <= normalised <= 1.0:
                return 12
            states[1] = states[0]
            game.refresh(states[1])
            if game.state_hash(states[1]) != key or game.evaluate(states[1], 0) != value:
                return 11
            meta = game.meta_action(state, buffer, 0.5, rng)
            if meta != end and not game.is_legal(state, meta):
                return 14
            if game.must_end(state, buffer):
                count = game.candidates(state, buffer)
                if count > 1 or (count == 1 and buffer[0] != end):
                    return 15
            known = game.book_action(state, rng)
            if known != -1 and not game.is_legal(state, known):
                return 19
            action = game.random_action(state, buffer, rng)
            if action != end and not game.is_legal(state, action):
                return 13
            states[1] = states[0]
            game.apply(states[1], end)
            if not game.is_over(states[1]) and game.player(states[1]) == me:
                return 7
            states[1] = states[0]
            states[2] = states[0]
            game.apply(states[1], action)
            game.apply(states[2], action)
            if game.state_hash(states[1]) != game.state_hash(states[2]):
                return 5
            if game.state_hash(states[0]) != key or game.player(states[0]) != me:
                return 6
            states[0] = states[1]
            steps += 1
            if steps > longest:
                return 16
        if game.outcome(states[0]) < -1 or game.outcome(states[0]) > 1:
            return 10
        if game.legal_actions(states[0], buffer) != 0:
            return 9
        for action in range(LOW, HIGH):
            if game.is_legal(states[0], action):
                return 9
        for player in range(2):
            if not 0.0 <= game.normalise(game.evaluate(states[0], player)) <= 1.0:
                return 12
    return 0


@entry
def _list_fault(game, state, buffer, marks):
    """Lists against the questions about single actions. `marks` has room for every action that is tried."""
    count = game.legal_actions(state, buffer)
    marks[:] = 0
    for i in range(count):
        if marks[buffer[i] - LOW]:
            return 1
        marks[buffer[i] - LOW] = 1
    for action in range(LOW, HIGH):
        if game.is_legal(state, action) != (marks[action - LOW] == 1):
            return 2
    count = game.candidates(state, buffer)
    for i in range(count):
        if marks[buffer[i] - LOW] != 1:
            return 3
        marks[buffer[i] - LOW] = 2
    for action in range(LOW, HIGH):
        if game.is_candidate(state, action) != (marks[action - LOW] == 2):
            return 4
    top = game.end_action()
    for i in range(count):
        if i == 0 or game.priority(state, buffer[i]) > game.priority(state, top):
            top = buffer[i]
    if game.top_candidate(state, buffer) != top:
        return 17
    for i in range(game.possible_actions(state, buffer)):
        if buffer[i] == game.end_action() or marks[buffer[i] - LOW] == 3:
            return 18
        marks[buffer[i] - LOW] = 3
    return 0


@pytest.fixture(scope="module", params=SPECS, ids=[spec.rpartition("/")[2] for spec in SPECS])
def game(request) -> Game:
    return turnwright.game(request.param)


def same(first: State | View, second: State | View) -> bool:
    """Whether all fields are equal. Bytes between fields mean nothing and may differ."""
    return bool(np.all(first.records == second.records))


def random_states(game: Game, seed: int, games: int = 1) -> list[State]:
    """All states of random games."""
    rng = np.random.default_rng(seed)
    states = []
    for number in range(games):
        state = game.start(seed=seed + number)
        while not state.is_over:
            states.append(state)
            state = state.play(int(rng.choice(state.legal_actions() or [state.end_action])))
        states.append(state)
    return states


def test_random_games_keep_every_promise(game: Game):
    """Lists, single questions, playing, copying, refreshing, sampling and the end, over some ten thousand
    states."""
    states = game.blank(3)
    buffer = np.empty(game.max_actions, dtype=np.int32)
    marks = np.zeros(HIGH - LOW, dtype=np.int8)
    fault = _fault(game, states, buffer, marks, generator(1), 40, 100_000, 16)
    assert fault == 0, f"{FAULTS[fault]}: {State(game, states[:1])}"


def test_equal_keys_mean_equal_states(game: Game):
    """Along random play, two states have the same key exactly if they have the same notation."""
    texts: dict[int, str] = {}
    states = random_states(game, seed=3, games=3)
    for state in states:
        assert texts.setdefault(state.hash, state.text) == state.text
    assert len(texts) == len({state.text for state in states})


def test_a_state_is_not_changed_by_playing_from_it(game: Game):
    state = game.start(seed=4)
    before = state.copy()
    for action in state.legal_actions():
        assert same(state.play(action), state.play(action))
    assert same(state, before)


def test_the_same_seed_deals_the_same_game(game: Game):
    assert same(game.start(seed=5), game.start(seed=5))


def test_ending_the_turn_is_always_accepted(game: Game):
    """Also where it is not listed; after the end of the game nothing is."""
    for state in random_states(game, seed=6)[::5]:
        if not state.is_over:
            after = state.play(state.end_action)
            assert after.is_over or after.player != state.player
    over = random_states(game, seed=6)[-1]
    assert over.is_over
    with pytest.raises(turnwright.IllegalActionError):
        over.play(over.end_action)


def test_open_view_shows_everything(game: Game):
    for state in random_states(game, seed=7)[::7]:
        for player in range(2):
            view = state.view(player, "open")
            assert same(view, state)
            assert view.world(seed=1).text == state.text


def test_hidden_view_depends_on_nothing_hidden(game: Game):
    """Any guess at what is hidden gives the same view again, so the view holds nothing of what it hides."""
    for state in random_states(game, seed=8)[::7]:
        for player in range(2):
            view = state.view(player, "hidden")
            for seed in range(3):
                assert same(view.world(seed).view(player, "hidden"), view)


def test_a_guess_agrees_with_what_the_player_knows(game: Game):
    """What the player to move can do and who has won do not depend on what is hidden from him."""
    for state in random_states(game, seed=9)[::7]:
        world = state.view(kind="hidden").world(seed=2)
        assert world.legal_actions() == state.legal_actions()
        assert (world.player, world.is_over, world.outcome) == (state.player, state.is_over, state.outcome)
        assert world.hash == world.under(game).hash


def test_a_turn_in_notation_is_split_into_its_actions(game: Game):
    """Whatever stands between them, and with any spaces round that; a turn as text is an answer of an agent."""
    for state in random_states(game, seed=12)[:60:4]:
        if state.is_over:
            break
        walk = state.walk([*state.legal_actions()[:1], state.end_action])
        texts = game.format_actions(walk)
        assert game.split_turn(walk.text) == texts
        assert game.split_turn(f"  {game.divider}  ".join(texts) + " ") == texts
        if walk.is_whole:
            assert walk_of(walk.text, state).actions == walk.actions


def test_where_a_game_says_nothing_the_possible_actions_are_the_legal_ones(game: Game):
    if game.rules.possible_actions is None:
        for state in random_states(game, seed=13)[::9]:
            legal = [action for action in state.legal_actions() if action != state.end_action]
            assert state.possible_actions() == legal


@entry
def _sampled(game, states, buffer, rng, counts, draws):
    for _ in range(draws):
        counts[game.random_action(states[0], buffer, rng)] += 1


def test_random_actions_are_uniform(game: Game):
    """Sampling without a list draws every legal action equally often (chi-square, at one in a million)."""
    buffer = np.empty(game.max_actions, dtype=np.int32)
    for state in random_states(game, seed=10)[5:60:11]:
        legal = state.legal_actions() or [state.end_action]
        counts = np.zeros(HIGH, dtype=np.int64)
        _sampled(game, state.records, buffer, generator(11), counts, 400 * len(legal))
        assert counts.sum() == counts[legal].sum()
        assert len(legal) == 1 or chisquare(counts[legal]).pvalue > 1e-6
