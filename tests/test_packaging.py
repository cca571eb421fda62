"""The wheel, installed outside the checkout and without network, is the whole program."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

import turnwright

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    finished = subprocess.run(
        list(map(str, command)), cwd=cwd, env=os.environ | environment, capture_output=True, text=True
    )
    assert finished.returncode == 0, f"{command} failed:\n{finished.stdout}\n{finished.stderr}"
    return finished.stdout


def pip(*arguments: str | Path, cwd: Path) -> None:
    run(sys.executable, "-m", "pip", *arguments, "--no-deps", cwd=cwd, PIP_NO_INDEX="1")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", ROOT, "--no-build-isolation", "--wheel-dir", folder, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("installed")
    pip("install", wheel, "--target", target, cwd=target)
    return target


@pytest.fixture
def python(installed: Path, tmp_path: Path):
    """Runs Python on the installed wheel.

    -S leaves out the path files of site-packages, and with them the editable install of the checkout;
    the dependencies come back by PYTHONPATH.
    """
    dependencies = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    search_path = os.pathsep.join([str(installed), *sorted(dependencies)])
    return lambda *arguments: run(sys.executable, "-S", *arguments, cwd=tmp_path, PYTHONPATH=search_path)


def test_wheel_holds_every_file_of_the_package(wheel: Path):
    package = {
        path.relative_to(SOURCE).as_posix()
        for path in (SOURCE / "turnwright").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "turnwright/py.typed" in package
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == package


def test_installed_package_does_not_come_from_the_checkout(python, installed: Path):
    program = "import sys, turnwright; print(turnwright.__file__, *sys.path, sep='\\n')"
    origin, *search_path = python("-c", program).splitlines()
    assert Path(origin).is_relative_to(installed)
    assert str(SOURCE) not in search_path


def test_installed_command_tells_its_version(python):
    assert turnwright.__version__ in python("-m", "turnwright", "--version")


def test_installed_command_lists_the_games(python):
    assert "hero_academy" in python("-m", "turnwright", "games")
