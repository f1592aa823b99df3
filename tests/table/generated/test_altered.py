"""States beside those that are played are answered as they were when that was last written down.

`altered.txt` holds a digest for each busy table. Where one differs, print the states before and after the change with
`python -m tests.table.generated.altered "md 1"` and read the difference; if it was meant, renew the digests with
`python -m tests.table.generated.test_altered` and say in the commit what moved and why.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.table.generated.altered import beside
from tests.table.generated.busy_tables import BUSY

KEPT = Path(__file__).with_name("altered.txt")


def digest(name: str) -> str:
    """One line for a busy table."""
    lines = list(beside(name))
    return f"{name}: {len(lines)} lines, {sha256(chr(10).join(lines).encode()).hexdigest()[:24]}"


@pytest.mark.parametrize("name", BUSY)
def test_states_beside_those_that_are_played_are_answered_as_before(name: str) -> None:
    assert digest(name) in KEPT.read_text("utf-8").splitlines(), (
        f'read it: python -m tests.table.generated.altered "{name}"'
    )


if __name__ == "__main__":
    KEPT.write_text("\n".join(map(digest, BUSY)) + "\n", "utf-8")
