"""Who may come to the floor: floorpersons act, auditors only look."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict, Field

from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.server.services import services_of

RequestId = Annotated[str, Field(max_length=64)]
"""What a request may carry so that it does nothing twice when it is sent again after a lost answer."""
READERS = (HouseRole.FLOORPERSON, HouseRole.AUDITOR)


class Body(BaseModel):
    """What a request of the floor carries; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


def check_reader(person: Person) -> Person:
    """Refuse whoever may not look at the floor."""
    if person.role not in READERS:
        raise NotAllowedError("command/not-for-you", "Only floorpersons and auditors see the floor.")
    return person


async def _reader(request: Request) -> Person:
    return check_reader(await services_of(request).known(request))


async def _floorperson(request: Request) -> Person:
    person = await services_of(request).known(request)
    if person.role is not HouseRole.FLOORPERSON:
        raise NotAllowedError("command/not-for-you", "Only floorpersons act on the floor.")
    return person


Reader = Annotated[Person, Depends(_reader)]
Floorperson = Annotated[Person, Depends(_floorperson)]
