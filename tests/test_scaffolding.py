"""Promises of the project's own files: pins, clean text, changelog, continuous integration, what contributors read."""

import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import turnwright
from turnwright.cli.commands import COMMANDS

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


def test_continuous_integration_builds_the_site_and_runs_both_suites():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text(encoding="utf-8").splitlines()
    assert "set -euo pipefail" in lines
    assert {"make docs", "make test", "make test-slow"} <= set(lines)


def read_yaml(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def workflow(name: str) -> dict[str, Any]:
    return read_yaml(f".github/workflows/{name}.yml")["jobs"]


def commands_of(job: dict[str, Any]) -> list[str]:
    return [line for step in job["steps"] for line in step.get("run", "").splitlines()]


def test_workflows_check_every_system_and_python():
    jobs = workflow("checks")
    pythons = [f"3.{minor}" for minor in range(11, 15)]
    assert PROJECT["project"]["requires-python"] == f">={pythons[0]}"
    assert "(3, 11) <= sys.version_info < (3, 15)" in (ROOT / "Makefile").read_text(encoding="utf-8")
    assert jobs["linux"]["strategy"]["matrix"] == {"python": pythons}
    assert jobs["elsewhere"]["strategy"]["matrix"] == {"system": ["macos-latest", "windows-latest"], "python": pythons}


def test_workflows_do_what_continuous_integration_does():
    """Elsewhere than on Debian the commands are those of the Makefile, which needs a Unix shell."""
    jobs = workflow("checks")
    assert ".ci/run" in commands_of(jobs["linux"])
    recipes = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)/", "")
    recipes = re.sub(
        r"\$\((PYTEST|FUZZING)\)", lambda use: re.search(rf"^{use[1]} +:= (.*)", recipes, re.M)[1], recipes
    )
    commands = [command for command in commands_of(jobs["elsewhere"]) if "pip install" not in command]
    assert len(commands) == 8
    assert [command for command in commands if command not in recipes] == []


def test_releases_are_published_without_a_password():
    jobs = workflow("release")
    assert jobs["build"]["permissions"]["attestations"] == "write"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    (publish,) = (step for step in jobs["publish"]["steps"] if "pypi-publish" in step["uses"])
    assert publish["with"] == {"attestations": True}
    assert "secrets." not in (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


FORMS = sorted(path.name for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_issues_have_what_their_host_demands(form):
    read = read_yaml(f".github/ISSUE_TEMPLATE/{form}")
    assert read["name"]
    assert read["description"]
    assert len({part["id"] for part in read["body"]}) == len(read["body"])
    assert all(part["type"] == "textarea" and part["attributes"]["label"] for part in read["body"])


def test_hooks_check_what_make_lint_checks():
    (local,) = read_yaml(".pre-commit-config.yaml")["repos"]
    entries = [hook["entry"].removeprefix(".venv/bin/").removesuffix(" --force-exclude") for hook in local["hooks"]]
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nlint: ")[2].partition("\n\n")[0]
    assert entries == re.findall(
        r"^\t@\$\(BIN\)/(.+?)(?= --check$| \|\||$)", recipe.replace(" --check", ""), re.MULTILINE
    )


def test_the_citation_names_this_version_and_every_paper():
    citation = read_yaml("CITATION.cff")
    assert str(citation["version"]) == turnwright.__version__
    assert citation["license"] == PROJECT["project"]["license"]
    index = (ROOT / "docs" / "papers" / "README.md").read_text(encoding="utf-8")
    papers = re.findall(r"^\| \[[^|]+\]\(\S+\.md\) \| [^|]*?\*([^*|]+)\* \|", index, re.MULTILINE)
    assert len(papers) >= 6
    assert [reference["title"] for reference in citation["references"]] == papers


FOR_CONTRIBUTORS = (
    "CONTRIBUTING.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "AGENTS.md",
    ".github/pull_request_template.md",
)


@pytest.mark.parametrize("name", FOR_CONTRIBUTORS)
def test_what_contributors_read_names_commands_and_files_that_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make ([\w-]+)`", text))
    assert {target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)} == set()
    assert set(re.findall(r"`turnwright ([\w-]+)", text)) <= set(COMMANDS)
    links = {link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link}
    paths = set(re.findall(r"`((?:src|tests|docs|tools|\.ci)/[\w./-]*)`", text))
    assert {path for path in links | paths if not (ROOT / path).exists()} == set()


def test_contributing_lists_every_target_of_make():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r'^\t@echo "make ([\w-]+) ', makefile, re.MULTILINE))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`make ([\w-]+)`", text)) == targets
