"""The words of the game and of siete, read from the glossary's table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from siete.book.sources import glossary_text


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryWord:
    """A word with its meaning, and the words that are not used for it."""

    word: str
    meaning: str
    instead_of: str

    @property
    def anchor(self) -> str:
        """Its place on the page of words."""
        return re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")


@cache
def words() -> tuple[GlossaryWord, ...]:
    """Every word of the glossary, in its order."""
    rows = [line.strip("|").split("|") for line in glossary_text().splitlines() if line.startswith("| ")]
    cells = ([cell.strip() for cell in row] for row in rows[1:])
    return tuple(
        GlossaryWord(word=word.replace("`", ""), meaning=meaning, instead_of=other) for word, meaning, other in cells
    )
