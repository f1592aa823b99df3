"""What a page of the book links to, and which anchors it has."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Read(HTMLParser):
    """A page, read for its links, anchors and text."""

    links: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = dict(attrs)
        self.links += [value for name in ("href", "src", "action") if (value := held.get(name))]
        self.anchors |= {value for name in ("id",) if (value := held.get(name))}


def read(page: str) -> Read:
    found = Read()
    found.feed(page)
    return found
