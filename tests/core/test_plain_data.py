"""Plain data become dataclasses, and every mistake is one sentence that says where, what was given and what can be."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from turnwright.core.errors import TurnwrightError
from turnwright.core.plain_data import Reader, read_settings, read_toml
from turnwright.core.spec import SpecError


class OwnError(TurnwrightError):
    """What the tests' reader raises."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """A table within a table."""

    label: str
    at: tuple[float, ...] = ()
    scores: tuple[tuple[float | str, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.label == "bad":
            raise TurnwrightError("label is bad")


@dataclass(frozen=True, kw_only=True)
class Whole:
    """A table of every kind of value."""

    name: str
    number: int = 3
    share: float = 0.5
    flag: bool = False
    choice: Literal["one", "two"] = "one"
    size: int | Literal["all"] = 1
    maybe: int | None = None
    parts: tuple[Part, ...] = ()
    by_name: dict[str, Part] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)
    place: Path = Path("x")


READER = Reader(error=OwnError)


def test_tables_become_records():
    data = {
        "name": "x",
        "share": 1,
        "size": "all",
        "parts": [{"label": "a", "at": [1, 2.5], "scores": [[1, "x"], []]}],
        "by_name": {"b": {"label": "c"}},
        "rest": {"d": [1, {"e": None}]},
    }
    read = READER.record(Whole, data, "file")
    assert read == Whole(
        name="x",
        share=1.0,
        size="all",
        parts=(Part(label="a", at=(1.0, 2.5), scores=((1.0, "x"), ())),),
        by_name={"b": Part(label="c")},
        rest={"d": [1, {"e": None}]},
    )
    assert type(read.share) is float


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "file must be a table of keys and values, not []"),
        ({}, "file lacks the key 'name'"),
        ({"nmae": "x"}, "file has no key 'nmae' (did you mean 'name'?); available: name, number, share"),
        ({"name": 1}, "file: name must be text, not 1"),
        ({"number": 1.0}, "file: number must be a whole number, not 1.0"),
        ({"number": True}, "file: number must be a whole number, not True"),
        ({"number": "1"}, "file: number must be a whole number, not '1'"),
        ({"share": "x"}, "file: share must be a number, not 'x'"),
        ({"flag": 1}, "file: flag must be true or false, not 1"),
        ({"choice": "three"}, "file: choice cannot be 'three'; available: one, two"),
        ({"choice": 1}, "file: choice cannot be 1; available: one, two"),
        ({"size": "some"}, "file: size must be a whole number or 'all', not 'some'"),
        ({"maybe": "x"}, "file: maybe must be a whole number, not 'x'"),
        ({"parts": {}}, "file: parts must be a list, not {}"),
        (
            {"parts": [{"label": "a"}, {"lable": "b"}]},
            "parts, number 2 has no key 'lable' (did you mean 'label'?)",
        ),
        ({"parts": [{}]}, "file: parts, number 1 lacks the key 'label'"),
        ({"parts": [{"label": "bad"}]}, "file: parts, number 1: label is bad"),
        (
            {"parts": [{"label": "a", "scores": [[1], [2, []]]}]},
            "number 2, number 2 must be a number or text, not []",
        ),
        ({"by_name": {"b": 3}}, "file: by_name.b must be a table of keys and values, not 3"),
        ({"counts": {"a": 1, "b": "x"}}, "file: counts.b must be a whole number, not 'x'"),
        ({"counts": []}, "file: counts must be a table of keys and values, not []"),
    ],
)
def test_a_mistake_is_told_with_its_place(data, says):
    with pytest.raises(OwnError) as caught:
        READER.record(Whole, {"name": "x"} | data if data and "nmae" not in data else data, "file")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_without_a_name_the_table_is_not_named():
    with pytest.raises(OwnError, match=r"^there is no key 'nmae' .did you mean 'name'"):
        READER.record(Whole, {"nmae": "x"})
    with pytest.raises(OwnError, match=r"^name is missing$"):
        READER.record(Whole, {})


def test_changes_keep_what_they_do_not_name_and_numbers_as_they_are():
    changed = READER.changed(Whole(name="x"), {"share": 2, "parts": [{"label": "a"}]}, "it")
    assert changed == Whole(name="x", share=2, parts=(Part(label="a"),))
    assert type(changed.share) is int
    with pytest.raises(OwnError, match="it has no key 'colour'"):
        READER.changed(changed, {"colour": "red"}, "it")


@pytest.mark.parametrize("text", [".5", "5.", "+5", "1e-9", " 7 ", "1_000", "nan", "-0"])
def test_numbers_of_specs_are_pythons(text):
    read = read_settings(Whole, {"name": "x", "share": text}, "it").share
    assert repr(read) == repr(float(text))


@pytest.mark.parametrize(("text", "flag"), [("yes", True), ("ON", True), ("1", True), ("No", False), ("off", False)])
def test_truth_in_specs(text, flag):
    assert read_settings(Whole, {"name": "x", "flag": text}, "it").flag is flag


def test_texts_of_specs_follow_the_type():
    read = read_settings(Whole, {"name": "3", "number": "3", "maybe": "none", "place": "a/b"}, "it")
    assert (read.name, read.number, read.maybe, read.place) == ("3", 3, None, "a/b")
    with pytest.raises(SpecError, match="it lacks the setting 'name'"):
        read_settings(Whole, {}, "it")
    with pytest.raises(SpecError, match=r"it: number must be a whole number, not '7\.0'"):
        read_settings(Whole, {"name": "x", "number": "7.0"}, "it")


def test_classes_that_cannot_hold_settings_are_refused_in_one_sentence():
    @dataclass
    class Odd:
        x: "NoSuchType" = 0  # type: ignore[name-defined]  # noqa: F821

    for kind in (Odd, dict):
        with pytest.raises(SpecError, match="it cannot be read: ") as caught:
            read_settings(kind, {}, "it")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [(b"a = ", "is not TOML"), (b"\xff\xfe", "is not TOML"), (None, "cannot be read: No such file")],
)
def test_files_that_are_not_toml(tmp_path, content, says):
    file = tmp_path / "x.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(OwnError, match=f"the thing '.*x.toml' {says}"):
        read_toml(file, "thing", OwnError)
