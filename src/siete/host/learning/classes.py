"""Classes: made by somebody of the staff, joined by a code, seen whole by whoever made them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from secrets import choice

from siete.errors import SieteError
from siete.host.access.roles import STAFF, NotAllowedError, Person
from siete.host.learning.learner import Learner
from siete.host.learning.reviews import Reviews
from siete.host.learning.roll import Roll
from siete.host.streams import PRACTICE_PREFIX
from siete.store.port import EventStore
from siete.store.reviews import ClassEntered, ClassLeft, ClassMade, DrillSet, PupilJoined, PupilLeft, ReviewEvent

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of codes: none that is easily taken for another."""
MOST_CLASSES = 50
"""Classes that one person makes."""
MOST_JOINED = 5
"""Classes that one person is in."""
MOST_PUPILS = 10_000
MOST_ROLLS = 20
"""Rolls that are kept in memory."""
PIECE = 100
"""Events of a class that are taken in at once on the event loop."""
FOLDED = 2_000
"""Events that are folded at once beside it."""


def new_code() -> str:
    """A code that nobody guesses: `K7QF-2M9T`."""
    return "-".join("".join(choice(LETTERS) for _ in range(4)) for _ in range(2))


def class_stream(code: str) -> str:
    """The stream of a class."""
    return f"{PRACTICE_PREFIX}class/{code}"


class Classes:
    """The classes of the house."""

    def __init__(self, store: EventStore, reviews: Reviews) -> None:
        self._store, self._reviews = store, reviews
        self._rolls: OrderedDict[str, Roll] = OrderedDict()
        self._folding: dict[str, asyncio.Task[Roll]] = {}

    async def prepare(self) -> None:
        """Fold the longest streams before anybody asks for their classes."""
        heads = await self._store.heads(class_stream(""))
        longest = sorted((each for each in heads if each.version > PIECE), key=lambda each: -each.version)
        for head in longest[:MOST_ROLLS]:
            await self._found(head.stream.removeprefix(class_stream("")))

    async def make(self, person: Person, name: str, deck: str) -> str:
        """Make a class; its code."""
        if person.role not in STAFF:
            raise NotAllowedError("class/not-staff", "Only somebody of the staff makes a class. Sign in at /staff.")
        code = new_code()
        entered = ClassEntered(code=code, name=name, is_teacher=True)

        def made(learner: Learner) -> Sequence[ReviewEvent]:
            if sum(each.is_teacher for each in learner.classes.values()) >= MOST_CLASSES:
                raise SieteError("class/too-many", f"You have made {MOST_CLASSES} classes, which is the most.")
            return (entered,)

        first = {class_stream(code): (ClassMade(name=name, deck=deck, teacher=person.scope),)}
        await self._reviews.keep_together(first, person.scope, made)
        return code

    async def join(self, person: Person, code: str) -> Roll:
        """Join a class by its code; who is in it stays in it."""
        code, roll = _spelled(code), await self._found(code)
        if roll.teacher == person.scope:
            raise SieteError("class/own", "You teach this class. Give its code to your pupils.")
        if person.scope in roll.pupils:
            return roll
        if len(roll.pupils) >= MOST_PUPILS:
            raise SieteError("class/full", f"This class has {MOST_PUPILS:,} pupils, which is the most.")
        entered = ClassEntered(code=code, name=roll.name)

        def made(learner: Learner) -> Sequence[ReviewEvent]:
            if sum(not each.is_teacher for each in learner.classes.values()) >= MOST_JOINED:
                raise SieteError("class/too-many", f"You are in {MOST_JOINED} classes, which is the most. Leave one.")
            return (entered,)

        await self._reviews.keep_together({class_stream(code): (PupilJoined(pupil=person.scope),)}, person.scope, made)
        return await self._found(code)

    async def leave(self, person: Person, code: str) -> None:
        """Leave a class; what was scored there is forgotten there."""
        code, roll = _spelled(code), await self._found(code)
        if person.scope not in roll.pupils:
            raise SieteError("class/not-in-it", "You are not in this class.")
        left = {class_stream(code): (PupilLeft(pupil=person.scope),)}
        await self._reviews.keep_together(left, person.scope, lambda _: (ClassLeft(code=code),))

    async def roll(self, person: Person, code: str) -> Roll:
        """The roll of a class, for whoever made it."""
        roll = await self._found(code)
        if roll.teacher != person.scope:
            raise NotAllowedError("class/not-yours", "Only whoever made a class sees its pupils.")
        return roll

    async def set_drill(self, person: Person, code: str, drill: str) -> Roll:
        """Set a class of one's own a drill, in place of the one before."""
        code, roll = _spelled(code), await self.roll(person, code)
        await self._reviews.keep_together({class_stream(code): (DrillSet(drill=drill),)}, person.scope, lambda _: ())
        await self._follow(code, roll)
        return roll

    async def joined(self, person: Person) -> list[tuple[str, Roll]]:
        """The classes that somebody is in, by code."""
        learner = await self._reviews.learner(person.scope)
        found = [(code, await self._found(code)) for code, each in learner.classes.items() if not each.is_teacher]
        return [(code, roll) for code, roll in found if person.scope in roll.pupils]

    async def deck(self, code: str) -> str:
        """What a class learns."""
        return (await self._found(code)).deck

    async def _found(self, code: str) -> Roll:
        """The class of a code, as far as it is stored."""
        code = _spelled(code)
        roll = self._rolls.get(code) or await self._folded(code)
        if not roll.version:
            raise SieteError("class/unknown", "No class has this code. Ask your teacher for it.")
        self._rolls[code] = roll
        self._rolls.move_to_end(code)
        while len(self._rolls) > MOST_ROLLS:
            self._rolls.popitem(last=False)
        await self._follow(code, roll)
        return roll

    async def _folded(self, code: str) -> Roll:
        """A class from its first event on; whoever asks for it meanwhile waits for the same."""
        if not code:
            return Roll()
        if code not in self._folding:
            task = self._folding[code] = asyncio.create_task(self._fold(code))
            task.add_done_callback(lambda _: self._folding.pop(code))
        roll = await asyncio.shield(self._folding[code])
        return self._rolls.get(code, roll)

    async def _fold(self, code: str) -> Roll:
        """Fold a stream beside the event loop, into a roll that nobody reads yet."""
        roll = Roll()
        while entries := await self._store.read(class_stream(code), roll.version, FOLDED):
            await asyncio.to_thread(roll.follow, entries)
        return roll

    async def _follow(self, code: str, roll: Roll) -> None:
        """Take in what has been stored since, a piece at a time: everybody reads this roll."""
        after = -1
        while roll.version != after:
            after = roll.version
            entries = await self._store.read(class_stream(code), after, PIECE)
            if roll.version == after:  # nobody else has followed it meanwhile
                roll.follow(entries)


def _spelled(code: str) -> str:
    """A code as it is kept, however it was typed; empty for what is none."""
    letters = [each for each in code.upper()[:40] if each in LETTERS]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}" if len(letters) == 8 else ""
