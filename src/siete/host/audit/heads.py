"""Signed heads: now and then the house signs where every stream ends, into a file that is only ever appended to.

Whoever changes the database afterwards, digests and all, cannot make the streams end as they were signed. A copy of the
file, or only its last line, kept where nobody of the house can write makes that true of the house itself.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from siete.errors import ParseError, SieteError
from siete.host.audit.witness import Witness
from siete.host.secret_files import write_secret_once
from siete.store.port import EventStore, Head

KEY_FILE, HEADS_FILE = "audit.key", "heads.jsonl"
_START = "siete-heads/1"
"""What the first line of a file follows, and every signature begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedHeads:
    """One line of the file: the streams that had changed, and where they ended."""

    number: int
    at: str
    heads: tuple[Head, ...]
    previous: str
    """The digest of the line before, so that no line can be left out."""
    signature: bytes
    restored: tuple[Head, ...] = ()
    """Where streams end of which more had been signed: the house was opened on an older copy."""

    def signed(self) -> bytes:
        """What the signature is over."""
        body = [_START, self.number, self.at, self.previous, _plain(self.heads)]
        if self.restored:
            body.append(_plain(self.restored))
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()

    def to_line(self) -> bytes:
        """The line of the file."""
        body = {"number": self.number, "at": self.at, "heads": _plain(self.heads), "previous": self.previous}
        if self.restored:
            body["restored"] = _plain(self.restored)
        whole = {**body, "signature": self.signature.hex()}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    @staticmethod
    def from_line(line: bytes) -> SignedHeads:
        """The signed heads in a line."""
        try:
            body = json.loads(line)
            return SignedHeads(
                number=int(body["number"]),
                at=str(body["at"]),
                heads=_heads(body["heads"]),
                previous=str(body["previous"]),
                signature=bytes.fromhex(body["signature"]),
                restored=_heads(body.get("restored", [])),
            )
        except (ValueError, KeyError, TypeError):
            raise ParseError("audit/unreadable-head", f"{line[:60]!r} is no line of signed heads.") from None


def printed_digest(signed: SignedHeads) -> str:
    """The digest of a line in groups of four, to be printed or read aloud: it covers all lines before it."""
    digest = sha256(signed.to_line()).hexdigest()
    return " ".join(digest[place : place + 4] for place in range(0, len(digest), 4))


def _plain(heads: Iterable[Head]) -> list[list[object]]:
    return [[head.stream, head.version, head.digest.hex()] for head in heads]


def _heads(plain: Iterable[tuple[str, int, str]]) -> tuple[Head, ...]:
    return tuple(Head(str(name), int(version), bytes.fromhex(digest)) for name, version, digest in plain)


def signing_key(path: Path) -> Ed25519PrivateKey:
    """The house's key, made on first use; only its owner may read it."""
    if path.exists():
        return _read_key(path)
    key = Ed25519PrivateKey.generate()
    raw = key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
    write_secret_once(path, raw.hex().encode() + b"\n")
    return _read_key(path)


def _read_key(path: Path) -> Ed25519PrivateKey:
    if path.stat().st_mode & 0o077:
        raise SieteError("audit/open-key", f"{path} is readable by others. Run chmod 600 on it.")
    try:
        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text("ascii").strip()))
    except ValueError:
        raise SieteError("audit/bad-key", f"{path} holds no key.") from None


def public_key(key: Ed25519PrivateKey) -> str:
    """What others need to check signatures: 64 hexadecimal digits."""
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()


