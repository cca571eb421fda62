"""Lets every agent play the example games, not compiled: `python every_agent.py` prints what went wrong as JSON."""

import json
from pathlib import Path

from turnwright import Budget
from turnwright.agents.registry import agent_names
from turnwright.conformance.agent import check_agent

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("amazons.py:Amazons:side=4", "pig.py:Pig", "pairs.py:Pairs")

if __name__ == "__main__":
    found = {
        f"{name} in {game}": [
            str(finding) for finding in check_agent(name, f"{EXAMPLES}/{game}", budget=Budget(iterations=4))
        ]
        for game in GAMES
        for name in agent_names()
    }
    print(json.dumps(found))
