"""Games that have their own protocol for programs, as contests have, and where that protocol lives.

Each is a package beside its game with three modules:
- `referee` has a `Referee` (turnwright.core.referee): it asks programs for turns;
- `contestant` has a `Contestant`: what our bot makes of the referee's messages;
- `plain_player` has a `PlainPlayer`: it answers immediately, and loads nothing big.

This page imports nothing: a contest's bot must answer before anything big is loaded.
"""

CONTESTS = {"locm": "turnwright.games.locm.contest"}

AEI_GAME = "arimaa"
"""The game whose programs speak the Arimaa Engine Interface: a conversation rather than questions with one answer each,
so it is led by `turnwright.wire.aei_session`, and `aei_engine` is its other end."""

OWN_PROTOCOLS = {**{game: game for game in CONTESTS}, AEI_GAME: "aei"}
"""The protocol of each game that has its own."""
