"""The arguments of `turnwright bot`, read before the command line is loaded: as the command line would read them."""

import pytest

from turnwright import TurnwrightError
from turnwright.wire.bot_options import BEHIND, BotOptions


def test_options_are_read_in_any_order_and_with_or_without_an_equals_sign():
    read = BotOptions.read(["--seed", "3", "locm:draft=ranked", "--agent=oep:mutation=0.1", "--time", "2", BEHIND])
    assert read == BotOptions(game="locm:draft=ranked", agent="oep:mutation=0.1", time=2.0, seed=3, is_behind=True)
    assert BotOptions.read(["locm", "--draft=mixed", "--budget", "50ms"]) == BotOptions(
        game="locm", draft="mixed", budget="50ms"
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "turnwright bot needs a game, such as turnwright bot locm"),
        (["locm", "locm"], "'locm' follows after the game 'locm'; name one game"),
        (["locm", "--level", "2"], "there is no option --level; available: --agent, --budget, --time, --draft, --seed"),
        (["locm", "--agent"], "--agent needs a value, such as --agent oep"),
        (["locm", "--time", "0"], "--time is 0; it must be from 0.1 to 1000"),
        (["locm", "--seed", "1.5"], "--seed is '1.5'; it must be a whole number"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(arguments, reason):
    with pytest.raises(TurnwrightError) as caught:
        BotOptions.read(arguments)
    assert str(caught.value) == reason
