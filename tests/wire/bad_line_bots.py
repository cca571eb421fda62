"""Programs that break Turnwright's line protocol, each in one way: `bad_line_bots.py WAY [FILE]`.

But for that way, each plays properly: the first legal action until its turn is over. FILE gets the numbers of the
processes, so that tests can look for them.
"""

import json
import os
import signal
import subprocess
import sys
import time

WAY = sys.argv[1]


def send(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


def receive():
    line = sys.stdin.readline()
    if not line:
        leave()
    return json.loads(line)


def leave():
    if WAY == "stays":
        wait_for_ever()
    if WAY == "speaks after the end":
        send("good bye")
    sys.exit()


def wait_for_ever():
    while True:
        time.sleep(1000)


def note_processes(*others):
    with open(sys.argv[2], "w") as file:
        file.write(" ".join(map(str, (os.getpid(), *others))))


def start_helpers():
    """Two processes that would outlive this one; one of them leaves its session and is nobody's child."""
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    program = (
        "import os, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "print(os.getpid(), flush=True)\n"
        "os.close(1)\n"
        "time.sleep(1000)\n"
    )
    orphan = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, check=True)
    note_processes(child.pid, int(orphan.stdout))


def plan(message):
    actions, legal = [], message["legal"]
    while legal:
        actions.append(legal[0])
        send({"type": "look", "actions": actions})
        legal = receive()["legal"]
    return actions


def answer_hello():
    if WAY == "hangs at the start":
        wait_for_ever()
    if WAY == "no name":
        send({"type": "hello", "version": 1})
    elif WAY == "endless name":
        send({"type": "hello", "name": "x" * 101, "version": 1})
    elif WAY == "another version":
        send({"type": "hello", "name": "bot", "version": 2})
    elif WAY == "speaks unasked":
        send(json.dumps({"type": "hello", "name": "bot", "version": 1}) + "\nhow do you do?")  # at once, in one write
    else:
        send({"type": "hello", "name": "bot", "version": 1})


def answer_turn(message):
    if WAY == "hangs":
        wait_for_ever()
    elif WAY == "crashes":
        raise ZeroDivisionError("what a pity")
    elif WAY == "exits":
        sys.exit(3)
    elif WAY == "is killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif WAY == "closes its output":
        sys.stdout.flush()
        os.close(1)
        wait_for_ever()
    elif WAY == "writes for ever":
        while True:
            sys.stdout.write("x" * 1000)
    elif WAY == "floods":
        while True:
            send("x")
    elif WAY == "not UTF-8":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif WAY == "looks in vain":
        send({"type": "look", "actions": [message["legal"][0]] * 2})
    elif WAY == "floods stderr":
        sys.stderr.write("useful to nobody\n" * 20_000)
        send({"type": "turn", "actions": plan(message)})
    elif WAY == "starts programs and hangs":
        start_helpers()
        wait_for_ever()
    elif WAY == "starts programs":
        start_helpers()
        send({"type": "turn", "actions": plan(message)})
    elif WAY == "notes itself":
        note_processes()
        send({"type": "turn", "actions": plan(message)})
    elif WAY == "a field is too much" and "further" in message:
        sys.exit("unknown field: further")
    elif WAY in TURNS:
        send(TURNS[WAY])
    else:
        send({"type": "turn", "actions": plan(message)})


TURNS = {
    "no JSON": "a1",
    "no object": "[1, 2]",
    "no type": "{}",
    "deep JSON": "[" * 60_000,
    "huge number": '{"type": ' + "9" * 10_000 + "}",
    "another type": {"type": "ready"},
    "no actions": {"type": "turn"},
    "actions are no texts": {"type": "turn", "actions": [1]},
    "too many actions": {"type": "turn", "actions": ["a1"] * 1001},
    "no notation": {"type": "turn", "actions": ["z9"]},
    "illegal": {"type": "turn", "actions": ["a1", "a1"]},
    "too short": {"type": "turn", "actions": []},
    "too long": {"type": "turn", "actions": ["end", "end"]},
    "an empty line": "",
}

while True:
    message = receive()
    if message["type"] == "hello":
        answer_hello()
    elif message["type"] == "game":
        send({"type": "ready"})
    elif message["type"] == "turn":
        answer_turn(message)
    elif message["type"] == "end":
        if WAY == "notes the end":
            with open(sys.argv[2], "w") as file:
                file.write(message["result"])
        leave()
