"""The time control of the Arimaa Engine Interface (AEI): what a controller has set by `setoption`, and what it leaves
for a turn."""

from math import isfinite

_SECONDS = 1.0
"""What a turn takes where the controller sets no time."""
_SHARE, _DELAY = 0.85, 0.05
"""Of the time of a turn, what a search gets, less some seconds for the way of its answer."""
_RESERVED_TURNS = 20
"""A turn takes this part of the reserve, so that the reserve outlasts many turns."""
_LEAST = 0.05
_SIDES = "gs"
_TIMES = ("tcmove", "tcreserve", "tcturntime", "greserve", "sreserve", "moveused")
_PASSED_OVER = (
    "tcpercent", "tcmax", "tctotal", "tcturns", "gused", "sused", "lastmoveused",
    "opponent", "opponent_rating", "rating", "rated", "event",
)  # fmt: skip
"""Standard options that change nothing here: the controller itself keeps the reserve, and the length of the game."""


class AeiClock:
    """Seconds by the name of their option."""

    def __init__(self) -> None:
        self._times: dict[str, float] = {}

    def set_option(self, name: str, value: str) -> str:
        """Note an option; what is wrong with it, if anything is."""
        if name in _PASSED_OVER:
            return ""
        if name not in _TIMES:
            return f"Received unrecognized option, {name}"
        try:
            seconds = float(value)
        except ValueError:
            seconds = -1.0
        if not (isfinite(seconds) and seconds >= 0):
            return f"{name} is {value!r}; it must be a number of seconds, 0 or more"
        self._times[name] = seconds
        return ""

    def begin_game(self) -> None:
        """The time control stays as it is; reserves are as at the start again."""
        for name in ("greserve", "sreserve", "moveused"):
            self._times.pop(name, None)

    def begin_turn(self) -> None:
        self._times.pop("moveused", None)

    def seconds(self, side: int, factor: float = 1.0) -> float:
        """What a search for a turn of a side may take; a factor says how much longer the controller waits.

        The time for a turn and a small part of the reserve, but never more than the longest turn. A time of 0 is not
        limited, as AEI has it: then the reserve alone counts, or the longest turn, or one second.
        """
        longest = self._times.get("tcturntime", 0.0)
        reserve = self._times.get(f"{_SIDES[side]}reserve", self._times.get("tcreserve", 0.0))
        allowed = self._times.get("tcmove", 0.0) + reserve / _RESERVED_TURNS
        if longest:
            allowed = min(allowed, longest) if allowed else longest
        if not allowed:
            allowed = _SECONDS
        used = self._times.get("moveused", 0.0)
        return max(_LEAST, (_SHARE * allowed - _DELAY - used) * factor)
