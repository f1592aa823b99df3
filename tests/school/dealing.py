"""What is right at the desk of the school: the motion of a step, and what a sealed ticket holds."""

from __future__ import annotations

from typing import Any

from siete.host.table.messages import sendable
from siete.money import Cents
from siete.school.demonstrations import DemonstrationStep
from siete.table import commands as c
from siete.table.desk.payment import payment_of, place_of
from siete.table.desk.reports import reported

Plain = dict[str, Any]


def right_motion(step: DemonstrationStep) -> Plain:
    """The motion that does a step, as a desk sends it."""
    report = reported(step.command)
    if report is not None:
        return {"command": report.kind.__name__, **report.fields}
    assert isinstance(step.command, c.HouseCommand)
    place = place_of(step.before, step.command)
    paid = payment_of(step.before, step.rules, step.meters, step.command)
    if place is None or paid is None:
        named = {"player": step.command.player} if isinstance(step.command, c.Spin | c.PayEnvy | c.PayAward) else {}
        return {**sendable(step.command), **named}
    at = {"box": place[0], "hand": place[1], "wager": place[2].value}
    if not paid.is_won:
        return {"command": "CollectWager" if paid.is_lost else "LeaveWager", **at}
    chips: list[int] = []
    left = paid.owed
    for kind in sorted(step.rules.chip_denominations.denominations, reverse=True):
        chips += [kind] * (left // kind)
        left = Cents(left % kind)
    return {"command": "PayOut", "chips": chips, **at}
