"""What tests of the running host share."""

from __future__ import annotations

import pytest

from siete.host.table import throttle


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop that siete runs on."""
    return "asyncio"


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is told within a breath, however many act at once."""
    monkeypatch.setattr(throttle, "QUIET", 0.0)
