"""The book as files: every page is there, and no link is broken."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from pathlib import Path

import pytest

from siete.book.site import site, write
from siete.clauses import register
from siete.errors import SieteError
from tests.book.reading import Read, read


@pytest.fixture(scope="module")
def pages() -> Mapping[str, str]:
    return dict(site())


@pytest.fixture(scope="module")
def linked(pages: Mapping[str, str]) -> Mapping[str, Read | None]:
    """The files of the site; of those that are pages, what they link to."""
    return {path: read(text) if path.endswith(".html") else None for path, text in pages.items()}


def broken(files: Mapping[str, Read | None]) -> list[str]:
    """Every link that leads to no file of the site, or to no anchor of a page."""
    found = []
    for path, page in files.items():
        for link in page.links if page else ():
            target, _, anchor = link.partition("#")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            there = files.get(file)
            if file not in files or (anchor and not (there and anchor in there.anchors)):
                found.append(f"{path}: {link}")
    return found


def test_no_link_is_broken(linked: Mapping[str, Read | None]) -> None:
    assert broken(linked) == []
    assert {f"clauses/{id}.html" for id in register()} <= linked.keys()


def test_a_broken_link_would_be_noticed(linked: Mapping[str, Read | None]) -> None:
    """The control of the test above: a page and an anchor that are gone."""
    less = {path: page for path, page in linked.items() if path != "clauses/MD-12.B.3.html"}
    assert "clauses/MDD-12.B.3.html: ../clauses/MD-12.B.3.html" in broken(less)
    other = {**linked, "glossary.html": read('<a href="glossary.html#no-such-word">x</a>')}
    assert "glossary.html: glossary.html#no-such-word" in broken(other)


def test_it_is_written_once_and_over_itself_but_over_nothing_else(
    pages: Mapping[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("siete.book.site.site", lambda: iter(pages.items()))
    for _ in range(2):
        assert write(tmp_path / "book") == len(pages)
        written = {path for path in (tmp_path / "book").rglob("*") if path.is_file()}
        assert written == {tmp_path / "book" / path for path in pages}
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine")
    with pytest.raises(SieteError, match="holds other things"):
        write(tmp_path / "other")
    assert [each.name for each in (tmp_path / "other").iterdir()] == ["letter.txt"]
