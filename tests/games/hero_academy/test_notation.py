"""Notation: every state, action and turn of a game can be written down and read back; nonsense is refused."""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright
from turnwright import IllegalActionError
from turnwright.core.game import NotationError
from turnwright.games.hero_academy.engine.state import END, drop_action, swap_action, unit_action

WIDE = "dc" + "0" * 27 + "CD/" + "0" * 14 + "APS" + "0" * 14
FULL = "d000000D/c000000C/00000000/000AA000/000SP000/00000000/c000000C/d000000D"
SPECS = (
    "hero_academy",
    "hero_academy:map=a-small,deck=SMALL,action_points=3",
    "hero_academy:map=a-tiny,deck=TINY,action_points=10,convention=arguments",
    f"hero_academy:map={WIDE},draws=random",
    f"hero_academy:map={FULL},draws=random,evaluation=reference",
)
GAMES = {spec: turnwright.game(spec) for spec in SPECS}
POSITION = "a1K900rd,a5c0,b4X4500,c2X4500,d3k100,g2x4500,h4x120 K2I/k RS/- 1824/10787"
STATE = f"hero_academy 6 2 4 {POSITION}"


def random_game(spec: str, seed: int, length: int) -> list[turnwright.State]:
    rng = np.random.default_rng(seed)
    states = [GAMES[spec].start(seed=seed)]
    for _ in range(length):
        state = states[-1]
        if state.is_over:
            break
        actions = [*state.legal_actions(), state.end_action]
        states.append(state.play(int(rng.choice(actions[-40:]))))
    return states


@settings(deadline=None, max_examples=25)
@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**32), length=st.integers(1, 60))
def test_states_of_random_games_round_trip_byte_by_byte(spec, seed, length):
    for state in random_game(spec, seed, length)[:: max(1, length // 8)]:
        again = turnwright.state(state.text)
        assert again.records.tobytes() == state.records.tobytes()
        assert again.text == state.text
        assert again.game.spec == state.game.spec


@settings(deadline=None, max_examples=15)
@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**32), length=st.integers(1, 40))
def test_legal_actions_round_trip_and_differ(spec, seed, length):
    state = random_game(spec, seed, length)[-1]
    actions = [*state.legal_actions(), state.end_action]
    texts = [state.action_text(action) for action in actions]
    assert [state.game.parse_action(text) for text in texts] == actions
    assert len(set(texts)) == len(set(actions))


@settings(deadline=None, max_examples=10)
@given(spec=st.sampled_from(SPECS), seed=st.integers(0, 2**32))
def test_turns_round_trip(spec, seed):
    state = GAMES[spec].start(seed=seed)
    later, turn = state, []
    for _ in range(3):
        turn.append(later.legal_actions()[0])
        later = later.play(turn[-1])
    words = state.turn_text(turn).split()
    assert [state.game.parse_action(word) for word in words] == turn
    assert state.play(*words) == later


@pytest.mark.parametrize("kind", ["open", "hidden", "reference"])
def test_views_round_trip(kind):
    game = GAMES["hero_academy"]
    shown = turnwright.State(game, game.start(seed=5).view(player=0, kind=kind).records)
    assert turnwright.state(shown.text).records.tobytes() == shown.records.tobytes()
    assert ("unknown=0/6" in shown.text) == (kind == "hidden")


def test_a_state_reads_as_the_documentation_says():
    state = turnwright.state(STATE)
    record = state.records[0]
    assert (state.player, int(record.turn), int(record.ap), state.is_over) == (1, 6, 4, False)
    assert record.hp[0] == 900
    assert record.hp[2 * 5 + 1] == 4500
    assert int(record.living[0]) == 1 << 0 | 1 << 8 | 1 << 11
    assert int(record.living[1]) == 1 << 17 | 1 << 31 | 1 << 38
    assert int(record.fallen[1]) == 1 << 4
    assert int(record.crystals) == 1 << 8 | 1 << 11 | 1 << 31 | 1 << 38
    assert [int(trait) for trait in record.traits] == [1, 0, 1, 0, 1 | 1 << 17]
    assert state.text == STATE
    assert turnwright.state(f"{STATE} over chance=ff unknown=0/0").text == f"{STATE} over chance=ff"


def test_squares_are_counted_from_the_top_left():
    game = GAMES["hero_academy"]
    assert game.parse_action("K@a1") == drop_action(0, 0)
    assert game.parse_action("H@i5") == drop_action(10, 44)
    assert game.parse_action("c2-d3") == unit_action(2 * 5 + 1, 3 * 5 + 2)
    assert game.parse_action("~N") == swap_action(4)
    assert game.parse_action(" end ") == END


def test_columns_beyond_z_have_two_letters():
    game = GAMES[SPECS[3]]
    assert game.parse_action("I@z1") == drop_action(5, 25 * 2)
    assert game.parse_action("aa2xae1") == unit_action(26 * 2 + 1, 30 * 2)
    assert game.format_action(unit_action(26 * 2 + 1, 23 * 2), game.start(seed=1)) == "aa2-x1"


def test_any_sign_is_understood():
    game = GAMES["hero_academy"]
    assert len({game.parse_action(f"c2{sign}d3") for sign in "-x+=>"}) == 1


