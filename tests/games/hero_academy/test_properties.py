"""Invariants of Hero Academy over millions of random steps, on ordinary and on odd boards, under all
variants."""

import os
import subprocess
import sys

import numba
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import turnwright
from turnwright import State
from turnwright.core.bits import bit, popcount
from turnwright.core.compiled import entry
from turnwright.core.rng import generator
from turnwright.games.hero_academy.engine.evaluation import balance_from_scratch
from turnwright.games.hero_academy.engine.hands import count, size
from turnwright.games.hero_academy.engine.hashing import hash_from_scratch
from turnwright.games.hero_academy.engine.state import DROP, END, KIND_MASK, SWAP, TRAIT_HURT

CRYSTAL, UNITS, CARDS = 5, 5, 11

FAULTS = (
    "",
    "two pieces on one square, or a piece off the board",
    "crystals are not exactly the standing pieces of that kind",
    "an empty square has numbers",
    "hit points are out of bounds",
    "the set of carriers of an item differs from the gear of the units",
    "the set of hurt units is wrong",
    "the kept key differs from the key from scratch",
    "the kept balance differs from the balance from scratch",
    "a hand has more than six cards",
    "there are more cards and units than the deck began with",
    "action points, turn or player changed as they should not",
    "cards were lost or made",
    "units were lost or made",
    "a list differs from what is_legal says",
    "candidates differ from what is_candidate says",
    "an action is listed twice",
)


@entry
def _state_fault(game, state):
    """What of a state contradicts itself."""
    params = game.record
    standing, lying = state.living[0] | state.living[1], state.fallen[0] | state.fallen[1]
    overlap = (state.living[0] & state.living[1]) | (state.fallen[0] & state.fallen[1]) | (standing & lying)
    if overlap or (standing | lying) & ~params.board:
        return 1
    if state.crystals & ~standing:
        return 2
    for square in range(64):
        here = bit(square)
        code, hp = np.int64(state.unit[square]), np.int64(state.hp[square])
        kind, gear = code & KIND_MASK, code >> 3
        if (standing | lying) & here == 0:
            if code != 0 or hp != 0:
                return 3
            kind = -1
        if (state.crystals & here != 0) != (kind == CRYSTAL) or (kind == CRYSTAL and gear):
            return 2
        if hp < 0 or (kind >= 0 and (hp > 0) != (standing & here != 0)):
            return 4
        if kind >= 0 and hp > params.max_hp[code]:
            return 4
        for item in range(4):
            if (state.traits[item] & here != 0) != (gear >> item & 1 != 0):
                return 5
        hurt = hp > 0 and kind != CRYSTAL and hp < params.max_hp[code]
        if (state.traits[TRAIT_HURT] & here != 0) != hurt:
            return 6
    if state.hash != hash_from_scratch(params, state):
        return 7
    if state.balance != balance_from_scratch(params, state):
        return 8
    for side in range(2):
        if size(state.hand[side]) > 6:
            return 9
        for card in range(CARDS):
            held = count(state.hand[side], card) + count(state.deck[side], card)
            if held + _in_use(state, side, card) > count(params.deck, card):
                return 10
    return 0


@entry
def _in_use(state, side, card):
    """Units of a kind on the board, or carriers of an item."""
    own = state.living[side] | state.fallen[side]
    if card >= 7:
        return np.int64(popcount(own & state.traits[card - 7]))
    number = 0
    for square in range(64):
        if own & bit(square) and np.int64(state.unit[square] & KIND_MASK) == card and card < UNITS:
            number += 1
    return number


