"""The import arrows: kept now, and each forbidden one is noticed when somebody draws it."""

from __future__ import annotations

import ast
import shutil
import sys
import tomllib
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
    ("store", "table.decide"),
    ("store", "table.money.ledger"),
    ("store", "table.stages"),
    ("store", "table.view"),
]
"""The importing part, and what it may not import."""

ALLOWED = [
    ("rules", "money"),
    ("table", "strategy"),
    ("odds", "rules"),
    ("sim", "strategy"),
    ("store/codec", "table.events"),
    ("store/codec", "table.money.meter"),
    ("store/codec", "table.money.wallet"),
    ("host", "store"),
    ("lab", "sim"),
    ("server", "lab"),
    ("cli", "server"),
]

CONTRACTS = {
    each["name"]: each
    for each in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}
IMPURE = [
    name
    for contract in (
        "Engine and rules are pure",
        "Engine and rules read no files but rule sets, registers and submissions",
    )
    for name in CONTRACTS[contract]["forbidden_modules"]
]

CALLED = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}
"""Built-in functions with effects, which no import gives away."""
WRITTEN_CODE = "table/frozen/fast_init.py"
"""Executes an `__init__` that it has written from the fields of a dataclass, as the standard library's own does."""

CYCLES = [
    ("sim/counts", "sim.kernels.round", "siete.sim"),
    ("table/automatic", "table.decide", "siete.table"),
    ("host/batches", "host.table.writer", "siete.host"),
]
"""A file, an import that closes a ring in it, and the package where that ring lies."""


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
    draw_whole(folder, importer, f"siete.{imported}")


def draw_whole(folder: Path, importer: str, *imported: str) -> None:
    part = folder / "src/siete" / importer
    with (part / "__init__.py" if part.is_dir() else part.with_suffix(".py")).open("a") as file:
        file.write(f"\n\ndef _late() -> None:\n    import {', '.join(imported)}\n")


def test_allowed_arrows_are_kept(copy: Path) -> None:
    for importer, imported in ALLOWED:
        draw(copy, importer, imported)
    assert " 0 broken" in verdict(copy)


def test_every_forbidden_arrow_is_noticed(copy: Path) -> None:
    for importer, imported in FORBIDDEN:
        draw(copy, importer, imported)
    said = verdict(copy)
    assert [pair for pair in FORBIDDEN if "siete.{} -> siete.{} ".format(*pair) not in said] == []


def test_clock_randomness_and_files_are_noticed(copy: Path) -> None:
    parts = ("table", "rules")
    for part in parts:
        draw_whole(copy, part, *IMPURE)
    said = verdict(copy)
    assert [(part, name) for part in parts for name in IMPURE if f"siete.{part} -> {name} " not in said] == []


@pytest.mark.parametrize("part", ["table", "rules", "strategy"])
def test_engine_and_rules_call_nothing_with_effects(part: str) -> None:
    found = [
        f"{path}:{node.lineno} {node.func.id}"
        for path in (ROOT / "src/siete" / part).rglob("*.py")
        if not path.match(WRITTEN_CODE)
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLED
    ]
    assert found == []


def test_cycles_are_noticed(copy: Path) -> None:
    for importer, imported, _ in CYCLES:
        draw(copy, importer, imported)
    said = verdict(copy)
    assert [package for _, _, package in CYCLES if f"No cycles are allowed in {package}." not in said] == []


def test_a_new_part_must_be_given_its_place(copy: Path) -> None:
    (copy / "src/siete/nowhere.py").touch()
    assert "- siete.nowhere" in verdict(copy)
