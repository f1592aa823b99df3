"""The data directory: the store's file, the key that signs sessions, and the link for the first staff account."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from pathlib import Path

from siete.errors import SieteError

STORE = "house.db"
SESSION_KEY = "session.key"
STAFF_LINK = "staff.link"


def data_directory(wanted: Path | None = None) -> Path:
    """The given data directory, or the default one; created if missing, readable by its owner only."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    path = wanted or base / "siete"
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise SieteError("data/unwritable", f"{path} cannot be used: {error.strerror}.") from None
    return path


def session_key(data: Path) -> bytes:
    """The key that signs sessions: created once, readable by its owner only."""
    path = data / SESSION_KEY
    if not path.exists():
        _write_secret(path, secrets.token_bytes(32))
    return path.read_bytes()


def make_staff_link(data: Path) -> str:
    """A new token for the first staff account; only its digest is kept."""
    token = secrets.token_urlsafe(24)
    (data / STAFF_LINK).unlink(missing_ok=True)
    _write_secret(data / STAFF_LINK, _digest(token))
    return token


def has_staff_link(data: Path) -> bool:
    """Whether a link was made that nobody has used."""
    return (data / STAFF_LINK).exists()


def use_staff_link(data: Path, token: str) -> bool:
    """Whether this is the token; it is accepted once."""
    path = data / STAFF_LINK
    if not path.exists() or not secrets.compare_digest(path.read_bytes(), _digest(token)):
        return False
    path.unlink(missing_ok=True)
    return True


def _digest(token: str) -> bytes:
    return sha256(token.encode()).hexdigest().encode()


def _write_secret(path: Path, content: bytes) -> None:
    """Write a file atomically, readable by its owner only."""
    whole = path.with_suffix(f".{os.getpid()}.new")
    with open(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    whole.replace(path)
