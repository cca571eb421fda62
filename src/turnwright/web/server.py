"""Running the server."""

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.types import ASGIApp

import turnwright
from turnwright.arena.store import Store
from turnwright.core.compile_cache import load_without_linear_algebra
from turnwright.core.cores import available_cores
from turnwright.core.errors import TurnwrightError
from turnwright.study.plan import StudyPlan
from turnwright.web.app import make_app
from turnwright.web.boards import board_of, boards, register
from turnwright.web.boards.drawn import DrawnBoard
from turnwright.web.connections import Ledger, guarded_protocols
from turnwright.web.limits import MOST_OF_SEARCH, UNCUT, Limits
from turnwright.web.logs import log_to_stderr
from turnwright.web.serialise import shown_effects, shown_legal
from turnwright.web.visitors import OURSELVES, Place, place_of

_FILES_KEPT = 100
"""Files that the server itself opens, at most: the store, machine code, its listener."""
_FILES_WANTED = 4096


def is_local(host: str) -> bool:
    """Whether only this machine can reach a server there."""
    return host in OURSELVES


def add_game(spec: str) -> None:
    """Let visitors play a game that has no board of its own; the spec may name a class in a file, which is run."""
    register(DrawnBoard(spec))


def warm_up() -> None:
    """Have the machine code of the rules ready before the first visitor comes."""
    load_without_linear_algebra()
    for board in boards().values():
        state = turnwright.game(board.game).start(0)
        shown = shown_legal(state)
        shown_effects(state, shown[0]["from"])
        state.play(shown[0]["action"]).view(0, "hidden").world().evaluate(0)
        board_of(state.game).position(state)


def serve(
    *,
    host: str,
    port: int,
    store: str,
    trust: bool,
    ready: Callable[[str], None],
    limits: Limits | None = None,
    plan: StudyPlan | None = None,
    place: Place | None = None,
    published: Callable[[], list[dict[str, Any]]] = list,
) -> None:
    """Serve until stopped. `ready` receives the address once the server answers there. `plan`: of its study.
    `published` lists the numbers of the papers, with ours beside them.

    `place`: where it can be reached, if not only at the host.
    """
    place = place or place_of(host)
    allowed = within_files(limits or (Limits() if plan is None else study_limits(plan)))
    # Threads that read positions hold the interpreter's lock; the event loop gets it back after this time.
    sys.setswitchinterval(0.001)
    log_to_stderr()
    with Store(store) as opened, _listening(host, port) as listener:
        app = make_app(opened, trust=trust, limits=allowed, place=place, plan=plan, published=published)
        quiet = {"log_config": None, "log_level": "warning", "access_log": False}
        config = config_of(app, allowed, proxies=place.proxies, timeout_graceful_shutdown=3, **quiet)
        address = _address(host, listener.getsockname()[1])
        with suppress(KeyboardInterrupt):  # Ctrl-C is how a server ends
            _Server(config, lambda: ready(address)).run(sockets=[listener])


def config_of(app: ASGIApp, limits: Limits, *, proxies: Collection[str] = (), **further: Any) -> uvicorn.Config:
    """How the app is run: connections are counted and timed, and only named proxies say who a visitor is."""
    http, ws = guarded_protocols(Ledger(limits, proxies))
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        ws_max_size=limits.body,
        h11_max_incomplete_event_size=_LONGEST_HEAD,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
        **further,
    )


_LONGEST_HEAD = 16_000
"""Bytes of a request's head."""


def within_files(limits: Limits) -> Limits:
    """The limits, with no more connections than this process may open files."""
    if sys.platform == "win32":
        return limits
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES_WANTED if hard == resource.RLIM_INFINITY else min(hard, _FILES_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    room = limits.sockets if soft == resource.RLIM_INFINITY else max(16, soft - _FILES_KEPT)
    sockets = min(limits.sockets, room)
    return replace(limits, sockets=sockets, sockets_each=min(limits.sockets_each, max(8, 3 * sockets // 4)))


def study_limits(plan: StudyPlan) -> Limits:
    """Limits under which every search of a study has its threads for itself, as long as its budget says.

    The plan names the agent, and no stranger does: its memory is not cut, so that it plays as it does elsewhere. People
    of a study often sit behind one address, so one visitor may have all searches.
    """
    least, searches = Limits(), max(1, available_cores() // plan.threads)
    return Limits(
        searches=searches,
        searches_each=searches,
        nodes=UNCUT,
        memory=searches * MOST_OF_SEARCH,
        milliseconds=max(least.milliseconds, plan.spending.milliseconds or 0),
    )


def _listening(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family)
        # Connections inherit it. Without it the second of two messages waits for the page to confirm the first: 40 ms.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listener
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not an address"
        raise TurnwrightError(
            f"the server cannot start at {host}:{port} ({reason.lower()}); try another port, such as --port {port + 1}"
        ) from error


def _address(host: str, port: int) -> str:
    """Where this machine finds the server."""
    own = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{own}]:{port}/" if ":" in own else f"http://{own}:{port}/"


class _Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def open_browser(address: str) -> None:
    """Open the page, beside everything else: some browsers take long to answer."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
