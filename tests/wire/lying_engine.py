"""A program that speaks AEI and answers every `go` with the words on its command line."""

import sys

ANSWERS = {"aei": "id name Liar\naeiok", "isready": "log all is well\nreadyok", "go": " ".join(sys.argv[1:])}

for line in sys.stdin:
    if (word := line.split()[0]) in ANSWERS:
        print(ANSWERS[word], flush=True)
