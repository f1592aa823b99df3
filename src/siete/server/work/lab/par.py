"""PAR sheets for download: the server signs them."""

from __future__ import annotations

import datetime

from siete.lab.par_sheet.par import par_sheet
from siete.lab.report import sheet_bytes
from siete.rules.submission import compile_rules, submission_from_text


def par(text: str, kind: str, day: datetime.date) -> bytes:
    """The PAR sheet of a submission as a file of this kind."""
    return sheet_bytes(par_sheet(compile_rules(submission_from_text(text)), date=day), kind)