@entry
def _step_fault(before, after, action):
    """What of a step breaks the accounts: points, cards and units."""
    me = np.int64(before.player)
    foe = 1 - me
    if action == END:
        if not after.over and (after.player == me or after.turn != before.turn + 1):
            return 11
        if after.over and (after.player != me or after.turn != before.turn):
            return 11
    elif after.player != me or after.turn != before.turn or after.ap != before.ap - 1:
        return 11
    for side in range(2):
        for card in range(CARDS):
            spent = 1 if side == me and DROP <= action < SWAP and (action - DROP) >> 6 == card else 0
            held = count(before.hand[side], card) + count(before.deck[side], card)
            if count(after.hand[side], card) + count(after.deck[side], card) != held - spent:
                return 12
        if action < SWAP and after.deck[side] != before.deck[side]:
            return 12
    # Only the knocked-out leave the board, and only a card brings a unit in.
    deployed = 1 if DROP <= action < DROP + 64 * UNITS else 0
    for side in range(2):
        units = np.int64(popcount((before.living[side] & ~before.crystals) | before.fallen[side]))
        left = np.int64(popcount((after.living[side] & ~after.crystals) | after.fallen[side]))
        new = deployed if side == me else 0
        if left > units + new or left < units + new - np.int64(popcount(before.fallen[side])):
            return 13
    if popcount(after.living[me] & ~after.crystals) < popcount(before.living[me] & ~before.crystals):
        return 13
    if popcount(after.living[foe]) > popcount(before.living[foe]):
        return 13
    return 0


@entry
def _list_fault(game, state, buffer, marks):
    marks[:] = 0
    for i in range(game.legal_actions(state, buffer)):
        if marks[buffer[i]]:
            return 16
        marks[buffer[i]] = 1
    for action in range(marks.size):
        if game.is_legal(state, action) != (marks[action] == 1):
            return 14
    for i in range(game.candidates(state, buffer)):
        marks[buffer[i]] += 1
    for action in range(marks.size):
        if game.is_candidate(state, action) != (marks[action] == 2):
            return 15
    return 0


@entry
def _play(game, states, buffer, marks, rng, steps, early_end, list_period):
    """So many random steps; the first fault, the state before in `states[0]`, after in `states[1]`.

    Turns are ended early with probability 1 / early_end.
    """
    game.deal(states[0], rng)
    for step in range(steps):
        fault = _state_fault(game, states[0])
        if fault == 0 and step % list_period == 0:
            fault = _list_fault(game, states[0], buffer, marks)
        if fault:
            return fault
        if game.is_over(states[0]):
            game.deal(states[0], rng)
        states[1] = states[0]
        action = np.int64(game.random_action(states[0], buffer, rng))
        rng[0] += np.uint64(1)
        if rng[0] % np.uint64(early_end) == 0:
            action = np.int64(END)
        game.apply(states[1], action)
        fault = _step_fault(states[0], states[1], action)
        if fault:
            return fault
        states[0] = states[1]
    return 0


def board(width: int, height: int, seed: int = 0) -> str:
    """A map of that shape: crystals and deploy squares at the ends, other squares at random."""
    rng = np.random.default_rng(seed)
    squares = [str(symbol) for symbol in rng.choice(list("000000ASPdD"), width * height)]
    squares[:2], squares[-2:] = "dc", "CD"
    return "/".join("".join(squares[x * height + y] for x in range(width)) for y in range(height))


SHAPES = ((1, 64), (2, 31), (2, 32), (32, 2), (31, 2), (3, 21), (21, 3), (4, 16), (16, 4), (8, 8), (5, 2))
THESIS = (
    "ninja_speed=5,cleric_magical_resistance=20,wizard_magical_resistance=0,helm_resists=physical,"
    "archer_melee=full,scroll_factor=4,draw_at=start,starting_hand=any"
)
SPECS = (
    "map=a",
    "map=a,evaluation=described",
    "map=a,action_points=1",
    "map=a,action_points=25,draws=random",
    "map=a-small,deck=SMALL",
    "map=a-small,action_points=3,draws=random,pruning=reference,ordering=reference,evaluation=reference",
    "map=a-tiny,deck=TINY",
    "map=a-tiny,action_points=15",
    f"map=a,{THESIS}",
    f"map=a-tiny,draws=random,{THESIS}",
    *(f"map={board(width, height)},draws=random" for width, height in SHAPES),
    *(f"map={board(width, height, 1)},action_points=12,turn_limit=300,{THESIS}" for width, height in SHAPES[::3]),
)


