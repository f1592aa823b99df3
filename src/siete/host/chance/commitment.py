"""A shoe's commitment: published before the first wager, so that afterwards anybody can check that no card was changed.

    SHA-256( "siete-shoe/1" LF salt-in-hex LF shoe-id LF rules-hash LF cards-before-the-cut )

The salt is 256 random bits. It and the order stay sealed until the shoe is retired.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from siete.cards import Card, cards_to_text

PREFIX = "siete-shoe/1"
SALT_BYTES = 32


def commitment(salt: bytes, shoe: str, rules_hash: str, order: Iterable[Card]) -> bytes:
    """What is published of a shoe before it is dealt."""
    assert len(salt) == SALT_BYTES, "a salt has 256 bits"
    return sha256("\n".join((PREFIX, salt.hex(), shoe, rules_hash, cards_to_text(order))).encode()).digest()
