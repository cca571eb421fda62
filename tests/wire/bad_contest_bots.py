"""Programs that break the contest's protocol, each in one way: `bad_contest_bots.py WAY`.

Ways that end in "draft" break it in the draft, the others in the battle.
"""

import sys
import time

WAY = sys.argv[1]
LINES = {
    "another pick, draft": "PICK 3",
    "no number, draft": "PICK one",
    "a battle in the draft": "SUMMON 1 0",
    "small letters": "pass",
    "two spaces": "SUMMON  1 0",
    "an argument is missing": "ATTACK 1",
    "no integer": "USE 1 x",
    "JSON": "{}",
}


def words():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split()


while True:
    mana = words()[1]
    words()
    for _ in range(int(words()[1])):
        words()
    cards = [words() for _ in range(int(words()[0]))]
    if (mana == "0") != WAY.endswith("draft"):
        print("PICK 0" if mana == "0" else "PASS", flush=True)
    elif WAY.startswith("hangs"):
        time.sleep(1000)
    elif WAY.startswith("exits"):
        sys.exit("that is all")
    elif WAY == "two lines":
        print("PASS\nPASS", flush=True)
    elif WAY == "illegal actions":
        print("SUMMON 1 7;ATTACK 99 -1;USE 3 -5;PASS;ATTACK 2 -1 no fear", flush=True)
    elif WAY == "an empty line":
        print(flush=True)
    else:
        print(LINES[WAY], flush=True)
