"""The signature of a PAR sheet by the house key: whoever changes a figure afterwards cannot sign it again.

The signature is over the whole file. A page carries it in its last line, a workbook in the comment of its archive,
which spreadsheet programs drop when they save: a sheet that was edited has no signature at all. Decision: 0264.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from siete.errors import SieteError

MARK = "siete-par/1"
_LINE = re.compile(rb"(?s)(.*)<!-- siete-par/1 ([0-9a-f]{64}) ([0-9a-f]{128}) -->\n")
_COMMENT = re.compile(rb"siete-par/1 ([0-9a-f]{64}) ([0-9a-f]{128})")
_END_OF_ARCHIVE = b"PK\x05\x06"
_END_LENGTH = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSignature:
    """Who signed a sheet, and whether the sheet is as it was signed."""

    key: str
    """The public key, 64 hexadecimal digits."""
    digest: str
    """The SHA-256 of what was signed."""
    is_good: bool


def signed(data: bytes, key: Ed25519PrivateKey) -> bytes:
    """The bytes of a page or a workbook with their signature."""
    public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    words = f"{MARK} {public} {key.sign(_message(sha256(data).hexdigest())).hex()}".encode()
    return _with_comment(data, words) if _is_archive(data) else data + b"<!-- " + words + b" -->\n"


def checked(data: bytes) -> SheetSignature:
    """The signature of a page or a workbook; refused where there is none."""
    found = _parts(data)
    if found is None:
        sentence = "This sheet carries no signature. It was not signed, or it was changed and saved since."
        raise SieteError("report/not-signed", sentence)
    body, public, signature = found
    digest = sha256(body).hexdigest()
    return SheetSignature(key=public, digest=digest, is_good=is_signed(digest, public, signature))


def is_signed(digest: str, public: str, signature: str) -> bool:
    """Whether a key signed the sheet with this digest."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), _message(digest))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(digest: str) -> bytes:
    """What is signed: the digest, so that a browser needs to send no more than that to have it checked."""
    return f"{MARK}\n{digest}".encode()


def _parts(data: bytes) -> tuple[bytes, str, str] | None:
    """What was signed, the key and the signature."""
    if not _is_archive(data):
        line = _LINE.fullmatch(data)
        return None if line is None else (line[1], line[2].decode(), line[3].decode())
    place = _end_of_archive(data)
    comment = _COMMENT.fullmatch(data[place + _END_LENGTH :]) if place >= 0 else None
    if comment is None:
        return None
    body = data[: place + _END_LENGTH - 2] + struct.pack("<H", 0)
    return body, comment[1].decode(), comment[2].decode()


def _is_archive(data: bytes) -> bool:
    return data.startswith(b"PK\x03\x04")


def _end_of_archive(data: bytes) -> int:
    return data.rfind(_END_OF_ARCHIVE)


def _with_comment(data: bytes, comment: bytes) -> bytes:
    place = _end_of_archive(data)
    assert place == len(data) - _END_LENGTH, "a new workbook has no comment"
    return data[:-2] + struct.pack("<H", len(comment)) + comment
