"""What people ask of a running table, and what the host decides: when wagers close, who deals, when time is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from siete.errors import SieteError
from siete.host import people, seating, stacking, wire
from siete.host.people import NotAllowedError, Person, Rank
from siete.host.points import WAGER, default_answer, expected_point, stage, wager_point
from siete.host.settings import Settings
from siete.host.showing import asks_of
from siete.host.shuffling import Chance
from siete.host.timers import Timer
from siete.host.turn import Turn
from siete.host.wire import Message
from siete.money import Cents
from siete.table import commands as c
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Approval, Due, Refusal
from siete.table.state import TableState
from siete.table.wallet import Wallet

if TYPE_CHECKING:
    from siete.host.running import RunningTable

_AT_ANY_TIME: tuple[type[c.PlayerCommand], ...] = (c.AskBurnCard,)
"""Players' commands that answer no question and belong to no stage."""


LONGEST_STACK = 1_200
"""Letters of a stack: more than eight decks have."""


class PassedPointError(SieteError):
    """The command answers a question that is no longer open."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A command that was read and may be asked for; `carry_out` does it, or refuses it by the rules of the game."""

    carry_out: Callable[[Turn, Wallet | None], None]
    needs_wallet: bool = False
    is_taking_back: bool = False
    """Whether the table goes back instead of on."""
    is_closing: bool = False
    """Whether the table is closed for good."""
    settings: Settings | None = None
    """How the table is run from now on, where that changes."""


