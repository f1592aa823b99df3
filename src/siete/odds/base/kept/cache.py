"""Solved configurations on disk, by rules hash and by the code that solved them; a damaged file counts as none."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from siete.odds.base.kept import shipped

_CODE = ("odds/base", "strategy")


def folder() -> Path:
    """The cache directory: $SIETE_CACHE_DIR, else the user's cache, else a temporary one."""
    own = os.environ.get("SIETE_CACHE_DIR")
    if own:
        return Path(own)
    general = os.environ.get("XDG_CACHE_HOME")
    with suppress(RuntimeError):  # no home directory
        path = (Path(general) if general else Path.home() / ".cache") / "siete"
        if _is_writable(path):
            return path
    user = os.getuid() if sys.platform != "win32" else "user"  # whose temporary folder is the user's own
    return Path(tempfile.gettempdir()) / f"siete-{user}"


def _is_writable(path: Path) -> bool:
    with suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
        return os.access(path, os.W_OK)
    return False


@cache
def code_version() -> str:
    """A hash of the code whose results are cached, so that changed code gets a new key."""
    root = Path(__file__).parents[3]
    found = sha256()
    for name in _CODE:
        path = root / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found.update(file.read_bytes())
    return found.hexdigest()[:16]


def _file(key: str) -> Path:
    return folder() / f"base-{code_version()}-{sha256(key.encode()).hexdigest()[:40]}.json"


def load(key: str) -> Any:
    """What was kept under a key, of the shape its caller stored; None where there is none or it cannot be read.

    What comes with the program is not looked for on disk.
    """
    known = shipped.load(key)
    if known is not None:
        return known
    try:
        kept = json.loads(_file(key).read_text("utf-8"))
        return kept["value"] if kept["key"] == key and isinstance(kept["value"], dict) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def store(key: str, value: Mapping[str, object]) -> None:
    """Cache a value; a directory that cannot be written to is ignored."""
    with suppress(OSError):
        path = _file(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump({"key": key, "value": value}, file)
        os.replace(name, path)
