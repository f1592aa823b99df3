"""What a command asks of the writer: how the turn is computed, and what it needs and leaves beside its events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from siete.errors import SieteError
from siete.host.access.roles import Person
from siete.host.desk.run import DeskRun
from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import expected_point, stage
from siete.host.table.readiness import Readiness
from siete.host.turn import Turn
from siete.plain import Plain
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.approvals import approval_point
from siete.table.automatic import next_due
from siete.table.due import Approval
from siete.table.frozen.fast_init import quicken
from siete.table.money.wallet import Wallet

Wallets = Mapping[str, Wallet]
"""By the players whose chips are kept there."""

_AT_ANY_TIME: tuple[type[c.PlayerCommand], ...] = (c.AskBurnCard,)
"""Players' commands that answer no question and belong to no stage."""


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, which decision point they answer, and what a handler may look at."""

    person: Person
    point: str
    table: CurrentTable
    readiness: Readiness


@dataclass(frozen=True, slots=True)
class Signature:
    """Somebody's signature below a change that the table carries out."""

    number: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandPlan:
    """A turn to be computed; `carry_out` raises where the rules or the host refuse it."""

    carry_out: Callable[[Turn, Wallets], None] = lambda turn, wallets: None
    wallets: tuple[str, ...] = ()
    """The players whose wallets are needed."""
    record: TableRecord | None = None
    """The table's record from then on, where it changes."""
    goes_on: bool = True
    """Whether the house goes on afterwards, up to the next person's decision."""
    report: Plain | None = None
    """What the answer tells beside the version."""
    signature: Signature | None = None
    """What is signed with it: the rest of the plan follows from the change."""
    ended: DeskRun | None = None
    """The run at the desk that ends by it."""


@dataclass(frozen=True, slots=True)
class Rewind:
    """No turn: the table returns to before its last decision."""


quicken(CommandPlan)


GO_ON = CommandPlan()
"""Nobody asks for anything: the house goes on."""


class PassedPointError(SieteError):
    """The command answers a question that is no longer open."""


def doing(command: c.Command) -> CommandPlan:
    """Carry a command out."""
    return CommandPlan(carry_out=lambda turn, _: turn.do(command))


def answering(command: c.PlayerCommand, point: str) -> CommandPlan:
    """Carry a player's command out, if the question it answers is still open."""

    def carry_out(turn: Turn, _: Wallets) -> None:
        if not isinstance(command, _AT_ANY_TIME):
            _check_point(turn, command, point)
        turn.do(command)

    return CommandPlan(carry_out=carry_out)


def approving(command: c.FloorCommand, point: str, answered: dict[str, str]) -> CommandPlan:
    """Answer the approval of this point, if it is still due; `answered` remembers who answered which.

    Without a point it is an order of its own, or the answer of somebody who was told none.
    """

    def carry_out(turn: Turn, _: Wallets) -> None:
        if point:
            _check_approval(turn, point, answered)
        turn.do(command)
        if point:
            answered[point] = command.by

    return CommandPlan(carry_out=carry_out)


def _check_approval(turn: Turn, point: str, answered: Mapping[str, str]) -> None:
    due = next_due(turn.state, turn.rules)
    if isinstance(due, Approval) and approval_point(turn.state, due.command) == point:
        return
    by = answered.get(point, "")
    sentence = f"{by} has answered this already." if by else "This approval is no longer due."
    raise PassedPointError("command/approval-passed", sentence, facts={"by": by, "version": turn.loaded.version})


def _check_point(turn: Turn, command: c.PlayerCommand, point: str) -> None:
    due = next_due(turn.state, turn.rules)
    now = expected_point(turn.state, due, command)
    if point == now:
        return
    where = stage(turn.state, due)
    number = turn.state.round.number if turn.state.round is not None else turn.state.rounds
    facts = {"round": number, "stage": where, "point": now, "version": turn.loaded.version}
    sentence = f"That decision has passed: round {number} is at {where}."
    raise PassedPointError("command/passed-point", sentence, facts=facts)
