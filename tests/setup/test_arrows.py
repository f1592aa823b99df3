"""The import arrows: kept now, and each forbidden one is noticed when somebody draws it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.setup.stand_in import LEAVINGS, ROOT, run

FORBIDDEN = [
    ("cards", "rules"),
    ("strategy", "rules"),
    ("rules", "strategy"),
    ("rules", "table"),
    ("table", "odds"),
    ("table", "sim"),
    ("table", "store"),
    ("odds", "table"),
    ("odds", "sim"),
    ("sim", "table"),
    ("sim", "odds"),
    ("store", "odds"),
    ("store", "sim"),
    ("store", "host"),
    ("host", "odds"),
    ("host", "sim"),
    ("host", "lab"),
    ("host", "server"),
    ("lab", "store"),
    ("lab", "host"),
    ("lab", "server"),
    ("server", "cli"),
]
"""The importing part, and what it may not import."""

ALLOWED = [
    ("rules", "money"),
    ("table", "strategy"),
    ("odds", "rules"),
    ("sim", "strategy"),
    ("store", "table"),
    ("host", "store"),
    ("lab", "sim"),
    ("server", "lab"),
    ("cli", "server"),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=LEAVINGS)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def verdict(folder: Path) -> str:
    """What import-linter says of the sources in that folder."""
    script = "import sys; sys.path.insert(0, 'src'); from importlinter.cli import lint_imports_command as c; c()"
    done = run([sys.executable, "-c", script, "--no-cache"], cwd=folder)
    assert "Contracts: " in done.stdout, done.stdout + done.stderr
    return done.stdout


def draw(folder: Path, importer: str, imported: str) -> None:
    """Adds the import at the end of the importing part's first file."""
    part = folder / "src/siete" / importer
    with (part / "__init__.py" if part.is_dir() else part.with_suffix(".py")).open("a") as file:
        file.write(f"\n\ndef _late() -> None:\n    import siete.{imported}\n")


def test_allowed_arrows_are_kept(copy: Path) -> None:
    for importer, imported in ALLOWED:
        draw(copy, importer, imported)
    assert " 0 broken" in verdict(copy)


@pytest.mark.parametrize(("importer", "imported"), FORBIDDEN)
def test_a_forbidden_arrow_is_noticed(importer: str, imported: str, copy: Path) -> None:
    draw(copy, importer, imported)
    assert f"siete.{importer} -> siete.{imported} " in verdict(copy)


def test_a_new_part_must_be_given_its_place(copy: Path) -> None:
    (copy / "src/siete/nowhere.py").touch()
    assert "- siete.nowhere" in verdict(copy)
