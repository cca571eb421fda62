"""What the arena itself costs: time per turn, what a second worker brings, and whether memory stays flat.

    python benchmarks/arena.py [games] [pairs of OEP games]

Random agents hardly think, so that what their games take is the arena's: view, plan call, checks, notation, storing.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

from turnwright.arena.config import ArenaConfig
from turnwright.arena.match import compile_for, games_of, play_pairings
from turnwright.arena.pairing import Pairing
from turnwright.arena.players import Player
from turnwright.arena.record import GameRecord
from turnwright.arena.store import Store


def pairing(agent: str, games: int) -> Pairing:
    player = Player.parse(agent)
    return Pairing(game="hero_academy", players=(player, player), games=games)


def played(contest: Pairing, workers: int, folder: Path) -> tuple[float, int, list[int]]:
    """Wall-clock seconds from the first stored game to the last, turns in between, and memory along the way."""
    seen: list[tuple[float, int]] = []
    memory: list[int] = []

    def listen(record: GameRecord) -> None:
        seen.append((time.perf_counter(), len(record.turns)))
        if len(seen) % max(1, contest.games // 10) == 0:
            memory.append(resident_kilobytes())

    with Store(folder / f"{workers}-{contest.games}.db") as store:
        play_pairings([contest], ArenaConfig(store=store, workers=workers), listener=listen)
    # Starting the processes is not counted: it is done once, however many games there are.
    return seen[-1][0] - seen[0][0], sum(turns for _, turns in seen[1:]), memory


def resident_kilobytes() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def main() -> None:
    games, thinking = (int(word) for word in (*sys.argv[1:], "10000", "60")[:2])
    random = pairing("random", games)
    oep = pairing("oep@2000ev", 2 * thinking)
    compile_for([random, oep])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        before = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds, turns, memory = played(random, 1, folder)
        after = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        busy = sum(b.ru_utime + b.ru_stime - a.ru_utime - a.ru_stime for a, b in zip(before, after, strict=True))
        print(f"{games:,} random games, one worker: {1e6 * seconds / turns:.1f} µs a turn by the clock,")
        print(f"  {1e6 * busy / turns:.1f} µs of processor time in all processes, starting them included")
        print(f"  memory of the parent along the way, in MB: {' '.join(f'{kb / 1024:.0f}' for kb in memory)}")
        with Store(folder / f"1-{games}.db") as store:
            assert len(games_of(pairing("random", 20), ArenaConfig(store=store))) == 20
        one, turns_of_one, _ = played(oep, 1, folder)
        (folder / f"1-{oep.games}.db").unlink()
        two, turns_of_two, _ = played(oep, 2, folder)
        print(
            f"oep@2000ev, {oep.games} games: two workers play {one / turns_of_one * turns_of_two / two:.2f} times one"
        )


if __name__ == "__main__":
    main()
