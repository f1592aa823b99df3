"""The notebooks run from top to bottom, with small numbers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.shown import ROOT
from tests.patience import PATIENCE

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))
SMALL = {"ROUNDS": {"audit_a_night": 3, "train_an_agent": 200_000}}
"""What takes the place of a parameter, by notebook; a hundredth of the number elsewhere."""


def _program(path: Path) -> str:
    """The code of a notebook as one program; a cell tagged `parameters` has its numbers made small."""
    parts = []
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            parts.append("".join(cell["source"]))
            if "parameters" in cell["metadata"].get("tags", ()):
                parts += [f"{name} = {small.get(path.stem, 50_000)}" for name, small in SMALL.items()]
    return "\n\n".join(parts)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", _program(path)],
        cwd=tmp_path,
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE * 4,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_explains_itself_and_keeps_no_output(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert "".join(cells[0]["source"]).startswith("# ")
    assert all(not cell["outputs"] for cell in cells if cell["cell_type"] == "code")
    assert any("assert" in "".join(cell["source"]) for cell in cells), "a notebook checks what it claims"
