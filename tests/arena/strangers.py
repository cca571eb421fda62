"""Agents that do what agents should not. Each writes its process's number to a file, so that tests can look for it."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from turnwright import Report, Turn

print("strangers are here")


class Stranger:
    """Ends its turn at once."""

    def plan(self, view, budget, seed):
        with Path("pids").open("a") as file:
            file.write(f"{os.getpid()}\n")
        return self.turn(view, budget)

    def turn(self, view, budget):
        return [view.world().end_action]


def is_warming_up(budget):
    """Whether the turn does not count: the budget is the briefest there is."""
    return budget is not None and budget.iterations == 1


class Passes(Stranger):
    pass


class Raises(Stranger):
    def turn(self, view, budget):
        return 1 / 0


class RaisesPages(Stranger):
    def turn(self, view, budget):
        raise ValueError("line\n" * 5000)


class Illegal(Stranger):
    def turn(self, view, budget):
        return ["a1-a9"]


class Incomplete(Stranger):
    def turn(self, view, budget):
        return []


class Overlong(Stranger):
    def turn(self, view, budget):
        return [view.world().end_action] * 2


class Garbage(Stranger):
    def turn(self, view, budget):
        return object()


class Endless(Stranger):
    def turn(self, view, budget):
        return iter(int, 1)


class Recurses(Stranger):
    def turn(self, view, budget):
        return self.turn(view, budget)


class LeavesByExit(Stranger):
    def turn(self, view, budget):
        sys.exit("enough")


class Interrupts(Stranger):
    def turn(self, view, budget):
        raise KeyboardInterrupt


class ExitsAtOnce(Stranger):
    def turn(self, view, budget):
        os._exit(3)


class KillsItself(Stranger):
    def turn(self, view, budget):
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(Stranger):
    """Its process is killed in the middle of a game, once, as from outside."""

    def turn(self, view, budget):
        if not is_warming_up(budget) and not Path("died").exists():
            Path("died").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().turn(view, budget)


class Waits(Stranger):
    """Takes long enough that a game can be interrupted."""

    def turn(self, view, budget):
        time.sleep(0 if is_warming_up(budget) else 0.02)
        return super().turn(view, budget)


class Sleeps(Stranger):
    def turn(self, view, budget):
        if is_warming_up(budget):
            return super().turn(view, budget)
        time.sleep(1000)


class HoldsTheLock(Stranger):
    """Sleeps without letting any other thread of Python run."""

    def turn(self, view, budget):
        if is_warming_up(budget):
            return super().turn(view, budget)
        ctypes.PyDLL(None).sleep(1000)


class StartsAProgram(Stranger):
    """Hangs, and has something running beside it."""

    def turn(self, view, budget):
        if is_warming_up(budget):
            return super().turn(view, budget)
        program = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
        with Path("pids").open("a") as file:
            file.write(f"{program.pid}\n")
        time.sleep(1000)


class SleepsInTheWarmUp(Stranger):
    def turn(self, view, budget):
        if is_warming_up(budget):
            time.sleep(1000)
        return super().turn(view, budget)


class FailsInTheWarmUp(Stranger):
    """Only there, where nothing counts."""

    def turn(self, view, budget):
        return 1 / 0 if is_warming_up(budget) else super().turn(view, budget)


class CannotBeMade(Stranger):
    def __init__(self):
        if os.environ.get("IN_PARENT") != str(os.getpid()):
            raise RuntimeError("not today")


class Prints(Stranger):
    def turn(self, view, budget):
        print("[1, 2, 3]")
        os.write(1, b"{}\n")
        return super().turn(view, budget)


class Tampers(Stranger):
    """Changes all that it is shown, and then passes."""

    def turn(self, view, budget):
        end = super().turn(view, budget)
        view.records.view(np.uint8)[:] = 255
        return end


class Boasts(Stranger):
    """Reports what no search can report."""

    def turn(self, view, budget):
        world = view.world()
        report = Report(
            evaluations=np.int64(7),
            steps=float("nan"),
            iterations="many",
            generations=10**400,
            unique=None,
            depth_mean=float("inf"),
        )
        return Turn(state=world, actions=(world.end_action,), value=float("-inf"), report=report)


class ReportsNothing(Stranger):
    def turn(self, view, budget):
        world = view.world()
        return Turn(state=world, actions=(world.end_action,), value="good", report=None)


class Overruns(Stranger):
    """Takes a little longer than it may."""

    def turn(self, view, budget):
        time.sleep(0 if is_warming_up(budget) else 0.06)
        return super().turn(view, budget)


class Remembers(Stranger):
    """Gives up when it is asked in a second game, or for both seats of one."""

    def __init__(self):
        self.seat = None
        self.turn_number = 0

    def turn(self, view, budget):
        if not is_warming_up(budget):
            number = int(view.world().text.split()[1])
            assert self.seat in (None, view.player), "asked for both seats"
            assert number >= self.turn_number, "asked in a second game"
            self.seat, self.turn_number = view.player, number
        return super().turn(view, budget)
