"""Writing a PAR sheet to a file, whose name says whether it is a page or a workbook."""

from __future__ import annotations

import datetime
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from siete.errors import SieteError
from siete.lab.par_sheet.par import ParSheet, Progress, par_sheet, silent
from siete.rules.signs import OPERATOR_BLANK
from siete.rules.table_rules import TableRules

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KINDS = (".html", ".xlsx")


def check_path(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    if path.suffix.lower() not in KINDS:
        sentence = f"{path.name!r}: a report is written to a file that ends in {' or '.join(KINDS)}."
        raise SieteError("report/unknown-kind", sentence, facts={"file": str(path)})
    if not path.parent.is_dir():
        raise SieteError("file/unwritable", f"{path} cannot be written: there is no folder {path.parent}.")
    if path.is_dir():
        raise SieteError("file/unwritable", f"{path} cannot be written: it is a folder.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise SieteError("file/unwritable", f"{path} cannot be written: permission denied.")


def report(
    rules: TableRules,
    path: Path,
    *,
    date: datetime.date,
    operator: str | None = None,
    progress: Progress = silent,
    rounds: int = 0,
    key: Ed25519PrivateKey | None = None,
) -> ParSheet:
    """Write the PAR sheet of these rules, signed where a key is given, and return it; files are replaced atomically."""
    check_path(path)
    sheet = par_sheet(rules, date=date, operator=operator or OPERATOR_BLANK, progress=progress, rounds=rounds)
    data = sheet_bytes(sheet, path.suffix.lower())
    if key is not None:
        from siete.lab.par_sheet.signature import signed

        data = signed(data, key)
    try:
        _replace(path, data)
    except OSError as error:
        raise SieteError("file/unwritable", f"{path} cannot be written: {error.strerror}.") from None
    return sheet


def sheet_bytes(sheet: ParSheet, kind: str) -> bytes:
    """The sheet as a file of this kind."""
    if kind == ".html":
        from siete.lab.par_sheet.html import par_html

        return par_html(sheet).encode("utf-8")
    from siete.lab.par_sheet.xlsx import par_xlsx

    return par_xlsx(sheet)


def _replace(path: Path, data: bytes) -> None:
    """Write a temporary file and rename it; a device, which cannot be replaced, is written to directly."""
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError:
        with suppress(OSError):
            os.unlink(name)
        raise