class HeadsFile:
    """The file of signed heads, to append to. One process at a time, of which each thread waits for the others."""

    def __init__(self, path: Path, key: Ed25519PrivateKey, *, witness: Witness | None = None) -> None:
        self._path, self._key, self._witness = path, key, witness
        self._witnessed = -1
        """The last line that the witness has; below zero while nobody has asked it."""
        self._writing = Lock()
        self.last: dict[str, Head] = {}
        """What was signed last of each stream."""
        self.number, self._previous = 0, _START
        if path.exists():
            for signed in verified(path, public_key(key), is_last_enough=True):
                self._remember(signed)
            _drop_torn_line(path)

    def _remember(self, signed: SignedHeads) -> None:
        self.number, self._previous = signed.number, sha256(signed.to_line()).hexdigest()
        self.last.update({head.stream: head for head in (*signed.restored, *signed.heads)})

    def append(
        self, heads: Iterable[Head], at: str, *, restored: tuple[Head, ...] = (), is_first: bool = False
    ) -> SignedHeads | None:
        """Sign what has changed since; durable when this returns. None where nothing has, unless it is the first."""
        with self._writing:
            changed = tuple(head for head in heads if self.last.get(head.stream) != head)
            if not changed and not restored and not (is_first and not self.number):
                return None
            signed = self._signed(changed, at, restored)
            _append_durably(self._path, signed.to_line())
            self._remember(signed)
            self._tell_witness()
            return signed

    def _signed(self, changed: tuple[Head, ...], at: str, restored: tuple[Head, ...]) -> SignedHeads:
        blank = SignedHeads(
            number=self.number + 1, at=at, heads=changed, previous=self._previous, signature=b"", restored=restored
        )
        return replace(blank, signature=self._key.sign(blank.signed()))

    def _tell_witness(self) -> None:
        """Send the witness every line that it does not have; what it does not take now it gets with the next."""
        if self._witness is None:
            return
        try:
            if self._witnessed < 0:
                kept = self._witness.last()
                self._witnessed = SignedHeads.from_line(kept).number if kept else 0
            for number in range(self._witnessed + 1, self.number + 1):
                self._witness.keep(self.line(number))
                self._witnessed = number
        except (OSError, ParseError):
            return

    def begin_witness_again(self) -> None:
        """Let the witness go on from here, whatever it has seen: the house was restored."""
        self._witnessed = self.number

    @property
    def unwitnessed(self) -> int:
        """How many lines the witness does not have."""
        return self.number - max(0, self._witnessed) if self._witness is not None else 0

    def line(self, number: int) -> bytes:
        """A line of the file; empty where there is none of this number."""
        lines = _whole_lines(self._path) if self._path.exists() else ()
        return lines[number - 1] + b"\n" if 0 < number <= len(lines) else b""

    async def sign(self, store: EventStore, at: str, *, is_first: bool = False) -> SignedHeads | None:
        """Sign where the streams of a store end now."""
        heads = await store.heads()
        return await asyncio.to_thread(lambda: self.append(heads, at, is_first=is_first))


def _drop_torn_line(path: Path) -> None:
    """Drop what a crash has left of a last line, which nobody was told of, so that the next one starts anew."""
    whole = path.read_bytes()
    if not whole.endswith(b"\n"):
        os.truncate(path, whole.rfind(b"\n") + 1)


def _append_durably(path: Path, line: bytes) -> None:
    is_new = not path.exists()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        os.write(file, line)
        _sync(file)
    finally:
        os.close(file)
    if is_new:
        directory = os.open(path.parent, os.O_RDONLY)
        try:
            _sync(directory)
        finally:
            os.close(directory)


def _sync(file: int) -> None:
    os.fsync(file)


class HeadsFault(SieteError):  # noqa: N818 - a finding about the file, not about a stream
    """The file of heads is not as the house wrote it."""


def verified(path: Path, public: str, *, is_last_enough: bool = False) -> Iterator[SignedHeads]:
    """The lines of a file, each checked against the key and the line before it; a torn last line is not counted.

    The last signature covers all lines, since each names the digest of the one before: a start checks only that one.
    """
    key = _public(public)
    previous = _START
    lines = _whole_lines(path)
    for number, line in enumerate(lines, 1):
        try:
            signed = SignedHeads.from_line(line)
        except ParseError as error:
            raise HeadsFault(error.code, f"Line {number} of {path} cannot be read.", facts={"line": number}) from None
        if (signed.number, signed.previous) != (number, previous):
            sentence = f"Line {number} of {path} does not follow the line before it: lines are missing or moved."
            raise HeadsFault("audit/broken-heads", sentence, facts={"line": number})
        if is_last_enough and number < len(lines):
            previous = sha256(signed.to_line()).hexdigest()
            yield signed
            continue
        try:
            key.verify(signed.signature, signed.signed())
        except InvalidSignature:
            sentence = f"Line {number} of {path} was not signed with the key {public[:16]}…."
            raise HeadsFault("audit/wrong-signature", sentence, facts={"line": number}) from None
        previous = sha256(signed.to_line()).hexdigest()
        yield signed


def _public(text: str) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(bytes.fromhex(text))
    except ValueError:
        raise ParseError("audit/bad-key", f"{text[:20]!r} is not a public key of 64 hexadecimal digits.") from None


def _whole_lines(path: Path) -> Sequence[bytes]:
    """The lines that were written to their end; the last may have been cut by a crash, before it counted."""
    return path.read_bytes().split(b"\n")[:-1]
