"""Serves the page and its files: no third-party files, strict headers, nothing cached that may change."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from fastapi import APIRouter, Request
from fastapi.responses import Response

from siete.errors import SieteError
from siete.server.http import static_files
from siete.server.http.static_files import STATIC as STATIC
from siete.server.services import services_of

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""On every response but those of scripts and styles."""

PART_HEADERS = frozenset({b"x-content-type-options", b"cross-origin-resource-policy"})
"""Those of them that scripts and styles need; they come in dozens, and no policy of a document concerns them."""

MACHINES = ("/api/", "/ws/", "/static/")
"""Paths that only programs request; for any other unknown path the page says that nothing is there."""

SOLVED = ("/lab", "/trainer")
"""Rooms that ask for figures as soon as they stand."""

_FILES = ThreadPoolExecutor(1, thread_name_prefix="siete-files")
"""Joins and compresses a file that nobody has asked for yet, one at a time."""

router = APIRouter(include_in_schema=False)


@router.get("/static/{path:path}")
async def file(request: Request, path: str) -> Response:
    """A file of the page."""
    return await asyncio.get_running_loop().run_in_executor(_FILES, static_files.served, request, path)


@router.get("/")
@router.get("/lobby")
@router.get("/replay")
@router.get("/trainer")
@router.get("/lab")
@router.get("/staff")
@router.get("/school")
@router.get("/school/{rest:path}")
@router.get("/desk")
@router.get("/desk/{rest:path}")
@router.get("/floor")
@router.get("/display/{rest:path}")
@router.get("/t/{rest:path}")
@router.get("/r/{rest:path}")
async def page(request: Request, rest: str = "") -> Response:
    """The page; its address decides which view it shows."""
    if not (STATIC / "index.html").exists():
        raise SieteError("http/not-found", "This installation has no page. The API is under /api/v1.")
    if request.url.path in SOLVED:
        services_of(request).solvers.expect_work()
    return _page(request)


def _page(request: Request, status: int = 200) -> Response:
    body = static_files.index().encode()
    return static_files.packed(request, body, "text/html; charset=utf-8", cache="no-cache", status=status)


def lost(request: Request) -> Response | None:
    """The page, which says that nothing is at this address; None for a program, which gets a refusal."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if not wants_page or request.method != "GET" or request.url.path.startswith(MACHINES):
        return None
    return _page(request, 404)
