"""The book as a site of plain files, to be put anywhere: no server, no scripts but the one for the theme."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from siete.book.decisions import decisions
from siete.book.links import SiteLinks
from siete.book.pages import Book
from siete.book.sources import golden_texts
from siete.clauses import register
from siete.errors import SieteError
from siete.rules.names import names

ASSETS = ("icon.svg", "book/theme.js", "styles/tokens.css", "styles/base.css", "styles/book.css")
MARK = "index.html"


def site() -> Iterator[tuple[str, str]]:
    """Every file of the site with its text, by its path."""
    top, below = Book(SiteLinks(0)), Book(SiteLinks(1))
    yield MARK, top.home()
    yield "decisions.html", top.decisions()
    yield "glossary.html", top.glossary()
    yield from ((f"{name}.html", top.rule_set(name)) for name in names())
    yield from ((f"clauses/{id}.html", below.clause(id)) for id in register())
    yield from ((f"decisions/{number}.html", below.decision(number)) for number in decisions())
    yield from ((f"rounds/{name}.s21", text) for name, text in golden_texts().items())
    static = files("siete.server").joinpath("static")
    yield from ((f"static/{path}", static.joinpath(path).read_text("utf-8")) for path in ASSETS)


def write(folder: Path) -> int:
    """Write the site into a folder, which is new, empty or an older book; the number of its files."""
    if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).exists():
        raise SieteError("book/not-empty", f"{folder} holds other things. Name a folder that is new or empty.")
    count = 0
    try:
        for path, text in site():
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            count += 1
    except OSError as error:
        raise SieteError("file/unwritable", f"{folder} cannot be written: {error.strerror}.") from None
    return count
