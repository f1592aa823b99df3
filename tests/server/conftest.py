"""What tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher

from siete.host.access import accounts


@pytest.fixture
def anyio_backend() -> str:
    """The one event loop that siete runs on."""
    return "asyncio"


@pytest.fixture(scope="module", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Passwords that cost little: what they cost in a house is tested where accounts are."""
    quick = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    decoy = quick().hash("nobody's")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "PasswordHasher", quick)
        patch.setattr(accounts, "_decoy", lambda: decoy)
        yield
