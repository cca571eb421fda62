"""Promises the project's own files make: pins, clean text, changelog, continuous integration."""

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import turnwright

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]

MACHINE_PATH = re.compile(r"(?<![\w.~*)}\]])/(?:root|home|Users|work|workspace|opt|mnt|srv)/\w")
REGISTRY = re.compile(
    r"--(?:(?:extra-)?index-url|find-links)\b|://[^\s/]+/simple\b"
    r"|://(?:[\w-]+\.)*(?:pypi|pythonhosted|npmjs|debian)\."
)


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named_dependencies() -> set[str]:
    project = PROJECT["project"]
    requirements = PROJECT["build-system"]["requires"] + project["dependencies"]
    for extra in project["optional-dependencies"].values():
        requirements += extra
    named = {normalised(re.match(r"[\w.-]+", requirement)[0]) for requirement in requirements}
    return named - {project["name"]}  # an extra may stand for others


def project_files() -> list[Path]:
    """The files git tracks, or would track once added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def test_constraints_are_exact_versions_only():
    assert [pin for pin in PINS if not re.fullmatch(r"[a-z0-9-]+==[0-9][\w.]*", pin)] == []


def test_constraints_pin_every_named_dependency():
    assert named_dependencies() - {pin.split("==")[0] for pin in PINS} == set()


def test_no_file_names_a_machine_path_or_a_registry():
    found = []
    for path in project_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        found += [
            f"{path.relative_to(ROOT)}:{number}: {line[:160]}"
            for number, line in enumerate(lines, 1)
            if MACHINE_PATH.search(line) or REGISTRY.search(line) or f"{ROOT}/" in line
        ]
    assert found == []


def test_changelog_has_a_section_for_this_version():
    """An entry under another version, or under none, would be missing from the notes of this one."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## \[(.+?)\][^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert sections[turnwright.__version__].count("\n- ") > 0


def test_continuous_integration_runs_both_suites():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert {"make test", "make test-slow"} <= set(lines)
