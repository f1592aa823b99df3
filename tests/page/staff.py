"""Somebody of the house's staff at a browser."""

from __future__ import annotations

from tests.page.conftest import Visit
from tests.page.house import House
from tests.page.visitor import Visitor


def first_floorperson(visit: Visit, house: House, **size: int) -> Visitor:
    """The first floorperson of a house, signed in."""
    boss = visit(house, **size)
    who = {"name": "Floor", "password": "a long enough password"}
    boss.asked("/staff", {**who, "role": "floorperson", "link": house.staff_link()})
    boss.known("/session/staff", who)
    return boss
