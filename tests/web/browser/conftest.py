"""A real browser: Chromium, driven by clicks, keys and touches. `make browser` installs what it takes."""

import asyncio
import os
import random
import re
import shutil
import threading
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import uvicorn

from turnwright.arena.store import Store
from turnwright.papers.all_numbers import listed_numbers
from turnwright.study.plan import StudyPlan
from turnwright.web.app import make_app
from turnwright.web.limits import Limits
from turnwright.web.server import config_of

HERE = Path(__file__).resolve().parent
PICTURES = HERE.parents[2] / "build" / "screenshots"
CHROMIUM = shutil.which("chromium")
DELAY = float(os.environ.get("SERVER_DELAY", "0"))
"""Seconds by which every answer of the server is late, at most. `SERVER_DELAY=0.5` shows which tests trust in luck."""
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """All tests here take long; marked first, so that they can be left out."""
    for item in items:
        if HERE in item.path.resolve().parents:
            item.add_marker(pytest.mark.slow)


class SlowServer:
    """Answers late, each time by another delay: a test that trusts in a quick answer fails."""

    def __init__(self, app, longest: float) -> None:
        self.app, self.longest = app, longest

    async def __call__(self, scope, receive, send) -> None:
        line = asyncio.Lock()

        async def late(message) -> None:
            async with line:  # what is sent later arrives later
                if message["type"] in {"http.response.start", "websocket.send"}:
                    await asyncio.sleep(random.uniform(0, self.longest))
                await send(message)

        is_delayed = scope["type"] == "websocket" or scope.get("path", "").startswith("/api/")
        await self.app(scope, receive, late if is_delayed else send)


@contextmanager
def _serving(place: Path, port: int = 0, plan: StudyPlan | None = None):
    with Store(place) as store:
        limits = Limits(burst=1000, games_a_minute=1000)
        app = make_app(store, limits=limits, plan=plan, published=listed_numbers)
        if DELAY:
            app = SlowServer(app, DELAY)
        config = config_of(app, Limits(), port=port, log_level="warning", timeout_graceful_shutdown=1)
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run)
        thread.start()
        while not running.started:
            assert thread.is_alive()
        try:
            yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join()


@pytest.fixture(scope="session")
def serving():
    """Serves in a thread, as a context manager that gives the address."""
    return _serving


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with _serving(tmp_path_factory.mktemp("browser") / "games.db") as address:
        yield address


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None or find_spec("playwright") is None:
        reason = "Chromium or Playwright is missing; 'make browser' installs them"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium, server):
    """Opens a page at a path. Whatever it complains about, or asks of others, fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(path: str = "/", *, width: int = 1280, height: int = 860, dark: bool = False, touch: bool = False):
        context = chromium.new_context(
            viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light", has_touch=touch
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(90_000)  # a busy machine compiles and draws slowly
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda message: wrong.append(message.text) if is_wrong(message) else None)
        page.on("request", lambda asked: None if asked.url.startswith(server) else wrong.append(asked.url))
        page.add_init_script("localStorage.setItem('turnwright-speed', '\"instant\"')")
        page.add_init_script(
            "localStorage.getItem('asks') ?? localStorage.setItem('turnwright-ask-before-end', 'false')"
        )
        page.goto(server + path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def is_wrong(message) -> bool:
    """Whether the console tells of a mistake of the page; what the server refuses is shown to the visitor anyway."""
    return message.type == "error" and not re.search("status of 40[034]", message.text)


@pytest.fixture
def begin(chromium, server):
    """Begins a game by HTTP; returns its name."""

    def begin(**wanted) -> str:
        options = {"map": "a-tiny", "action_points": 3}
        context = chromium.new_context()
        game = {"options": options, "seed": 4, "seats": [{}, {"agent": "random"}]} | wanted
        answer = context.request.post(f"{server}/api/games", data=game, timeout=300_000)  # it may have to compile
        assert answer.ok, answer.text()
        name = answer.json()["name"]
        context.close()
        return name

    return begin


@pytest.fixture
def picture():
    """Keeps a picture of a page."""

    def picture(page, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png", full_page=True)

    return picture


@pytest.fixture
def click_place():
    """Clicks a square, a card in hand, or the deck."""

    def click_place(page, place: str) -> None:
        is_card = place.startswith("card:") or place == "deck"
        page.click(f'.hand button[data-place="{place}"]' if is_card else f'[data-name="{place}"]')

    return click_place


@pytest.fixture
def shown_game():
    """The game of a page, as the server tells it."""

    def shown_game(page) -> dict:
        return page.request.get(page.url.replace("/game/", "/api/games/")).json()

    return shown_game


@pytest.fixture
def wait_for_turn():
    """Waits until a person may act, or the game is over."""

    def wait_for_turn(page) -> None:
        page.wait_for_function(
            """() => document.querySelector('.controls .primary')?.disabled === false
            || document.querySelector('.banner')?.hidden === false"""
        )

    return wait_for_turn
