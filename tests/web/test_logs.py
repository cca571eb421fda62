"""The server's log cannot be filled by strangers."""

import logging
import time

from turnwright.web.logs import Quota


def test_of_a_flood_only_some_messages_are_written_and_the_rest_is_counted(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    quota = Quota(a_minute=3)
    records = [logging.makeLogRecord({"msg": str(number)}) for number in range(6)]
    now[0] = 61.0
    assert [quota.filter(record) for record in records[:5]] == [True] * 3 + [False] * 2
    now[0] = 130.0
    assert quota.filter(records[5])
    assert "2 messages" in records[5].msg
