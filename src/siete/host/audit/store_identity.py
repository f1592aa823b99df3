"""Whether a store is the one that the house signed last: not an older copy of it, and not another one."""

from __future__ import annotations

from collections.abc import Iterable

from siete.errors import SieteError
from siete.host.audit.heads import HeadsFile, SignedHeads
from siete.host.audit.witness import Witness
from siete.store.codec import event_to_bytes
from siete.store.port import Batch, EventStore, Head, NewEvents
from siete.store.record_log import LOG_PREFIX
from siete.store.records import HouseRestored

RESTORES = f"{LOG_PREFIX}house"
"""The stream that tells when the house was opened on an older copy."""
INTEGRITY_SECONDS = 2.0
"""How long a start looks through the database's own structures; an audit looks through all of them."""
MOST_NAMED = 5


async def behind(store: EventStore, signed: Iterable[Head]) -> list[tuple[Head, Head]]:
    """The streams that do not reach or do not match what was signed of them: as signed, and as they end."""
    found = []
    heads = {head.stream: head for head in await store.heads()}
    for wanted in signed:
        ends = heads.get(wanted.stream) or await store.head(wanted.stream)
        if ends.version > wanted.version:
            there = await store.read(wanted.stream, wanted.version - 1, 1)
            is_there = bool(there) and there[0].digest == wanted.digest
        else:
            is_there = (ends.version, ends.digest) == (wanted.version, wanted.digest)
        if not is_there:
            found.append((wanted, ends))
    return found


async def check_standing(store: EventStore, heads: HeadsFile, *, is_new_key: bool, accepts: bool, at: str) -> None:
    """Refuse a store that is older than its heads, or whose heads are gone; `accepts` signs the gap and goes on."""
    lost = await behind(store, heads.last.values())
    is_emptied = not heads.number and not is_new_key and bool(await store.heads())
    if not lost and not is_emptied:
        return
    if not accepts:
        raise _refusal(lost)
    await _restored(store, heads, lost, at)


async def _restored(store: EventStore, heads: HeadsFile, lost: list[tuple[Head, Head]], at: str) -> None:
    """Name the gap in the chain and sign it, so that every later audit tells of it."""
    named = tuple(f"{was.stream}: signed {was.version}, found {now.version}" for was, now in lost)
    expected = (await store.head(RESTORES)).version
    event = HouseRestored(lost=named or ("the signed heads",))
    append = NewEvents(RESTORES, expected, (event_to_bytes(event),))
    await store.append(Batch(recorded_at=at, appends=(append,)))
    heads.append(await store.heads(), at, restored=tuple(now for _, now in lost))


def _refusal(lost: list[tuple[Head, Head]]) -> SieteError:
    if not lost:
        sentence = "The house has signed heads before, and heads.jsonl is empty or gone."
    else:
        named = [f"{was.stream} (signed {was.version}, found {now.version})" for was, now in lost[:MOST_NAMED]]
        sentence = f"The database is older than its signed heads, or was rewritten: {', '.join(named)}."
    words = f"{sentence} If you have restored a backup, start once with --accept-restore."
    return SieteError("history/older-than-heads", words, facts={"streams": len(lost)})


def check_witness(heads: HeadsFile, witness: Witness) -> None:
    """Refuse heads that are older than what the witness has: both may have been rolled back together."""
    kept = witness.last()
    if not kept:
        return
    seen = SignedHeads.from_line(kept)
    if heads.line(seen.number) != kept:
        sentence = f"The witness has seen line {seen.number} of heads.jsonl, signed {seen.at}, and it is not there."
        raise SieteError("history/older-than-witness", sentence, facts={"line": seen.number})


async def check_integrity(store: EventStore) -> None:
    """Refuse a database whose own structures are damaged, as far as a short look finds it."""
    problem = await store.integrity(INTEGRITY_SECONDS)
    if problem:
        sentence = f"The database is damaged: {problem[:200]}. Restore a backup."
        raise SieteError("store/damaged", sentence)
