"""The page is small, whole and our own: no address but the house's, no style or script in the markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from siete.server.http.pages import STATIC

FILES = sorted(path for path in STATIC.rglob("*") if path.is_file())
SOURCES = [path for path in FILES if path.suffix in {".js", ".css", ".html", ".svg"}]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_no_file_leads_elsewhere(path: Path) -> None:
    text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"(https?:)?//[a-z0-9-]+\.[a-z]", text)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_markup_carries_neither_style_nor_script(path: Path) -> None:
    """The house's content policy would block both, and the page would look broken."""
    text = path.read_text("utf-8")
    assert not re.search(r"\sstyle=[\"']", text)
    assert not re.search(r"\son[a-z]+=[\"']", text)


def test_every_import_leads_to_a_file() -> None:
    for path in FILES:
        if path.suffix == ".js":
            for target in re.findall(r'from "(\.[^"]+)"', path.read_text("utf-8")):
                assert (path.parent / target).resolve().is_file(), f"{path.name} imports {target}"
