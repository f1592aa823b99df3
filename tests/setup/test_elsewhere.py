"""Windows and macOS: nothing needs POSIX to be imported, figures are computed, and what cannot work says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.docs.shown import ROOT
from tests.patience import PATIENCE


def test_without_posix_everything_imports_figures_are_computed_and_a_house_says_what_it_needs(tmp_path: Path) -> None:
    commands = ("odds md --wager insurance", f"serve --data '{tmp_path}/house' --port 22299")
    ran = subprocess.run(
        [sys.executable, "-m", "tests.setup.elsewhere", *commands],
        cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE * 4, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "71/287" in ran.stdout
    assert ran.stdout.splitlines()[-1] == "0 1"
    assert "store/needs-posix" in ran.stderr
    assert "WSL" in ran.stderr
