"""The notebooks run from top to bottom, with small numbers."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
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


READER = """
import json, os, sys, tempfile, traceback
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in sys.stdin:
    program, folder = json.loads(line)
    os.chdir(folder)
    tempfile.tempdir = folder
    try:
        exec(compile(program, "notebook", "exec"), {"__name__": "__main__"})
        fault = ""
    except BaseException:
        fault = traceback.format_exc()
    print(json.dumps(fault), file=answers, flush=True)
"""
"""A process that runs one notebook after the other, as somebody has it open who reads them all."""


@pytest.fixture(scope="module")
def reader() -> Iterator[Callable[[str, Path], str]]:
    """Runs a program in a folder; the traceback of one that fails."""
    process = subprocess.Popen([sys.executable, "-c", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    asked, answers = process.stdin, process.stdout

    def run(program: str, folder: Path) -> str:
        print(json.dumps([program, str(folder)]), file=asked, flush=True)
        is_there, _, _ = select.select([answers], [], [], PATIENCE * 4)
        assert is_there, "the notebook does not end"
        return str(json.loads(answers.readline()))

    try:
        yield run
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, reader: Callable[[str, Path], str]) -> None:
    assert reader(_program(path), tmp_path) == ""


def test_a_notebook_that_fails_is_noticed(tmp_path: Path, reader: Callable[[str, Path], str]) -> None:
    """The control of the test above."""
    assert "AssertionError" in reader("assert 1 == 2", tmp_path)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_explains_itself_and_keeps_no_output(path: Path) -> None:
    cells = json.loads(path.read_text("utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert "".join(cells[0]["source"]).startswith("# ")
    assert all(not cell["outputs"] for cell in cells if cell["cell_type"] == "code")
    assert any("assert" in "".join(cell["source"]) for cell in cells), "a notebook checks what it claims"
