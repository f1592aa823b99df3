"""Solved configurations on disk, by rules hash and by the code that solved them; a damaged file counts as none."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

_CODE = ("odds/base", "strategy.py", "_strategy_cell.py", "_strategy_text.py")


def folder() -> Path:
    """Where they are kept: $SIETE_CACHE_DIR, else the user's cache, else a temporary place."""
    own = os.environ.get("SIETE_CACHE_DIR")
    if own:
        return Path(own)
    general = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # nobody's home can be found
        path = (Path(general) if general else Path.home() / ".cache") / "siete"
        if _is_writable(path):
            return path
    return Path(tempfile.gettempdir()) / f"siete-{os.getuid()}"


def _is_writable(path: Path) -> bool:
    with suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
        return os.access(path, os.W_OK)
    return False


@cache
def code_version() -> str:
    """A hash of the code whose results are kept: another text, another key."""
    root = Path(__file__).parents[2]
    found = sha256()
    for name in _CODE:
        path = root / name
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _file(key: str) -> Path:
    return folder() / f"base-{code_version()}-{sha256(key.encode()).hexdigest()[:40]}.json"


def load(key: str) -> dict[str, Any] | None:
    """What was kept under a key; nothing where there is none or it cannot be read."""
    try:
        kept = json.loads(_file(key).read_text("utf-8"))
        return kept["value"] if kept["key"] == key and isinstance(kept["value"], dict) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def store(key: str, value: dict[str, Any]) -> None:
    """Keep a value; a place that cannot be written to is no matter."""
    with suppress(OSError):
        path = _file(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"key": key, "value": value}, file)
        os.replace(name, path)
