"""What a run of the command line leaves behind."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """Exit code, standard output and standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The JSON on standard output."""
        return json.loads(self.out)


Siete = Callable[..., Ran]


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """Runs the command line in this process and gives its exit code and what it printed."""
    from siete.cli.app import run

    def ran(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["siete", *arguments])
        with pytest.raises(SystemExit) as left:
            run()
        out, err = capsys.readouterr()
        return Ran(code=int(left.value.code or 0), out=out, err=err)

    return ran
