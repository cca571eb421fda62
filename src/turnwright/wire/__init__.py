"""Players outside: programs that talk over stdin and stdout, and our agents as such programs.

A program is an agent (`agent`, `command`) that runs in a `process` watched by a `guardian`. It speaks JSON lines
(`json_lines`), or the protocol that a game brings along, led by its referee (`referee_session`), or for Arimaa AEI
(`aei_session`). `check` says what a program does wrong. The other way round, `bot` makes an agent a program of a game's
contest: the `door` answers in time, and holds the `searcher`, the process in which `bot_search` searches for what comes
into its `inbox`; for Arimaa, `aei_engine` is all of it, with the `aei_clock` and the `aei_board`. What belongs to one
game lives beside that game (`games/contests.py` names it).
"""
