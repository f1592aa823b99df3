"""The lab's computations, done by worker processes: PAR sheets of submissions."""

from __future__ import annotations

import datetime

from siete.lab.par import par_sheet
from siete.lab.par_html import par_html
from siete.rules.submission import compile_rules, submission_from_text


def par(text: str, day: datetime.date) -> str:
    """The PAR sheet of a submission as a page."""
    return par_html(par_sheet(compile_rules(submission_from_text(text)), date=day))
