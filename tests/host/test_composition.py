"""The host and what stands on it are composed: nobody sets an attribute of another object from outside."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import siete

SOURCES = Path(siete.__file__).parent
PARTS = ["host", "school", "server", "store", "client", "wire"]

FOREIGN = {
    "server/app.py": {"app.state.services", "app.state.lines", "app.state.lobby", "app.state.floor_feed"},
    "server/backup.py": {"member.size", "member.mode"},
    "store/sql/sqlite.py": {"connection.isolation_level"},
}
"""Objects of other libraries, which are set up so."""


def set_from_outside(text: str) -> Iterator[str]:
    """The attributes that a module sets on anything but `self`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            target = ast.unparse(node)
            if ast.unparse(node.value) != "self":
                yield target


@pytest.mark.parametrize("part", PARTS)
def test_no_attribute_is_set_from_outside(part: str) -> None:
    found = {
        name: outside
        for path in sorted((SOURCES / part).rglob("*.py"))
        if (
            outside := set(set_from_outside(path.read_text("utf-8")))
            - FOREIGN.get(name := path.relative_to(SOURCES).as_posix(), set())
        )
    }
    assert found == {}


@pytest.mark.parametrize(
    "line", ["book.version = 3", "school.keep, n = keep, 1", "self.table.is_here = True", "pupil.n += 1"]
)
def test_an_attribute_that_is_set_from_outside_is_noticed(line: str) -> None:
    assert len([*set_from_outside(line)]) == 1


def test_an_attribute_of_its_own_is_not() -> None:
    assert [*set_from_outside("self.version, self.n = 3, 4")] == []
