"""Devices out of order: the card reader, the shuffler, and a count that is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from siete.rules.options import Authority, HoleCardProcedure, ReaderFault, ShuffleMethod, UnusableShuffler
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.automatic import next_due
from siete.table.due import Approval, Due, Refusal
from siete.table.irregularities.voiding import void
from siete.table.stages.shuffling import method
from siete.table.state.table import TableState

_ABOVE = {Authority.FLOORPERSON: (Authority.FLOORPERSON, Authority.SUPERVISOR)}
"""Who else may be told what is for somebody of a rank."""

_ASIDE = {UnusableShuffler.COVER_OR_SIGN: ("cover", "sign"), UnusableShuffler.REMOVE: ("remove",)}


# --- the reader ------------------------------------------------------------------------------------------------


def refuse_misread(state: TableState, rules: TableRules, command: c.MisreadHoleCard) -> Refusal | None:
    """Why the hole card cannot have been read by mistake, or who has first to be told."""
    clause, current = rules.clause_of(Step.READER_ERROR), state.round
    has_reader = rules.hole_card_procedure is HoleCardProcedure.HOLE_READER
    if current is None or current.is_void or not current.is_hole_hidden or current.is_up_hidden or not has_reader:
        return Refusal("command/no-hole-card", "No hole card can be in a reader.", clause=clause)
    if current.up.rank in rules.peek_up_cards:
        return Refusal("command/reader-due", "Use the reader for this up card.", clause=clause)
    told = rules.reader_error_told_to
    if command.rank not in _ABOVE.get(told, (told,)):
        return Refusal("command/approval-required", f"Tell the {told.value} first.", clause=clause)
    return None


def misread(state: TableState, rules: TableRules, command: c.MisreadHoleCard) -> Iterator[e.Event]:
    """All hands are dead if this reader lets players learn the card, or one could; else the round goes on."""
    is_readable = command.is_readable or rules.reader_reveals_to_players
    yield e.HoleCardMisread(by=command.by, is_readable=is_readable, clause=rules.clause_of(Step.READER_ERROR))
    if is_readable:
        yield from void(state, rules, reason="hole card read", clause=rules.clause_of(Step.READER_ERROR_SEEN))
    else:
        yield e.PlayContinued(clause=rules.clause_of(Step.READER_ERROR_UNSEEN))


def refuse_reader(state: TableState, rules: TableRules, command: c.FailReader | c.RepairReader) -> Refusal | None:
    """Why the reader cannot fail, or be mended."""
    clause = rules.clause_of(Step.READER_FAULT)
    if rules.hole_card_procedure is not HoleCardProcedure.HOLE_READER:
        return Refusal("command/no-reader", "The table has no card reader.", clause=clause)
    if state.is_reader_down is isinstance(command, c.FailReader):
        return Refusal("command/reader-state", "The reader is in that state already.", clause=clause)
    return None


def fail_reader(state: TableState, rules: TableRules, command: c.FailReader) -> Iterator[e.Event]:
    """The table stops, or goes on as one without a reader."""
    goes_on = rules.reader_fault is ReaderFault.CONTINUE_WITHOUT
    yield e.ReaderFailed(goes_on=goes_on, clause=rules.clause_of(Step.READER_FAULT))


def repair_reader(state: TableState, rules: TableRules, command: c.RepairReader) -> Iterator[e.Event]:
    """Dealing may go on."""
    yield e.ReaderRepaired(by=command.by, clause=rules.clause_of(Step.READER_FAULT))


def refuse_void(state: TableState, rules: TableRules, command: c.VoidRound) -> Refusal | None:
    """A floorperson gives up only a round that cannot be finished: no reader to go on with, or no cards."""
    due = next_due(state, rules)
    is_on = state.round is not None and state.round.are_wagers_closed and not state.round.is_void
    if is_on and isinstance(due, Approval) and isinstance(due.command, c.VoidRound | c.RepairReader):
        return None
    return Refusal("command/no-reason-to-void", "The round can be finished.", clause=rules.clause_of(Step.READER_FAULT))


def void_round(state: TableState, rules: TableRules, command: c.VoidRound) -> Iterator[e.Event]:
    """Every open wager goes back. Decisions: 0075, 0082, 0084."""
    due = next_due(state, rules)
    assert due is not None, "a refusal would have been given"
    yield from void(state, rules, reason="given up", clause=due.clause)
    if state.pack is not None and not state.is_reader_down:
        yield e.ReshuffleOrdered(by=command.by, clause=due.clause)


# --- the shuffler ----------------------------------------------------------------------------------------------


def refuse_shuffler(state: TableState, rules: TableRules, command: c.Command) -> Refusal | None:
    """Why the shuffler cannot jam or fail now."""
    is_jam = isinstance(command, c.JamShuffler)
    clause = rules.clause_of(Step.SHUFFLER_JAM if is_jam else Step.SHUFFLER_OUT)
    if method(state, rules) is ShuffleMethod.MANUAL or state.is_shuffler_down:
        return Refusal("command/no-shuffler", "No shuffler is in use.", clause=clause)
    pack = state.pack
    if is_jam and (pack is None or pack.is_loaded or pack.is_preshuffled or not (pack.pile or pack.order)):
        return Refusal("command/not-shuffling", "No cards are being shuffled.", clause=clause)
    return None


def jam(state: TableState, rules: TableRules, command: c.JamShuffler) -> Iterator[e.Event]:
    """The cards are shuffled again."""
    yield e.ShufflerJammed(clause=rules.clause_of(Step.SHUFFLER_JAM))


def fail_shuffler(state: TableState, rules: TableRules, command: c.FailShuffler) -> Iterator[e.Event]:
    """Another method may be used once it is out of the way; a shuffle that was not finished is void."""
    clause = rules.clause_of(Step.SHUFFLER_OUT)
    yield e.ShufflerFailed(clause=clause)


def refuse_aside(state: TableState, rules: TableRules, command: c.SetShufflerAside) -> Refusal | None:
    """Why this is not what becomes of a shuffler."""
    clause = rules.clause_of(Step.SHUFFLER_OUT)
    if not state.is_shuffler_down or state.is_shuffler_aside:
        return Refusal("command/shuffler-works", "No shuffler is out of order.", clause=clause)
    allowed = _ASIDE[rules.unusable_shuffler]
    if command.how not in allowed:
        return Refusal("command/wrong-remedy", f"It takes: {' or '.join(allowed)}.", clause=clause)
    return None


def set_aside(state: TableState, rules: TableRules, command: c.SetShufflerAside) -> Iterator[e.Event]:
    """Cards are shuffled by hand from now on."""
    yield e.ShufflerSetAside(how=command.how, by=command.by, clause=rules.clause_of(Step.SHUFFLER_OUT))


def refuse_repair(state: TableState, rules: TableRules, command: c.RepairShuffler) -> Refusal | None:
    """Why there is nothing to mend: it works, or a shuffle by hand is under way."""
    clause, pack = rules.clause_of(Step.SHUFFLER_OUT), state.pack
    if not state.is_shuffler_down:
        return Refusal("command/shuffler-works", "No shuffler is out of order.", clause=clause)
    if pack is not None and not pack.is_loaded and (pack.steps or pack.order is not None):
        return Refusal("command/shuffling", "The cards are being shuffled by hand.", clause=clause)
    return None


def repair_shuffler(state: TableState, rules: TableRules, command: c.RepairShuffler) -> Iterator[e.Event]:
    """The shuffler is used again."""
    yield e.ShufflerRepaired(by=command.by, clause=rules.clause_of(Step.SHUFFLER_OUT))


# --- the count -------------------------------------------------------------------------------------------------


def refuse_miscount(state: TableState, rules: TableRules, command: c.MiscountCards) -> Refusal | None:
    """Cards are counted when the shoe is done."""
    due = next_due(state, rules)
    if isinstance(due, Due) and isinstance(due.command, c.CollectShoe):
        return None
    return Refusal("command/no-count", "The cards are not being counted.", clause=rules.clause_of(Step.COLLECT_SHOE))


def miscount(state: TableState, rules: TableRules, command: c.MiscountCards) -> Iterator[e.Event]:
    """Cards that are not all there are withdrawn."""
    yield e.DecksCondemned(clause=rules.clause_of(Step.COLLECT_SHOE))


COMMANDS = dict(
    (
        handlers.command(c.MisreadHoleCard, refuse_misread, misread),
        handlers.command(c.FailReader, refuse_reader, fail_reader),
        handlers.command(c.RepairReader, refuse_reader, repair_reader),
        handlers.command(c.VoidRound, refuse_void, void_round),
        handlers.command(c.JamShuffler, refuse_shuffler, jam),
        handlers.command(c.FailShuffler, refuse_shuffler, fail_shuffler),
        handlers.command(c.SetShufflerAside, refuse_aside, set_aside),
        handlers.command(c.RepairShuffler, refuse_repair, repair_shuffler),
        handlers.command(c.MiscountCards, refuse_miscount, miscount),
    )
)