@pytest.mark.parametrize(
    ("pieces", "source", "target", "text"),
    [
        ("a1K1000", 0, 1, "a1-a2"),
        ("a1K1000,a2k500", 0, 1, "a1xa2"),
        ("a1K1000,a2x4500", 0, 1, "a1xa2"),
        ("a1K1000,a2k0", 0, 1, "a1-a2"),
        ("a1C800,a2K500", 0, 1, "a1+a2"),
        ("a1C800,a2K0", 0, 1, "a1+a2"),
        ("a1C800,a2k0", 0, 1, "a1-a2"),  # a cleric stomps a knocked-out enemy
        ("a1N800,a2K500", 0, 1, "a1=a2"),
        ("a1N800,a2K0", 0, 1, "a1-a2"),
    ],
)
def test_the_sign_tells_what_the_action_does(pieces, source, target, text):
    state = turnwright.state(f"hero_academy 3 1 5 {pieces},b4X4500,g2x4500 K/k -/- 1/2")
    assert state.is_legal(unit_action(source, target))
    assert state.action_text(unit_action(source, target)) == text


@pytest.mark.parametrize("action", [-1, 45, 63 << 6, 4096 + 63, drop_action(11, 0), swap_action(11), END + 1, 10**30])
def test_what_is_no_action_is_still_shown(action):
    state = GAMES["hero_academy"].start(seed=1)
    assert state.action_text(action) == f"#{action}"
    with pytest.raises(IllegalActionError, match=f"#{action} is not legal"):
        state.play(action)


@pytest.mark.parametrize(
    "text", ["", "garbage", "a1", "a1-", "a1 - a2", "k@a1", "Q@a1", "~", "~X", "END", "E", "a1-a2-a3", "K@"]
)
def test_garbage_is_no_action(text):
    with pytest.raises(NotationError, match=r"c2-d3 .* K@a1 .* ~K .* end"):
        GAMES["hero_academy"].parse_action(text)


@pytest.mark.parametrize("text", ["a1-a6", "j1-a1", "K@a0", "I@zz99", "aaa1-a1", "K@a01"])
def test_squares_off_the_map_are_refused(text):
    with pytest.raises(NotationError, match="squares are a1 to i5"):
        GAMES["hero_academy"].parse_action(text)


@pytest.mark.parametrize(
    ("good", "bad", "reason"),
    [
        (" 6 2 4 ", " 0 2 4 ", "turn is 0"),
        (" 6 2 4 ", " 101 2 4 ", "turn is 101"),
        (" 6 2 4 ", " six 2 4 ", "turn .* whole number"),
        (" 6 2 4 ", " 6 3 4 ", "player to move is 3"),
        (" 6 2 4 ", " 6 0 4 ", "player to move is 0"),
        (" 6 2 4 ", " 6 2 6 ", "action points is 6"),
        (" 6 2 4 ", " 6 2 -1 ", "whole number"),
        (" 6 2 4 ", " 6 2 ", "not a state"),
        ("a1K900rd", "a6K900rd", "not a square"),
        ("a1K900rd", "a1K900dr", "not a piece"),
        ("a1K900rd", "a1Q900", "not a piece"),
        ("a1K900rd", "A1K900", "not a piece"),
        ("a1K900rd", "a1\u212a900", "not a piece"),
        ("a1K900rd", "a1K1101rd", "hp of the knight on a1 is 1101"),
        ("a1K900rd", "a5K900", "two pieces on a5"),
        ("b4X4500", "b4X0", "hp of the crystal on b4 is 0"),
        ("b4X4500", "b4X4501", "hp of the crystal on b4 is 4501"),
        ("b4X4500", "b4X45d", "crystal on b4 carries"),
        ("K2I/k", "K2I", "hands .* capitals"),
        ("K2I/k", "K2I/K", "hands .* capitals"),
        ("K2I/k", "K2K/k", "twice"),
        ("K2I/k", "K0/k", "not understood"),
        ("K2I/k", "K4I3/k", "cards in player 1's hand is 7"),
        ("RS/-", "R16/-", "RUNEMETAL in the deck is 16"),
        ("RS/-", "I15/-", "INFERNO in hand and deck is 16"),
        ("RS/-", "RS/", "not understood"),
        ("RS/-", "RS/z", "not understood"),
        ("RS/-", "A11/-", "player 1's units .* is 14"),
        ("1824/10787", "1824", "divided by '/'"),
        ("1824/10787", "1824/4000000000", "seed of a deck is 4000000000"),
        ("1824/10787", "1824/10787 unknown=0/1", "player 2's unknown cards is 1"),
        ("1824/10787", "1824/10787 unknown=6/0", "unknown cards is 6"),
        ("1824/10787", "1824/10787 chance=xyz", "hexadecimal"),
        ("1824/10787", "1824/10787 over over", "not understood"),
        ("1824/10787", "1824/10787 done", "not understood"),
    ],
)
def test_impossible_states_are_refused_with_the_reason(good, bad, reason):
    text = STATE.replace(good, bad, 1)
    assert text != STATE
    with pytest.raises(NotationError, match=reason) as error:
        turnwright.state(text)
    assert "\n" not in str(error.value)


@settings(deadline=None, max_examples=200)
@given(text=st.text(alphabet=st.sampled_from("acKkxX019 /-,=~@rdsh:\n"), max_size=60))
def test_random_text_is_refused_or_read_but_never_breaks(text):
    game = GAMES["hero_academy"]
    for parse in (game.parse_action, game.parse_state):
        with suppress(NotationError):
            parse(text)
