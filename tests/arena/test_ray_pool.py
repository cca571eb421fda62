"""Games on Ray: the same ones as in processes of one machine, whatever is lost on the way. Ray's token authentication
is on in every test that starts one."""

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext, suppress
from itertools import chain, count
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

from turnwright.arena import ray_pool
from turnwright.arena.match import compile_for
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.process_pool import play_in_processes
from turnwright.arena.provenance import source_of, versions
from turnwright.arena.ray_pool import Station, play_on_ray
from turnwright.arena.record import GameRecord, GameSetup
from turnwright.core.errors import TurnwrightError

GAME = "hero_academy"
AGENTS = '''
import os, random, time
from pathlib import Path

def random_turn(view, seed):
    state, chance, turn = view.world(seed), random.Random(seed), []
    player = state.player
    while not state.is_over and state.player == player:
        turn.append(chance.choice(state.candidates() or [state.end_action]))
        state = state.play(turn[-1])
    return turn

class Bad:
    """Does something bad in its second turn."""
    def __init__(self):
        self.turns = 0
    def plan(self, view, budget=None, seed=0):
        self.turns += 1
        if self.turns == 2:
            self.misbehave()
        return random_turn(view, seed)

class Hangs(Bad):
    def misbehave(self):
        time.sleep(3600)

class Dies(Bad):
    def misbehave(self):
        os._exit(3)

class Slow:
    """Tells which process watches it, and takes its time as long as there is a file that says so."""
    def plan(self, view, budget=None, seed=0):
        here = Path(__file__).parent
        with (here / "watchers").open("a") as file:
            file.write(f"{os.getppid()}\\n")
        for _ in range(50):
            if not (here / "slowly").exists():
                break
            time.sleep(0.1)
        return random_turn(view, seed)
'''


@pytest.fixture
def agents(tmp_path) -> Path:
    file = tmp_path / "agents.py"
    file.write_text(AGENTS)
    return file


@pytest.fixture
def _own_environment() -> Iterator[None]:
    with mock.patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith("RAY_")]:
            del os.environ[name]
        yield


def setups_of(first: str, second: str, games: int) -> list[GameSetup]:
    pairing = Pairing(game=GAME, players=(Player.parse(first), Player.parse(second)), games=games)
    return [game.setup for game in pairing]


def decided(record: GameRecord) -> dict[str, object]:
    """What does not depend on the clock."""
    reports = {name: column for name, column in record.reports.items() if name != "milliseconds"}
    return {"outcome": record.outcome, "turns": record.turns, "forfeit": record.forfeit, "reports": reports}


@pytest.mark.slow
@pytest.mark.usefixtures("_own_environment")
def test_a_local_ray_plays_the_same_games_as_one_process(agents):
    """With counted budgets the same games to the letter; players that hang or die forfeit with the same words; setups
    are taken when a station is free; closing the iterator ends the Ray that was started."""
    workers = 2
    wanted = [
        *setups_of("oep@300ev", "random", 4),
        *setups_of(f"{agents}:Hangs@100ms", "random", 2),
        *setups_of(f"{agents}:Dies", "random", 2),
    ]
    further = (setup for number in count() for setup in setups_of("random", "greedy_action", 2 + 2 * number)[-2:])
    compile_for(wanted)  # once, instead of at every station
    taken: list[GameSetup] = []

    def given() -> Iterator[GameSetup]:
        for setup in chain(wanted, further):
            taken.append(setup)
            yield setup

    missing, records = {setup.key for setup in wanted}, {}
    with closing(play_on_ray(given(), workers)) as played:
        for setup, record in played:
            assert setup.key not in records
            records[setup.key] = record
            assert len(taken) <= len(records) + workers
            missing.discard(setup.key)
            if not missing:
                assert os.environ["RAY_AUTH_MODE"] == "token"
                break
    import ray  # only now: some of the environment must be set before

    assert not ray.is_initialized()
    assert not {"gcs_server", "raylet"} & set(children())

    alone = {setup.key: record for setup, record in play_in_processes(wanted, 1)}
    assert {key: decided(records[key]) for key in alone} == {key: decided(record) for key, record in alone.items()}
    assert sum(bool(record.forfeit) for record in alone.values()) == 4


def children() -> list[str]:
    """The names of the processes that this one has started and that still run."""
    names = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            name, _, rest = stat.read_text().partition("(")[2].rpartition(")")
            state, parent = rest.split()[:2]
            if int(parent) == os.getpid() and state != "Z":
                names.append(name)
    return names


