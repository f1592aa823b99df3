"""Somebody edits the small tables beside the streams: staff, sessions, tables and the secrets of shoes."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from siete.errors import SieteError
from siete.host.access.accounts import Accounts
from siete.host.access.roles import HouseRole
from siete.host.audit.house import audit
from siete.host.house import House
from siete.store.connect import open_store
from tests.host.guests import come, open_live, round_of

pytestmark = pytest.mark.anyio

EDITS = {
    "a password": "UPDATE accounts SET password_hash = 'mine'",
    "a role": "UPDATE accounts SET role = 'auditor'",
    "an account of one's own": "INSERT INTO accounts VALUES ('eve', 'mine', 'floorperson', 'now', 1)",
    "a session that goes on": "UPDATE sessions SET expires_at = '2999-01-01T00:00:00+00:00'",
    "a session that was over": "UPDATE sessions SET is_revoked = 1 - is_revoked",
    "another's session": "UPDATE sessions SET subject = 'eve'",
    "an owner": "UPDATE tables SET owner = 'guest:eve'",
    "a floorperson": "UPDATE tables SET rules = replace(rules, 'false', 'true')",
    "a table closed": "UPDATE tables SET is_closed = 1",
    "a table deleted": "DELETE FROM tables",
    "a shoe deleted": "DELETE FROM shoes",
    "a shoe told early": "UPDATE shoes SET is_retired = 1 - is_retired",
    "a guest's wallet": "UPDATE guests SET wallet = 'wallet/eve'",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house with staff, a session, a table and a shoe."""
    place = tmp_path_factory.mktemp("house")
    asyncio.run(_play(place))
    return place / "house.db"


async def _play(place: Path) -> None:
    store = await open_store(f"sqlite:///{place}/house.db")
    house = House(store)
    table = await open_live(house, "wa", "t")
    await round_of(table, [await come(house, table, "Ana", 2)])
    accounts = Accounts(store, house.clock)
    await accounts.add("fay", "a long password", "floorperson")
    await accounts.begin("fay", HouseRole.FLOORPERSON)
    await house.close()
    await store.close()


@pytest.fixture
def path(played: Path, tmp_path: Path) -> Path:
    """A copy of the database."""
    return Path(shutil.copy(played, tmp_path / "house.db"))


async def _findings(path: Path) -> list[str]:
    store = await open_store(f"sqlite:///{path}", is_read_only=True)
    report = await audit(store)
    await store.close()
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
async def test_the_audit_finds_an_edited_row(path: Path, edit: str) -> None:
    assert await _findings(path) == []
    with sqlite3.connect(path) as database:
        assert database.execute(edit).rowcount
    assert set(await _findings(path)) >= {"audit/wrong-record"}


ANSWERS = "command_id IN (SELECT command_id FROM answers ORDER BY substr(command_id, -6) LIMIT 1)"
"""The first answer: somebody took a seat, which stored events."""

EDITED_ANSWERS = {
    "deleted": f"DELETE FROM answers WHERE {ANSWERS}",
    "all deleted": "DELETE FROM answers",
    "told otherwise": f"UPDATE answers SET answer = replace(answer, 'version', 'Version') WHERE {ANSWERS}",
    "for another command": f"UPDATE answers SET body_digest = x'00' WHERE {ANSWERS}",
    "under another id": f"UPDATE answers SET command_id = command_id || 'x' WHERE {ANSWERS}",
    "of another type": f"UPDATE answers SET scope = x'00' WHERE {ANSWERS}",
}


@pytest.mark.parametrize("edit", EDITED_ANSWERS.values(), ids=EDITED_ANSWERS.keys())
async def test_the_audit_finds_an_answer_that_was_edited(path: Path, edit: str) -> None:
    with sqlite3.connect(path) as database:
        assert database.execute(edit).rowcount
    assert set(await _findings(path)) == {"audit/wrong-answer"}


async def test_the_audit_finds_the_mark_of_an_answer_taken_away(path: Path) -> None:
    """Who deletes an answer and its mark breaks the chain."""
    with sqlite3.connect(path) as database:
        database.execute("DELETE FROM answers")
        database.execute("UPDATE events SET batch = substr(batch, 1, instr(batch, '#') - 1) WHERE batch LIKE '%#%'")
    assert set(await _findings(path)) == {"audit/changed-event"}


async def test_the_audit_finds_a_salt_and_commitment_replaced_together(path: Path) -> None:
    from siete.cards import cards_from_text
    from siete.host.chance.commitment import commitment

    with sqlite3.connect(path) as database:
        shoe, order = database.execute('SELECT shoe, "order" FROM shoes').fetchone()
        (rules_hash,) = database.execute(
            "SELECT json_extract(data, '$.fields.rules_hash') FROM events WHERE kind = 'TableOpened'"
        ).fetchone()
        made = commitment(bytes(32), shoe, rules_hash, cards_from_text(order))
        database.execute("UPDATE shoes SET salt = ?, commitment = ?", (bytes(32), made))
    assert await _findings(path) == ["audit/wrong-record"]


@pytest.mark.parametrize("name", ["a password", "an account of one's own", "an owner", "a table deleted"])
async def test_a_start_refuses_edited_tables_and_accounts(path: Path, name: str) -> None:
    with sqlite3.connect(path) as database:
        database.execute(EDITS[name])
    store = await open_store(f"sqlite:///{path}")
    with pytest.raises(SieteError) as refused:
        await House(store).start()
    await store.close()
    assert refused.value.code == "history/wrong-record"


async def test_chips_that_the_house_does_not_give_are_found(path: Path) -> None:
    """A well-chained event behind the last signed head: no digest can tell, but the house gives no such chips."""
    from siete.money import Cents
    from siete.store.codec import event_to_bytes
    from siete.store.port import Batch, Movement, NewEvents
    from siete.table.money.wallet import ChipsIssued

    store = await open_store(f"sqlite:///{path}")
    head = await store.head("wallet/ana")
    gift = ChipsIssued(amount=Cents(5_000_000), by="house", reason="welcome")
    append = NewEvents("wallet/ana", head.version, (event_to_bytes(gift),))
    move = Movement("wallet/ana", head.version + 1, "cage", "wallet/ana", 5_000_000)
    await store.append(Batch(recorded_at="2026-01-02T12:00:00.000Z", appends=(append,), moves=(move,)))
    await store.close()
    assert await _findings(path) == ["audit/unearned-chips"]
