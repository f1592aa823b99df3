"""Tables do, word for word, what they did when their journals were last read.

`journals.txt` holds a digest of each. Where one differs, print the journal before and after the change with
`python -m tests.table.generated.journal md 3`, or `python -m tests.table.generated.busy_tables "md 3"`, and read the
difference; if it was meant, renew the digests with `python -m tests.table.generated.test_journal` and say in the commit
what moved and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from siete.rules.names import NAMES
from tests.table.generated.busy_tables import BUSY, busy
from tests.table.generated.journal import journal

KEPT = Path(__file__).with_name("journals.txt")
TABLES = 10
"""Journals of each rule set."""


def digest(name: str, number: int) -> str:
    """One line for a journal."""
    return f"{name} {number}: {_digest(journal(name, number))}"


def digest_of_busy(name: str) -> str:
    """One line for a busy table."""
    return f"busy {name}: {_digest(busy(name))}"


def _digest(lines: Iterable[str]) -> str:
    text = "\n".join(lines)
    return f"{text.count(chr(10)) + 1} lines, {sha256(text.encode()).hexdigest()[:24]}"


def kept(name: str) -> Iterator[str]:
    """The digests of a rule set as they were read."""
    return (line for line in KEPT.read_text("utf-8").splitlines() if line.startswith(f"{name} "))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", range(TABLES))
def test_tables_do_what_their_journals_say(name: str, number: int) -> None:
    line = list(kept(name))[number]
    assert digest(name, number) == line, f"read it: python -m tests.table.generated.journal {name} {number}"


@pytest.mark.parametrize("number", range(len(BUSY)), ids=list(BUSY))
def test_busy_tables_do_what_their_journals_say(number: int) -> None:
    name = list(BUSY)[number]
    assert digest_of_busy(name) == list(kept("busy"))[number], (
        f'read it: python -m tests.table.generated.busy_tables "{name}"'
    )


def test_every_rule_set_has_its_journals() -> None:
    assert [len(list(kept(name))) for name in NAMES] == [TABLES] * len(NAMES)
    assert {name.split()[0] for name in BUSY} == set(NAMES)


if __name__ == "__main__":
    lines = [digest(name, number) for name in NAMES for number in range(TABLES)] + [*map(digest_of_busy, BUSY)]
    KEPT.write_text("\n".join(lines) + "\n", "utf-8")
