"""Keys of the seats of a game that people share by links."""

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256

from turnwright.core.errors import TurnwrightError

_BYTES = 16
"""Random bytes of a key or an invitation."""


class SeatKeyError(TurnwrightError):
    """A key or an invitation that opens nothing, or a seat that asks for one."""


class SeatKeys:
    """Who may act for which seat.

    Every person's seat has an invitation. Whoever uses it first gets the key of the seat, and then it is used up: also
    the person who sent it cannot look at the other's hand with it. Only digests are kept, so a store opens no seat.
    """

    def __init__(self, invitations: Sequence[str | None], keys: Sequence[str | None] = (None, None)) -> None:
        """Digests by seat; none where there is nothing to open."""
        self._invitations, self._keys = list(invitations), list(keys)

    @classmethod
    def new(cls, people: Sequence[bool]) -> tuple["SeatKeys", list[str | None]]:
        """Keys for a game that begins, and the invitations of the people's seats: to be told once, to who begins."""
        invitations = [secrets.token_urlsafe(_BYTES) if person else None for person in people]
        return cls([None if invitation is None else _digest(invitation) for invitation in invitations]), invitations

    def claim(self, invitation: str) -> tuple[int, str]:
        """The seat that an invitation is for, and its key. The invitation is used up."""
        seat = _opened(self._invitations, invitation)
        if seat is None:
            raise SeatKeyError("this invitation opens no seat: it is used up, or is for another game")
        key = secrets.token_urlsafe(_BYTES)
        self._invitations[seat], self._keys[seat] = None, _digest(key)
        return seat, key

    def seat_of(self, key: str) -> int:
        """The seat that a key opens."""
        seat = _opened(self._keys, key)
        if seat is None:
            raise SeatKeyError("this key opens no seat of the game; without a key you can watch")
        return seat

    def is_waiting(self, seat: int) -> bool:
        """Whether nobody has used the seat's invitation yet."""
        return self._invitations[seat] is not None

    def is_complete(self, people: Sequence[bool]) -> bool:
        """Whether somebody has the key of every person's seat."""
        return all(key is not None for key, person in zip(self._keys, people, strict=True) if person)

    def swapped(self) -> "SeatKeys":
        """The same keys where the sides are changed: each opens the other seat. Nobody is invited."""
        return SeatKeys((None, None), self._keys[::-1])

    def rematch_name(self, name: str) -> str:
        """The name of the rematch of a game of that name: always the same, so that a game has one rematch.

        It is made of the digests of both keys: without the store nobody can tell it who was not told.
        """
        digests = json.dumps(self.as_dict()).encode()
        return urlsafe_b64encode(hmac.digest(digests, name.encode(), "sha256")[:12]).decode()

    def as_dict(self) -> dict[str, list[str | None]]:
        """The digests as plain data; `SeatKeys(**…)` reads them."""
        return {"invitations": list(self._invitations), "keys": list(self._keys)}


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _opened(digests: Sequence[str | None], secret: str) -> int | None:
    """The place of a secret's digest; every comparison takes equally long."""
    given = _digest(secret)
    same = [digest is not None and hmac.compare_digest(digest, given) for digest in digests]
    return same.index(True) if any(same) else None
