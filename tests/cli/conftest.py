"""How the tests of the command line run it: in this process, as the shell's arguments would."""

from __future__ import annotations

import sys

import pytest

from tests.cli.running import Ran, Siete


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """Runs the command line and gives its exit code and what it printed."""
    from siete.cli.app import run

    def ran(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["siete", *arguments])
        with pytest.raises(SystemExit) as left:
            run()
        out, err = capsys.readouterr()
        return Ran(code=int(left.value.code or 0), out=out, err=err)

    return ran
