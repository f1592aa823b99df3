"""Windows and macOS: nothing needs POSIX to be imported, figures are computed, and what cannot work says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.shown import ROOT
from tests.patience import PATIENCE


def _elsewhere(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "tests.setup.elsewhere", *words],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE * 4, check=False,
    )  # fmt: skip


def test_every_module_imports_without_posix_and_figures_are_computed() -> None:
    ran = _elsewhere("odds", "md", "--wager", "insurance")
    assert ran.returncode == 0, ran.stderr
    assert "71/287" in ran.stdout


def test_a_house_says_what_it_needs(tmp_path: Path) -> None:
    ran = _elsewhere("serve", "--data", str(tmp_path / "house"), "--port", "22299")
    assert ran.returncode == 1, ran.stderr
    assert "store/needs-posix" in ran.stderr
    assert "WSL" in ran.stderr
