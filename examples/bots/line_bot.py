#!/usr/bin/env python3
"""A player of every game in plain Python, over Turnwright's line protocol (docs/wire-protocol.md).

It plays random actions and ends its turn when nothing else is left. Replace `choose` to make a better one.
"""

import json
import random
import sys


def send(message):
    print(json.dumps(message), flush=True)


def receive():
    """The next message; the program ends with its input."""
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def choose(message, rng):
    """One of the legal actions; where the turn may end, the last one listed ends it."""
    legal = message["legal"]
    others = legal[:-1] if message["may_end"] else legal
    return rng.choice(others or legal)


def plan(message):
    """A whole turn, action by action: what is legal after each is asked for."""
    rng = random.Random(message["seed"])
    actions = []
    while message["legal"]:
        actions.append(choose(message, rng))
        send({"type": "look", "actions": actions})
        message = receive()
    return actions


while True:
    message = receive()
    if message["type"] == "hello":
        send({"type": "hello", "name": "line_bot.py", "version": 1})
    elif message["type"] == "game":
        send({"type": "ready"})
    elif message["type"] == "turn":
        send({"type": "turn", "actions": plan(message)})
    elif message["type"] == "end":
        break
