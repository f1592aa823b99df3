"""A person in the dealer's place: taking it and giving it back, motions, help, and calls for a floorperson.

A motion that is refused is noted in the run; in an exam nothing more is said about it.
"""

from __future__ import annotations

from dataclasses import replace

from siete.host.access.roles import NotAllowedError, Person
from siete.host.desk.run import DeskRun, HelpLevel, RefusedMotion
from siete.host.settings import TableSettings
from siete.host.table import commands as h
from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import step_point
from siete.host.table.plans import CommandPlan, PassedPointError, Request, Wallets
from siete.host.turn import Turn
from siete.money import Cents, cents_to_text
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.desk.motions import Motion, PayOut, step_for
from siete.table.due import HOUSE, Approval, Due, Refusal, Waiting
from siete.table.words import name_in_words, step_in_words

DealersCommand = c.HouseCommand | Motion


def clause_now(table: CurrentTable) -> str:
    """The clause of what is due, which stays due whatever is refused."""
    due = table.due
    return due.clause if isinstance(due, Due | Waiting | Approval) else ""


def check_dealing(table: CurrentTable, person: Person) -> None:
    """Refuse whoever does not deal here, and say who does."""
    if not table.is_dealt_by(person):
        dealer = table.dealer or HOUSE
        clause = clause_now(table) or table.rules.clause("burn_new_dealer")  # how one dealer follows another
        raise NotAllowedError(
            "command/not-the-dealer", f"{dealer} deals at this table.", clause=clause, facts={"dealer": dealer}
        )


# --- who deals -----------------------------------------------------------------------------------------------------


def relieve(turn: Turn, dealer: str) -> None:
    """Put another dealer at the table; the house goes on by itself from here, or stops for the person."""
    turn.do(c.RelieveDealer(by=HOUSE, dealer=dealer))
    turn.automate(is_dealing=dealer == HOUSE)


def take_dealing(request: Request, command: h.TakeDealing) -> CommandPlan:
    """Take the automatic dealer's place; who has it already begins a new run."""
    table, person = request.table, request.person

    def carry_out(turn: Turn, _: Wallets) -> None:
        if not table.dealer:
            relieve(turn, person.name)
        elif not table.is_dealt_by(person):
            check_dealing(table, person)
        table.take_run(_new_run(table, person, command.help))

    return CommandPlan(carry_out=carry_out, record=_with(table, help=command.help.value), ended=table.run)


def _new_run(table: CurrentTable, person: Person, level: HelpLevel) -> DeskRun:
    return DeskRun(level=level, dealer=person.name, person=person.scope, began=table.loaded.version)


def give_dealing(request: Request, _: h.GiveDealing) -> CommandPlan:
    """Leave the dealing to the automatic dealer; the answer reports the run."""
    check_dealing(request.table, request.person)
    report = request.table.run.report()
    return replace(relieving(request.table), report=report)


def relieving(table: CurrentTable) -> CommandPlan:
    """The automatic dealer goes on where the person stopped."""

    def carry_out(turn: Turn, _: Wallets) -> None:
        if table.dealer:
            relieve(turn, HOUSE)
        table.take_run(DeskRun())

    return CommandPlan(carry_out=carry_out, record=_with(table, help=HelpLevel.GUIDED.value), ended=table.run)


def choose_help(request: Request, command: h.ChooseHelp) -> CommandPlan:
    """Begin a new run with more or less help; the answer reports the one before."""
    table = request.table
    check_dealing(table, request.person)
    report = table.run.report()

    def carry_out(turn: Turn, _: Wallets) -> None:
        table.take_run(_new_run(table, request.person, command.help))

    return CommandPlan(
        carry_out=carry_out, record=_with(table, help=command.help.value), report=report, ended=table.run
    )


def call_floor(request: Request, command: h.CallFloor) -> CommandPlan:
    """Note that a floorperson is wanted, and why; whoever takes the floor has answered."""
    check_dealing(request.table, request.person)
    return CommandPlan(record=_with(request.table, call=" ".join(command.words.split())))


def _with(table: CurrentTable, *, help: str | None = None, call: str | None = None) -> TableRecord:
    """The table's record with another setting."""
    settings: TableSettings = table.settings
    if help is not None:
        settings = replace(settings, help=help)
    if call is not None:
        settings = replace(settings, call=call)
    return replace(table.record, settings=settings.to_text())


# --- motions -------------------------------------------------------------------------------------------------------


def moving(request: Request, command: DealersCommand) -> CommandPlan:
    """Carry a dealer's motion out, if the step it was made for is still due."""
    table = request.table
    check_dealing(table, request.person)
    if not table.run.person:  # the table was opened for this dealer
        table.take_run(_new_run(table, request.person, table.help))

    def carry_out(turn: Turn, _: Wallets) -> None:
        point = step_point(turn.state, next_due(turn.state, turn.rules))
        if request.point and request.point != point:
            raise _passed(turn, point, table.help)
        try:
            turn.do(step_for(turn.state, turn.rules, turn.meters, command) if isinstance(command, Motion) else command)
        except Refusal as why:
            table.take_run(table.run.erred(point, _mistake(command, why)))
            if table.help is HelpLevel.EXAM:
                raise Refusal("desk/noted", "Noted.") from None
            raise
        table.take_run(table.run.did(point))

    return CommandPlan(carry_out=carry_out)


def _passed(turn: Turn, point: str, level: HelpLevel) -> PassedPointError:
    due = next_due(turn.state, turn.rules)
    is_told = level is not HelpLevel.EXAM and isinstance(due, Due)
    told = f" The next step is to {step_in_words(due.command)}." if is_told and isinstance(due, Due) else ""
    clause = due.clause if is_told and isinstance(due, Due) else ""
    facts = {"point": point, "version": turn.loaded.version}
    return PassedPointError("command/passed-point", f"That step is done.{told}", clause=clause, facts=facts)


def _mistake(command: DealersCommand, why: Refusal) -> RefusedMotion:
    return RefusedMotion(done=_in_words(command), code=why.code, clause=why.clause, sentence=why.sentence)


def _in_words(command: DealersCommand) -> str:
    if isinstance(command, c.HouseCommand):
        return step_in_words(command)
    verb = f"pay {cents_to_text(Cents(sum(command.chips)))} to" if isinstance(command, PayOut) else ""
    return f"{verb or name_in_words(type(command))} box {command.box}"
