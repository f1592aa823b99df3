"""The tests that the security page names are there, and every finding has some."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FINDINGS = {"C1", *(f"H{n}" for n in range(1, 6)), *(f"M{n}" for n in range(1, 7)), "low", *map(str, range(1, 9))}
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def _rows() -> dict[str, list[tuple[str, str]]]:
    """The tests of every finding."""
    text = (ROOT / "docs" / "security.md").read_text("utf-8")
    section = text.partition("## Every finding and its test")[2].partition("\n## ")[0]
    rows = (line.split("|") for line in section.splitlines() if line.startswith("| ") and "::" in line)
    return {row[1].strip().partition(",")[0]: _TEST.findall(row[3]) for row in rows}


def _is_there(path: str, name: str) -> bool:
    file = ROOT / path
    return file.is_file() and re.search(rf"^(async )?def {name}\(", file.read_text("utf-8"), re.MULTILINE) is not None


def test_every_finding_has_tests_that_are_there() -> None:
    rows = _rows()
    assert rows.keys() == FINDINGS
    assert [name for name, tests in rows.items() if not tests] == []
    assert [each for tests in rows.values() for each in tests if not _is_there(*each)] == []


def test_a_test_that_is_gone_would_be_noticed() -> None:
    assert not _is_there("tests/docs/test_security.py", "test_that_was_never_written")
    assert not _is_there("tests/docs/test_nothing.py", "test_every_finding_has_tests_that_are_there")
