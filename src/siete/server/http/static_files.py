"""The page's files on the wire: joined, compressed once, and cached for ever under an address that names their content.

Nothing is built: the version is a hash of the files as they are, found again when one of them changes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from siete.errors import SieteError
from siete.plain import Plain
from siete.server.http.joined import Modules

STATIC = Path(__file__).parents[1] / "static"
FOREVER = "public, max-age=31536000, immutable"
QUICK = 4
"""How hard a body is compressed that is not kept."""
SHEET = "styles.css"
"""The stylesheets of the page in one."""
_STYLES = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)">\n?')
ROOTS = ("main.js", "book/book.js")
"""The modules that pages begin with."""
FRESH = 1.0
"""Seconds between two looks at whether the files have changed."""
MOST_KEPT = 1_024
"""Texts that are kept joined and compressed: every module under every root, and pages that depend on nothing."""
_VERSION = re.compile(r"[0-9a-f]{16}")
_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}


def version() -> str:
    """The name of the files as they are now, or were a moment ago."""
    return _version_at(int(time.monotonic() / FRESH))


@lru_cache(maxsize=1)
def _version_at(moment: int) -> str:
    files = sorted(path for path in STATIC.rglob("*") if path.is_file())
    return _hash(tuple((path, path.stat().st_mtime_ns, path.stat().st_size) for path in files))


@lru_cache(maxsize=4)
def _hash(files: tuple[tuple[Path, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in files:
        digest.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def index() -> str:
    """The page with versioned addresses; all modules that it needs come as one, and so do its stylesheets."""
    return _index(version())


@lru_cache(maxsize=4)
def _index(named: str) -> str:
    text = _STYLES.sub("", (STATIC / "index.html").read_text("utf-8"))
    style = f'<link rel="stylesheet" href="/static/{SHEET}">\n'
    return text.replace("</head>", f"{style}</head>").replace('"/static/', f'"/static/{named}/')


@lru_cache(maxsize=MOST_KEPT)
def _joined(named: str, path: str, root: str) -> bytes:
    """A module with all that it needs, or the stylesheets of the page, as they are in this version.

    `root` is the module that the page began with, if this one is loaded later.
    """
    if path == SHEET:
        sheets = _STYLES.findall((STATIC / "index.html").read_text("utf-8"))
        return b"".join((STATIC / each).read_bytes() for each in sheets)
    return Modules(STATIC, f"/static/{named}/").joined(path, root=root).encode()


def served(request: Request, path: str) -> Response:
    """A file, compressed where the browser takes that; under its version it is joined and may be kept for ever."""
    named, _, rest = path.partition("/")
    is_versioned = _VERSION.fullmatch(named) is not None
    current, name = version(), rest if is_versioned else path
    is_sheet = is_versioned and rest == SHEET
    if not is_sheet and name not in _names(current):  # whatever else the path may be, no file is looked for
        raise SieteError("http/not-found", "Nothing is at this address.")
    target = STATIC / name
    is_joined = is_sheet or (is_versioned and target.suffix == ".js")
    root = request.query_params.get("with", "")
    body = _joined(current, rest, root if root in ROOTS else "") if is_joined else target.read_bytes()
    return packed(
        request,
        _lean(body) if target.suffix in (".js", ".css") else body,
        _TYPES.get(target.suffix) or mimetypes.guess_type(target.name)[0] or "application/octet-stream",
        cache=FOREVER if named == current else "no-cache",
    )


@lru_cache(maxsize=4)
def _names(named: str) -> frozenset[str]:
    """The files there are in this version."""
    return frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())


def packed(
    request: Request, body: bytes, kind: str, *, cache: str, status: int = 200, is_kept: bool = True
) -> Response:
    """A body with its tag: nothing where the browser has it already, else compressed where it takes that.

    One that whoever asks chooses is not kept: it would drive out what everybody needs.
    """
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    if cache != FOREVER:  # what is kept for ever is never asked about
        headers["ETag"] = tag
    if status == 200 and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        made = _gzipped(body) if is_kept else gzip.compress(body, QUICK, mtime=0)
        body, headers = made, {**headers, "Content-Encoding": "gzip"}
    return Response(body, status_code=status, media_type=kind, headers=headers)


def told(request: Request, answer: Plain, *, is_kept: bool, outward: Callable[[bytes], bytes] = bytes) -> Response:
    """An answer that seldom changes: asked again, it is told only where it is another; nobody on the way keeps it.

    Names go into it before its tag is made and it is compressed: a name that changed or was erased changes the tag.
    """
    body = outward(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    return packed(request, body, "application/json", cache="private, no-cache", is_kept=is_kept)


_COMMENT = re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*\n", re.DOTALL | re.MULTILINE)


@lru_cache(maxsize=MOST_KEPT)
def _lean(source: bytes) -> bytes:
    """A source without the comments that stand on lines of their own; nothing else is changed."""
    return _COMMENT.sub(b"", source)


@lru_cache(maxsize=MOST_KEPT)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)
