"""The example notebooks: kept with what they show, and they still run."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def name_of(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", NOTEBOOKS, ids=name_of)
def test_a_notebook_is_kept_as_it_was_run_from_top_to_bottom(file):
    cells = [cell for cell in nbformat.read(file, as_version=4).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert not [output for cell in cells for output in cell.outputs if output.output_type == "error"]
    assert file.stat().st_size < 500_000


@pytest.mark.slow
@pytest.mark.parametrize("file", NOTEBOOKS, ids=name_of)
def test_a_notebook_runs_and_says_the_same(file, tmp_path, monkeypatch):
    monkeypatch.setenv("TURNWRIGHT_STORE", str(tmp_path / "games.db"))
    kept, again = nbformat.read(file, as_version=4), nbformat.read(file, as_version=4)
    NotebookClient(again, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    for before, after in zip(kept.cells, again.cells, strict=True):
        if before.cell_type == "code":
            assert [spoken(output) for output in after.outputs] == [spoken(output) for output in before.outputs]


def spoken(output: nbformat.NotebookNode) -> list[str]:
    """The kinds of what a cell shows, and its text where it has no other form: times and pictures may differ."""
    data = output.get("data", {})
    kinds = sorted(data)
    return [*kinds, data["text/plain"]] if kinds == ["text/plain"] else kinds
