"""A class of forty behind one address, with the limits that strangers have."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

from websockets.asyncio.client import connect

from turnwright.web.boards.base import PAGE
from turnwright.web.limits import Limits

PUPILS = 40
FILES = [path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()]


def open_page(host: str, prefix: str) -> tuple[set[int], str]:
    """Open the page and begin a game: the statuses of all answers, and the game's name."""
    browser = HTTPConnection(host, timeout=60)
    found = set()
    for path in ["/", *(f"{prefix}{path}" for path in FILES), "/glyphs/hero_academy.svg", "/api/games", "/api/rules"]:
        browser.request("GET", path)
        answer = browser.getresponse()
        answer.read()
        found.add(answer.status)
    wanted = json.dumps({"seats": [{}, {"agent": "random"}]})
    browser.request("POST", "/api/games", wanted, {"Content-Type": "application/json"})
    answer = browser.getresponse()
    name = json.load(answer)["name"]
    browser.close()
    return {*found, answer.status}, name


async def lesson(host: str, prefix: str, browsers: ThreadPoolExecutor) -> set[int]:
    """A pupil opens the page, begins a game, and plays some actions of it."""
    found, name = await asyncio.get_running_loop().run_in_executor(browsers, open_page, host, prefix)
    async with connect(f"ws://{host}/ws/games/{name}", open_timeout=60) as line:
        game = json.loads(await line.recv())
        for _ in range(3):
            await line.send(json.dumps({"type": "look", "source": game["legal"][0]["from"]}))
            assert json.loads(await line.recv())["type"] == "effects"
            await line.send(json.dumps({"type": "act", "actions": [game["legal"][0]["action"]]}))
            game = json.loads(await line.recv())
            assert game["type"] == "game"
    return found


def test_a_class_behind_one_address_opens_the_page_and_plays(place, over_network):
    with over_network(place, Limits()) as (app, address), ThreadPoolExecutor(PUPILS) as browsers:
        host, prefix = address.removeprefix("http://"), app.state.services.files.prefix

        async def everybody():
            return await asyncio.gather(*(lesson(host, prefix, browsers) for _ in range(PUPILS)))

        found = asyncio.run(everybody())
    assert found == [{200, 201}] * PUPILS
