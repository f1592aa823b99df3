"""How the tests of the command line run it: in this process, as the shell's arguments would."""

from __future__ import annotations

import pytest

from tests.cli.running import Siete, runner


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """Runs the command line and gives its exit code and what it printed."""
    return runner(monkeypatch, capsys)
