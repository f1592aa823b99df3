"""Who opens practice tables, and from where: neither a guest nor an address has too many, nor does the house.

A name costs nothing, so that a limit by guest alone would leave an address as many tables as it likes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, Person
from siete.host.house import House
from siete.host.settings import PRACTICE
from siete.server.limits import Limits
from siete.table.due import HOUSE


class Openings:
    """The practice tables of one process, and those that are still being opened."""

    def __init__(self, house: House, limits: Limits) -> None:
        self._house, self._limits = house, limits
        self._addresses: dict[str, str] = {}
        """Where each table was opened from, since this process started."""
        self._coming: Counter[tuple[str, str]] = Counter()
        """By owner and address."""

    @contextmanager
    def place(self, person: Person, address: str) -> Iterator[None]:
        """A place for one more table; refused where there is none. Staff need none."""
        if person.role is not HouseRole.GUEST:
            yield
            return
        self._check(person.scope, address)
        key = (person.scope, address)
        self._coming[key] += 1
        try:
            yield
        finally:
            self._coming[key] -= 1
            self._coming += Counter()  # forget those who are opening nothing

    def opened(self, table: str, address: str) -> None:
        """A table was opened from this address."""
        self._addresses = {each: at for each, at in self._addresses.items() if each in self._house.tables}
        self._addresses[table] = address

    def _check(self, owner: str, address: str) -> None:
        records = [each.record for each in self._house.tables.values()]
        guests = [each for each in records if each.mode == PRACTICE and each.owner != HOUSE]
        mine = sum(each.owner == owner for each in guests)
        here = sum(self._addresses.get(each.id) == address for each in guests)
        mine += sum(count for (each, _), count in self._coming.items() if each == owner)
        here += sum(count for (_, each), count in self._coming.items() if each == address)
        if mine >= self._limits.tables_per_guest:
            raise _too_many("You have as many open tables as a guest may have. Close one first.")
        if here >= self._limits.tables_per_address:
            raise _too_many("As many practice tables are open from your address as may be. Close one first.")
        if len(guests) + self._coming.total() >= self._limits.tables:
            raise _too_many("The house has as many practice tables as it can have. Come back later.")


def _too_many(sentence: str) -> SieteError:
    return SieteError("limit/too-many", sentence)
