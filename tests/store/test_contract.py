"""What every store promises: whole batches, versions without a gap, answers given once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from siete.store.archive.joined import archived_parts
from siete.store.chain import is_linked, link, mark_of, named
from siete.store.forks import Fork
from siete.store.port import (
    EMPTY_DIGEST,
    SOLE,
    Answer,
    AnswerExists,
    Archived,
    Batch,
    Entry,
    EventStore,
    Fence,
    Head,
    LeaseLost,
    Movement,
    NameTaken,
    NewEvents,
    Snapshot,
    UnfencedError,
    VersionConflict,
)
from siete.store.records import (
    Account,
    Guest,
    GuestName,
    Record,
    Session,
    ShoeSecret,
    StreamArchived,
    TableRecord,
    key_of,
)
from tests.store.batches import NOON, batch, events, told

pytestmark = pytest.mark.anyio


async def test_an_empty_store_knows_nothing(store: EventStore) -> None:
    assert await store.read("table/1") == []
    assert await store.head("table/1") == Head("table/1", 0, EMPTY_DIGEST)
    assert await store.streams() == []
    assert await store.heads() == []
    assert await store.answer("ana", "1") is None
    assert await store.moves("table/1") == []
    assert await store.snapshot("table/1") is None
    assert await store.find("table/1", "Happened") == []


async def test_events_come_back_as_they_were_given(store: EventStore) -> None:
    every_byte = bytes(range(256))
    assert await store.append(batch(events("table/ñ", 0, b"", every_byte))) == (2,)
    first, second = await store.read("table/ñ")
    assert (first.version, first.kind, first.data, first.recorded_at) == (1, "Happened", b"", NOON)
    assert second == Entry("table/ñ", 2, "Happened", every_byte, NOON, second.digest, "table/ñ@1")


async def test_every_event_is_chained_to_the_one_before_it(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a", b"b")))
    await store.append(batch(events("table/1", 2, b"c")))
    entries = await store.read("table/1")
    before = [EMPTY_DIGEST, *(entry.digest for entry in entries)]
    assert all(is_linked(entry, previous) for entry, previous in zip(entries, before, strict=False))
    assert entries[0].digest == link(EMPTY_DIGEST, entries[0])
    assert await store.head("table/1") == Head("table/1", 3, entries[-1].digest)


async def test_a_part_of_a_stream_can_be_read(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, *(bytes([each]) for each in range(10)))))
    assert [entry.version for entry in await store.read("table/1", after=7)] == [8, 9, 10]
    assert [entry.version for entry in await store.read("table/1", after=2, limit=3)] == [3, 4, 5]
    assert await store.read("table/1", after=10) == []


async def test_events_of_one_kind_can_be_found(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a", b"b")))
    later = replace(batch(events("table/1", 2, b"c", kind="RoundStarted")), recorded_at="2026-01-02T13:00:00.000000Z")
    await store.append(later)
    assert await store.find("table/1", "RoundStarted") == [(3, "2026-01-02T13:00:00.000000Z")]
    assert await store.find("table/1", "Happened") == [(1, NOON), (2, NOON)]
    assert await store.find("table/1", "Happened", 1) == [(2, NOON)]
    assert await store.find("table/1", "Happened", 2) == []
    assert await store.find("table/2", "Happened") == []


async def test_streams_are_listed_by_prefix_in_order_of_their_bytes(store: EventStore) -> None:
    names = ["table/a", "table/B", "wallet/%", "wallet/_", "wallet/z"]
    for name in names:
        await store.append(batch(events(name, 0, b"x")))
    assert await store.streams() == sorted(names)
    assert await store.streams("table/") == ["table/B", "table/a"]
    assert await store.streams("wallet/%") == ["wallet/%"]
    assert await store.streams("wallet/_") == ["wallet/_"]
    assert [head.stream for head in await store.heads("wallet/")] == ["wallet/%", "wallet/_", "wallet/z"]


async def test_a_version_that_was_passed_is_a_conflict(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a", b"b")))
    for expected in (0, 1, 3, 99):
        with pytest.raises(VersionConflict) as refused:
            await store.append(batch(events("table/1", expected, b"c")))
        assert refused.value.code == "history/conflict"
        assert refused.value.facts == {"stream": "table/1", "expected": expected, "version": 2}
    assert len(await store.read("table/1")) == 2


async def test_a_batch_over_several_streams_is_kept_whole(store: EventStore) -> None:
    made = await store.append(batch(events("table/1", 0, b"a", b"b"), events("wallet/ana", 0, b"c")))
    assert made == (2, 1)
    assert await store.streams() == ["table/1", "wallet/ana"]


async def test_a_conflict_in_one_stream_leaves_nothing_of_the_batch(store: EventStore) -> None:
    await store.append(batch(events("wallet/ana", 0, b"a")))
    whole = Batch(
        recorded_at=NOON,
        appends=(events("table/1", 0, b"b"), events("wallet/ana", 0, b"c")),
        answer=told("1"),
        moves=(Movement("table/1", 1, "wallet:ana", "rack:ana", 500),),
        snapshots=(Snapshot("table/1", 1, b"state"),),
        records=(Guest(id="g", display_name="Ana", wallet="wallet/ana", created_at=NOON),),
    )
    with pytest.raises(VersionConflict):
        await store.append(whole)
    assert await store.streams() == ["wallet/ana"]
    assert await store.answer("ana", "1") is None
    assert await store.moves("table/1") == []
    assert await store.snapshot("table/1") is None
    assert await store.record(Guest, "g") is None


async def test_a_stream_can_be_held_to_a_version_without_an_event(store: EventStore) -> None:
    await store.append(batch(events("meter/1", 0, b"a")))
    assert await store.append(batch(events("meter/1", 1), events("table/1", 0, b"b"))) == (1, 1)
    with pytest.raises(VersionConflict):
        await store.append(batch(events("meter/1", 0), events("table/1", 1, b"c")))
    assert await store.streams() == ["meter/1", "table/1"]


async def test_an_answer_is_kept_with_the_batch(store: EventStore) -> None:
    given = told("1", b"\x00\xff", body=b"digest")
    await store.append(batch(events("table/1", 0, b"a"), answer=given))
    assert await store.answer("ana", "1") == given
    assert await store.answer("ben", "1") is None


async def test_all_answers_are_read_in_order_page_by_page(store: EventStore) -> None:
    given = [Answer(scope, number, b"digest", b"{}") for scope in ("ana", "ben") for number in ("1", "2", "3")]
    for version, each in enumerate(reversed(given)):
        await store.append(batch(events("table/1", version, b"a"), answer=each))
    assert await store.answers() == given
    assert await store.answers(limit=2) == given[:2]
    assert await store.answers(("ana", "2"), 2) == given[2:4]
    assert await store.answers(("ben", "3")) == []


async def test_a_batch_is_named_by_its_place_and_its_answer(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a", b"b"), answer=told("1")))
    await store.append(batch(events("table/1", 2, b"c")))
    names = [named(entry.batch) for entry in await store.read("table/1")]
    mark = mark_of(told("1"))
    assert names == [("table/1", "1", mark), ("table/1", "1", mark), ("table/1", "3", "")]
    assert named("wallet/a@b#c@7#mark") == ("wallet/a@b#c", "7", "mark")


async def test_a_command_is_answered_once_in_its_scope(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a"), answer=told("1", b"first")))
    with pytest.raises(AnswerExists) as refused:
        await store.append(batch(events("table/1", 1, b"b"), answer=told("1", b"second", body=b"other")))
    assert refused.value.answer == told("1", b"first")
    assert len(await store.read("table/1")) == 1
    await store.append(batch(events("table/1", 1, b"b"), answer=told("1", scope="ben")))


async def test_a_repeat_is_told_before_a_conflict(store: EventStore) -> None:
    repeated = batch(events("table/1", 0, b"a"), answer=told("1"))
    await store.append(repeated)
    with pytest.raises(AnswerExists):
        await store.append(repeated)


async def test_a_refusal_may_be_kept_with_no_events(store: EventStore) -> None:
    assert await store.append(batch(answer=told("1", b"no"))) == ()
    assert await store.answer("ana", "1") == told("1", b"no")


async def test_movements_are_kept_in_order(store: EventStore) -> None:
    moves = (
        Movement("table/1", 1, "wallet:ana", "rack:ana", 10**15 - 1),
        Movement("table/1", 1, "rack:ana", "layout", 2),
        Movement("table/1", 2, "layout", "inventory", 1),
    )
    await store.append(Batch(recorded_at=NOON, appends=(events("table/1", 0, b"a", b"b"),), moves=moves))
    assert await store.moves("table/1") == list(moves)
    assert await store.moves("table/1", after=1) == [moves[2]]
    assert await store.moves("table/1", limit=2) == list(moves[:2])
    assert await store.stray_moves() == []


async def test_the_newest_snapshot_is_kept(store: EventStore) -> None:
    for version, data in ((1, b"one"), (2, b"two")):
        new = events("table/1", version - 1, b"a")
        snapshots = (Snapshot("table/1", version, data),)
        await store.append(Batch(recorded_at=NOON, appends=(new,), snapshots=snapshots, authority=SOLE))
    assert await store.snapshot("table/1") == Snapshot("table/1", 2, b"two")
    others = (Snapshot("table/1@1", 1, b"mark"), Snapshot("table/10", 1, b"other"), Snapshot("table/1~1@1", 1, b"too"))
    await store.append(Batch(recorded_at=NOON, snapshots=others))
    assert await store.snapshots("table/1") == [Snapshot("table/1", 2, b"two"), others[0]]
    assert await store.snapshots("table/2") == []


async def _forked(store: EventStore) -> None:
    """Three streams: `a` with four events, `a~1` from its second with two more, `a~2` from the first of those."""
    await store.append(batch(events("practice/a", 0, b"1", b"2", kind="RoundStarted")))
    await store.append(batch(events("practice/a", 2, b"3", b"4")))
    await store.append(replace(batch(answer=told("fork")), forks=(Fork("practice/a~1", "practice/a", 2),)))
    move = Movement("practice/a~1", 3, "rack:ana", "layout", 2)
    await store.append(replace(batch(events("practice/a~1", 2, b"5", b"6")), moves=(move,)))
    await store.append(replace(batch(), forks=(Fork("practice/a~2", "practice/a~1", 3),)))


async def test_a_fork_is_read_with_the_past_that_it_shares(store: EventStore) -> None:
    await _forked(store)
    read = {name: await store.read(f"practice/{name}") for name in ("a", "a~1", "a~2")}
    assert {name: b"".join(entry.data for entry in found) for name, found in read.items()} == {
        "a": b"1234",
        "a~1": b"1256",
        "a~2": b"125",
    }
    assert [entry.stream for entry in read["a~2"]] == ["practice/a", "practice/a", "practice/a~1"]
    assert [entry.data for entry in await store.read("practice/a~1", 1, 2)] == [b"2", b"5"]
    assert [entry.data for entry in await store.read("practice/a~2", 2)] == [b"5"]
    assert [version for version, _ in await store.find("practice/a~2", "RoundStarted")] == [1, 2]
    assert [version for version, _ in await store.find("practice/a~2", "RoundStarted", 1)] == [2]
    assert [version for version, _ in await store.find("practice/a~2", "Happened")] == [3]


async def test_a_fork_is_chained_to_its_past_and_holds_only_its_own(store: EventStore) -> None:
    await _forked(store)
    for name in ("practice/a~1", "practice/a~2"):
        entries = await store.read(name)
        before = [EMPTY_DIGEST, *(entry.digest for entry in entries)]
        assert all(is_linked(entry, previous) for entry, previous in zip(entries, before, strict=False))
        assert await store.head(name) == Head(name, len(entries), entries[-1].digest)
    assert [await store.size(name) for name in ("practice/a", "practice/a~1", "practice/a~2")] == [4, 2, 0]
    assert await store.count() == 6
    assert await store.streams("practice/") == ["practice/a", "practice/a~1", "practice/a~2"]
    assert await store.stray_moves() == []
    first, second = Fork("practice/a~1", "practice/a", 2), Fork("practice/a~2", "practice/a~1", 3)
    assert await store.forks() == [first, second]
    assert await store.lineage("practice/a~2") == [second, first]
    assert await store.lineage("practice/a") == []
    assert await store.answer("ana", "fork") == told("fork")


async def test_a_fork_begins_once_and_after_an_event_that_is_there(store: EventStore) -> None:
    await _forked(store)
    wrong = (Fork("practice/a~1", "practice/a", 1), Fork("practice/a~3", "practice/a", 5))
    for fork in (*wrong, Fork("practice/a~3", "practice/a~1", 2)):  # which holds its third and fourth only
        with pytest.raises(VersionConflict):
            await store.append(replace(batch(answer=told("no")), forks=(fork,)))
    assert len(await store.forks()) == 2
    assert await store.answer("ana", "no") is None


async def test_a_fork_is_deleted_with_its_past(store: EventStore) -> None:
    await _forked(store)
    names = ("practice/a", "practice/a~1", "practice/a~2")
    await store.append(Batch(recorded_at=NOON, prunes=names))
    assert (await store.streams("practice/"), await store.forks(), await store.moves("practice/a~1")) == ([], [], [])
    ended = [entry.data.decode() for entry in await store.read("record/pruned")]
    assert [name in text for name, text in zip(names, ended, strict=True)] == [True] * 3


RECORDS: tuple[tuple[Record, Record], ...] = (
    (
        Account(name="fay", password_hash="$argon2id$x", role="floorperson", created_at=NOON),
        Account(name="fay", password_hash="$argon2id$y", role="auditor", created_at=NOON, is_active=False),
    ),
    (
        Guest(id="g1", display_name="Ana", wallet="wallet/g1", created_at=NOON),
        Guest(id="g1", display_name="Añá ♠", wallet="wallet/g1", created_at=NOON),
    ),
    (
        GuestName(id="g1", key="ana", name="Ana"),
        GuestName(id="g1", key="añá ♠", name="Añá ♠"),
    ),
    (
        Session(id="s1", subject="fay", role="floorperson", created_at=NOON, expires_at=NOON),
        Session(id="s1", subject="fay", role="floorperson", created_at=NOON, expires_at=NOON, is_revoked=True),
    ),
    (
        TableRecord(id="t1", name="Table 1", mode="live", owner="fay", settings="md", created_at=NOON),
        TableRecord(id="t1", name="Table 1", mode="live", owner="fay", settings="md", created_at=NOON, is_closed=True),
    ),
    (
        ShoeSecret(shoe="h1", table="t1", commitment=b"\x01", salt=b"\x00\xff", order="7s 7h", created_at=NOON),
        ShoeSecret(
            shoe="h1", table="t1", commitment=b"\x01", salt=b"\x00\xff", order="7s 7h", created_at=NOON, is_retired=True
        ),
    ),
)


@pytest.mark.parametrize(("first", "second"), RECORDS, ids=lambda record: type(record).__name__)
async def test_a_record_is_found_by_its_key_and_replaced_by_the_next(
    store: EventStore, first: Record, second: Record
) -> None:
    kind, key = type(first), key_of(first)
    assert await store.record(kind, key) is None
    await store.append(Batch(recorded_at=NOON, records=(first,)))
    assert await store.record(kind, key) == first
    await store.append(Batch(recorded_at=NOON, records=(second,)))
    assert await store.record(kind, key) == second
    assert await store.records(kind) == [second]


def _named(guest: str, name: str) -> Batch:
    """A guest comes under a name, as the host writes it."""
    made = Guest(id=guest, display_name=guest, wallet=f"wallet/{guest}", created_at=NOON)
    return Batch(recorded_at=NOON, records=(made, GuestName(id=guest, key=name.casefold(), name=name)))


def _erased(guest: str) -> Batch:
    made = Guest(id=guest, display_name=guest, wallet=f"wallet/{guest}", created_at=NOON)
    return Batch(recorded_at=NOON, records=(made,), erases=(guest,))


async def test_no_two_guests_have_one_name_and_whoever_is_refused_leaves_nothing(store: EventStore) -> None:
    results = await asyncio.gather(
        *(store.append(_named(guest, name)) for guest, name in (("g1", "Ana"), ("g2", "ANA"), ("g3", "Ben"))),
        return_exceptions=True,
    )
    refused = [each for each in results if isinstance(each, BaseException)]
    assert [type(each) for each in refused] == [NameTaken]
    kept = {each.id for each in await store.records(GuestName)}
    assert {each.id for each in await store.records(Guest)} == kept
    with pytest.raises(NameTaken):
        await store.append(_named("g4", "ana"))
    assert await store.record(Guest, "g4") is None
    assert len(await store.read("record/guest")) == 2


async def test_a_name_is_in_no_log_and_free_for_others_once_it_is_erased(store: EventStore) -> None:
    await store.append(_named("g1", "Ana"))
    assert await store.streams() == ["record/guest"]
    assert not any(b"Ana" in entry.data for entry in await store.read("record/guest"))
    await store.append(_erased("g1"))
    assert await store.record(GuestName, "g1") is None
    assert await store.record(Guest, "g1") is not None
    await asyncio.gather(
        store.append(_named("g2", "Ana")), store.append(_erased("g2")), store.append(_named("g3", "ana"))
    )
    assert await store.records(GuestName) == [GuestName(id="g3", key="ana", name="ana")]
    await store.append(Batch(recorded_at=NOON, erases=("nobody",)))


async def test_records_are_listed_by_key(store: EventStore) -> None:
    guests = [Guest(id=id, display_name=id, wallet=id, created_at=NOON) for id in ("b", "a", "C")]
    await store.append(Batch(recorded_at=NOON, records=tuple(guests)))
    assert [guest.id for guest in await store.records(Guest)] == ["C", "a", "b"]
    assert await store.records(Account) == []


async def test_a_fence_that_nobody_was_given_is_refused(store: EventStore) -> None:
    fenced = replace(batch(events("table/1", 0, b"a")), authority=Fence("table/1", 1))
    with pytest.raises(LeaseLost):
        await store.append(fenced)
    assert await store.streams() == []


def test_a_batch_that_continues_a_table_names_its_authority() -> None:
    """The attack: a batch whose fence was forgotten could be built, and every store took it."""
    with pytest.raises(UnfencedError):
        Batch(recorded_at=NOON, appends=(events("wallet/ana", 3, b"a"), events("table/1", 1, b"a")))
    Batch(recorded_at=NOON, appends=(events("wallet/ana", 3, b"a"), events("table/1", 0, b"a")))
    Batch(recorded_at=NOON, appends=(events("table/1", 1, b"a"),), authority=Fence("1", 1))


async def test_archived_events_leave_all_but_what_numbers_rounds(store: EventStore) -> None:
    kinds = ("TableOpened", "RoundStarted", "CardDealt", "RulesChanged", "RoundEnded", "CardDealt", "CardDealt")
    new = NewEvents("table/md", 0, tuple((kind, b"data") for kind in kinds))
    moves = tuple(Movement("table/md", version, "rack", "layout", 5) for version in (3, 7))
    snapshots = (Snapshot("table/md@0", 3, b"old"), Snapshot("table/md", 7, b"new"))
    answer = told("bet-1")
    await store.append(
        Batch(recorded_at=NOON, appends=(new,), moves=moves, snapshots=snapshots, answer=answer, authority=SOLE)
    )
    before = await store.read("table/md")
    part = StreamArchived(
        stream="table/md", first=1, last=6, digest=before[5].digest.hex(), removed=1, shoes=0, file="f", file_digest="d"
    )
    archived = Archived(part, ((answer.scope, answer.command_id),))
    kept = Snapshot("table/md@0", 6, b"state")
    await store.append(Batch(recorded_at=NOON, archives=(archived,), snapshots=(kept,)))
    entries = await store.read("table/md")
    assert [(each.version, each.data) for each in entries] == [
        *((1, b"data"), (2, b""), (4, b"data"), (5, b""), (6, b""), (7, b"data"))
    ]
    assert [each.digest for each in entries] == [before[each.version - 1].digest for each in entries]
    assert await store.read("table/md", 5, 1) == [replace(before[5], data=b"")]
    assert (await store.head("table/md")).version == 7
    assert [move.version for move in await store.moves("table/md")] == [7]
    assert await store.stray_moves() == []
    assert await store.snapshots("table/md") == [Snapshot("table/md", 7, b"new"), kept]
    assert await store.answers() == []
    assert await archived_parts(store) == [part]
    await store.compact()
    assert await store.read("table/md") == entries


async def test_of_racing_writers_exactly_one_wins(store: EventStore) -> None:
    await store.append(batch(events("table/1", 0, b"a")))
    racing = [store.append(batch(events("table/1", 1, b"%d" % each), answer=told(str(each)))) for each in range(200)]
    results = await asyncio.gather(*racing, return_exceptions=True)
    winners = [each for each, result in enumerate(results) if result == (2,)]
    assert len(winners) == 1
    assert sum(isinstance(result, VersionConflict) for result in results) == 199
    assert [entry.data for entry in await store.read("table/1")] == [b"a", b"%d" % winners[0]]
    answered = [each for each in range(200) if await store.answer("ana", str(each)) is not None]
    assert answered == winners


async def test_of_racing_repeats_of_one_command_exactly_one_is_kept(store: EventStore) -> None:
    repeated = batch(events("table/1", 0, b"a"), answer=told("1"))
    results = await asyncio.gather(*(store.append(repeated) for _ in range(50)), return_exceptions=True)
    assert results.count((1,)) == 1
    assert sum(isinstance(result, AnswerExists) for result in results) == 49
    assert len(await store.read("table/1")) == 1


async def test_writers_of_many_streams_do_not_disturb_one_another(store: EventStore) -> None:
    async def write(stream: str) -> None:
        for version in range(20):
            await store.append(batch(events(stream, version, b"%d" % version), answer=told(f"{stream} {version}")))

    await asyncio.gather(*(write(f"table/{each}") for each in range(20)))
    for head in await store.heads():
        assert head.version == 20
        assert [entry.data for entry in await store.read(head.stream)] == [b"%d" % each for each in range(20)]
