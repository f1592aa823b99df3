"""What a page of the book links to, and which anchors it has."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import unescape

_ATTRIBUTE = re.compile(r"""\s(href|src|action|id)="([^"]+)"(?=[^<>]*>)""")
"""An attribute as templates write it; text is escaped, so that no quotation mark or bracket stands in it."""


@dataclass(frozen=True, slots=True)
class Read:
    """A page, read for its links and anchors."""

    links: frozenset[str]
    anchors: frozenset[str]


def read(page: str) -> Read:
    found = [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(page)]
    return Read(
        frozenset(value for name, value in found if name != "id"),
        frozenset(value for name, value in found if name == "id"),
    )
