"""Spec strings parse back to the same settings, and say what exists when they cannot."""

from dataclasses import dataclass
from typing import Literal

import pytest

from turnwright.core.plain_data import read_settings
from turnwright.core.spec import (
    BuiltIn,
    Command,
    FileClass,
    ForeignCodeError,
    PackageClass,
    Spec,
    SpecError,
    choose,
    format_spec,
    no_foreign_code,
    parse_spec,
    split_notation,
)


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
    parsed = parse_spec(spec)
    return read_settings(Example, parsed.raw, parsed.label)


@pytest.mark.parametrize(
    "settings",
    [
        Example(),
        Example(number=-4, share=1e-9, flag=True, word="b/c", choice="two", maybe=7),
        Example(share=0.1, maybe=0),
    ],
)
def test_specs_parse_back_to_the_same_settings(settings: Example):
    assert parse_spec(format_spec("example", settings)).label == "example"
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


# What a text names


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("oep", BuiltIn(name="oep")),
        (
            " oep:population=100, mutation=0.1 ",
            BuiltIn(name="oep", settings=(("population", "100"), ("mutation", "0.1"))),
        ),
        ("my-bot", BuiltIn(name="my-bot")),
        ("OEP", BuiltIn(name="OEP")),
        ("CMD", BuiltIn(name="CMD")),
        ("cmd", BuiltIn(name="cmd")),
        ("bot.py:Bot", FileClass(file="bot.py", class_name="Bot")),
        ("a/b.py:Bot:x=1,y=c:d", FileClass(file="a/b.py", class_name="Bot", settings=(("x", "1"), ("y", "c:d")))),
        ("my dir/bot.py:Bot", FileClass(file="my dir/bot.py", class_name="Bot")),
        ("my%20dir/bot.py:Bot", FileClass(file="my dir/bot.py", class_name="Bot")),
        ("a=b,c/bot.py:Bot", FileClass(file="a=b,c/bot.py", class_name="Bot")),
        ("./folder:Bot", FileClass(file="./folder", class_name="Bot")),
        ("oep/../bot.py:Bot", FileClass(file="oep/../bot.py", class_name="Bot")),
        ("package.module:Bot:x=1", PackageClass(module="package.module", class_name="Bot", settings=(("x", "1"),))),
        ("bot.PY:Bot", PackageClass(module="bot.PY", class_name="Bot")),
        ("cmd:sh -c 'a:b.py:C'", Command(line="sh -c 'a:b.py:C'")),
        ("cmd:time=2,grace=3:sh", Command(line="sh", settings=(("time", "2"), ("grace", "3")))),
        ("cmd:oep", Command(line="oep")),
    ],
)
def test_the_head_of_a_text_decides_what_it_names(text: str, value: Spec):
    assert parse_spec(text) == value
    assert parse_spec(str(value)) == value
    assert parse_spec(value) is value
    assert value.runs_foreign_code is not isinstance(value, BuiltIn)


@pytest.mark.parametrize("path", ["a b/c.py", "a%20b/c.py", "a%2520 b/c.py", "%/c.py", "100%/c.py", " %25 /c.py"])
def test_a_path_is_one_word_and_comes_back(path: str):
    spec = FileClass(file=path, class_name="Bot", settings=(("x", "1"),))
    assert " " not in str(spec)
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("oep:/../../../../some/file.py:Bot", "'/../../../../some/file.py:Bot' in .* is not of the form key=value"),
        ("oep:file.py:Bot", "is not of the form key=value"),
        ("oep:\x00.py:X", "contains a control character"),
        ("oep\nmcts", "contains a control character"),
        ("a/b\u2028c.py:X", "contains a control character"),
        ("bot.py", "names a file but no class in it; give it as bot.py:Class"),
        ("a/folder", "names a folder but no class in it; give it as a/folder:Class"),
        ("package.module", "names a module but no class in it; give it as package.module:Class"),
        ("bot.py:", "names a file but no class in it"),
        ("bot.py:../x.py:Bot", "'../x.py' in .* cannot be the name of a class"),
        ("bot.py:Bot:x", "'x' in .* is not of the form key=value"),
        ("module:Class", "'Class' in .* is not of the form key=value"),
    ],
)
def test_a_text_without_a_meaning_is_refused_in_one_sentence(text: str, message: str):
    with pytest.raises(SpecError, match=message) as error:
        parse_spec(text)
    assert "\n" not in str(error.value)


def test_settings_by_name_come_on_top():
    assert str(parse_spec("oep:a=1,b=2").with_settings({"b": 3, "c": "x"})) == "oep:a=1,b=3,c=x"
    with pytest.raises(SpecError, match="put the settings of a program on its command line"):
        parse_spec("cmd:sh").with_settings({"time": 2})


def test_a_notation_begins_with_the_spec_of_its_game():
    assert split_notation("  locm:draft=x 1 2 a/b.py:C ") == (
        BuiltIn(name="locm", settings=(("draft", "x"),)),
        "1 2 a/b.py:C",
    )
    assert split_notation("a%20b.py:C 1 2") == (FileClass(file="a b.py", class_name="C"), "1 2")
    assert split_notation("locm") == (BuiltIn(name="locm"), "")


@pytest.mark.parametrize("text", ["a.py:B", "a/b:C", "a.b:C", "cmd:sh"])
def test_code_of_strangers_is_refused_with_what_would_allow_it(text: str):
    assert no_foreign_code("oep:a=1", "x") == parse_spec("oep:a=1")
    with pytest.raises(ForeignCodeError, match="is not trusted; say please"):
        no_foreign_code(text, "say please")
