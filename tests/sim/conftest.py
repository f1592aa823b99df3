"""What the tests of the simulator share: its kernels, compiled once."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels(kernels: None) -> None:
    """Whatever is played here is played by them."""
