"""uvicorn's WebSocket protocol, extended to send synchronously; it uses uvicorn's internals, so `probe` tries it."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from siete.server.ws.fast import EXTENSION, text_frame

UNREAD = 8
"""Incoming messages of one connection that may be queued before reading pauses."""


class DirectProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol, with a function that sends at once passed to the application."""

    scope: Any

    async def run_asgi(self) -> None:
        self.scope["extensions"][EXTENSION] = self.send_now
        await super().run_asgi()

    def send_receive_event_to_app(self) -> None:
        """Queue an incoming message and keep reading while few are queued; uvicorn pauses reading after each one."""
        if self.read_paused or self.queue.qsize() >= UNREAD:
            super().send_receive_event_to_app()
            return
        self.read_paused = True  # so that it is not done again
        super().send_receive_event_to_app()
        self.read_paused = False

    def send_now(self, data: bytes) -> bool:
        """Send a text message unless the connection is not open yet, is closing, or has a full write buffer."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())
        if not is_open or not self.writable.is_set():
            return False
        if self.conn.state is not State.OPEN:  # the other side has begun to close
            return False
        self.transport.write(text_frame(data))
        return True
