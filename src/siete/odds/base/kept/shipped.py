"""Solved figures and charts of the default submissions, which come with the program: nothing is compiled for them.

`scripts/solve` writes them, one file for each rules hash, in the shape of the `cache`; a test solves them anew. With
SIETE_SOLVE_ANEW set they are left aside.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "solved"


def load(key: str) -> Any:
    """What was solved under a cache key, of the shape its caller stored; None where nothing was."""
    return None if os.environ.get("SIETE_SOLVE_ANEW") else kept(key)


def kept(key: str) -> Any:
    """The same, for what is only told and never computed with."""
    return _index().get(key)


@cache
def _index() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in sorted(FOLDER.glob("*.json")):
        found |= json.loads(path.read_text("utf-8"))
    return found
