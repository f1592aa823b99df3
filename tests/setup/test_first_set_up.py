"""The real thing: a copy of this checkout set up from the package index, and the CLI run in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from siete import __version__
from tests.setup.stand_in import run


def surroundings(path: str) -> dict[str, str]:
    """This process's environment with that PATH, and a HOME where not even root can write."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "SIETE_"))}
    return {**kept, "PATH": path, "HOME": "/dev/null"}


@pytest.mark.slow  # installs everything twice; a fresh clone that runs these tests has set itself up once
def test_two_first_runs_at_once_on_a_fresh_copy(checkout: Path, tmp_path: Path, without_uv: str) -> None:
    """From another folder, in a path with a space, without uv and without a HOME; both answer."""
    runs = [
        subprocess.Popen(
            [checkout / "siete", "--version"],
            env=surroundings(without_uv),
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    answers = [process.communicate() for process in runs]
    assert [process.returncode for process in runs] == [0, 0], answers
    assert all(__version__ in output for output, _ in answers)
    assert sum("setting up" in errors for _, errors in answers) == 1
    again = run([checkout / "siete", "--version"], env=surroundings(without_uv), cwd=tmp_path)
    assert (again.returncode, again.stderr) == (0, "")


@pytest.mark.slow
def test_with_uv(checkout: Path, tmp_path: Path) -> None:
    path = os.environ["PATH"]
    if shutil.which("uv") is None:
        subprocess.run([sys.executable, "-m", "venv", tmp_path / "uv"], check=True)
        subprocess.run([tmp_path / "uv/bin/python", "-m", "pip", "install", "--quiet", "uv"], check=True)
        path = f"{tmp_path}/uv/bin:{path}"
    done = run([checkout / "siete", "--version"], env=surroundings(path), cwd=tmp_path)
    assert done.returncode == 0, done
    assert __version__ in done.stdout
    assert "uv" in (checkout / ".venv/pyvenv.cfg").read_text()
