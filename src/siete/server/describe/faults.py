"""The faults of a document, as the page gets them."""

from __future__ import annotations

from siete.errors import FaultyDocumentError
from siete.plain import Plain


def faults_plain(error: FaultyDocumentError) -> list[Plain]:
    """All faults of a document."""
    return [
        {"line": each.line, "code": each.code, "clause": each.clause, "name": each.name, "sentence": each.sentence}
        for each in error.faults
    ]
