"""Spec strings parse back to the same settings, and say what exists when they cannot."""

from dataclasses import dataclass
from typing import Literal

import pytest

from turnwright.core.spec import SpecError, choose, format_spec, read_settings, split_spec


@dataclass(frozen=True, kw_only=True)
class Example:
    """Settings of every kind."""

    number: int = 3
    share: float = 0.5
    flag: bool = False
    word: str = "a"
    choice: Literal["one", "two"] = "one"
    maybe: int | None = None


def read(spec: str) -> Example:
    name, raw = split_spec(spec)
    return read_settings(Example, raw, name)


@pytest.mark.parametrize(
    "settings",
    [
        Example(),
        Example(number=-4, share=1e-9, flag=True, word="b/c", choice="two", maybe=7),
        Example(share=0.1, maybe=0),
    ],
)
def test_specs_parse_back_to_the_same_settings(settings: Example):
    assert split_spec(format_spec("example", settings))[0] == "example"
    assert read(format_spec("example", settings)) == settings


def test_only_what_differs_is_printed():
    assert format_spec("example", Example()) == "example"
    assert format_spec("example", Example(flag=True, choice="two")) == "example:flag=yes,choice=two"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("example:numbr=3", "has no setting 'numbr' .did you mean 'number'"),
        ("example:number=three", "number must be a whole number, not 'three'"),
        ("example:share=much", "share must be a number"),
        ("example:flag=perhaps", "flag must be yes or no"),
        ("example:choice=three", "choice cannot be 'three'.*one, two"),
        ("example:number", "'number' in .* is not of the form key=value"),
        ("example:number=1,number=2", "'number' is given twice"),
        ("example:=1", "not of the form key=value"),
    ],
)
def test_bad_specs_are_refused_in_one_sentence(spec: str, message: str):
    with pytest.raises(SpecError, match=message) as error:
        read(spec)
    assert "\n" not in str(error.value)


def test_unknown_names_get_a_suggestion():
    assert choose("oep", ["oep", "mcts"], "agent") == "oep"
    with pytest.raises(SpecError, match=r"there is no agent 'oap' .did you mean 'oep'"):
        choose("oap", ["oep", "mcts"], "agent")
