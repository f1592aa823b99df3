"""What is kept beside a table's stream and must agree with it: snapshots, and the sealed orders of its shoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from siete.cards import cards_from_text, cards_to_text
from siete.host.audit.chain import Finding
from siete.host.audit.replay import TableFold
from siete.host.chance.commitment import SALT_BYTES, commitment
from siete.host.turn import shoe_id
from siete.store.port import EventStore
from siete.store.records import ShoeSecret


async def snapshots(store: EventStore, stream: str) -> dict[int, list[bytes]]:
    """All that is kept of a stream's states, by the version they were taken after."""
    found: dict[int, list[bytes]] = {}
    for each in await store.snapshots(stream):
        found.setdefault(each.version, []).append(each.data)
    return found


async def stray_snapshots(store: EventStore, stream: str, kept: Iterable[int], begin: int) -> list[Finding]:
    """A snapshot that was taken after events which do not exist, or before the stream began."""
    last = (await store.head(stream)).version  # read again: the house may have gone on since
    stray = next((version for version in sorted(kept) if not begin < version <= last), None)
    if stray is None:
        return []
    sentence = f"there is a snapshot after it, and the stream ends at {last}."
    return [Finding(check="replay", stream=stream, version=stray, code="audit/wrong-snapshot", sentence=sentence)]


async def shoes(store: EventStore, table: str, fold: TableFold, before: int = 0) -> list[Finding]:
    """The first shoe of a table whose secret is not what was shuffled, or not what was committed to.

    `before` counts shoes of archived events, which were not folded.
    """
    for number, (entry, order, rules_hash) in enumerate(fold.shuffles, before + 1):
        secret = await store.record(ShoeSecret, shoe_id(table, number))
        wrong = next(_faults(secret, cards_to_text(order), rules_hash), "") if secret is not None else ""
        if secret is None and fold.is_live:
            wrong = f"nothing is kept of shoe {shoe_id(table, number)}, which a live table commits to."
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
