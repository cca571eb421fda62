"""Runs one program and leaves nothing of it behind. Run as a script: `guardian.py LIFELINE PROGRAM ARGUMENT…`.

LIFELINE is the reading end of a pipe whose other end nobody but the process that wants the program holds. When that
end is closed, or its process dies in whatever way, the program is killed with everything it has started. The same
happens when the program ends. Its exit code becomes the guardian's, 128 and the signal if a signal ended it.

The program leads a session of its own. On Linux its orphans come to the guardian, so even those that left the session
are found; elsewhere the session's process group has to do.
"""

import ctypes
import os
import select
import signal
import sys

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36
_NOT_RUN = 126


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _become(command: list[str], lifeline: int, parent: int) -> None:
    """Turn this new process into the program."""
    try:
        os.close(lifeline)
        os.setsid()
        for number in (signal.SIGPIPE, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() == parent:
            os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be run: {error.strerror}\n".encode())
    finally:
        os._exit(_NOT_RUN)


def _kill(process: int) -> None:
    for end in (os.killpg, os.kill):
        try:
            end(process, signal.SIGKILL)
        except OSError:  # it is gone, or leads no group
            continue


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


def _kill_all(program: int) -> None:
    """Kill the program's group, then orphan by orphan what has come to us; each may leave new ones."""
    _kill(program)
    while children := _children():
        for child in children:
            _kill(child)
            os.waitpid(child, 0)


def main() -> None:
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    _prctl(_SET_CHILD_SUBREAPER, 1)
    guardian = os.getpid()
    program = os.fork()
    if program == 0:
        _become(command, lifeline, guardian)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):  # the pipes are the program's alone, so that they close with it
        os.dup2(nothing, standard)
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [])
        ended, status = os.waitpid(program, os.WNOHANG)
        if ended or lifeline in ready:
            break
        os.read(woken, 4096)
    _kill_all(program)
    code = os.waitstatus_to_exitcode(status) if ended else -signal.SIGKILL
    os._exit(code if code >= 0 else 128 - code)


if __name__ == "__main__":
    main()
