"""The page as files: everything it needs is there, and it contacts nobody."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from turnwright.arena.store import Store
from turnwright.web.app import make_app
from turnwright.web.boards.base import PAGE
from turnwright.web.limits import Limits
from turnwright.web.routes.pages import ADDRESSES

SCRIPTS = sorted(PAGE.rglob("*.js"))
FILES = sorted(path for path in PAGE.rglob("*") if path.is_file())


def name_of(path: Path) -> str:
    return path.relative_to(PAGE).as_posix()


@pytest.mark.parametrize("address", ["/", *ADDRESSES])
def test_every_address_is_the_page(client, address):
    answer = client.get(address.format(name="x", number=1))
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert re.search(r'src="/page/[0-9a-f]{16}/js/main.js"', answer.text)
    assert client.head(address.format(name="x", number=1)).status_code == 200


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


def test_browsers_keep_files_whose_address_has_their_digest(client):
    prefix = client.app.state.services.files.prefix
    for path in FILES:
        answer = client.get(f"{prefix}{name_of(path)}")
        assert answer.status_code == 200, path
        assert answer.content == path.read_bytes()
        assert "immutable" in answer.headers["cache-control"]
        if len(answer.content) > 1000:
            assert answer.headers["content-encoding"] == "gzip"
            assert answer.headers["vary"] == "Accept-Encoding"


def test_files_without_a_digest_or_with_an_old_one_are_asked_for_again(client):
    for address in ("/page/js/main.js", f"/page/{'0' * 16}/js/main.js", "/", "/glyphs/locm.svg"):
        answer = client.get(address)
        assert answer.headers["cache-control"] == "no-cache"
        again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("address", ["/api/agents", "/api/rules", "/api/games", "/api/puzzles"])
def test_answers_that_stay_the_same_are_compressed_and_asked_for_again(client, address):
    answer = client.get(address)
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "application/json"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2
    again = client.get(address, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get(address, headers={"Accept-Encoding": "identity"})
    assert plain.json() == answer.json()
    assert "content-encoding" not in plain.headers


def test_files_are_sent_as_they_are_to_who_cannot_unpack_them(client):
    answer = client.get("/page/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in answer.headers
    assert answer.content == (PAGE / "js" / "main.js").read_bytes()


def test_the_page_is_small(client):
    """The document and everything that any page loads, compressed; pictures come with it."""
    files = client.app.state.services.files
    sizes = [len(file._packed or file.body) for path, file in files.paths.items()]
    assert sum(sizes) < 150_000


def test_files_are_not_counted_against_what_a_visitor_may_ask(place):
    limits = Limits(burst=2, requests_a_second=0.001)
    with Store(place) as store, TestClient(make_app(store, limits=limits)) as client:
        prefix = client.app.state.services.files.prefix
        assert {client.get(f"{prefix}{name_of(path)}").status_code for path in FILES * 3} == {200}
        assert [client.get("/api/games").status_code for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("address", ["/nowhere", "/replay/x/y", "/game", "/%00", "/..%2f..%2fetc/passwd"])
def test_an_unknown_address_is_a_page_that_says_so(client, address):
    answer = client.get(address)
    assert answer.status_code == 404
    assert "main.js" in answer.text


def test_an_unknown_address_of_the_api_is_a_sentence(client):
    for address in ("/api/nowhere", "/page/nowhere.js"):
        assert client.get(address).status_code == 404
    assert client.get("/api/nowhere").json() == {"detail": "there is nothing at this address"}
    assert client.put("/api/games").status_code == 405
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
