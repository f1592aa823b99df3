"""Secret files: whole, private, and the same for processes that make them at once."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from siete.host.audit.heads import KEY_FILE, public_key, signing_key
from siete.host.secret_files import write_secret, write_secret_once
from siete.server.data_directory import SESSION_KEY, session_key


def test_a_secret_is_written_whole_and_private(tmp_path: Path) -> None:
    path = tmp_path / "a.key"
    for content in (b"one", b"another"):
        write_secret(path, content)
        assert path.read_bytes() == content
    assert write_secret_once(path, b"too late") == b"another"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_without_links_a_secret_is_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", refuse)
    assert write_secret_once(tmp_path / "a.key", b"one") == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a.key"]


def test_of_two_processes_that_make_the_keys_at_once_the_second_takes_the_firsts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one writes between the look for a key and the writing of a new one, and has the same number."""
    generated, theirs = Ed25519PrivateKey.generate, Ed25519PrivateKey.generate()

    def while_another_writes(count: int) -> bytes:
        (tmp_path / SESSION_KEY).write_bytes(b"theirs")
        return b"o" * count

    def generate() -> Ed25519PrivateKey:
        (tmp_path / KEY_FILE).write_text(theirs.private_bytes_raw().hex())
        (tmp_path / KEY_FILE).chmod(0o600)
        return generated()

    monkeypatch.setattr("secrets.token_bytes", while_another_writes)
    monkeypatch.setattr(Ed25519PrivateKey, "generate", generate)
    assert session_key(tmp_path) == b"theirs"
    assert public_key(signing_key(tmp_path / KEY_FILE)) == public_key(theirs)
