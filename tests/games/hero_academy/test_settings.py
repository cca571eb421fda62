"""Settings: the conventions of section 3, the variants of section 12, and what is refused."""

import pytest

import turnwright
from turnwright import TurnwrightError
from turnwright.games.hero_academy.settings import Settings, SettingsError


@pytest.mark.parametrize(
    ("convention", "points", "first_turn", "limit"),
    [
        ("papers", 5, 3, 100),  # the experiments of the papers
        ("papers", 3, 2, 300),
        ("papers", 10, 9, 100),
        ("arguments", 5, 4, 100),  # the command line: ap - 1, 100 * max(1, 6 - ap)
        ("arguments", 1, 1, 500),
        ("arguments", 3, 2, 300),
        ("arguments", 15, 14, 100),
        ("comparison", 2, 3, 250),  # the comparison script: 3 points always, 500 / ap turns below 5
        ("comparison", 3, 3, 166),
        ("comparison", 15, 3, 100),
    ],
)
def test_conventions_of_action_points(convention: str, points: int, first_turn: int, limit: int):
    settings = Settings(action_points=points, convention=convention)
    assert (settings.first_turn_points, settings.limit) == (first_turn, limit)
    game = turnwright.game(f"hero_academy:action_points={points},convention={convention}")
    start = game.start(seed=0)
    assert start.records["ap"][0] == first_turn
    assert start.play("end").records["ap"][0] == points


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"action_points": 0}, "action_points is 0; it must be from 1 to 25"),
        ({"action_points": 26}, "action_points is 26; it must be from 1 to 25"),
        ({"starting_action_points": 0}, "starting_action_points is 0"),
        ({"turn_limit": 0}, "turn_limit is 0"),
        ({"deck": "HUGE"}, "there is no deck 'HUGE'; the decks are STANDARD, SMALL, TINY"),
        ({"map": "nowhere"}, "there is no map 'nowhere'"),
        ({"ninja_speed": 99}, "ninja_speed is 99"),
    ],
)
def test_settings_out_of_range_are_refused_in_one_sentence(settings: dict, message: str):
    with pytest.raises(TurnwrightError, match=message):
        Settings(**settings)
    spec = ",".join(f"{key}={value}" for key, value in settings.items())
    with pytest.raises(TurnwrightError, match=message) as error:
        turnwright.game(f"hero_academy:{spec}")
    assert "\n" not in str(error.value)


def test_settings_errors_are_turnwright_errors():
    assert issubclass(SettingsError, TurnwrightError)


def hp_after(spec: str, position: str, source: int, target: int) -> int:
    state = turnwright.game(f"hero_academy:{spec}").parse_state(position).play(source << 6 | target)
    return int(state.records["hp"][0][target])


@pytest.mark.parametrize(
    ("variant", "position", "usual", "changed"),
    [
        # An archer next to its target: half of 300, or all of it.
        ("archer_melee=full", "6 1 4 a1A800,a2c800,b4X4500,h4x4500 -/- K/k 0/0", 650, 500),
        # A cleric hits a cleric for 200: no resistance, or 20 percent.
        ("cleric_magical_resistance=20", "6 1 4 a1C800,a2c800,b4X4500,h4x4500 -/- K/k 0/0", 600, 640),
        # A cleric hits a wizard: 10 percent, or none.
        ("wizard_magical_resistance=0", "6 1 4 a1C800,a2w800,b4X4500,h4x4500 -/- K/k 0/0", 620, 600),
        # A helm is against magic, or against blades: a knight hits an archer with a helm.
        ("helm_resists=physical", "6 1 4 a1N800,a2a880h,b4X4500,h4x4500 -/- K/k 0/0", 480, 560),
        # A scroll triples, or quadruples, an archer's half blow of 150.
        ("scroll_factor=4", "6 1 4 a1A800s,a2c800,b4X4500,h4x4500 -/- K/k 0/0", 350, 200),
    ],
)
def test_variants_of_the_thesis(variant: str, position: str, usual: int, changed: int):
    """Section 12: each difference between text and code is a parameter; the default is the code."""
    assert hp_after("", position, 0, 1) == usual
    assert hp_after(variant, position, 0, 1) == changed


def test_ninja_speed_is_a_parameter():
    position = "6 1 4 a1N800,b4X4500,h4x4500 -/- K/k 0/0"
    far = 5 * 5  # five columns east
    assert not turnwright.game("hero_academy").parse_state(position).is_legal(far)
    assert turnwright.game("hero_academy:ninja_speed=5").parse_state(position).is_legal(far)


def test_cards_are_drawn_at_the_end_or_at_the_start_of_a_turn():
    """In the thesis a player has no new cards until his next turn begins."""
    for draw_at, cards in (("end", 6), ("start", 5)):
        game = turnwright.game(f"hero_academy:draw_at={draw_at}")
        state = game.start(seed=3)
        swap = next(action for action in state.legal_actions() if action >= 8192)
        after = state.play(swap, state.end_action)
        assert bin_count(after, 0) == cards
        assert bin_count(after, 1) == 6
        assert bin_count(after.play(after.end_action), 0) == 6


def bin_count(state: turnwright.State, player: int) -> int:
    hand = int(state.records["hand"][0][player])
    return sum(hand >> 4 * card & 15 for card in range(11))


def test_starting_hands_have_three_units_unless_any_will_do():
    def units(game: turnwright.core.game.Game) -> set[int]:
        hands = (int(game.start(seed=seed).records["hand"][0][0]) for seed in range(40))
        return {sum(hand >> 4 * card & 15 for card in range(5)) for hand in hands}

    assert units(turnwright.game("hero_academy")) == {3}
    assert len(units(turnwright.game("hero_academy:starting_hand=any"))) > 2


def test_random_draws_come_from_the_seed_of_the_game_alone():
    """The chance word, not the deck's seed, decides; the same game seed gives the same game again."""
    game = turnwright.game("hero_academy:draws=random")
    hands = {int(game.start(seed=seed).records["hand"][0][0]) for seed in range(50)}
    assert len(hands) > 40
    first, again = game.start(seed=9), game.start(seed=9)
    for _ in range(6):
        first, again = first.play("end"), again.play("end")
    assert first.text == again.text
