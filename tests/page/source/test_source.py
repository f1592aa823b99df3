"""How the page's sources are written, beyond what its formatter and linter hold."""

from __future__ import annotations

from pathlib import Path

import pytest

import siete.server

STATIC = Path(siete.server.__file__).parent / "static"
SOURCES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".js", ".css"))
COLUMNS = 120
MOST_MODULES = 20


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_no_line_is_wider_than_a_line_of_python(path: Path) -> None:
    """The formatter leaves template strings alone, so that markup could grow to any width."""
    lines = path.read_text("utf-8").splitlines()
    assert [number for number, line in enumerate(lines, start=1) if len(line) > COLUMNS] == []


def test_no_folder_is_crowded() -> None:
    folders = {path.parent for path in SOURCES}
    assert [folder.name for folder in folders if len(list(folder.glob("*.js"))) > MOST_MODULES] == []


def test_only_elements_and_errors_inherit() -> None:
    """A part gets its inputs when it is made; it does not inherit them."""
    found = {
        line.partition(" extends ")[2].split()[0]
        for path in SOURCES
        for line in path.read_text("utf-8").splitlines()
        if line.lstrip().removeprefix("export ").startswith("class ") and " extends " in line
    }
    assert found <= {"HTMLElement", "Error", "EventTarget"}
