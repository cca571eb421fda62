"""What every agent promises, checked for every agent and its variants on every game.

What strangers' agents promise too is asked by the checks of `turnwright check-agent`; ours promise more."""

from typing import Any

import numpy as np
import pytest

import turnwright
from turnwright import Budget, State
from turnwright.agents.registry import agent, agent_names
from turnwright.conformance.agent import check_agent, check_peeking, check_plan, check_smallest_budgets, check_spec

VARIANTS = (
    "random:policy=meta",
    "random:policy=global,greedy=0.5",
    "random:policy=local,greedy=0.5",
    "greedy_action:top=10",
    "greedy_action:rollouts=2",
    "greedy_turn:variant=reference",
    "greedy_turn:shares=3,sort=root",
    "greedy_turn:sort=none,visited=inner",
    "greedy_turn:visited=none",
    "greedy_turn:rollouts=2,rollout_combine=min",
    "mcts:variant=reference",
    "mcts:exploration=0,greedy=1",
    "mcts:cut=yes",
    "mcts:collapse=20",
    "mcts:trees=3",
    "mcts:depth=0,greedy=0,table=no",
    "mcts:depth=3,rollouts=3,combine=min,policy=uniform",
    "oep:variant=reference",
    "oep:greedy=0.2,repair=greedy",
    "oep:rollouts=2,history=yes",
    "oep:rollouts=1,rollout_depth=3,diversity=tabu,patience=2",
    "oep:diversity=tabu",
    "oep:diversity=niche",
    "oep:horizon=12",
    "oep:islands=3,migration=1",
    "oep:population=7,survival=0.3,mutation=0.5,evaluation=reference",
    "emcts:phases=3,elitist_root=yes",
    "emcts:horizon=12,future=model,model_top=0",
    "emcts:order=listed,result=best_seen,exploration=0.5",
    "emcts:rollouts=2,rollout_policy=meta",
    "fh_emcts:horizon=12",
    "tbets:repair=random,exploration=0.5",
    "ntboe:pairs=yes,repair=greedy,neighbours=20",
    "hybrid:turns=5,refuted=3,rollout_combine=mean,rollouts=4",
    "permutation_oep:swaps=3",
    "permutation_emcts:exploration=0.5,phases=3,result=best_seen",
)
AGENTS = [*agent_names(), *VARIANTS]
GAMES = (
    "hero_academy",
    "hero_academy:map=a-tiny,deck=TINY,action_points=3",
    "hero_academy:map=a-small,deck=SMALL,action_points=4,draws=random,evaluation=reference,pruning=reference",
    "locm",
    "locm:draft=random",
    "pairs",
)
BUDGETS = (Budget(evaluations=400), Budget(steps=3000), Budget(iterations=120))
MOST_CANDIDATES, LONGEST_GENOME, LONGEST_PATH, LONGEST_GAME, TRIES = 200, 26, 200, 3000, 6
"""More than any state, genome, path down a tree and game here has, and than a child is bred anew."""


def fits(spec: str, game: str) -> bool:
    """Whether the agent can play the game: readings belong to Hero Academy."""
    return game.startswith("hero_academy") or "evaluation=" not in spec


QUICK_ON_LOCM = ("random", "greedy_action", "oep", "reply")
"""Agents that every run of the tests compiles for LOCM; all others would take a minute and a half."""


def is_long(spec: str, game: str) -> bool:
    """Whether an agent has to be compiled for LOCM first."""
    return game.startswith("locm") and not spec.startswith(QUICK_ON_LOCM)


def with_patience(spec: str, game: str) -> Any:
    """A case; with the first game of LOCM, every variant of the quick agents is asked in every run of the tests."""
    is_slow = is_long(spec, game) or (game == "locm:draft=random" and spec in VARIANTS)
    return pytest.param(spec, game, marks=pytest.mark.slow) if is_slow else (spec, game)


CASES = [with_patience(spec, game) for spec in AGENTS for game in GAMES if fits(spec, game)]


def may_forfeit(spec: str) -> bool:
    """Whether an agent may end its turn early: as the published code does, or because it tries every action once."""
    return ("variant=reference" in spec and not spec.startswith("oep")) or orders(spec)


def orders(spec: str) -> bool:
    """Whether an agent only puts actions in order."""
    return spec.startswith(("no_ai", "permutation_"))


def searches(spec: str) -> bool:
    """Whether an agent judges turns at all."""
    return not spec.startswith(("random", "no_ai", "permutation_random"))


