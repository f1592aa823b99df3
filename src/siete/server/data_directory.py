"""The data directory: the store's file, the key that signs sessions, and the link for the first staff account."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from siete.errors import SieteError
from siete.host.access.roles import NotAllowedError
from siete.host.audit.heads import HEADS_FILE, KEY_FILE
from siete.host.secret_files import write_secret, write_secret_once

STORE = "house.db"
SESSION_KEY = "session.key"
STAFF_LINK = "staff.link"
HEADS_LOCK = f"{HEADS_FILE}.lock"
SECRETS = (
    *(f"{STORE}{ending}" for ending in ("", "-wal", "-shm", ".lock")),
    *(SESSION_KEY, STAFF_LINK, KEY_FILE, HEADS_FILE, HEADS_LOCK),
)
"""Files that only their owner may read: they hold the orders of shoes, keys, and who came when."""


def default_directory() -> Path:
    """Where a house is unless its operator says otherwise."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "siete"


def data_directory(wanted: Path | None = None) -> Path:
    """The given data directory, or the default one; created if missing, readable by its owner only."""
    path = wanted or default_directory()
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        make_private(path)
    except OSError as error:
        raise SieteError("data/unwritable", f"{path} cannot be used: {error.strerror}.") from None
    return path


def make_private(data: Path) -> None:
    """Take the rights of others away from the files of a house, wherever they were copied from."""
    for name in SECRETS:
        path = data / name
        if path.exists() and path.stat().st_mode & 0o077:
            path.chmod(0o600)


def session_key(data: Path) -> bytes:
    """The key that signs sessions: created once, readable by its owner only."""
    path = data / SESSION_KEY
    return path.read_bytes() if path.exists() else write_secret_once(path, secrets.token_bytes(32))


def make_staff_link(data: Path) -> str:
    """A new token for the first staff account; only its digest is kept."""
    token = secrets.token_urlsafe(24)
    write_secret(data / STAFF_LINK, _digest(token))
    return token


def drop_staff_link(data: Path) -> None:
    """Forget a link that is no longer needed."""
    (data / STAFF_LINK).unlink(missing_ok=True)


@contextmanager
def claimed_staff_link(data: Path, token: str) -> Iterator[None]:
    """The link of this token, for one request at a time; it is used up unless that is refused."""
    path, claimed = data / STAFF_LINK, data / f"{STAFF_LINK}.{secrets.token_hex(4)}"
    try:
        is_right = secrets.compare_digest(path.read_bytes(), _digest(token))
        if is_right:
            path.rename(claimed)
    except FileNotFoundError:
        is_right = False
    if not is_right:
        raise NotAllowedError("staff/link-used", "This link has been used or is not valid.")
    try:
        yield
    except BaseException:
        claimed.rename(path)
        raise
    claimed.unlink(missing_ok=True)


def _digest(token: str) -> bytes:
    return sha256(token.encode()).hexdigest().encode()
