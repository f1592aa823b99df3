"""Who is at the table: chips brought, seats taken, and players who leave with what they have."""

from __future__ import annotations

from collections.abc import Iterator

from siete.money import LARGEST_CENTS, Cents, cents_to_text
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.due import Refusal
from siete.table.state.round import Round
from siete.table.state.table import TableState
from siete.table.words import LONGEST_NAME, person_in_words


def refuse_chips(state: TableState, rules: TableRules, command: c.BringChips) -> Refusal | None:
    """Why such chips do not come to a table: nobody's, none, or more than there can be."""
    clause, who = rules.clause_of(Step.CHIPS), rules.clause_of(Step.PLACE_BASE)
    if not command.player:
        return Refusal("command/unknown-player", "Name the player who brings the chips.", clause=who)
    if command.player != command.player.strip() or person_in_words(command.player) != command.player:
        sentence = f"A name is at most {LONGEST_NAME} letters in one line, with no space before or after."
        return Refusal("command/unknown-player", sentence, clause=who)
    if not 0 < command.amount < LARGEST_CENTS:
        sentence = f"Bring more than $0 and less than {cents_to_text(Cents(LARGEST_CENTS))}."
        return Refusal("command/amount-not-positive", sentence, clause=clause)
    return None


def bring_chips(state: TableState, rules: TableRules, command: c.BringChips) -> Iterator[e.Event]:
    """Chips lie in the player's rack."""
    yield e.ChipsBrought(player=command.player, amount=command.amount, clause=rules.clause_of(Step.CHIPS))


def refuse_seat(state: TableState, rules: TableRules, command: c.TakeSeat) -> Refusal | None:
    """Why a player may not sit down there: no chips, no such box, somebody else's, or too many boxes."""
    clause = rules.clause_or_step("positions", Step.BOXES)
    if command.player not in state.racks:
        sentence = f"{person_in_words(command.player)} has brought no chips to this table."
        return Refusal("command/unknown-player", sentence, clause=rules.clause_of(Step.PLACE_BASE))
    if not 1 <= command.box <= rules.positions:
        sentence = f"There is no box {command.box}; the table has {rules.positions}."
        return Refusal("command/no-such-box", sentence, clause=clause)
    if command.box in state.seats:
        return Refusal("command/box-taken", f"{state.seats[command.box]} sits at box {command.box}.", clause=clause)
    box = state.round.box(command.box) if state.round is not None else None
    if box is not None and not box.original(command.player):
        sentence = f"Others play box {command.box} in this round."
        return Refusal("command/box-taken", sentence, clause=clause)
    if sum(seated == command.player for seated in state.seats.values()) >= rules.max_boxes_per_player:
        sentence = f"A player may have {rules.max_boxes_per_player} boxes."
        return Refusal("command/too-many-boxes", sentence, clause=rules.clause("max_boxes_per_player"))
    return None


def take_seat(state: TableState, rules: TableRules, command: c.TakeSeat) -> Iterator[e.Event]:
    """The player sits at the box."""
    yield e.PlayerSeated(player=command.player, box=command.box, clause=rules.clause("positions"))


def refuse_leave(state: TableState, rules: TableRules, command: c.LeaveTable) -> Refusal | None:
    """Why a player may not leave: not there, or in the round, which may still pay.

    A hand that died has its wagers back, and its player may still be owed an award or an envy. Decisions: 0035, 0111.
    """
    if command.player not in state.racks:
        sentence = f"{person_in_words(command.player)} is not at this table."
        return Refusal("command/unknown-player", sentence, clause=rules.clause_of(Step.PLACE_BASE))
    if state.round is not None and _is_in(state.round, command.player):
        sentence = f"{command.player} is in this round, which may still pay. Wait until it is over."
        return Refusal("command/wagers-open", sentence, clause=rules.clause_of(Step.WAGER_TOUCHED))
    return None


def _is_in(current: Round, player: str) -> bool:
    return any(player == each for each in current.players()) or any(call.player == player for call in current.calls)


def leave(state: TableState, rules: TableRules, command: c.LeaveTable) -> Iterator[e.Event]:
    """The chips go with the player, and the seats are free. Decision: 0111."""
    clause = rules.clause_of(Step.CHIPS)
    if state.racks[command.player]:
        yield e.ChipsTakenAway(player=command.player, amount=state.racks[command.player], clause=clause)
    yield e.PlayerLeft(player=command.player, clause=clause)


COMMANDS = dict(
    (
        handlers.command(c.BringChips, refuse_chips, bring_chips),
        handlers.command(c.TakeSeat, refuse_seat, take_seat),
        handlers.command(c.LeaveTable, refuse_leave, leave),
    )
)
