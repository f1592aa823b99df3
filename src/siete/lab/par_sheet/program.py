"""The hash of the program: which code and which rule data computed a sheet."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

PARTS = ("rules", "odds", "strategy", "sim", "lab")
"""What figures rest on, beside the modules at the top."""
_KINDS = (".py", ".toml", ".json", ".tsv", ".j2")
_PACKAGE = Path(__file__).parents[2]


@cache
def program_hash(package: Path = _PACKAGE) -> str:
    """SHA-256 over names and contents of all that computes figures, the same wherever the same version is installed."""
    files = [path for path in package.iterdir() if path.suffix == ".py"]
    files += [path for part in PARTS for path in (package / part).rglob("*") if path.suffix in _KINDS]
    found = sha256()
    for name, path in sorted((path.relative_to(package).as_posix(), path) for path in files):
        found.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()
