"""What a check has found."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A broken promise."""

    subject: str
    """What was checked: `rules`, `notation`, `views`, …"""
    what: str
    """What is wrong, in one sentence without a full stop."""
    state: str = ""
    """Where, in notation, if it is about a state."""
    advice: str = ""
    """What to do about it."""

    def __str__(self) -> str:
        parts = [f"{self.subject}: {self.what}", *([f"in {self.state}"] if self.state else []), self.advice]
        return "; ".join(part for part in parts if part)

    def as_dict(self) -> dict[str, Any]:
        """The finding as plain data, for JSON."""
        return asdict(self)
