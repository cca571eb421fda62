"""Make docs/papers/all-numbers.md, docs/papers/open-readings.md, the kept scores of the package, and the site's list of
results, from docs/papers/results."""

import re
import tomllib
from pathlib import Path

from turnwright.papers.all_numbers import KEPT_FILE, collected, numbers, write_kept
from turnwright.papers.numbers_page import page
from turnwright.papers.open_readings import open_readings, readings_page

ROOT = Path(__file__).resolve().parents[1]
PAPERS = ROOT / "docs" / "papers"
PAGES = {
    "thesis-2015": ("th", "raw"),
    "online-evolution-2016": ("s0",),
    "tciaig-2017": ("tc",),
    "emcts-2018": ("bc",),
    "fh-emcts-2018": ("fh",),
    "locm-ntbea": ("locm",),
    "open-readings": ("open",),
}
"""Which papers' results stand under which page."""


def tried() -> dict[str, str]:
    """What was tried about differences, by number."""
    return dict(tomllib.loads((PAPERS / "tried.toml").read_text(encoding="utf-8")))


def folders() -> list[str]:
    """The names of all kept results."""
    return sorted(file.parent.name for file in (PAPERS / "results").glob("*/result.md"))


def readings() -> str:
    """The page of open readings."""
    return readings_page(open_readings(PAPERS / "open-readings.toml"), PAPERS / "results")


def navigation(text: str) -> str:
    """The site's settings with every kept result under the page of its paper."""
    text = re.sub(r" +- Result of .*\n", "", text)
    for name, prefixes in PAGES.items():
        kept = [folder for folder in folders() if folder.partition("-")[0] in prefixes]
        lines = "".join(f"          - Result of {one}: papers/results/{one}/result.md\n" for one in kept)
        text = text.replace(f"          - papers/{name}.md\n", f"          - papers/{name}.md\n{lines}")
    return text


def main() -> None:
    """Write all four."""
    scores = collected(PAPERS / "results")
    write_kept(scores, ROOT / "src" / "turnwright" / "papers" / KEPT_FILE)
    (PAPERS / "all-numbers.md").write_text(page(numbers(scores), tried(), folders()), encoding="utf-8")
    (PAPERS / "open-readings.md").write_text(readings(), encoding="utf-8")
    site = ROOT / "mkdocs.yml"
    site.write_text(navigation(site.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
