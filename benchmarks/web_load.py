"""How the web app bears many players: answers to their clicks, and the server's memory, while all play at once.

    python benchmarks/web_load.py [games] [seconds]
    python benchmarks/web_load.py 40 60 class

A server is started as `turnwright serve` starts it, with a store of its own and the limits that it has for strangers.
Every player is a WebSocket from an address of his own and plays Hero Academy against the random agent as the page
does: one click chooses a piece (`look`), the next one its target (`act`), the last one ends the turn; then the
opponent's turn is asked for at once (`continue`). A game that is over is followed by a new one. Clicks are due once a
second; an answer's time runs from when its click was due, so that waiting for the machine counts, too. Half of the
games have hidden hands. Players give a game up after some minutes and begin another.

With `class` all players are at one address, as a class behind one router is, and each opens the page first: the
document and every file of it. A file that is refused, or a click, counts as gone wrong.
"""

import asyncio
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

_PATIENCE = 10.0
"""Seconds after which an answer counts as missing."""
_LENGTHS = 20.0, 240.0
"""Seconds after which a player gives a game up, at the least and at the most: games of all ages are open at any time,
and the server forgets as many as begin."""
_PAGE = Path(__file__).resolve().parents[1] / "src" / "turnwright" / "web" / "page"
_BROWSERS = ThreadPoolExecutor(max_workers=64)
_WARM = 5.0
"""Seconds at the beginning that are not counted: connections are made, the opponent's machine code is loaded."""


class Tally:
    """What all players have seen."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = defaultdict(list)
        """Seconds to the answer, by what was asked."""
        self.wrong: Counter[str] = Counter()
        """What went wrong, and how often."""
        self.games = 0
        """Games played to their end."""
        self.bytes = 0
        """Letters of all answers."""


class Player:
    """A person at a page, from a loopback address of his own."""

    def __init__(self, number: int, host: str, tally: Tally, counted_from: float, *, in_class: bool = False) -> None:
        self._in_class = in_class
        self._address = "127.0.0.1" if in_class else f"127.0.{1 + number // 250}.{1 + number % 250}"
        self._host, self._tally, self._counted_from = host, tally, counted_from
        self._choice = random.Random(number)
        self._hands = ("open", "hidden")[number % 2]
        self._due = counted_from - _WARM + self._choice.random()

    async def play(self, until: float) -> None:
        """Play game after game."""
        if self._in_class:
            await asyncio.get_running_loop().run_in_executor(_BROWSERS, self._open)
        while time.perf_counter() < until:
            try:
                name = await asyncio.to_thread(self._begin)
                # The page's connection: browsers ask for compression.
                async with connect(
                    f"ws://{self._host}/ws/games/{name}", local_addr=(self._address, 0), max_size=None
                ) as line:
                    await self._play_on(line, until)
            except (ConnectionClosed, OSError, TimeoutError) as error:
                self._tally.wrong[type(error).__name__] += 1
                await asyncio.sleep(1)

    def _open(self) -> None:
        """Open the page as a browser does that has never been here."""
        connection = http.client.HTTPConnection(self._host, source_address=(self._address, 0), timeout=_PATIENCE)
        started = time.perf_counter()

        def asked(path: str) -> str:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read().decode()
            if answer.status != 200:
                self._tally.wrong[f"{answer.status} for the page"] += 1
            return body

        prefix = re.search(r"/page/[0-9a-f]{16}/", asked("/"))
        for path in (path.relative_to(_PAGE).as_posix() for path in _PAGE.rglob("*") if path.is_file()):
            asked(f"{prefix[0] if prefix else '/page/'}{path}")
        for path in ("/api/games", "/api/rules", "/api/agents"):
            asked(path)
        self._tally.times["open"].append(time.perf_counter() - started)
        connection.close()

    def _begin(self) -> str:
        connection = http.client.HTTPConnection(self._host, source_address=(self._address, 0), timeout=_PATIENCE)
        wanted = {"hands": self._hands, "seats": [{}, {"agent": "random"}]}
        connection.request("POST", "/api/games", json.dumps(wanted), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        said = json.loads(answer.read())
        connection.close()
        if answer.status != 201:
            raise ConnectionError(said)
        return str(said["name"])

    async def _play_on(self, line: ClientConnection, until: float) -> None:
        game = await self._answer(line, "game")
        gives_up = time.perf_counter() + self._choice.uniform(*_LENGTHS)
        while not game["over"]:
            if time.perf_counter() > gives_up:
                game = await self._ask(line, {"type": "resign"}, time.perf_counter())
                break
            source = self._source(game)
            clicks: list[dict[str, Any]] = [{"type": "act", "actions": ["end"], "count": game["count"]}]
            if source is not None:
                action = self._choice.choice([one for one in game["legal"] if one["from"] == source])["action"]
                act = {"type": "act", "actions": [action], "count": game["count"]}
                clicks = [{"type": "look", "source": source}, act]
            for click in clicks:
                await self._wait()
                if time.perf_counter() > until:
                    return
                started, self._due = self._due, self._due + 1.0
                answer = await self._ask(line, click, started)
            game = answer
            if game["player"] == 1 and not game["over"]:
                game = await self._ask(line, {"type": "continue"}, time.perf_counter())
        self._tally.games += 1

    def _source(self, game: dict[str, Any]) -> str | None:
        """A piece or card to act with; none where the turn is to be ended."""
        sources = sorted({one["from"] for one in game["legal"]})
        return self._choice.choice(sources) if sources else None

    async def _wait(self) -> None:
        """Wait for the next click; one that was missed because its predecessor took too long is not made up for."""
        now = time.perf_counter()
        if now > self._due:
            self._due = now
        await asyncio.sleep(self._due - now)

    async def _ask(self, line: ClientConnection, message: dict[str, Any], started: float) -> dict[str, Any]:
        """Send a message and wait for what shows its effect."""
        kind = "end" if message.get("actions") == ["end"] else message["type"]
        await line.send(json.dumps(message))
        answer = await self._answer(line, "effects" if kind == "look" else "game")
        if started >= self._counted_from:
            self._tally.times[kind].append(time.perf_counter() - started)
        return answer

    async def _answer(self, line: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            async with asyncio.timeout(_PATIENCE):
                text = await line.recv()
            self._tally.bytes += len(text)
            # Of all messages only those that are waited for are read whole: players share the cores with the server.
            told = re.match(r'\{"type": ?"(\w+)"', str(text))
            if told and told[1] == kind:
                return dict(json.loads(text))
            if told and told[1] == "error":
                self._tally.wrong[json.loads(text)["message"]] += 1
                raise ConnectionError(text)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, int]]:
    """A server in a process of its own; gives its host with port, and its number."""
    command = [sys.executable, "-m", "turnwright", "serve", "--port", "0", "--no-browser", "--store"]
    process = subprocess.Popen([*command, str(folder / "games.db")], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for said in process.stderr:
            if found := re.search(r"http://(\S+?)/", said):
                yield found[1], process.pid
                break
        else:
            raise SystemExit("the server has not started")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


def family(process: int) -> list[int]:
    """A process and all that it has started."""
    found = [process]
    for one in found:
        for task in Path(f"/proc/{one}/task").iterdir():
            found += [int(child) for child in (task / "children").read_text().split()]
    return found


def resident_megabytes(process: int) -> float:
    """Memory of a process and all that it has started."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(process))
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def busy_seconds(process: int) -> float:
    """Processor time of a process and all that it has started."""
    ticks = 0
    for one in family(process):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def machine_seconds() -> float:
    """Processor time of everything that runs on this machine."""
    user, nice, system, _, _, interrupts, soft, *_ = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