def overrun(spec: str) -> dict[str, int]:
    """How far each count may lie beyond the budget: the part of an iteration that cannot be interrupted."""
    name, s = agent(spec).name, agent(spec).settings
    parts = getattr(s, "islands", 1) * getattr(s, "trees", 1) * getattr(s, "shares", 1)
    evaluations = steps = 0
    if getattr(s, "rollouts", 0) > 0:  # all rollouts of one state
        evaluations += s.rollouts
        depth = s.depth if name == "mcts" else s.rollout_depth
        steps += s.rollouts * (LONGEST_GENOME if depth == 1 else LONGEST_GAME)
    match name:
        case "random" | "no_ai" | "permutation_random":  # one turn without a search, whatever the budget
            return {"evaluations": 0, "steps": LONGEST_GENOME, "iterations": LONGEST_GENOME}
        case "greedy_action":  # one decision, the end of the turn, and what the whole is worth
            evaluations, steps = 2 * evaluations + MOST_CANDIDATES + 1, 2 * steps + MOST_CANDIDATES + 2
        case "permutation_oep" | "permutation_emcts":  # one order
            steps += LONGEST_GENOME
        case "greedy_turn":  # the last actions of a turn, which are played together
            steps += MOST_CANDIDATES
        case "mcts":  # the way down the tree
            steps += LONGEST_PATH
        case "oep":  # a child; with greedy repairs every gene may be one
            greedy = s.greedy > 0 or s.repair == "greedy" or s.horizon > 0
            evaluations += TRIES * LONGEST_GENOME * MOST_CANDIDATES * greedy
            steps += TRIES * LONGEST_GENOME * (1 + MOST_CANDIDATES * greedy)
        case _:  # a genome, every gene of which may be greedy
            evaluations += LONGEST_GENOME * MOST_CANDIDATES
            steps += LONGEST_GENOME * (MOST_CANDIDATES + 1)
    return {
        "evaluations": parts * evaluations,
        "steps": parts * steps,
        "iterations": 1 if name == "greedy_action" else 0,
    }


@pytest.fixture
def states(request, midgame, pairs):
    """Turn starts of the game named by the test."""
    return midgame(pairs if request.param == "pairs" else request.param, 3)


@pytest.mark.parametrize(("spec", "states"), CASES, indirect=["states"])
def test_plans_are_legal_turns_within_budget_with_a_complete_report(spec, states, replayed):
    player = agent(spec)
    for state, budget in zip(states, BUDGETS, strict=True):
        assert list(check_plan(player, state, budget, whole=True)) == []
        turn = player.plan(state.view(), budget, seed=5)
        replayed(state, turn, whole=not may_forfeit(spec) and player.name != "greedy_action")
        report = turn.report
        for currency, most in overrun(spec).items():
            limit = getattr(budget, currency)
            assert limit is None or getattr(report, currency) <= limit + most, currency
        assert report.milliseconds > 0
        assert report.iterations > 0
        assert report.steps > 0
        if searches(spec):
            assert report.evaluations > 0
            assert turn.value is not None
            assert np.isfinite(turn.value)
            assert report.curve
        for part in report.parts:
            assert part.iterations > 0
        counts = [(part.evaluations, part.steps, part.iterations) for part in report.parts]
        if counts:
            assert tuple(map(sum, zip(*counts, strict=True))) == (
                report.evaluations,
                report.steps - report.probed,
                report.iterations,
            )
        assert str(turn).endswith(state.action_text(turn.actions[-1]))
        assert report.as_dict()["evaluations"] == report.evaluations


@pytest.mark.parametrize("name", agent_names())
def test_whole_games_are_played_without_a_forfeit(name, pairs):
    assert check_agent(name, pairs) == []


@pytest.mark.parametrize(("spec", "states"), CASES, indirect=["states"])
def test_an_impossible_budget_still_gives_a_legal_turn(spec, states):
    assert list(check_smallest_budgets(agent(spec), states[0], whole=True)) == []


@pytest.mark.parametrize("spec", AGENTS)
def test_any_number_of_action_points(spec, replayed, midgame):
    """1 to 15 as the papers have them, and 25, the most that the game allows."""
    for points in (*range(1, 16), 25):
        state = midgame(f"hero_academy:action_points={points}", 1, seed=points)[0]
        turn = agent(spec).plan(state.view(), Budget(iterations=150), seed=points)
        replayed(state, turn, whole=not may_forfeit(spec) and not spec.startswith("greedy_action"))


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize("budget", ["500ev", "500st", "500it"])
def test_positions_without_any_action_give_the_end_of_the_turn(spec, budget, positions):
    """Recorded positions in which nothing is legal."""
    for name in ("ap5-107", "ap5-140"):
        state = positions[name].state
        assert state.legal_actions() == []
        assert agent(spec).plan(state.view(), Budget.parse(budget)).actions == (state.end_action,)


