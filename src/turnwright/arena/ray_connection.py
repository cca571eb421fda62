"""The connection to a Ray cluster, or to a Ray of this machine that is started for one run."""

import os
import re
import secrets
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError

_OBJECT_STORE = 80_000_000
"""Bytes of memory that a local Ray sets aside, about the least that it takes: games are small."""


@contextmanager
def connection(workers: int) -> Iterator[Any]:
    """Ray's library, connected to a cluster."""
    running = sys.modules.get("ray")
    if running is not None and running.is_initialized():
        yield running  # a connection of somebody else's, who will close it
        return
    _prepare()
    try:
        import ray
    except ImportError:
        raise TurnwrightError("games on a cluster need the package ray: pip install 'turnwright[ray]'") from None
    if is_local():
        # Sockets live there, whose paths must be short.
        parent = "/tmp" if os.path.isdir("/tmp") else None
        with tempfile.TemporaryDirectory(prefix="turnwright-", dir=parent, ignore_cleanup_errors=True) as folder:
            options: dict[str, Any] = {"num_cpus": workers or available_cores(), "object_store_memory": _OBJECT_STORE}
            with _session(ray, "local", include_dashboard=False, _temp_dir=folder, **options):
                yield ray
    else:
        address = os.environ["RAY_ADDRESS"]
        _check_reachable(address)
        with _session(ray, address):
            yield ray


def is_local() -> bool:
    """Whether games are played on a Ray of this machine, since `RAY_ADDRESS` names no cluster."""
    return os.environ.get("RAY_ADDRESS", "") in ("", "local")


def _prepare() -> None:
    """Say what Ray must know from the environment, some of it before it is imported."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # without it every start prints a warning
    if is_local():
        # Unset, so that Ray turns its authentication on, as it does for every cluster of one machine. The other switch
        # makes it listen on the loopback interface only, on Linux, too.
        os.environ.pop("RAY_AUTH_MODE", None)
        os.environ["RAY_AUTH_TOKEN"] = _token()
        os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"


@cache
def _token() -> str:
    """A token of this process's own. It stays the same: Ray reads it once."""
    return os.environ.get("RAY_AUTH_TOKEN") or secrets.token_hex(32)


def _check_reachable(address: str) -> None:
    """Reject an address at which nothing listens: Ray itself would try for minutes."""
    host, _, port = address.rpartition(":")
    if "://" in address or not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
    except (OSError, OverflowError) as error:
        raise TurnwrightError(
            f"nothing answers at the RAY_ADDRESS {address!r} ({error}); start a cluster with 'ray start --head', or "
            "unset RAY_ADDRESS to play on this machine"
        ) from error


@contextmanager
def _session(ray: Any, address: str, **options: Any) -> Iterator[None]:
    # What agents print, and what Ray says of lost stations, stays in Ray's logs: results may be going to the output.
    ray._private.worker._worker_logs_enabled = False
    try:
        _join(ray, address, options)
        yield
    finally:
        ray.shutdown()
        ray._private.worker._worker_logs_enabled = True


def _join(ray: Any, address: str, options: dict[str, Any]) -> None:
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **options)
    except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
        reason = what_happened(error)
        if is_local():
            raise TurnwrightError(f"Ray cannot be started on this machine: {reason}") from error
        raise TurnwrightError(
            f"the Ray cluster {address!r} cannot be joined ({reason}); this machine must be one of its nodes, with the "
            "same RAY_AUTH_MODE and token"
        ) from error


def what_happened(error: Exception) -> str:
    """The line of Ray's long account that says what happened."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    return next((line for line in reversed(lines) if re.match(r"[\w.]*Error: ", line)), lines[0]).rstrip(".")
