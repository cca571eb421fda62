"""Model files: what is written is read back, and whatever else lies there is refused with one sentence."""

import os

import msgspec
import pytest

import turnwright
from turnwright.arena.provenance import source_of
from turnwright.core.spec import ForeignCodeError, no_foreign_code, parse_spec
from turnwright.evaluators.model import FORMAT, Card, Model, ModelError, read_model, write_model
from turnwright.games.hero_academy.settings import WEIGHTS

CONTENT = msgspec.json.decode(msgspec.json.encode(WEIGHTS["described"]))


def a_model(**changes) -> Model:
    usual = {"format": FORMAT, "kind": "linear", "game": "hero_academy", "card": Card(title="a test")}
    return Model(**usual | {"content": CONTENT} | changes)


@pytest.fixture
def model_file(tmp_path, monkeypatch):
    """Writes a model into the present folder; returns the file's name."""
    monkeypatch.chdir(tmp_path)

    def written(name="m.json", **changes) -> str:
        write_model(a_model(**changes), tmp_path / name)
        return name

    return written


def refusal(spec: str) -> str:
    with pytest.raises(turnwright.TurnwrightError) as refused:
        turnwright.game(spec)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_a_model_is_read_back_as_it_was_written(model_file, tmp_path):
    assert read_model(tmp_path / model_file()) == a_model()


def test_weights_in_a_file_judge_as_the_same_weights_in_the_package(model_file):
    game = turnwright.game(f"hero_academy:evaluation=model({model_file('my weights.json').replace(' ', '%20')})")
    state = turnwright.game("hero_academy").start(3)
    for action in state.legal_actions()[:20]:
        after = state.play(action)
        assert after.under(game).evaluate(0) == after.under(state.game.variant(evaluation="described")).evaluate(0)
    assert turnwright.game(game.spec).spec == game.spec


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"format": "other-9"}, "has the format 'other-9'"),
        ({"game": "locm"}, "names a model for 'locm', not for hero_academy"),
        ({"kind": "oracle"}, "of the kind 'oracle'"),
        ({"content": {}}, "lacks the key"),
        ({"content": CONTENT | {"code": "import os"}}, "no key 'code'"),
        ({"content": CONTENT | {"reserve": [1, 2]}}, "reserve has 2 numbers"),
        ({"content": CONTENT | {"reserve": [10**9] * 11}}, "it must be from -1000000 to 1000000"),
        ({"content": CONTENT | {"standing": [1.5] * 6}}, "standing must be"),
        ({"content": CONTENT | {"column": [[]] * 5}}, "column must have"),
    ],
)
def test_a_foreign_model_is_refused(model_file, changes, expected):
    assert expected in refusal(f"hero_academy:evaluation=model({model_file(**changes)})")


def test_a_network_is_asked_for_by_its_kind(model_file):
    assert "of the kind 'neat'" in refusal(f"hero_academy:evaluation=neat({model_file()})")


def test_a_damaged_file_is_refused(model_file, tmp_path):
    whole = (tmp_path / model_file()).read_bytes()
    damaged = {
        "empty.json": b"",
        "cut.json": whole[: len(whole) // 2],
        "noise.json": bytes(range(256)),
        "list.json": b"[1, 2]",
        "deep.json": b"[" * 100_000,
        "more.json": whole.replace(b'"kind"', b'"run": "rm", "kind"', 1),
        "large.json": b" " * (9 * 2**20),
    }
    for name, text in damaged.items():
        (tmp_path / name).write_bytes(text)
        assert f"'{name}'" in refusal(f"hero_academy:evaluation=model({name})"), name


def test_what_is_no_file_is_refused(model_file, tmp_path):
    model_file()
    os.mkfifo(tmp_path / "pipe.json")  # reading it would wait for ever
    for name in ("pipe.json", "nowhere.json", ".", "/dev/zero", "x\u2028.json", "a" * 5000 + ".json"):
        refusal(f"hero_academy:evaluation=model({name})")


def test_specs_say_which_files_they_read():
    assert parse_spec("oep:evaluation=model(a%20b.json),population=9").files == ("a b.json",)
    assert parse_spec("oep:evaluation=neat(/x/y)").files == ("/x/y",)
    assert parse_spec("oep:evaluation=model(a-shipped_1)").files == ()
    assert parse_spec("locm:evaluation=features(1/2/3/4/5)").files == ()
    for spec in ("oep:evaluation=model(x.json)", "hero_academy:evaluation=neat(../x)"):
        with pytest.raises(ForeignCodeError, match="would read"):
            no_foreign_code(spec, "")


def test_another_model_in_the_same_file_is_another_source(model_file, tmp_path):
    """Stored games count for what was played, not for the name of a file."""
    first = source_of("hero_academy", f"oep:evaluation=model({model_file('one.json')})", "oep")
    changed = CONTENT | {"standing": [1, 2, 3, 4, 5, 6]}
    second = source_of("hero_academy", f"oep:evaluation=model({model_file('two.json', content=changed)})", "oep")
    assert first != second
    same = source_of("hero_academy", f"oep:evaluation=model({model_file('three.json')})", "oep")
    assert first == same
    explorer = "turnwright.training.explorer:Explorer:evaluation=model"
    assert source_of("hero_academy", f"{explorer}(one.json)") != source_of("hero_academy", f"{explorer}(two.json)")


def test_model_errors_are_ours():
    assert issubclass(ModelError, turnwright.TurnwrightError)
