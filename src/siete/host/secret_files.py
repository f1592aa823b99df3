"""Files that only their owner may read, written whole: another process never sees half of one."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_secret(path: Path, content: bytes) -> None:
    """Write a file in place of the one before."""
    _written_beside(path, content).replace(path)


def write_secret_once(path: Path, content: bytes) -> bytes:
    """Write a file that is not there yet, and give what it holds: of several processes at once, the first one's."""
    whole = _written_beside(path, content)
    try:
        os.link(whole, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        whole.replace(path)
    finally:
        whole.unlink(missing_ok=True)
    return path.read_bytes()


def _written_beside(path: Path, content: bytes) -> Path:
    """The content on the disk under another name; processes in containers may share their number."""
    whole = path.with_suffix(f".{secrets.token_hex(4)}.new")
    with open(os.open(whole, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return whole
