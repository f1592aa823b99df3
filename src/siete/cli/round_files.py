"""Files of rounds in notation, read from disk."""

from __future__ import annotations

from pathlib import Path

from siete.table.notation.page import text_of, unreadable

LARGEST_FILE = 20_000_000
"""Some thirty thousand rounds; split a larger file."""


def round_file_text(path: Path) -> str:
    """The text of a file of rounds; refused when it cannot be read, is too large or is not text."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise unreadable("file/unreadable", f"{path} cannot be read: {error.strerror}.") from None
    if len(raw) > LARGEST_FILE:
        sentence = f"{path} is larger than a file of rounds may be ({LARGEST_FILE:,} bytes)."
        raise unreadable("notation/too-large", sentence)
    return text_of(raw)
