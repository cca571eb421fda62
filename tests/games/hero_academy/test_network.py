"""Networks as evaluation: the inputs of the thesis, and compiled networks that compute what neat-python computes."""

import random

import neat
import numpy as np
import pytest

import turnwright
from turnwright.agents.registry import own_agent_names
from turnwright.core.errors import TurnwrightError
from turnwright.evaluators.model import FORMAT, Card, Model, ModelError, write_model
from turnwright.evaluators.network import Network, Node
from turnwright.games.hero_academy.engine import cards as c
from turnwright.neat.population import Population, network_of
from turnwright.neat.settings import NeatSettings, configuration

TINY, STANDARD = "hero_academy:map=a-tiny,deck=TINY", "hero_academy"
_KINDS = [
    "ARCHER",
    "CLERIC",
    "CRYSTAL",
    "DRAGONSCALE",
    "KNIGHT",
    "NINJA",
    "RUNEMETAL",
    "SHINING_HELM",
    "SCROLL",
    "WIZARD",
]
_HAND = [card for card in c.CARDS if card != "RUNEMETAL"]


def states(spec, count, seed=0):
    """States of random games, finished ones left out."""
    game, draw = turnwright.game(spec), random.Random(seed)
    found = []
    while len(found) < count:
        state = game.start(draw.randrange(10**6))
        while not state.is_over and len(found) < count:
            found.append(state)
            state = state.play(draw.choice(state.legal_actions() or [state.end_action]))
    return found


def inputs_of(state, player, kind):
    """The inputs, written from their description."""
    record, settings = state.records[0], state.game.settings
    width, height = settings.board.width, settings.board.height
    owner = {}
    for side in range(2):
        for square in range(width * height):
            if (int(record["living"][side]) | int(record["fallen"][side])) >> square & 1:
                owner[square] = side
    crystal_hp, unit_hp, squares = [0, 0], [0, 0], [[0.0] * 13 for _ in range(width * height)]
    for square, side in owner.items():
        code, hp = int(record["unit"][square]), int(record["hp"][square])
        name, seat = c.KINDS[code & 7], side ^ player
        (crystal_hp if name == "CRYSTAL" else unit_hp)[seat] += hp
        x, y = divmod(square, height)
        if player == 1:  # the 5×3 board looks the same when it is turned, the 9×5 board when it is mirrored
            x, y = width - 1 - x, (height - 1 - y if settings.map == "a-tiny" else y)
        row = squares[x * height + y]
        row[_KINDS.index(name)] = 1.0
        for i, item in enumerate(c.GEAR):
            if code >> 3 + i & 1:
                row[_KINDS.index(item)] = 1.0
        row[10] = hp / (1.2 * c.UNITS[code & 7].hp)
        row[11 + seat] = 1.0
    most = sum(n * unit.hp for n, unit in zip(c.DECKS[settings.deck][:5], c.UNITS[:5], strict=True))
    values = [crystal_hp[0] / 9000, crystal_hp[1] / 9000, min(1.0, unit_hp[0] / most), min(1.0, unit_hp[1] / most), 1.0]
    if kind == "simple":
        return values
    hand = int(record["hand"][player])
    flags = [1.0 if hand >> 4 * c.CARDS.index(card) & 15 else 0.0 for card in _HAND]
    return [*values, *(value for row in squares for value in row), *flags]


@pytest.mark.parametrize(
    ("spec", "kind", "inputs"), [(TINY, "simple", 5), (TINY, "complex", 210), (STANDARD, "complex", 600)]
)
def test_a_compiled_network_computes_what_neat_python_computes(spec, kind, inputs):
    """On 2,100 states in all, for both players, by grown networks; the inputs are written from their description."""
    settings = NeatSettings(population=4, add_node=0.9, add_link=0.9, weight_power=0.1, initial_weight=0.1)
    population = Population(settings, inputs, seed=4)
    draw = random.Random(6)
    for _ in range(15):
        population.reproduce({key: draw.random() for key in population.genomes})
    config = configuration(settings, inputs)
    game = turnwright.game(spec)
    assert game.network_inputs(kind) == inputs
    judges = [
        (neat.nn.FeedForwardNetwork.create(genome, config), game.evaluated_by(network_of(genome, config)))
        for genome in population.genomes.values()
    ]
    seen = []
    for number, state in enumerate(states(spec, 700)):
        library, judged = judges[number % len(judges)]
        for player in range(2):
            wanted = library.activate(inputs_of(state, player, kind))[0]
            assert state.under(judged).evaluate(player) == pytest.approx(wanted, abs=1e-6)
            seen.append(wanted)
    assert np.std(seen) > 0.01


