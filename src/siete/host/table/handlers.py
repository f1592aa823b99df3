"""From a message to a plan: one handler for each command of the host, and three kinds of engine commands.

A handler checks who asks and what the host knows; what the rules of the game say is found out when the plan is carried
out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from siete.errors import SieteError
from siete.host.access.roles import HouseRole, NotAllowedError, Person
from siete.host.practice import stacked_cards, wheels
from siete.host.practice.quota import Quota
from siete.host.settings import PracticeSettings, TableSettings
from siete.host.table import commands as h
from siete.host.table import plans, wire
from siete.host.table.commands import AnyCommand
from siete.host.table.current import CurrentTable
from siete.host.table.decision_points import stage, wager_point
from siete.host.table.people import dealer, queue, seats
from siete.host.table.plans import CommandPlan, PassedPointError, Request, Rewind, Signature, Wallets
from siete.host.table.readiness import Readiness
from siete.host.table.wire import Message
from siete.host.turn import Turn
from siete.money import Cents
from siete.rules.steps import Step
from siete.store.records import TableRecord
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.desk.motions import Motion
from siete.table.due import Refusal

_DEALING: tuple[type[AnyCommand], ...] = (
    c.HouseCommand,
    c.Report,
    Motion,
    h.TakeDealing,
    h.GiveDealing,
    h.ChooseHelp,
    h.CallFloor,
)
"""What who deals may send; at a practice table that may be any guest."""

_FOR: dict[HouseRole, tuple[type[AnyCommand], ...]] = {
    HouseRole.GUEST: (
        c.PlayerCommand,
        h.SitDown,
        h.CashOut,
        h.BuyChips,
        h.JoinQueue,
        h.LeaveQueue,
        h.SayReady,
        h.TakeBack,
        h.StackShoe,
        h.SetWheel,
        h.CloseForGood,
    ),
    HouseRole.DEALER: _DEALING,
    HouseRole.FLOORPERSON: (c.FloorCommand, c.Report, h.CloseForGood, h.TakeFloor, h.GiveFloor, h.SignChange),
}
"""Who may send what; which box a command is about, the game itself decides."""


def check_role(
    person: Person, kind: str, command_type: type[AnyCommand], *, may_deal: bool = False, clause: str = ""
) -> None:
    """Refuse a command that is not for this role; `kind` is its name on the wire, `clause` that of what is due."""
    if person.role is HouseRole.SPECTATOR:
        raise NotAllowedError("session/none", "Choose a name first.")
    if not issubclass(command_type, (*_FOR.get(person.role, ()), *(_DEALING if may_deal else ()))):
        sentence, facts = f"{kind} is not for a {person.role.value}.", {"command": kind, "rank": person.role.value}
        raise NotAllowedError("command/not-for-you", sentence, clause=clause, facts=facts)


_STORING: tuple[type[AnyCommand], ...] = (c.PlaceWager, h.SitDown, h.StackShoe, h.SetWheel, h.TakeBack)
"""What begins something that stores more; whoever is in a round can end it, leave and close the table."""


MOST_ANSWERED = 64
"""Approvals of which it is remembered who answered them, to tell whoever comes second."""


class CommandHandlers:
    """The handlers of one table."""

    def __init__(self, table: CurrentTable, readiness: Readiness, quota: Quota) -> None:
        self._table, self._readiness, self._quota = table, readiness, quota
        self._answered: dict[str, str] = {}

    def answered_by(self, point: str) -> str:
        """Who answered the approval of a point, as far as that is remembered; else empty."""
        return self._answered.get(point, "")

    def plan(self, person: Person, message: Message) -> CommandPlan | Rewind:
        """What the command in a message asks of the writer; raises where it cannot be read or the host refuses it."""
        kind = wire.command_type(message.kind)
        table = self._table
        check_role(person, message.kind, kind, may_deal=table.may_deal(person), clause=dealer.clause_now(table))
        command, point = wire.command_from(kind, message, person), message.point
        request = Request(person, point, table, self._readiness)
        if isinstance(command, _STORING):
            self._quota.check(self._table.record, self._table.loaded.streams)
        if isinstance(command, c.PlayerCommand):
            return plans.answering(command, point)
        if isinstance(command, h.HostCommand):
            return _HANDLERS[type(command)](request, command)
        if isinstance(command, dealer.DealersCommand):
            return dealer.moving(request, command)
        if person.role is HouseRole.GUEST:
            dealer.check_dealing(table, person)
        if isinstance(command, c.FloorCommand):
            while len(self._answered) > MOST_ANSWERED:
                del self._answered[next(iter(self._answered))]
            return plans.approving(command, point, self._answered)
        return plans.doing(command)


# --- players -----------------------------------------------------------------------------------------------------


def _sit_down(request: Request, command: h.SitDown) -> CommandPlan:
    player = request.person.name

    def carry_out(turn: Turn, wallets: Wallets) -> None:
        if command.box is None:
            raise Refusal("command/no-such-box", "Say at which box.", clause=turn.rules.clause("positions"))
        purse = seats.purse_of(request.table, turn, player, wallets[player])
        seats.sit(turn, player, command.box, _buy_in(turn, purse, command.amount), purse)

    is_waiting = player in request.table.settings.queue
    record = queue.without(request.table, player) if is_waiting else None
    return CommandPlan(carry_out=carry_out, wallets=(player,), record=record)


def _buy_chips(request: Request, command: h.BuyChips) -> CommandPlan:
    player = request.person.name

    def carry_out(turn: Turn, wallets: Wallets) -> None:
        if player not in turn.state.racks:
            clause = turn.rules.clause_of(Step.PLACE_BASE)
            raise Refusal("command/unknown-player", f"{player} is not at this table.", clause=clause)
        purse = seats.purse_of(request.table, turn, player, wallets[player])
        seats.bring_chips(turn, player, _buy_in(turn, purse, command.amount), purse)

    return CommandPlan(carry_out=carry_out, wallets=(player,))


def _buy_in(turn: Turn, purse: seats.Purse, amount: Cents | None) -> Cents:
    return seats.usual_buy_in(turn.rules, purse.wallet) if amount is None else amount


def _cash_out(request: Request, _: h.CashOut) -> CommandPlan:
    return leaving(request.table, (request.person.name,))


def leaving(table: CurrentTable, players: tuple[str, ...], *, record: TableRecord | None = None) -> CommandPlan:
    """These players leave with their chips; with a closed record, the table is closed and the house stops there."""

    def carry_out(turn: Turn, wallets: Wallets) -> None:
        for player in players:
            seats.leave(turn, player, seats.Purse(table.wallet_of(player), wallets[player]))

    return CommandPlan(carry_out=carry_out, wallets=players, record=record, goes_on=record is None)


def _say_ready(request: Request, _: h.SayReady) -> CommandPlan:
    player = request.person.name

    def carry_out(turn: Turn, _: Wallets) -> None:
        state, current = turn.state, turn.state.round
        if current is None or current.are_wagers_closed or request.point != wager_point(state):
            facts = {"point": wager_point(state), "stage": stage(state, next_due(state, turn.rules))}
            raise PassedPointError("command/passed-point", "Wagers for that round are closed.", facts=facts)
        if player not in state.racks:
            sentence = f"{player} is not at this table."
            raise Refusal("command/unknown-player", sentence, clause=turn.rules.clause_of(Step.PLACE_BASE))
        request.readiness.add(state, player)

    return CommandPlan(carry_out=carry_out)


# --- practice ------------------------------------------------------------------------------------------------------


def _take_back(request: Request, _: h.TakeBack) -> Rewind:
    table, player = request.table, request.person.name
    if not table.is_practice:
        raise NotAllowedError("command/practice-only", "Decisions can be taken back at practice tables only.")
    if player not in table.state.racks:
        raise NotAllowedError("command/unknown-player", f"{player} is not at this table.")
    if table.rules.meter_link:
        raise SieteError("practice/linked-meter", "A round with a shared meter cannot be taken back.")
    return Rewind()


def _stack_shoe(request: Request, command: h.StackShoe) -> CommandPlan:
    def carry_out(turn: Turn, _: Wallets) -> None:
        if not request.table.is_practice:
            raise NotAllowedError("command/practice-only", "Only a practice table's shoe can be stacked.")
        _check_arranging(request, turn)
        stacked_cards.stack(turn, command.cards)

    return CommandPlan(carry_out=carry_out)


def _set_wheel(request: Request, command: h.SetWheel) -> CommandPlan:
    table, settings = request.table, request.table.settings
    if not isinstance(settings, PracticeSettings):
        raise NotAllowedError("command/practice-only", "Only a practice table's wheels can be set.")
    symbols = wheels.with_wheel(settings.wheels, table.rules, command.wheel, command.symbol)
    record = replace(table.record, settings=replace(settings, wheels=symbols).to_text())

    def carry_out(turn: Turn, _: Wallets) -> None:
        _check_arranging(request, turn)

    return CommandPlan(carry_out=carry_out, record=record)


def _check_arranging(request: Request, turn: Turn) -> None:
    """Only who plays at a practice table, or opened it, arranges its cards and wheels."""
    person = request.person
    if person.name not in turn.state.racks and request.table.record.owner != person.scope:
        sentence = "Sit down first: only players and the table's owner arrange its cards and wheels."
        raise NotAllowedError("command/unknown-player", sentence)


# --- staff ---------------------------------------------------------------------------------------------------------


def _close_for_good(request: Request, _: h.CloseForGood) -> CommandPlan:
    """Everybody leaves with their chips; refused while a wager is on the layout."""
    table, person = request.table, request.person
    if person.role is not HouseRole.FLOORPERSON and table.record.owner != person.scope:
        raise NotAllowedError("table/not-yours", "Only its opener or a floorperson may close a table.")
    if table.state.layout:
        raise SieteError("table/in-play", "There are wagers on the layout. Close the table between rounds.")
    return leaving(table, tuple(table.state.racks), record=replace(table.record, is_closed=True))


def _take_floor(request: Request, _: h.TakeFloor) -> CommandPlan:
    return _on_floor(request.table, request.person.name)


def _give_floor(request: Request, _: h.GiveFloor) -> CommandPlan:
    return _on_floor(request.table, "")


def _on_floor(table: CurrentTable, name: str) -> CommandPlan:
    """Let approvals wait for a person from now on, or be signed by the house again. Decision: 0146."""

    def carry_out(turn: Turn, _: Wallets) -> None:
        turn.automate(is_on_floor=not name)

    settings: TableSettings = replace(table.settings, floorperson=name, call="")
    return CommandPlan(carry_out=carry_out, record=replace(table.record, settings=settings.to_text()))


def _sign_change(request: Request, command: h.SignChange) -> CommandPlan:
    return CommandPlan(signature=Signature(command.number, request.person.name))


# --- the table of handlers -------------------------------------------------------------------------------------------

H = TypeVar("H", bound=h.HostCommand)
Handler = Callable[[Request, h.HostCommand], CommandPlan | Rewind]


def _on(kind: type[H], handler: Callable[[Request, H], CommandPlan | Rewind]) -> tuple[type[h.HostCommand], Handler]:
    def handle(request: Request, command: h.HostCommand) -> CommandPlan | Rewind:
        assert isinstance(command, kind), "commands are looked up by their own type"
        return handler(request, command)

    return kind, handle


_HANDLERS: dict[type[h.HostCommand], Handler] = dict(
    (
        _on(h.SitDown, _sit_down),
        _on(h.BuyChips, _buy_chips),
        _on(h.CashOut, _cash_out),
        _on(h.JoinQueue, queue.join),
        _on(h.LeaveQueue, queue.leave),
        _on(h.SayReady, _say_ready),
        _on(h.TakeBack, _take_back),
        _on(h.StackShoe, _stack_shoe),
        _on(h.SetWheel, _set_wheel),
        _on(h.CloseForGood, _close_for_good),
        _on(h.TakeDealing, dealer.take_dealing),
        _on(h.GiveDealing, dealer.give_dealing),
        _on(h.ChooseHelp, dealer.choose_help),
        _on(h.CallFloor, dealer.call_floor),
        _on(h.TakeFloor, _take_floor),
        _on(h.GiveFloor, _give_floor),
        _on(h.SignChange, _sign_change),
    )
)
