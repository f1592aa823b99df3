"""Copies of the checkout to set up, a stand-in for it, and what a refusal must look like."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.setup.stand_in import LEAVINGS, ROOT, StandIn, make_stand_in

Refused = Callable[[subprocess.CompletedProcess[str]], str]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of this checkout, as it stands now, in a path with a space."""
    copy = tmp_path / "a copy" / "siete"
    shutil.copytree(ROOT, copy, ignore=LEAVINGS)
    return copy


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """The stand-in, not set up yet; its python3 is like Debian's without ensurepip."""
    made = make_stand_in(tmp_path)
    made.add_python()
    return made


@pytest.fixture
def without_uv() -> str:
    """The PATH of this process without the folders that hold uv."""
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not (Path(folder) / "uv").exists())


@pytest.fixture
def refused() -> Refused:
    """Checks that a run was refused as it should be, and gives the sentence."""

    def sentence(done: subprocess.CompletedProcess[str]) -> str:
        assert done.returncode == 1, done
        assert done.stdout == ""
        assert "Traceback" not in done.stderr
        last = done.stderr.splitlines()[-1]
        assert last.startswith("siete: ")
        return last

    return sentence
