"""The book as files: every page is there, and no link is broken."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from pathlib import Path

import pytest

from siete.book.site import site, write
from siete.clauses import register
from siete.errors import SieteError
from tests.book.reading import read


@pytest.fixture(scope="module")
def pages() -> Mapping[str, str]:
    return dict(site())


def broken(pages: Mapping[str, str]) -> list[str]:
    """Every link that leads to no file of the site, or to no anchor of a page."""
    held = {path: read(text) for path, text in pages.items() if path.endswith(".html")}
    found = []
    for path, page in held.items():
        for link in set(page.links):
            target, _, anchor = link.partition("#")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            if file not in pages or (anchor and anchor not in held[file].anchors):
                found.append(f"{path}: {link}")
    return found


def test_no_link_is_broken(pages: Mapping[str, str]) -> None:
    assert broken(pages) == []
    assert {f"clauses/{id}.html" for id in register()} <= pages.keys()


def test_a_broken_link_would_be_noticed(pages: Mapping[str, str]) -> None:
    """The control of the test above: a page and an anchor that are gone."""
    less = {path: text for path, text in pages.items() if path != "clauses/MD-12.B.3.html"}
    assert "clauses/MDD-12.B.3.html: ../clauses/MD-12.B.3.html" in broken(less)
    other = {**pages, "glossary.html": '<a href="glossary.html#no-such-word">x</a>'}
    assert "glossary.html: glossary.html#no-such-word" in broken(other)


def test_it_is_written_once_and_over_itself_but_over_nothing_else(tmp_path: Path) -> None:
    count = write(tmp_path / "book")
    assert write(tmp_path / "book") == count == sum(1 for path in (tmp_path / "book").rglob("*") if path.is_file())
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine")
    with pytest.raises(SieteError, match="holds other things"):
        write(tmp_path / "other")
    assert [each.name for each in (tmp_path / "other").iterdir()] == ["letter.txt"]
