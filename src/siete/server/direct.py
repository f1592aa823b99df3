"""A WebSocket of uvicorn's over which a message can be sent at once, without a task that waits for its turn.

A round tells seven people of every command. Through the application's own `send` each of them costs a task that is
woken and four layers that pass the message on, which is more than putting it on the wire.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

EXTENSION = "siete.direct"

UNREAD = 8
"""Messages of one line that may wait for the application before no more are read."""

SendNow = Callable[[bytes], bool]
"""Puts a text message on the wire; False, and nothing sent, where it would have to wait."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, which hands the application a way to send at once."""

    scope: Any

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = self.send_now
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Hand over a message, and read on while few wait: uvicorn stops reading after every single one."""
        if self.read_paused or self.queue.qsize() >= UNREAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that it is not done again
        super().send_receive_event_to_app()
        self.read_paused = False

    def send_now(self, data: bytes) -> bool:
        """Send a text message unless the line is not open yet, is closing, or has more to send than it gets rid of."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())
        if not is_open or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:  # the other side has begun to close
            return False
        self.transport.write(text_frame(data))
        return True


def text_frame(data: bytes) -> bytes:
    """A whole text message in one frame, as RFC 6455 has it in section 5.2: a server's is neither masked nor packed."""
    size = len(data)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + data
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2, "big") + data
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + data


_WHOLE_TEXT = 0x81


def direct(scope: Scope) -> SendNow:
    """How to send at once on a connection; never possible where the server knows no such thing."""
    found: SendNow = scope.get("extensions", {}).get(EXTENSION, never)
    return found


def never(data: bytes) -> bool:
    """What stands for it where a server cannot: everything waits its turn."""
    return False
