"""Where the pages of the book are: under `/book` of a server, or as files beside one another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Links(Protocol):
    """The addresses of the book's pages, as one of them has to write them."""

    def page(self, path: str) -> str:
        """A page by its path: `clauses/` and an id, `md`, or nothing for the first one."""
        ...

    def asset(self, path: str) -> str:
        """A file of the page: a style or a script."""
        ...

    def room(self, path: str) -> str:
        """A room of the house, such as `/replay`; empty where there is no house."""
        ...


@dataclass(frozen=True, slots=True)
class ServerLinks:
    """Addresses below a server's root; its files have a version in theirs."""

    version: str

    def page(self, path: str) -> str:
        """Below `/book`."""
        return f"/book/{path}" if path else "/book"

    def asset(self, path: str) -> str:
        """Below the version of the files."""
        return f"/static/{self.version}/{path}"

    def room(self, path: str) -> str:
        """As it is."""
        return path


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """Relative addresses of files, so that the site can lie anywhere, or on a disk."""

    depth: int
    """How many folders the page lies below the site's own."""

    def page(self, path: str) -> str:
        """A file that ends in `.html`, unless it says otherwise itself."""
        name, mark, anchor = path.partition("#")
        file = name if name.endswith(".s21") else f"{name or 'index'}.html"
        return f"{'../' * self.depth}{file}{mark}{anchor}"

    def asset(self, path: str) -> str:
        """Below `static`."""
        return f"{'../' * self.depth}static/{path}"

    def room(self, path: str) -> str:
        """A site has no rooms."""
        return ""