def test_the_players_see_the_same_position_alike():
    """A state with sides and squares swapped is worth to one player what it was worth to the other."""
    game = turnwright.game(STANDARD)
    facing = game.record["facing"]
    assert list(facing[0]) == list(range(64))
    assert [facing[1][facing[1][square]] for square in range(45)] == list(range(45))
    crystals = [square for square in range(45) if int(game.record["crystals"][0]) >> square & 1]
    theirs = [square for square in range(45) if int(game.record["crystals"][1]) >> square & 1]
    assert sorted(facing[1][square] for square in crystals) == theirs


def test_a_won_game_is_worth_more_than_any_output_and_a_lost_one_less():
    game = turnwright.game(TINY).evaluated_by(Network(inputs=5, nodes=(Node(sources=(4,), weights=(200.0,)),)))
    over = next(state for state in finished_games() if state.outcome == 1).under(game)
    assert (over.evaluate(0), over.evaluate(1)) == (2.0, -1.0)
    assert (over.normalised(0), over.normalised(1)) == (1.0, 0.0)
    assert game.start(seed=1).evaluate(0) == 1.0


def finished_games():
    game, draw = turnwright.game("hero_academy:map=a-tiny,deck=TINY"), random.Random(1)
    while True:
        state = game.start(draw.randrange(10**6))
        while not state.is_over:
            state = state.play(draw.choice(state.legal_actions() or [state.end_action]))
        yield state


def model(tmp_path, content, kind="neat"):
    file = tmp_path / "champion.json"
    made = Model(format=FORMAT, kind=kind, game=TINY, card=Card(title="A test"), content=content)
    write_model(made, file)
    return file


def test_a_network_in_a_file_judges_wherever_an_evaluation_is_named(tmp_path):
    file = model(tmp_path, {"inputs": 5, "nodes": [{"sources": [0, 1], "weights": [1.0, -1.0]}]})
    game = turnwright.game(f"{TINY},evaluation=neat({file})")
    assert game.start(seed=1).evaluate(0) == 0.5
    agent = turnwright.agent(f"greedy_action:evaluation=neat({file})")
    turn = agent.plan(turnwright.game(TINY).start(seed=1).view(), seed=1)
    assert 0.0 < turn.value < 1.0


@pytest.mark.parametrize(
    "name", [name for name in own_agent_names() if name not in ("no_ai", "permutation_random", "random")]
)
def test_every_agent_that_evaluates_can_search_with_a_network(tmp_path, name):
    """One network wants units on the board, the other wants none; the turns are as different."""
    start = turnwright.game(TINY).start(seed=3)
    units = []
    for wish in (1.0, -1.0):
        folder = tmp_path / str(wish)
        folder.mkdir()
        file = model(folder, {"inputs": 5, "nodes": [{"sources": [2], "weights": [wish]}]})
        agent = turnwright.agent(f"{name}:evaluation=neat({file})")
        turn = agent.plan(start.view(), turnwright.Budget(iterations=1000), seed=1)
        after = start.play(*turn.actions)
        assert after.player == 1
        units.append(int(after.records[0]["living"][0]).bit_count())
    assert units[0] > units[1]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            {"inputs": 7, "nodes": [{"sources": [], "weights": []}]},
            "has 7 inputs; on a map of 5×3 squares it must have 5 or 210",
        ),
        ({"inputs": 5, "nodes": [{"sources": [5], "weights": [1.0]}]}, "place 5"),
        ({"inputs": 5, "nodes": [{"sources": ["a"], "weights": [1.0]}]}, "must be a whole number"),
        ({"inputs": 5}, "lacks the key 'nodes'"),
        ({"inputs": 5, "nodes": [], "code": "x"}, "no key 'code'"),
    ],
)
def test_a_file_whose_network_cannot_be_run_is_refused(tmp_path, content, words):
    with pytest.raises(ModelError, match=words):
        turnwright.game(f"{TINY},evaluation=neat({model(tmp_path, content)})")


def test_games_without_inputs_for_networks_say_so():
    with pytest.raises(TurnwrightError, match="locm has no inputs for networks"):
        turnwright.game("locm").network_inputs("simple")
