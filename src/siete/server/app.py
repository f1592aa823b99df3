"""The server's application: routes, refusals, and the parts they share."""

from __future__ import annotations

import structlog
from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.responses import Response

from siete import __version__
from siete.errors import SieteError
from siete.server.disk import Disk
from siete.server.floor import (
    assignments,
    changes,
    chips,
    compliance,
    display,
    disputes,
    feed,
    incidents,
    money,
    overview,
    people,
    rule_changes,
    shifts,
)
from siete.server.floor.days import report, trends, week
from siete.server.guard import Guard
from siete.server.http import (
    arrival,
    book,
    coach,
    lab,
    ledgers,
    pages,
    rounds,
    sessions,
    simulations,
    tables,
    trainer,
    workbench,
)
from siete.server.http.refusals import headers_of, internal_fault, refusal_plain, status_of
from siete.server.http.school import certificates, classes, courses, desks, papers, replays, scores
from siete.server.named_answers import NamedAnswers
from siete.server.services import Services
from siete.server.ws import forwarder, lobby, sockets
from siete.wire.description import asyncapi

_log = structlog.get_logger("siete.server")

FLOOR = (
    *(overview, shifts, assignments, incidents, disputes, changes, chips, rule_changes, money, trends),
    *(report, week, compliance, people, display, feed),
)
SCHOOL = (classes, certificates, scores, replays, papers, desks, courses)
_PARTS = (
    sessions,
    arrival,
    tables,
    rounds,
    ledgers,
    workbench,
    trainer,
    coach,
    lab,
    simulations,
    *SCHOOL,
    *FLOOR,
    forwarder,
    sockets,
    lobby,
    book,
    pages,
)
ROUTERS = (book.api, *(part.router for part in _PARTS))
"""Every route but those for machines."""

COMPRESSED_FROM = 1400
"""Bytes above which an answer is compressed: less fits one packet."""

_REFUSAL = {"description": "A refusal: code, clause, sentence and facts."}


def create_app(services: Services) -> FastAPI:
    """The application of one house."""
    app = FastAPI(
        title="siete",
        version=__version__,
        description="Spanish 21 tables. Play chips only; not certified equipment.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        responses={"4XX": _REFUSAL, "503": _REFUSAL},
    )
    app.state.services = services
    app.state.lines = sockets.OpenLines()
    services.house.on_closed(app.state.lines.close_table)
    app.state.lobby = lobby.Lobby(services.house)
    app.state.floor_feed = feed.FloorFeed(services.floor)
    for router in ROUTERS:
        app.include_router(router, dependencies=[Depends(_look_for_table)])
    _machine_routes(app, services)
    app.add_exception_handler(SieteError, _siete_error)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(NamedAnswers, names=services.house.names)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED_FROM, compresslevel=5)
    app.add_middleware(Guard, services=services)
    return app


async def _look_for_table(connection: HTTPConnection) -> None:
    """Whichever process is asked knows the tables of all, also one that was opened a moment ago."""
    table_id = connection.path_params.get("table_id")
    if table_id is not None:
        services: Services = connection.app.state.services
        await services.house.look_for(table_id)


def _machine_routes(app: FastAPI, services: Services) -> None:
    disk = Disk(services.data)

    described = asyncapi(__version__)

    @app.get("/api/v1/asyncapi.json", include_in_schema=False)
    async def websocket_description() -> JSONResponse:
        return JSONResponse(described)

    @app.get("/health", include_in_schema=False)
    async def health() -> dict[str, str]:
        return {"status": "up"}

    @app.get("/ready", include_in_schema=False)
    async def ready() -> JSONResponse:
        is_ready = getattr(app.state, "is_ready", True)
        await services.house.store.head("")
        if not await disk.is_writable():
            return JSONResponse({"status": "disk"}, status_code=503)
        return JSONResponse({"status": "ready" if is_ready else "starting"}, status_code=200 if is_ready else 503)

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> PlainTextResponse:
        conditions = [table.current.condition for table in services.house.tables.values()]
        for condition in ("open", "opening", "idle", "stopped", "closed"):
            services.metrics.tables.labels(condition).set(conditions.count(condition))
        return PlainTextResponse(services.metrics.text())


async def _siete_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SieteError), "that is what it handles"
    return _answer(error)


def _answer(error: SieteError) -> JSONResponse:
    return JSONResponse({"error": refusal_plain(error)}, status_code=status_of(error), headers=headers_of(error))


async def _unreadable(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError), "that is what it handles"
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:80]
    refusal = SieteError("message/malformed", f"{where}: {str(first['msg'])[:200]}", facts={"where": where})
    return JSONResponse({"error": refusal_plain(refusal)}, status_code=400)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "that is what it handles"
    if error.status_code == 404 and (page := pages.lost(request)) is not None:
        return page
    code, sentence = _HTTP.get(error.status_code, ("http/refused", str(error.detail)))
    refusal = SieteError(code, sentence)
    return JSONResponse({"error": refusal_plain(refusal)}, status_code=error.status_code, headers=error.headers)


_HTTP = {
    404: ("http/not-found", "Nothing is at this address."),
    405: ("http/no-such-method", "This address does not take that method."),
    408: ("http/too-slow", "The request did not arrive in time."),
    413: ("body/too-large", "The request is too large."),
}


async def _fault(request: Request, error: Exception) -> Response:
    services: Services = request.app.state.services
    services.metrics.faults.inc()
    _log.error("request failed", path=request.url.path, error=type(error).__name__, exc_info=error)
    return _answer(internal_fault())
