"""How the commands that pages show are run: in this process and in the checkout."""

from __future__ import annotations

import pytest

from tests.cli.running import Siete, runner
from tests.docs.shown import ROOT


@pytest.fixture
def siete(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Siete:
    """Runs the command line and gives its exit code and what it printed."""
    monkeypatch.chdir(ROOT)
    return runner(monkeypatch, capsys)
