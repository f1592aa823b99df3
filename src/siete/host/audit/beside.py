"""What is kept beside a table's stream and must agree with it: snapshots, and the sealed orders of its shoes."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import cards_from_text, cards_to_text
from siete.host.audit.chain import Finding
from siete.host.audit.replay import TableFold
from siete.host.chance.commitment import SALT_BYTES, commitment
from siete.host.history.rounds import mark_name
from siete.host.history.snapshots import EVERY
from siete.host.turn import shoe_id
from siete.store.port import EventStore, Head
from siete.store.records import ShoeSecret


async def snapshots(store: EventStore, head: Head) -> dict[int, bytes]:
    """The states kept of a stream, by the version they were taken after."""
    names = (head.stream, *(mark_name(head.stream, mark) for mark in range(1, head.version // EVERY + 1)))
    found = [await store.snapshot(name) for name in names]
    return {each.version: each.data for each in found if each is not None}


async def shoes(store: EventStore, table: str, fold: TableFold) -> list[Finding]:
    """The first shoe of a table whose secret is not what was shuffled, or not what was committed to."""
    for number, (entry, order) in enumerate(fold.shuffles, 1):
        secret = await store.record(ShoeSecret, shoe_id(table, number))
        wrong = next(_faults(secret, cards_to_text(order), fold.rules_hash), "") if secret is not None else ""
        if wrong:
            code = "audit/wrong-shoe"
            return [Finding(check="replay", stream=entry.stream, version=entry.version, code=code, sentence=wrong)]
    return []


def _faults(secret: ShoeSecret, order: str, rules_hash: str) -> Iterator[str]:
    if secret.order != order:
        yield f"the order kept for shoe {secret.shoe} is not the one it was shuffled into."
    elif len(secret.salt) != SALT_BYTES or _committed(secret, rules_hash) != secret.commitment:
        yield f"the commitment of shoe {secret.shoe} was not made of its salt and order."


def _committed(secret: ShoeSecret, rules_hash: str) -> bytes:
    return commitment(secret.salt, secret.shoe, rules_hash, cards_from_text(secret.order))
