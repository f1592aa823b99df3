"""Ports for the servers that are measured."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])
