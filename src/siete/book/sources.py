"""The texts that the book shows: decisions, glossary and golden rounds.

A wheel carries them in the package's data (`force-include` in pyproject.toml); a checkout has them in their own
places, so that nothing is written twice. Decision: 0259.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

_PACKAGED = Path(__file__).parent / "data"
_CHECKOUT = Path(__file__).parents[3]


def _place(packaged: str, checkout: str) -> Path:
    held = _PACKAGED / packaged
    return held if held.exists() else _CHECKOUT / checkout


@cache
def decision_texts() -> Mapping[str, str]:
    """The pages of `docs/decisions` by number: readings of the documents, then engineering."""
    folder = _place("decisions", "docs/decisions")
    return {path.name[:4]: path.read_text("utf-8") for path in sorted(folder.glob("*/[0-9]*.md"), key=lambda p: p.name)}


@cache
def glossary_text() -> str:
    """The page of words."""
    return _place("glossary.md", "docs/glossary.md").read_text("utf-8")


@cache
def golden_texts() -> Mapping[str, str]:
    """The golden rounds by name, `md/bonus-6-7-8`."""
    folder = _place("golden", "tests/golden")
    return {f"{p.parent.name}/{p.stem}": p.read_text("utf-8") for p in sorted(folder.glob("*/*.s21"))}


def own_data(name: str) -> bytes:
    """A file of the book's own data, in JSON."""
    return files("siete.book").joinpath(f"data/{name}.json").read_bytes()
