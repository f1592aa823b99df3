"""Middleware that puts guests' names in the place of their pseudonyms, in every answer that people read."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from siete.host.access.guest_names import GuestNames

_READ_BY_PEOPLE = ("application/json", "text/csv", "image/svg+xml")
"""Rounds in notation keep pseudonyms, as the chain has them: a file that somebody keeps cannot be erased."""


class NamedAnswers:
    """Translates answers that come whole; what is sent in parts are files without names.

    What comes compressed was translated before.
    """

    def __init__(self, app: ASGIApp, names: GuestNames) -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun: Message | None = None

        async def answer(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and _is_read(message):
                begun = message  # its length is not known yet
                return
            if begun is not None:
                first, begun = begun, None
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    message = {**message, "body": self._names.outward(message.get("body", b""))}
                    MutableHeaders(scope=first)["content-length"] = str(len(message["body"]))
                await send(first)
            await send(message)

        await self._app(scope, receive, answer)


def _is_read(message: Message) -> bool:
    headers = {name.lower(): value for name, value in message.get("headers", ())}
    is_packed = b"content-encoding" in headers
    return not is_packed and headers.get(b"content-type", b"").decode("latin-1").startswith(_READ_BY_PEOPLE)
