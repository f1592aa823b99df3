"""Names of guests outside the chain: put in where messages leave, taken out where they come in, and erased."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest

from siete.errors import SieteError
from siete.host.access.guest_names import GuestNames, chosen_name, new_pseudonym
from siete.host.access.names import display_name
from siete.host.access.roles import SPECTATOR, HouseRole, Person
from siete.host.audit.house import audit
from siete.host.clock import Clock
from siete.host.erasure import erase, named_guests
from siete.host.house import House
from siete.host.table.commands import HOST_COMMANDS, HostCommand
from siete.host.table.wire import Message, command_types, renamed
from siete.store.memory import MemoryStore
from siete.store.port import Batch
from siete.store.records import Session
from siete.table import commands as c
from tests.host.guests import Guest, come, open_live
from tests.store.batches import NOON

pytestmark = pytest.mark.anyio


async def _named(house: House, name: str) -> str:
    """A guest comes under a name that people see; the one in the chain."""
    return (await house.welcome(new_pseudonym(), name)).display_name


async def _code(house: House, name: str) -> str:
    with pytest.raises(SieteError) as refusal:
        await erase(house.store, name, Clock())
    return refusal.value.code


async def test_messages_carry_names_out_and_pseudonyms_in() -> None:
    house = House(MemoryStore())
    ana, zoe = await _named(house, "Ana O'Brien"), await _named(house, "Zoë")
    said = f'{{"seats":{{"1":"{ana}"}},"words":"Pay {zoe}\'s $5, {ana}.","to":"Guest-0123456789ab"}}'.encode()
    told = house.names.outward(said).decode()
    assert told == '{"seats":{"1":"Ana O\'Brien"},"words":"Pay Zoë\'s $5, Ana O\'Brien.","to":"Guest-0123456789ab"}'
    assert [house.names.inward(name) for name in ("Ana O'Brien", "ZOË", "Eve", ana)] == [ana, zoe, "Eve", ana]


async def test_positions_keep_the_pseudonym() -> None:
    """In a position a name would have to be escaped, or it could not be read again."""
    house = House(MemoryStore())
    ana = await _named(house, "Ana B")
    said = f'{{"position":"x \\"{ana}\\" y","position": "{ana}","who":"{ana}"}}'.encode()
    assert house.names.outward(said).decode() == said.decode().replace(f'"who":"{ana}"', '"who":"Ana B"')


async def test_nobody_chooses_a_pseudonym_or_a_name_of_the_chain() -> None:
    assert display_name(new_pseudonym()), "a pseudonym is a name"
    for name in (new_pseudonym(), new_pseudonym().upper(), f"x {new_pseudonym()}"):
        with pytest.raises(SieteError, match="session/bad-name"):
            chosen_name(name)
    house = House(MemoryStore())
    await house.welcome("Ana")  # of an earlier version
    for name in ("Ana", "ANA"):
        with pytest.raises(SieteError, match="session/name-taken"):
            await _named(house, name)
    assert await house.store.streams("wallet/") == ["wallet/ana"]


async def test_other_processes_learn_of_names_and_of_their_erasure() -> None:
    store = MemoryStore()
    one, other, late = House(store), House(store), GuestNames(store)
    await _named(one, "Zoe")
    await other.learn()
    ana = await _named(one, "Ana")
    said = ana.encode()
    assert other.names.outward(said) == said
    await other.names.know(SPECTATOR)
    await other.names.know(Person(HouseRole.GUEST, ana))
    assert other.names.outward(said) == b"Ana"
    await late.read_on()
    assert late.outward(said) == b"Ana"
    await erase(store, "ana", Clock())
    for names in (one.names, other.names, late):
        await names.read_on()
        assert (names.outward(said), names.inward("Ana")) == (said, "Ana")
    again = await _named(one, "Ana")
    await late.read_on()
    assert (late.outward(said), late.inward("Ana")) == (said, again)


async def test_only_names_outside_the_chain_are_erased_and_of_nobody_at_a_live_table() -> None:
    house = House(MemoryStore())
    table = await open_live(house)
    await come(house, table, "Old", box=1)
    ana = await _named(house, "Ana")
    session = Session(id="s", subject=ana.casefold(), role="guest", created_at=NOON, expires_at=NOON)
    await house.store.append(Batch(recorded_at=NOON, records=(session,)))
    sitting = Guest(table, Person(HouseRole.GUEST, ana))
    await sitting.ask("TakeSeat", box=2, amount=10_000)
    before = await house.store.count()
    codes = [await _code(house, name) for name in ("Nobody", "old", "Ana")]
    assert codes == ["guests/unknown", "guests/in-chain", "guests/at-table"]
    assert await house.store.count() == before, "a refusal changes nothing"
    await sitting.ask("LeaveTable")
    erased = await erase(house.store, "Ana", Clock())
    assert (erased.guest.display_name, erased.name) == (ana, "Ana")
    assert [each.is_revoked for each in await house.store.records(Session)] == [True]
    assert [(each.name, each.is_erasable) for each in await named_guests(house.store)] == [(ana, False), ("Old", False)]
    assert await _code(house, "Ana") == "guests/unknown"
    report = await audit(house.store)
    assert report.is_sound, report.findings
    assert report.held == report.issued, "the chips in the wallet stay in the books"


_NOT_GUESTS = {
    "the staff": ("by", "second", "dealer"),
    "words of their own": ("reason", "words"),
    "things": ("cards", "how", "item", "line", "meter", "rules", "step", "symbol", "symbols", "what", "wheel"),
}
"""The texts in commands that name no guest."""


def _all_commands(kind: type = object) -> set[type]:
    kinds = (c.Command, HostCommand) if kind is object else tuple(kind.__subclasses__())
    return set(kinds).union(*map(_all_commands, kinds)) if kinds else set()


def test_every_text_in_a_command_is_a_guest_or_is_known_not_to_be() -> None:
    """Of a new command whose field names a guest as plain text, the name would go into the chain."""
    others = {name for names in _NOT_GUESTS.values() for name in names}
    commands = [kind for kind in _all_commands() if kind.__module__.startswith("siete.")]
    assert len(commands) > 100
    for kind in commands:
        for name, hint in get_type_hints(kind, include_extras=True).items():
            assert name in others or hint == c.Guest or not _has_text(hint), f"{kind.__name__}.{name}: is it a Guest?"
            assert name not in others or hint != c.Guest, f"{kind.__name__}.{name} names no guest"


def _has_text(hint: object) -> bool:
    return hint is str or any(map(_has_text, get_args(hint)))


def test_the_names_in_a_message_are_those_of_its_commands_type() -> None:
    sent = {"box": 1, "bettor": "Ana", "player": "Ana", "by": "Ana"}
    told = {
        kind: renamed(Message("m-000001", "", kind, sent), str.upper).fields
        for kind in (*command_types(), *HOST_COMMANDS, "Nothing")
    }
    assert told["AdmitBettor"] == sent | {"bettor": "ANA", "player": "ANA"}
    assert told["LetIn"] == told["ConfirmWager"] == sent | {"player": "ANA"}
    assert told["RelieveDealer"] == told["TakeSeat"] == told["Nothing"] == sent
