"""The page as files: everything it needs is there, and it contacts nobody."""

import re
from pathlib import Path

import pytest

from turnwright.web.routes.pages import ADDRESSES, PAGE

SCRIPTS = sorted(PAGE.rglob("*.js"))
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file())


def name_of(path: Path) -> str:
    return path.relative_to(PAGE).as_posix()


@pytest.mark.parametrize("address", ["/", *ADDRESSES])
def test_every_address_is_the_page(client, address):
    answer = client.get(address.format(name="x", number=1))
    assert answer.headers["content-type"].startswith("text/html")
    assert "/page/js/main.js" in answer.text


def test_the_document_has_no_script_or_style_inside():
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", text) == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nobody_else_is_contacted(path):
    """No address of another server; the names of XML vocabularies are no addresses that anything is loaded from."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"(?:https?:)?//[\w-]+\.[\w.]+", text.replace("http://www.w3.org/2000/svg", "")) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_every_import_is_there_and_names_what_is_exported(path):
    text = path.read_text(encoding="utf-8")
    for names, target in re.findall(r'^import \{ ([^}]+) \} from "([^"]+)";$', text, re.MULTILINE):
        imported = (path.parent / target).resolve()
        source = imported.read_text(encoding="utf-8")
        for name in names.split(", "):
            assert re.search(rf"^export (?:async )?(?:function|class|const) {name}\b", source, re.MULTILINE), name


def test_every_page_that_is_dispatched_to_is_there():
    text = (PAGE / "js" / "main.js").read_text(encoding="utf-8")
    for name in re.findall(r'/, "(\w+)"', text):
        assert (PAGE / "js" / "pages" / f"{name}.js").is_file()


def test_drawings_are_served(client):
    answer = client.get("/glyphs/hero_academy.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    for name in ("knight", "crystal", "inferno", "helm", "square-A"):
        assert f'id="hero_academy-{name}"' in answer.text
    assert client.get("/glyphs/nothing.svg").status_code == 404


def test_scripts_are_served_as_scripts(client):
    assert "javascript" in client.get("/page/js/main.js").headers["content-type"]
