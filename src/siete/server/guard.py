"""Middleware for every request: limits on size and rate, origin check, and the headers of every response."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siete.errors import SieteError
from siete.server.http.pages import HEADERS, PART_HEADERS
from siete.server.http.refusals import headers_of, refusal_plain, status_of
from siete.server.proxies import client_address
from siete.server.services import Services, address_of

_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

_HSTS = (b"strict-transport-security", b"max-age=31536000")
_NO_STORE = (b"cache-control", b"no-store")


_OF_PARTS = [(name, value) for name, value in _HEADERS if name in PART_HEADERS]
_PARTS = (".js", ".css")


def _headers(path: str) -> list[tuple[bytes, bytes]]:
    """The headers of a response; scripts and styles are never documents, and go without what only documents obey."""
    return _OF_PARTS if path.startswith("/static/") and path.endswith(_PARTS) else _HEADERS


class Guard:
    """The outermost middleware."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope["client"] = self._client(scope)
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", []), *self._headers(scope["path"], message)]}
            await send(message)

        try:
            self._check(HTTPConnection(scope), scope["method"])
            await self._app(scope, self._bounded(receive), answer)
        except SieteError as error:
            await _refuse(error, answer)
        self._services.metrics.requests.labels(str(status)).inc()

    def _headers(self, path: str, message: Message) -> list[tuple[bytes, bytes]]:
        """The headers that a response lacks: what is not a file of the page is never kept by anybody on the way.

        One that says "as you have it" adds nothing to the headers of what is had.
        """
        if message["status"] == 304:
            return []
        headers = list(_headers(path))
        if self._services.is_secure:
            headers.append(_HSTS)
        is_kept = any(name.lower() == b"cache-control" for name, _ in message.get("headers", ()))
        return headers if is_kept or path.startswith("/static/") else [*headers, _NO_STORE]

    def _client(self, scope: Scope) -> tuple[str, int]:
        peer, port = scope.get("client") or ("", 0)
        return client_address(peer, Headers(scope=scope), self._services.proxies), port

    def _check(self, connection: HTTPConnection, method: str) -> None:
        self._services.requests.check(address_of(connection), "Too many requests from this address.")
        if method in _WRITES:
            self._services.check_origin(connection, is_needed=False)
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > self._services.limits.body:
            raise SieteError("body/too-large", "The request is too large.")

    def _bounded(self, receive: Receive) -> Receive:
        """The body while it stays within the limits, whatever its headers say.

        Every key that a model does not know makes an error of its own, which takes longer to make than to send.
        """
        limits, loop = self._services.limits, asyncio.get_running_loop()
        left, keys, is_more = limits.body, limits.keys, True
        deadline = loop.time() + limits.head

        async def bounded() -> Message:
            nonlocal left, keys, is_more
            message = await _in_time(receive, deadline - loop.time() if is_more else None)
            is_more = bool(message.get("more_body"))
            body: bytes = message.get("body", b"")
            left, keys = left - len(body), keys - body.count(b":")
            if left < 0 or keys < 0:
                raise HTTPException(413)  # the framework passes no other exception on from here
            return message

        return bounded


async def _in_time(receive: Receive, seconds: float | None) -> Message:
    """A part of the body; whoever does not send it is disconnected. After the body there is no hurry."""
    try:
        return await asyncio.wait_for(receive(), seconds)
    except TimeoutError:
        raise HTTPException(408) from None


async def _refuse(error: SieteError, send: Send) -> None:
    body = msgspec.json.encode({"error": refusal_plain(error)})
    headers: list[Any] = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.lower().encode(), value.encode()) for name, value in headers_of(error).items()]
    await send({"type": "http.response.start", "status": status_of(error), "headers": headers})
    await send({"type": "http.response.body", "body": body})
