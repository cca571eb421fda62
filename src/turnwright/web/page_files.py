"""The files of the page, read once: under an address with their digest, so that browsers keep them, and compressed.

All modules of a page have one digest in front of their paths, so that they find each other by relative paths, and an
update of any gives all a new address. Without a digest, or with an old one, files are served as well, but not kept.
"""

import gzip
import hashlib
import mimetypes
from collections.abc import Mapping
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response

from turnwright.web.boards import boards
from turnwright.web.boards.base import PAGE

_PACKED_FROM = 500
"""Bytes from which compressing is worth it."""
_KEPT = "public, max-age=31536000, immutable"
_ASKED_AGAIN = "no-cache"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


class PageFile:
    """A file in memory, as it is and compressed."""

    def __init__(self, body: bytes, media_type: str) -> None:
        self.body, self._type = body, media_type
        packed = gzip.compress(body, 9, mtime=0) if len(body) >= _PACKED_FROM else body
        self._packed = packed if len(packed) < len(body) else None
        self._tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'

    def answer(self, headers: Headers, *, kept: bool = False, status: int = 200) -> Response:
        """The file for whoever asks with these headers; `kept`: its address changes when it does."""
        sent = {"Cache-Control": _KEPT if kept else _ASKED_AGAIN, "ETag": self._tag, "Vary": "Accept-Encoding"}
        if status == 200 and self._tag in headers.get("if-none-match", ""):
            return Response(status_code=304, headers=sent)
        body = self.body
        if self._packed is not None and "gzip" in headers.get("accept-encoding", ""):
            body, sent["Content-Encoding"] = self._packed, "gzip"
        return Response(body, status, sent, media_type=self._type)


class PageFiles:
    """All files that browsers are given, by their paths below `/page/`."""

    def __init__(self) -> None:
        self._files = _files_below(PAGE, "")
        for name, board in boards().items():
            if board.scripts != PAGE / "js" / "games" / name:  # a game from outside brings its own
                self._files |= _files_below(board.scripts, f"js/games/{name}/")
        whole = hashlib.sha256()
        for path, file in sorted(self._files.items()):
            whole.update(f"{path}\0{len(file.body)}\0".encode() + file.body)
        self.digest = whole.hexdigest()[:16]
        text = self._files["index.html"].body.decode().replace('"/page/', f'"{self.prefix}')
        study = text.replace("<html ", "<html data-study ", 1)
        self.document = PageFile(text.encode(), "text/html")
        self.study_document = PageFile(study.encode(), "text/html")

    @property
    def prefix(self) -> str:
        """Where the files are that browsers may keep."""
        return f"/page/{self.digest}/"

    @property
    def paths(self) -> Mapping[str, PageFile]:
        """All files by path."""
        return self._files

    def answer(self, path: str, headers: Headers) -> Response:
        """A file by its path behind `/page/`, with or without a digest in front."""
        digest, _, rest = path.partition("/")
        file = self._files.get(path) or (self._files.get(rest) if _is_digest(digest) else None)
        if file is None:
            return Response(status_code=404)
        return file.answer(headers, kept=digest == self.digest)


def _is_digest(text: str) -> bool:
    return len(text) == 16 and set(text) <= set("0123456789abcdef")


def _files_below(folder: Path, prefix: str) -> dict[str, PageFile]:
    return {
        prefix + path.relative_to(folder).as_posix(): PageFile(path.read_bytes(), _type_of(path))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }


def _type_of(path: Path) -> str:
    return _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
