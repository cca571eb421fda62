"""A program that plays several games, notes every message that it gets in a file, and can burn processor time.

Run with the file and what it is to do: `several`, `once`, `dies` (after its first game), `burns`.
"""

import json
import os
import sys
import time

noted, way = open(sys.argv[1], "a", encoding="utf-8"), sys.argv[2]  # noqa: SIM115 (open as long as it runs)
for line in sys.stdin:
    message = json.loads(line)
    noted.write(json.dumps(message | {"pid": os.getpid()}) + "\n")
    noted.flush()
    if message["type"] == "hello":
        answer = {"type": "hello", "name": "lasting", "version": 1} | ({} if way == "once" else {"several_games": True})
    elif message["type"] == "game":
        answer = {"type": "ready"}
    elif message["type"] == "turn":
        while way == "burns":
            time.process_time()
        answer = {"type": "turn", "actions": message["legal"][:1], "value": 0, "evaluations": 3, "steps": None}
    else:
        if way == "dies":
            break
        continue
    print(json.dumps(answer), flush=True)
