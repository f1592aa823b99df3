"""Idempotency: a command sent again gets the same answer; another command under its id is refused."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.table.messages import encode
from siete.host.table.wire import Message
from siete.plain import Plain
from siete.store.port import Answer, EventStore

REMEMBERED = 256
"""Answers kept in memory for each table: minutes of the busiest; the store knows all the others."""


class IdReusedError(SieteError):
    """A command came under the id of another one."""

    def __init__(self, command_id: str) -> None:
        sentence = "This id was used for another command. Use a new id."
        super().__init__("command/id-reused", sentence, facts={"id": command_id})


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """What a command came to once it was durable."""

    answer: bytes
    is_repeat: bool = False


def answer_for(table: str, person: Person, message: Message, report: Plain | None, version: int) -> Answer:
    """The answer to a command that is done, with what it reports."""
    told = encode({"type": "answer", "id": message.id, "version": version, **({"report": report} if report else {})})
    return Answer(person.scope, message.id, message.digest_at(table), told)


def repeated(table: str, before: Answer, message: Message) -> Answer:
    """The answer given before, if this is the same command at the same table; 0.1.0 did not keep at which it was."""
    if before.body_digest not in (message.digest_at(table), message.digest):
        raise IdReusedError(message.id)
    return before


class Answers:
    """The last answers of one table, and behind them the store's."""

    def __init__(self, store: EventStore, table: str) -> None:
        self._store, self._table = store, table
        self._last: OrderedDict[tuple[str, str], Answer] = OrderedDict()

    def known(self, person: Person, message: Message) -> Answer | None:
        """The answer to this command, if it was given lately."""
        before = self._last.get((person.scope, message.id))
        return repeated(self._table, before, message) if before is not None else None

    async def stored(self, person: Person, message: Message) -> Answer | None:
        """The answer to this command, if it was ever given."""
        if not person.name:
            return None
        before = await self._store.answer(person.scope, message.id)
        return repeated(self._table, before, message) if before is not None else None

    def keep(self, answer: Answer) -> None:
        """Remember an answer that is durable."""
        self._last[answer.scope, answer.command_id] = answer
        while len(self._last) > REMEMBERED:
            self._last.popitem(last=False)
