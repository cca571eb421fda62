"""What every kernel keeps to: named data instead of long lists, imports of compiled code alone, options by name."""

import ast
import re
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import pytest

import turnwright.agents
from turnwright.agents import (
    choice_kernel,
    constants,
    emcts_kernel,
    genome_kernel,
    greedy_turn_kernel,
    oep_kernel,
    permutation_emcts_kernel,
    rollout_kernel,
)
from turnwright.agents.registry import agent, agent_class, agent_names, agent_settings

ROOM = Path(turnwright.agents.__file__).parent
FILES = sorted(ROOM.glob("*.py"))
KERNELS = [file for file in FILES if file.stem.endswith("_kernel")]
COMPILED_CORE = {
    "bits",
    "borrowed",
    "clock",
    "compiled",
    "control_kernel",
    "hash_table",
    "highest_bound",
    "kept",
    "noted_keys",
    "ordered_list",
    "prefetch",
    "rng",
}
MOST_PARAMETERS = 8

OPTIONS = {
    "variant": (constants, "DESCRIBED", "REFERENCE"),
    "policy": (choice_kernel, "UNIFORM", "META", "GLOBAL", "LOCAL"),
    "rollout_policy": (choice_kernel, "UNIFORM", "META", "GLOBAL", "LOCAL"),
    "ties": (choice_kernel, "TIES_RANDOM", "TIES_LISTED"),
    "combine": (rollout_kernel, "MEAN", "LOWEST", "HIGHEST"),
    "rollout_combine": (rollout_kernel, "MEAN", "LOWEST"),
    "repair": (genome_kernel, "REPAIR_RANDOMLY", "REPAIR_GREEDILY"),
    "diversity": (oep_kernel, "NO_DIVERSITY", "TABU", "NICHE"),
    "future": (emcts_kernel, "OPTIMISED", "MODELLED"),
    "order": (emcts_kernel, "SHUFFLED", "LISTED"),
    "result": (emcts_kernel, "FINAL_ROOT", "BEST_SEEN"),
    "result of permutation_emcts": (permutation_emcts_kernel, "BEST_ON_PATH", "BEST_SEEN"),
    "judged": (emcts_kernel, "JUDGED_BEFORE", "JUDGED_AFTER"),
    "sort_by": (greedy_turn_kernel, "BY_ORDERING", "BY_EVALUATION"),
    "sort": (greedy_turn_kernel, "SORT_ALL", "SORT_ROOT", "SORT_NONE"),
    "visited": (greedy_turn_kernel, "SEE_ALL", "SEE_INNER", "SEE_NOTHING"),
}
"""The constants that stand for the choices of a setting, in their order, and the module that has them."""
PYTHON_ONLY = {"answer"}
"""Choices that compiled code never looks at."""


def parameters(node: ast.FunctionDef | ast.Lambda) -> int:
    """How many parameters a function has."""
    given = node.args
    return len(given.posonlyargs) + len(given.args) + len(given.kwonlyargs)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_function_takes_a_long_list_of_parameters(file):
    functions = [
        node
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    ]
    long = [getattr(node, "name", f"line {node.lineno}") for node in functions if parameters(node) > MOST_PARAMETERS]
    assert long == []


@pytest.mark.parametrize("file", KERNELS, ids=lambda file: file.stem)
def test_a_kernel_imports_only_kernels_and_the_compiled_core(file):
    """So that its machine code depends on nothing else."""
    modules = {
        node.module
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ImportFrom) and node.module.startswith("turnwright")
    }
    strange = {
        module
        for module in modules
        if module != "turnwright.agents.constants"
        and not module.endswith("_kernel")
        and module not in {f"turnwright.core.{name}" for name in COMPILED_CORE}
    }
    assert strange == set()


@pytest.mark.parametrize("file", KERNELS, ids=lambda file: file.stem)
def test_a_kernel_has_no_classes_but_named_tuples_and_no_plain_functions(file):
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, ast.ClassDef):
            assert [base.id for base in node.bases] == ["NamedTuple"]
        if isinstance(node, ast.FunctionDef):
            assert [decorator.id for decorator in node.decorator_list] in (["rule"], ["inlined"], ["entry"])


@pytest.mark.parametrize("file", KERNELS, ids=lambda file: file.stem)
def test_a_copy_of_states_is_kept_while_its_records_are_used(file):
    """Compiled code would give it back after `playing[0]` was taken from it: see `core/kept.py`."""
    for function in ast.walk(ast.parse(file.read_text())):
        if not isinstance(function, ast.FunctionDef):
            continue
        text = ast.unparse(function)
        for copied in re.findall(r"^ +(\w+) = (?:states|ends)\.copy\(\)$", text, re.MULTILINE):
            assert f"keep({copied})" in text or f"{copied}[0]" not in text, function.name


def test_every_compiled_function_of_the_room_is_in_a_kernel():
    for file in FILES:
        if file not in KERNELS:
            assert "import entry" not in file.read_text()
            assert "import rule" not in file.read_text()


@pytest.mark.parametrize("name", agent_names())
def test_the_choices_of_settings_are_numbered_as_kernels_read_them(name):
    settings = agent_settings(agent_class(name))
    for setting, hint in get_type_hints(settings).items():
        if get_origin(hint) is not Literal or setting in PYTHON_ONLY:
            continue
        column = settings.record_names.get(setting, setting)
        module, *names = OPTIONS.get(f"{setting} of {name}", OPTIONS[setting])
        for choice, constant in zip(get_args(hint), names, strict=True):
            given = {"variant": "described"} if "variant" in get_type_hints(settings) else {}
            record = agent(name, **given | {setting: choice}).options[0]
            if name == "mcts" and (setting, choice) == ("variant", "reference"):
                assert record.rollout_policy == choice_kernel.LOCAL
            assert record[column] == getattr(module, constant)