@pytest.mark.parametrize(("spec", "states"), CASES, indirect=["states"])
def test_a_finished_game_gives_an_empty_turn(spec, states):
    state, chooser = states[0], np.random.default_rng(1)
    while not state.is_over:
        state = state.play(int(chooser.choice(state.legal_actions() or [state.end_action])))
    turn = agent(spec).plan(state.view(), Budget(evaluations=100))
    assert turn.actions == ()
    assert str(turn) == ""


def otherwise(state: State, seed: int) -> State:
    """A state that differs only in what the player to move cannot know.

    The opponent's hand is dealt anew from his hand and deck; the seeds of both decks and chance are others.
    """
    rng = np.random.default_rng(seed)
    changed = state.copy()
    record, other = changed.records[0], 1 - state.player
    hand, deck = int(record.hand[other]), int(record.deck[other])
    counts = [(hand >> 4 * card & 15) + (deck >> 4 * card & 15) for card in range(11)]
    cards = rng.permutation(np.repeat(np.arange(11), counts))
    size = sum(hand >> 4 * card & 15 for card in range(11))
    record.hand[other] = sum(1 << 4 * int(card) for card in cards[:size])
    record.deck[other] = sum(1 << 4 * int(card) for card in cards[size:])
    record.seed[:] = rng.integers(1000, size=2)
    record.chance = rng.integers(2**63)
    return changed.under(state.game)