def fault_of(spec: str, seed: int, steps: int, early_end: int = 200, list_period: int = 64) -> str:
    """What goes wrong in random games, with the state where it does; empty if nothing."""
    game = turnwright.game(f"hero_academy:{spec}")
    states = game.blank(2)
    buffer = np.empty(game.max_actions, dtype=np.int32)
    marks = np.zeros(END + 64, dtype=np.int8)
    fault = _play(game, states, buffer, marks, generator(seed), steps, early_end, list_period)
    return f"{FAULTS[fault]}: {State(game, states[:1])}" if fault else ""


@pytest.mark.parametrize("spec", SPECS)
def test_random_games_keep_all_invariants(spec: str):
    """Pieces, sets, cards, points, key and balance stay true; lists agree with the questions about one
    action."""
    steps = 100_000 if not os.environ.get("NUMBA_BOUNDSCHECK") else 10_000
    assert fault_of(spec, seed=1, steps=steps) == ""


@pytest.mark.slow
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(
    shape=st.sampled_from(SHAPES),
    layout=st.integers(0, 10_000),
    points=st.integers(1, 25),
    start=st.integers(1, 25),
    limit=st.integers(1, 400),
    deck=st.sampled_from(["STANDARD", "SMALL", "TINY"]),
    draws=st.sampled_from(["seeded", "random"]),
    draw_at=st.sampled_from(["end", "start"]),
    hand=st.sampled_from(["three_units", "any"]),
    ninja=st.integers(1, 16),
    seed=st.integers(0, 2**32),
    early_end=st.integers(2, 1000),
)
def test_any_settings_keep_all_invariants(
    shape, layout, points, start, limit, deck, draws, draw_at, hand, ninja, seed, early_end
):
    spec = (
        f"map={board(*shape, layout)},action_points={points},starting_action_points={start},"
        f"turn_limit={limit},"
        f"deck={deck},draws={draws},draw_at={draw_at},starting_hand={hand},ninja_speed={ninja}"
    )
    assert fault_of(spec, seed, steps=5_000, early_end=early_end) == ""


@pytest.mark.slow
def test_no_index_is_out_of_bounds():
    """The same games with every array access checked."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", __file__]
    command += ["-k", "test_random_games_keep_all_invariants"]
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1"}
    finished = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout[-3000:]


STORY = """
import random
import turnwright
from turnwright.core.perft import perft

for spec in SPECS:
    state = turnwright.game(f"hero_academy:{spec}").start(seed=1)
    pick = random.Random(spec)
    while not state.is_over:
        legal, kept = state.legal_actions(), state.candidates()
        facts = [state.text, state.hash, state.evaluate(0), state.evaluate(1), len(legal), kept]
        print(*facts, [state.priority(action) for action in legal])
        state = state.play(pick.choice(legal or [state.end_action]))
    print(state.text, state.outcome)
tiny = turnwright.game("hero_academy:map=a-tiny")
small = tiny.parse_state("6 1 2 a2X4500,b2N800s,c2K1000,d2k300,d3a0,e2x300 I/- K/k 5/6")
print(perft(small), small.view(0, "hidden").world(seed=3))
"""
STORY_SPECS = (
    "turn_limit=12",
    "map=a-tiny,deck=TINY,draws=random,evaluation=material,ordering=reference,pruning=reference,turn_limit=16",
    f"map={board(4, 16)},action_points=9,evaluation=mean,ordering=simple,turn_limit=6,{THESIS}",
)


@pytest.mark.skipif(bool(numba.config.BOUNDSCHECK), reason="compares compiled with plain Python, once")
def test_games_are_the_same_without_compilation():
    """The rules run as plain Python too, and say the same of every state of some games."""
    told = []
    for disabled in ("0", "1"):
        command = [sys.executable, "-c", f"SPECS = {STORY_SPECS!r}\n{STORY}"]
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        finished = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert finished.returncode == 0, finished.stderr[-3000:]
        told.append(finished.stdout.splitlines())
    assert len(told[0]) > 150
    for compiled, plain in zip(*told, strict=True):
        assert compiled == plain
