"""Sealed snapshots: the house signs a table's state together with the place in the chain that it was taken at.

A start that finds a snapshot under its own seal goes on from there, once it has checked the seal and the chain behind
it. A snapshot without a seal, or under another house's, is not believed: the events are folded instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from siete.errors import SieteError
from siete.store.port import Snapshot

_START = b"siete-sealed/1 "
_KEY, _DIGEST, _SIGNATURE = 8, 32, 64
"""Bytes of the key's name, of the digest in the chain, and of the signature."""
_STATE = len(_START) + _KEY + _DIGEST + _SIGNATURE


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a snapshot's seal says: the digest of the event it was taken after."""

    digest: bytes
    state: bytes


def unsealed(data: bytes) -> bytes:
    """The state in a snapshot, sealed or not."""
    return data[_STATE:] if data.startswith(_START) else data


def digest_in(data: bytes) -> bytes | None:
    """The digest that a snapshot says it was taken at; None where it says none."""
    place = len(_START) + _KEY
    return data[place : place + _DIGEST] if data.startswith(_START) else None


class Seal:
    """The house's seal."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self._public = key.public_key()
        self._name = sha256(self._public.public_bytes(Encoding.Raw, PublicFormat.Raw)).digest()[:_KEY]

    def sealed(self, stream: str, version: int, digest: bytes, state: bytes) -> bytes:
        """A snapshot's data under this seal."""
        signature = self._key.sign(_signed(stream, version, digest, state))
        return _START + self._name + digest + signature + state

    def opened(self, stream: str, snapshot: Snapshot) -> Sealed | None:
        """What is under the seal; None where it is not this house's. Raises where it was broken."""
        data, digest = snapshot.data, digest_in(snapshot.data)
        if digest is None or data[len(_START) :][:_KEY] != self._name:
            return None
        state = data[_STATE:]
        try:
            self._public.verify(data[_STATE - _SIGNATURE : _STATE], _signed(stream, snapshot.version, digest, state))
        except InvalidSignature:
            raise wrong_snapshot(stream, snapshot.version, "was changed after it was signed") from None
        return Sealed(digest, state)


def wrong_snapshot(stream: str, version: int, problem: str) -> SieteError:
    """The refusal to start from a snapshot."""
    sentence = f"The snapshot of {stream} after event {version} {problem}. Run `siete audit` on the database."
    return SieteError("history/wrong-snapshot", sentence, facts={"stream": stream, "version": version})


def _signed(stream: str, version: int, digest: bytes, state: bytes) -> bytes:
    return _START + f"{stream}\n{version}\n".encode() + digest + sha256(state).digest()