def drafted_otherwise(state: State, seed: int) -> State:
    """A state of locm that differs only in what the player to move cannot know.

    Unseen cards of the opponent are others, both decks lie in another order; in a draft, the opponent's picks, the
    rounds to come and the seeds of the shuffles are others.
    """
    rng = np.random.default_rng(seed)
    changed = state.copy()
    record, me = changed.records[0], state.player
    ids = np.arange(1, 61)
    own = ids % 2 == 1 - me
    in_hand, in_deck = (np.array([int(word) >> i & 1 for i in ids]) == 1 for word in (record.hand, record.deck))
    record.cards[ids[own & in_deck]] = rng.permutation(record.cards[ids[own & in_deck]])
    record.cards[ids[~own & (in_hand | in_deck)]] = rng.integers(1, 161, size=int((~own & (in_hand | in_deck)).sum()))
    if not record.phase:
        record.triplets[record.turn // 2 + 1 :] = rng.integers(1, 161, size=(29 - record.turn // 2, 3))
        record.seed[:] = rng.integers(2**62, size=2)
    rounds = 30 if record.phase else (int(record.turn) + me) >> 1
    record.picks[1 - me] = sum(int(pick) << 2 * i for i, pick in enumerate(rng.integers(3, size=rounds)))
    return changed.under(state.game)


@pytest.mark.parametrize(
    ("spec", "game"), [with_patience(spec, game) for spec in AGENTS for game in ("locm", "locm:draft=random")]
)
def test_no_peeking_at_cards(spec, game, midgame):
    """Under `hidden`, states of locm that differ only in hidden things give the same plan."""
    if not fits(spec, game):
        return
    state = midgame(game, 2, seed=4)[0]
    others = [drafted_otherwise(state, seed) for seed in range(4)]
    assert len({other.text for other in others}) > 1
    assert list(check_peeking(agent(spec), state, others, Budget(iterations=120))) == []


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize("worlds", [1, 3])
@pytest.mark.parametrize("draws", ["seeded", "random"])
def test_no_peeking(spec, worlds, draws, midgame):
    """Under `hidden`, states that differ only in hidden things give the same plan."""
    state = midgame(f"hero_academy:draws={draws}", 2, seed=4)[1]
    player = agent(f"{spec}{',' if ':' in spec else ':'}worlds={worlds}")
    others = [otherwise(state, seed) for seed in range(4)]
    assert len({other.text for other in others}) > 1
    assert list(check_peeking(player, state, others, Budget(iterations=120))) == []


WINS = {
    "one action: an archer shoots": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,c4C800,e2k900,f1w800,f4A800,"
    "g5c800,h4x300,i3a800 KWPI/aw A2N2C/kan 123/456",
    "one action: a wizard, for player 2": "hero_academy 31 2 5 a1K1000,b4X200,c3w800,d1k900,e5W800,g2x4500,h3a800,"
    "h4x4500,i2c700 AC/kwpi A2N2C/kan 123/456",
    "two actions: two units attack": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,c4C800,e2k900,f1w800,f4A800,"
    "g3W800,h4x500,i3a800 KWPI/aw A2N2C/kan 123/456",
    "two actions: a step, then a shot": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,d4A800,e2k900,f1w800,"
    "g5c800,h4x300,i3a800 KWP/aw A2N2C/kan 123/456",
    "two actions: a step to the only quiet square, then a shot": "hero_academy 30 1 5 b3W700,b4X4500,c2X4500,d4A800,"
    "e2k900,e4K1000,f1w800,g5c800,h4x300,i3a800 KWP/aw A2N2C/kan 123/456",
    "two actions: runemetal, then a shot": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,c4C800,e2k900,f1w800,"
    "f4A800,g5c800,h4x450,i3a800 KWPRI/aw A2N2C/kan 123/456",
    "two actions: fire, then a shot": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,c4C800,e2k900,f1w800,f4A800,"
    "g5c800,h4x650,i3a800 KWPRI/aw A2N2C/kan 123/456",
    "one action: the last unit is stomped": "hero_academy 30 1 5 a2K1000,b3W700,b4X4500,c2X4500,e3K800,e4w0,h4x4500 "
    "KWP/- A2N2C/- 123/456",
    "one action: a creature attacks": "locm battle 20 1 hp9,was9,mana5/12,bonus0,rune5,draw1,shown1 3=7,5=118,7=13,9=4 "
    "41=1,43=1,45=1 1=7:0:2/2:-----Wr,11=20:1:3/3:------r - hp3,was3,mana0/11,bonus0,rune0,draw1,shown1 4=9,6=11 "
    "42=1,44=7 2=7:0:1/1:------,8=7:1:4/9:------ -",
    "two actions: an item against the Guard, then an attack": "locm battle 21 2 hp3,was3,mana0/12,bonus0,rune0,draw1,"
    "shown1 3=7,5=118 41=1,43=1 1=7:0:2/2:---G--,11=20:1:3/6:---G-- - hp9,was9,mana5/11,bonus0,rune5,draw1,shown1 "
    "4=9,6=11,10=144,12=4 42=1,44=7 2=7:0:3/1:------r,8=7:1:1/1:------r -",
    "one action: four in a row": "pairs 4 2 xxx../oo.../..o../...../.o...",
    "two actions: four in a row": "pairs 4 2 x..o./.x.oo/...../...../o....",
}
"""Positions with a win in this turn: in Hero Academy all but one of the opponent's crystals are gone, and that one is
weak."""


RARE = ("two actions: a step to the only quiet square, then a shot", "two actions: four in a row")
"""Wins that only one or two of all pairs of actions bring."""
MORE_VARIANTS = ("oep:rollouts=1", "oep:rollouts=5,history=yes", "oep:horizon=9,model_top=0", "mcts:depth=0", "emcts")


def finds_wins(spec: str, name: str) -> bool:
    """Whether a win must be found: by every search, but what looks one action ahead sees no win of two, and what
    plays as published does not look for wins before it searches."""
    if not fits(spec, WINS[name].split()[0]) or not searches(spec):
        return False
    if "variant=reference" in spec:
        return name not in (*RARE, "one action: the last unit is stomped")
    return not (spec.startswith("greedy_action") and name.startswith("two actions"))


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        pytest.param(name, spec, marks=pytest.mark.slow) if is_long(spec, WINS[name]) else (name, spec)
        for name in WINS
        for spec in (*AGENTS, *MORE_VARIANTS)
        if finds_wins(spec, name)
    ],
)
def test_wins_of_one_or_two_actions_are_found_with_10000_evaluations(name, spec, pairs):
    text = WINS[name].replace("hero_academy ", "hero_academy:evaluation=described ")
    state = turnwright.state(text.replace("pairs ", f"{pairs} "))
    won = 1 - 2 * state.player
    at_once = [action for action in state.candidates() if wins(state, action)]
    assert bool(at_once) == name.startswith("one action")
    for seed in range(20 if name in RARE else 2):
        turn = agent(spec).plan(state.view(), Budget(evaluations=10_000), seed)
        after = state.play(*turn.actions)
        assert (after.is_over, after.outcome) == (True, won), turn


def wins(state: State, action: int) -> bool:
    """Whether an action wins, at once or with the end of the turn."""
    after = state.play(action)
    return (after if after.is_over or after.player != state.player else after.play(state.end_action)).is_over


@pytest.mark.parametrize("spec", AGENTS)
def test_specs_parse_back_to_the_same_agent(spec):
    assert list(check_spec(spec, agent(spec))) == []
    assert agent(agent(spec).spec).settings == agent(spec).settings


def test_agents_are_named_as_later_checks_expect():
    named = {"random", "greedy_action", "greedy_turn", "mcts", "oep", "emcts", "fh_emcts"}
    named |= {"no_ai", "permutation_random", "permutation_oep", "permutation_emcts"}
    assert named <= set(agent_names())


def test_an_unknown_agent_or_setting_lists_what_exists():
    for wrong in ("oepp", "oep:populaton=3", "mcts:combine=median", "greedy_turn:shares=x"):
        with pytest.raises(turnwright.TurnwrightError) as caught:
            agent(wrong)
        assert "\n" not in str(caught.value)