class Asking:
    """The host's part of one table."""

    def __init__(self, table: RunningTable) -> None:
        self._table = table
        self.ready: set[str] = set()
        self._ready_point = ""
        self._is_time_over = False

    # --- reading ---------------------------------------------------------------------------------------------------

    def read(self, person: Person, message: Message) -> Asked:
        """The command in a message, if this person may send it at all."""
        kind = wire.command_type(message.kind)
        people.check(person, message.kind, kind)
        if kind is None:
            return self._host_command(person, message)
        command = wire.command_from(kind, message.fields, person)
        if isinstance(command, c.PlayerCommand):
            return Asked(lambda turn, _: self._play(turn, command, message.point))
        if isinstance(command, c.HouseCommand):
            self._check_dealing(person)
            return Asked(lambda turn, _: turn.do(command))
        return Asked(lambda turn, _: turn.do(command))

    def _check_dealing(self, person: Person) -> None:
        if self._table.dealer != person.name:
            sentence = f"{self._table.dealer or HOUSE} deals at this table."
            raise NotAllowedError("command/not-the-dealer", sentence)

    def _host_command(self, person: Person, message: Message) -> Asked:
        fields, kind = message.fields, message.kind
        match kind:
            case "TakeSeat":
                wire.only(fields, "box", "amount", kind=kind)
                return Asked(lambda turn, wallet: self._sit(turn, person.name, fields, wallet), needs_wallet=True)
            case "BuyChips":
                wire.only(fields, "amount", kind=kind)
                return Asked(lambda turn, wallet: self._buy(turn, person.name, fields, wallet), needs_wallet=True)
            case "LeaveTable":
                wire.only(fields, kind=kind)
                return Asked(lambda turn, wallet: self._leave(turn, person.name, wallet), needs_wallet=True)
            case "Ready":
                wire.only(fields, kind=kind)
                return Asked(lambda turn, _: self._be_ready(turn, person.name, message.point))
            case "TakeBack":
                wire.only(fields, kind=kind)
                self._check_taking_back(person)
                return Asked(lambda turn, _: None, is_taking_back=True)
            case people.CLOSE_TABLE:
                wire.only(fields, kind=kind)
                self._check_closing(person)
                return Asked(lambda turn, _: None, is_closing=True)
            case "StackShoe":
                wire.only(fields, "cards", kind=kind)
                return Asked(lambda turn, _: self._stack(turn, fields))
            case "TakeDealing":
                wire.only(fields, kind=kind)
                return Asked(lambda turn, _: self._take_dealing(turn, person))
            case "GiveDealing":
                wire.only(fields, kind=kind)
                self._check_dealing(person)
                return Asked(lambda turn, _: turn.do(c.RelieveDealer(by=HOUSE, dealer=HOUSE)))
            case "TakeFloor" | "GiveFloor":
                wire.only(fields, kind=kind)
                return self._on_floor(person.name if kind == "TakeFloor" else "")
        raise AssertionError(f"{kind} is none of the host's commands")

    # --- players ---------------------------------------------------------------------------------------------------

    def _play(self, turn: Turn, command: c.PlayerCommand, point: str) -> None:
        if not isinstance(command, _AT_ANY_TIME):
            self._check_point(turn, command, point)
        turn.do(command)

    def _check_point(self, turn: Turn, command: c.PlayerCommand, point: str) -> None:
        due = next_due(turn.state, turn.rules)
        now = expected_point(turn.state, due, command)
        if point == now:
            return
        where = stage(turn.state, due)
        number = turn.state.round.number if turn.state.round is not None else turn.state.rounds
        facts = {"round": number, "stage": where, "point": now, "version": turn.stand.version}
        sentence = f"That decision has passed: round {number} is at {where}."
        raise PassedPointError("command/passed-point", sentence, facts=facts)

    def _be_ready(self, turn: Turn, player: str, point: str) -> None:
        current = turn.state.round
        if current is None or current.are_wagers_closed or point != wager_point(turn.state):
            facts = {"point": wager_point(turn.state), "stage": stage(turn.state, next_due(turn.state, turn.rules))}
            raise PassedPointError("command/passed-point", "Wagers for that round are closed.", facts=facts)
        if player not in turn.state.racks:
            sentence = f"{player} is not at this table."
            raise Refusal("command/unknown-player", sentence, clause=turn.rules.order("chips"))
        self._forget_old(turn.state)
        self.ready.add(player)

    def _sit(self, turn: Turn, player: str, fields: Mapping[str, Any], wallet: Wallet | None) -> None:
        assert wallet is not None, "the wallet was asked for"
        box, amount = wire.number_in(fields, "box"), wire.number_in(fields, "amount")
        if box is None:
            raise Refusal("command/no-such-box", "Say at which box.", clause=turn.rules.clause("positions"))
        purse = self._purse(turn, player, wallet)
        chips = seating.usual_buy_in(turn.rules, purse.wallet) if amount is None else Cents(amount)
        seating.sit(turn, player, box, chips, purse)

    def _buy(self, turn: Turn, player: str, fields: Mapping[str, Any], wallet: Wallet | None) -> None:
        assert wallet is not None, "the wallet was asked for"
        amount = wire.number_in(fields, "amount")
        if player not in turn.state.racks:
            raise Refusal("command/unknown-player", f"{player} is not at this table.", clause="")
        purse = self._purse(turn, player, wallet)
        chips = seating.usual_buy_in(turn.rules, purse.wallet) if amount is None else Cents(amount)
        seating.bring_chips(turn, player, chips, purse)

    def _leave(self, turn: Turn, player: str, wallet: Wallet | None) -> None:
        assert wallet is not None, "the wallet was asked for"
        seating.leave(turn, player, seating.Purse(self._table.wallet_name(player), wallet))

    def _purse(self, turn: Turn, player: str, wallet: Wallet) -> seating.Purse:
        """Where a player's chips come from; at a practice table the house gives new ones to whoever has none."""
        purse = seating.Purse(self._table.wallet_name(player), wallet)
        if not self._table.is_practice:
            return purse
        return seating.practice_purse(turn, purse, Cents(self._table.settings.chips))

    def _check_taking_back(self, person: Person) -> None:
        if not self._table.is_practice:
            raise NotAllowedError("command/practice-only", "Only at a practice table is a decision taken back.")
        if person.name not in self._table.state.racks:
            raise NotAllowedError("command/unknown-player", f"{person.name} is not at this table.")
        if self._table.rules.meter_link:
            raise SieteError("practice/linked-meter", "A meter that tables share cannot be taken back.")

    def _check_closing(self, person: Person) -> None:
        if person.rank is not Rank.FLOORPERSON and self._table.record.owner != person.scope:
            raise NotAllowedError("table/not-yours", "A table is closed by who opened it, or by a floorperson.")

    def _stack(self, turn: Turn, fields: Mapping[str, Any]) -> None:
        if not self._table.is_practice:
            raise NotAllowedError("command/practice-only", "Only a practice table's shoe can be stacked.")
        stacking.stack(turn, str(fields.get("cards", ""))[:LONGEST_STACK])

    def _take_dealing(self, turn: Turn, person: Person) -> None:
        if self._table.dealer:
            raise NotAllowedError("command/not-the-dealer", f"{self._table.dealer} deals at this table.")
        turn.do(c.RelieveDealer(by=HOUSE, dealer=person.name))

    def _on_floor(self, name: str) -> Asked:
        """Let approvals wait for a person from now on, or be signed by the house again. Decision: 0146."""

        def change(turn: Turn, _: Wallet | None) -> None:
            turn.staffing = replace(turn.staffing, is_on_floor=not name)

        return Asked(change, settings=replace(self._table.settings, floorperson=name))

    # --- what the host decides -------------------------------------------------------------------------------------

    def holds(self, state: TableState, due: Due | Approval) -> bool:
        """Whether a step of the house has to wait: wagers stay open until all are ready or the time is over."""
        if isinstance(due.command, c.StartRound):
            return bool(self._table.record.is_closed)
        return isinstance(due.command, c.CloseWagers) and not self._may_close(state)

    def _may_close(self, state: TableState) -> bool:
        self._forget_old(state)
        if self._is_time_over:
            return True
        assert state.round is not None, "wagers close within a round"
        if any(player not in self.ready for player in state.round.players()):
            return False
        return all(name in self.ready or not self._table.is_here(name) for name in state.seats.values())

    @property
    def ready_point(self) -> str:
        """The round for which people are ready."""
        return self._ready_point

    def hear_ready(self, point: str, names: Iterable[str]) -> bool:
        """Take over who is ready from the process that runs the table; whether that is news."""
        self._forget_old(self._table.state)
        if point != self._ready_point or self.ready == set(names):
            return False
        self.ready = set(names)
        return True

    def _forget_old(self, state: TableState) -> None:
        """Being ready holds for one round."""
        point = wager_point(state)
        if point != self._ready_point:
            self.ready, self._ready_point, self._is_time_over = set(), point, False

    def after(self) -> None:
        """Forget who was ready for what is past."""
        state = self._table.state
        self._forget_old(state)
        if state.round is not None and state.round.are_wagers_closed:
            self.ready = set()

    def time_over(self, turn: Turn, over: Iterable[Timer]) -> None:
        """Say for those whose time is over what counts as said."""
        for timer in over:
            if timer.question == WAGER:
                self._forget_old(turn.state)
                self._is_time_over = timer.point == wager_point(turn.state)
                continue
            for ask, point in asks_of(turn.state, next_due(turn.state, turn.rules)):
                answer = default_answer(turn.state, turn.rules, ask)
                if (ask.player, point) == (timer.player, timer.point) and answer is not None:
                    turn.do(answer)
                    break

    # --- time and chance -------------------------------------------------------------------------------------------

    def tell_time(self, turn: Turn, minute: int) -> None:
        """Tell the table what minute it is, where it runs by procedure and the minute is new."""
        if turn.state.opening is not None and minute > turn.state.opening.now:
            turn.do(c.TellTime(at=minute))

    def idle_at(self, now: float) -> float | None:
        """When the table will have been without a wager for so long that its cards are spread."""
        opening, pack, rules = self._table.state.opening, self._table.state.pack, self._table.rules
        if opening is None or opening.is_idle or pack is None or not pack.is_loaded or self._table.dealer:
            return None
        if self._table.state.round is not None and self._table.state.round.boxes:
            return None
        left = opening.active_at + rules.idle_timeout - self._table.minute()
        return now + max(60.0, left * 60.0)

    def chance(self, live: Chance) -> Chance:
        """Chance at this place of the stream: at a practice table the seed decides, so that a turn can be repeated."""
        seed = self._table.settings.seed
        return live if seed is None else Chance(f"{seed}/{self._table.stand.version}")
