"""Tables as CSV files: what a spreadsheet would take for a formula stays text."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from fastapi import Response

_FORMULA = ("=", "+", "-", "@", "\t")


def csv_answer(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """A CSV file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(csv_text(columns, rows), media_type="text/csv; charset=utf-8", headers=headers)


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The rows below their columns."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(each) for each in row])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA) and not _is_number(value):
        return f"'{value}"
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
