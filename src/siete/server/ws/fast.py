"""Sending a message synchronously, without waking a task, where the server offers that.

Every command is broadcast to seven people. Through the application's own `send` each of them costs a task switch and
four layers that pass the message on, which is more than writing it to the socket. Without it messages are queued and
sent by a task; nothing else changes. Decision: 0178.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.types import Scope

EXTENSION = "siete.direct"

SendNow = Callable[[bytes], bool]
"""Sends a text message at once; False, with nothing sent, when it would have to wait."""


def direct(scope: Scope) -> SendNow:
    """The function that sends at once on a connection; `never` where the server has none."""
    found: SendNow = scope.get("extensions", {}).get(EXTENSION, never)
    return found


def never(data: bytes) -> bool:
    """Sends nothing: every message is queued."""
    return False


def text_frame(data: bytes) -> bytes:
    """A text message in one frame, by RFC 6455, section 5.2: a server's frame is neither masked nor compressed."""
    size = len(data)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2, "big") + data
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + data


_WHOLE_TEXT = 0x81
