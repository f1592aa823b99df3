"""Output of the generator that deals live tables, for a laboratory's own tests."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import cards_to_text
from siete.host.chance.entropy import BLOCK, Entropy, below
from siete.host.chance.shuffling import Chance
from siete.rules.table_rules import TableRules

CHUNK = 1 << 16


def raw_bytes(count: int, entropy: Entropy) -> Iterator[bytes]:
    """So many bytes as every draw begins with them, in chunks."""
    while count:
        size = min(count, CHUNK)
        blocks, rest = divmod(size, BLOCK)
        sizes = [BLOCK] * blocks + ([rest] if rest else [])
        yield b"".join(entropy.bits(8 * each).to_bytes(each, "big") for each in sizes)
        count -= size


def numbers(count: int, limit: int, entropy: Entropy) -> Iterator[bytes]:
    """So many numbers below the limit, one on a line, drawn as shuffles and wheels draw them."""
    return (b"%d\n" % below(limit, entropy.bits) for _ in range(count))


def shoes(count: int, rules: TableRules, entropy: Entropy) -> Iterator[bytes]:
    """So many full shoes of a table, shuffled as a live one is, one on a line; the first card is the first dealt."""
    chance = Chance(entropy=entropy)
    return (f"{cards_to_text(chance.shoe(rules))}\n".encode() for _ in range(count))
