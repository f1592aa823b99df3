"""What tests of the server share."""

from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop that siete runs on."""
    return "asyncio"