def test_a_cluster_that_is_not_there_is_told_at_once(monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(TurnwrightError, match=r"nothing answers at the RAY_ADDRESS '127\.0\.0\.1:1'"):
        next(play_on_ray(setups_of("random", "random", 2), 1))


@pytest.mark.usefixtures("_own_environment")
def test_a_missing_package_is_told_with_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(TurnwrightError, match=r"pip install 'turnwright\[ray\]'"):
        next(play_on_ray(setups_of("random", "random", 2), 1))


def test_nothing_to_play_needs_no_cluster(monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    assert list(play_on_ray([], 1)) == []


class TestAStationRefuses:
    """What was played with other versions, sources or files than the run's would be stored as what it is not."""

    @pytest.fixture
    def station(self, tmp_path, monkeypatch) -> Station:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys.modules["__main__"], "__file__", None, raising=False)
        return Station(str(tmp_path), 10.0)

    def test_other_versions(self, station):
        assert json.loads(station.report(json.dumps(versions()))) == {}
        told = json.loads(station.report(json.dumps(versions() | {"turnwright": "0.0.9"})))["refusal"]
        assert f"turnwright {versions()['turnwright']} instead of 0.0.9" in told

    def test_other_sources(self, station):
        [setup, _] = setups_of("random", "random", 2)
        told = json.loads(station.play(json.dumps(setup.as_dict()), "another digest"))["refusal"]
        assert "has different sources of hero_academy or random than this machine" in told

    def test_a_missing_file(self, station, agents):
        [setup, _] = setups_of(f"{agents}:Slow", "random", 2)
        source = source_of(GAME, f"{agents}:Slow", "random")
        agents.unlink()
        told = json.loads(station.play(json.dumps(setup.as_dict()), source))["refusal"]
        assert f"has no file {str(agents)!r}" in told
        assert "at the same path on every node" in told


class PretendedRay:
    """Ray's part in a run, played at once and in order: stations answer anything, unless they are lost."""

    exceptions = SimpleNamespace(RayError=ConnectionError)

    def __init__(self, *, losses: int = 0, has_room: bool = True) -> None:
        self.losses = losses
        self.has_room = has_room

    def remote(self, **_):
        return lambda kind: mock.Mock(remote=lambda *_: self._station())

    def _station(self):
        station = mock.Mock()
        station.report.remote = lambda versions: lambda: "{}"
        station.play.remote = lambda setup, source: lambda: self._play(setup)
        return station

    def _play(self, setup: str) -> str:
        self.losses -= 1
        if self.losses >= 0:
            raise ConnectionError("The actor died unexpectedly.\n\tclass_name: Station")
        record = GameRecord(setup=GameSetup.from_dict(json.loads(setup)), outcome=1, turns=())
        return json.dumps({"record": record.as_dict()})

    def wait(self, calls, timeout):
        return (calls[:1] if self.has_room else []), calls[1:]

    def get(self, call):
        return call()

    def kill(self, station):
        pass

    def cluster_resources(self):
        return {"CPU": 1.0}


class TestTheRun:
    """What the run does, whatever Ray does; without Ray."""

    @pytest.fixture
    def ray(self, monkeypatch):
        ray = PretendedRay()
        monkeypatch.setattr(ray_pool, "connection", lambda workers: nullcontext(ray))
        return ray

    def test_setups_are_asked_for_again_when_a_game_that_is_waited_for_is_done(self, ray):
        first, second = setups_of("random", "random", 2)
        played: list[GameSetup] = []

        def setups() -> Iterator[GameSetup | None]:
            yield first
            while not played:
                yield None
            yield second

        for setup, _ in play_on_ray(setups(), 0):
            played.append(setup)
        assert played == [first, second]

    def test_a_lost_game_is_repeated_and_all_games_come_once(self, ray):
        ray.losses = 4
        setups = setups_of("random", "greedy_action", 6)
        assert sorted(setup.key for setup, _ in play_on_ray(setups, 2)) == sorted(setup.key for setup in setups)

    def test_a_game_that_is_always_lost_ends_the_run(self, ray):
        ray.losses = 1000
        with pytest.raises(TurnwrightError, match=r"lost 5 workers in the same game .* The actor died unexpectedly; "):
            list(play_on_ray(setups_of("random", "random", 2), 1))

    def test_a_full_cluster_is_told(self, ray, monkeypatch):
        ray.has_room = False
        monkeypatch.setattr(ray_pool, "monotonic", count(0, 50).__next__)
        with pytest.raises(TurnwrightError, match="no free core for 120 s"):
            next(play_on_ray(setups_of("random", "random", 2), 1))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes of a node in /proc")
class TestACluster:
    """A head and a second node, each with a core, joined by a token that is made for the test."""

    @pytest.fixture
    def environment(self) -> Iterator[dict[str, str]]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        with tempfile.TemporaryDirectory(prefix="tw-", dir="/tmp", ignore_cleanup_errors=True) as folder:
            token = Path(folder, "token")
            token.touch(0o600)
            token.write_text(secrets.token_hex(32))
            yield clean | {
                "RAY_AUTH_MODE": "token",
                "RAY_AUTH_TOKEN_PATH": str(token),
                "RAY_USAGE_STATS_ENABLED": "0",
                "TURNWRIGHT_TEST_FOLDER": folder,
            }

    @pytest.fixture
    def head(self, environment) -> Iterator["Node"]:
        folder = Path(environment["TURNWRIGHT_TEST_FOLDER"], "ray")
        with closing(
            Node(environment, "--head", "--port=0", "--include-dashboard=false", f"--temp-dir={folder}")
        ) as node:
            file = folder / "ray_current_cluster"
            wait_until(lambda: node.runs() and file.exists() and file.read_text(), "the head")
            environment["RAY_ADDRESS"] = file.read_text()
            yield node

    @pytest.fixture
    def second(self, head, environment) -> Iterator["Node"]:
        with closing(Node(environment, f"--address={environment['RAY_ADDRESS']}")) as node:
            yield node

    def test_what_is_lost_is_played_again(self, head, second, environment, agents, tmp_path):
        slowly, watchers = agents.with_name("slowly"), agents.with_name("watchers")
        slowly.touch()
        watchers.touch()

        def match(*more: str, **variables: str) -> subprocess.Popen[str]:
            settings = (f"{agents}:Slow", "random", "--games", "12", "--plain", "--json")
            command = [sys.executable, "-m", "turnwright", "match", *settings, *more]
            pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            return subprocess.Popen(command, env=environment | variables, **pipes)

        def at_play(node: Node, but: int = 0) -> int:
            """A station of a node that has been seen at a game, and that is not a certain other one."""

            def seen() -> int:
                assert run.poll() is None, run.communicate()[1]
                last = [int(line) for line in watchers.read_text().split()[-10:]]
                return next((pid for pid in reversed(last) if pid != but and pid in node.processes()), 0)

            return wait_until(seen, "a game on either node")

        store = str(tmp_path / "games.db")
        stranger = match("--backend", "ray", "--store", str(tmp_path / "none.db"), RAY_AUTH_TOKEN="not the token")
        run = match("--backend", "ray", "--workers", "2", "--store", store)  # the second node may still be joining
        try:
            lost = at_play(head)
            at_play(second)
            os.kill(lost, signal.SIGKILL)
            at_play(head, but=lost)
            at_play(second)
            second.close()
            slowly.unlink()
            out, told = run.communicate(timeout=240)
            assert run.returncode == 0, told
            assert json.loads(out)["games"] == 12

            alone = match("--workers", "1", "--store", str(tmp_path / "alone.db"))
            assert alone.wait(timeout=240) == 0
            assert stored(store) == stored(str(tmp_path / "alone.db"))

            _, told = stranger.communicate(timeout=120)
            assert stranger.returncode == 2
            assert "cannot be joined" in told.splitlines()[-1]
        finally:
            for process in (run, stranger):
                process.kill()
                process.communicate()


class Node:
    """A node of a Ray cluster, whose processes are a session of their own."""

    def __init__(self, environment: dict[str, str], *options: str) -> None:
        # Any address of this machine's own but 127.0.0.1, which Ray replaces by an outer one. It listens everywhere.
        command = [str(Path(sys.executable).with_name("ray")), "start", "--block", "--node-ip-address=127.0.0.2"]
        command += ["--num-cpus=1", "--object-store-memory=80000000", "--disable-usage-stats", *options]
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def runs(self) -> bool:
        assert self._process.poll() is None
        return True

    def processes(self) -> set[int]:
        found = set()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if os.getsid(int(folder.name)) == self._process.pid:
                    found.add(int(folder.name))
        return found

    def close(self) -> None:
        """Kill all of it, as a power cut would."""
        for _ in range(3):  # what was being started meanwhile, too
            for pid in self.processes():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        self._process.wait()


def wait_until(look, what: str):
    """What a look gives as soon as it gives something."""
    for _ in range(6000):
        if found := look():
            return found
        time.sleep(0.02)
    pytest.fail(f"waited too long for {what}")


def stored(store: str) -> list[tuple[object, ...]]:
    """The games in a store, as far as they do not depend on the clock."""
    command = [sys.executable, "-m", "turnwright", "results", "--json", "--store", store]
    games = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    facts = ("game", "first", "second", "seed", "agent_seeds", "outcome", "forfeit", "turns", "source")
    return sorted(tuple(str(game[fact]) for fact in facts) for game in games)