async def load(
    host: str, process: int, games: int, seconds: float, *, in_class: bool = False
) -> tuple[Tally, list[float], list[float]]:
    """Everybody plays; what they saw, the server's memory along the way, and the cores that server, players and others
    took: only where others took next to nothing do the times say something about the server."""
    tally, memory = Tally(), []
    begin = time.perf_counter() + _WARM
    end = begin + seconds
    people = [Player(number, host, tally, begin, in_class=in_class) for number in range(games)]
    players = [asyncio.create_task(person.play(end)) for person in people]
    await asyncio.sleep(_WARM)
    before = busy_seconds(process), time.process_time(), machine_seconds()
    for part in range(11):
        memory.append(resident_megabytes(process))
        if part < 10:
            await asyncio.sleep(max(0.0, begin + (part + 1) * seconds / 10 - time.perf_counter()))
    after = busy_seconds(process), time.process_time(), machine_seconds()
    server, own, all_of_them = (b - a for a, b in zip(before, after, strict=True))
    await asyncio.gather(*players)
    return tally, memory, [server / seconds, own / seconds, max(0.0, all_of_them - server - own) / seconds]


def percentiles(times: list[float]) -> str:
    """The median and the slow end, in milliseconds."""
    ordered = sorted(times)
    places = [min(len(ordered) - 1, int(share * len(ordered))) for share in (0.5, 0.95, 0.99, 1)]
    return "  ".join(f"{1000 * ordered[place]:6.1f}" for place in places)


def main() -> None:
    in_class = sys.argv[3:] == ["class"]
    games, seconds = (int(word) for word in (sys.argv[1:] + ["200", "60"][len(sys.argv) - 1 :])[:2])
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as (host, process):
        tally, memory, (server, players, others) = asyncio.run(load(host, process, games, seconds, in_class=in_class))
    answers = [one for times in tally.times.values() for one in times]
    if not answers:
        raise SystemExit(f"no click was answered; what went wrong: {dict(tally.wrong)}")
    print(f"{games} games at once for {seconds} s: {len(answers):,} answers, {len(answers) / seconds:.0f} a second")
    print("milliseconds to the answer   count     p50     p95     p99     max")
    for kind, meaning in (
        ("open", "the page is opened"),
        ("look", "a piece is chosen"),
        ("act", "an action"),
        ("end", "end of the turn"),
        ("continue", "the opponent's turn"),
        ("resign", "giving up"),
    ):
        if tally.times[kind]:
            print(f"  {meaning:<22}  {len(tally.times[kind]):8,}  {percentiles(tally.times[kind])}")
    print(f"  {'all':<22}  {len(answers):8,}  {percentiles(answers)}")
    print(f"cores taken by the server {server:.2f}, by the players {players:.2f}, by others {others:.2f}")
    print(f"the server sent {tally.bytes / len(answers) / 1000:.1f} kB for an answer")
    print(f"memory of the server along the way, in MB: {' '.join(f'{one:.0f}' for one in memory)}")
    print(f"games played to their end: {tally.games}; what went wrong: {dict(tally.wrong) or 'nothing'}")


if __name__ == "__main__":
    main()
