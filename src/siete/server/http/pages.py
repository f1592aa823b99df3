"""Serves the page and its files: no third-party files, strict headers, nothing cached that may change."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

from siete.errors import SieteError

STATIC = Path(__file__).parents[1] / "static"

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
"""On every response."""

MACHINES = ("/api/", "/ws/", "/static/")
"""Paths that only programs request; for any other unknown path the page says that nothing is there."""

router = APIRouter(include_in_schema=False)


class Files(StaticFiles):
    """Files that a browser asks about each time, so that a new version is seen at once."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response: Response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


@router.get("/")
@router.get("/lobby")
@router.get("/replay")
@router.get("/book")
@router.get("/trainer")
@router.get("/staff")
@router.get("/t/{rest:path}")
@router.get("/r/{rest:path}")
async def page(request: Request, rest: str = "") -> Response:
    """The page; its address decides which view it shows."""
    index = STATIC / "index.html"
    if not index.exists():
        raise SieteError("http/not-found", "This installation has no page. The API is under /api/v1.")
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def lost(request: Request) -> Response | None:
    """The page, which says that nothing is at this address; None for a program, which gets a refusal."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if not wants_page or request.method != "GET" or request.url.path.startswith(MACHINES):
        return None
    return FileResponse(STATIC / "index.html", status_code=404, headers={"Cache-Control": "no-cache"})
