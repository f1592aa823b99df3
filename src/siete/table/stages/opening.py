"""From closed to open: checklist, card reader, and cards received, inspected, spread, looked over, washed and stacked.

The same steps bring new cards to an open table when the old ones have been in use for long enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from siete.cards import SPANISH_DECK, Card, Rank
from siete.rules.checklist import CheckItem
from siete.rules.options import HoleCardProcedure
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table import handlers
from siete.table.due import HOUSE, Approval, Ask, Due, Next, Question, Refusal, Waiting
from siete.table.stages import idling
from siete.table.state.opening import DAY, HOUR, Handling, Opening
from siete.table.state.table import TableState
from siete.table.words import step_in_words


def due(state: TableState, rules: TableRules) -> Next:
    """What the table needs before cards are shuffled; nothing at a table that was never prepared."""
    opening = state.opening
    if opening is None:
        return None
    if opening.is_closed:
        return Waiting((), rules.clause_of(Step.OPEN_TABLE))
    for item in unsigned(opening, rules):
        return Approval(c.SignItem(by=HOUSE, item=item.name), item.clause)
    if is_reader_due(opening, rules):
        return Approval(c.InspectReader(by=HOUSE), rules.clause_of(Step.INSPECT_READER))
    is_old = opening.cards_at is not None and opening.now - opening.cards_at >= rules.card_change_interval_h * HOUR
    if is_old and (state.pack is not None or opening.is_idle):
        return Due(c.RetireCards(), rules.clause_or_step("card_change_interval_h", Step.OPEN_TABLE))
    if state.pack is not None:
        is_idle = idling.is_idle(state, opening, rules)
        idle = Due(c.SpreadIdleCards(), rules.clause_of(Step.IDLE_SPREAD)) if is_idle else None
        return idle or _second_batch(state, opening, rules)
    return _handling(state, opening, rules)


def _handling(state: TableState, opening: Opening, rules: TableRules) -> Next:
    """The next thing to be done with cards that came to the table.

    Clauses: MD-4.F, MDD-4.F, MA-3.c.3, S13-c.3-3. Decision: 0072.
    """
    if opening.cards is not None and rules.preshuffled_cards and not opening.is_idle:
        return None if opening.is_open else Approval(c.OpenTable(by=HOUSE), rules.clause_of(Step.OPEN_TABLE))
    found = _inspection(opening, rules)
    if found is not None:
        return found
    if Handling.SPREAD not in opening.done:
        return Due(c.SpreadCards(), rules.clause_of(Step.OPEN_SPREAD))
    if not opening.is_open:
        return Approval(c.OpenTable(by=HOUSE), rules.clause_of(Step.OPEN_TABLE))
    return _after_spread(state, opening, rules)


def _inspection(opening: Opening, rules: TableRules) -> Due | Approval | None:
    """What is left of the inspection of cards that came to the table; none of those that came preinspected."""
    if opening.cards is None:
        return Due(c.ReceiveCards(), rules.clause_of(Step.OPEN_RECEIVE))
    if rules.preshuffled_cards:
        return None
    if Handling.INSPECTED not in opening.done:
        return Due(c.InspectCards(), rules.clause_of(Step.OPEN_INSPECT))
    if any(card.rank is Rank.TEN for card in opening.cards):
        return Due(c.RemoveTens(), rules.clause_of(Step.OPEN_TENS))
    if Handling.VERIFIED not in opening.done:
        return Approval(c.VerifyCards(by=HOUSE), rules.clause_of(Step.OPEN_VERIFY))
    if opening.tens:
        return Approval(c.DisposeTens(by=HOUSE), rules.clause_of(Step.OPEN_DISPOSE))
    return None


def _second_batch(state: TableState, opening: Opening, rules: TableRules) -> Due | Approval | None:
    """The decks of a second batch are received and inspected like the first, between rounds.

    Decision: 0195.
    """
    if rules.shuffler_batches < 2 or opening.batch is not None or state.round is not None or not opening.is_open:
        return None
    is_dealt_from = state.pack is not None and state.pack.is_loaded and not state.pack.burns_due
    is_due = is_dealt_from and not (opening.cards is None and state.is_shuffler_down)
    return _inspection(opening, rules) if is_due else None


def _after_spread(state: TableState, opening: Opening, rules: TableRules) -> Next:
    """The look, and the way from there to one stack."""
    if Handling.LOOKED_OVER not in opening.done:
        first = Waiting(tuple(_looker(state)), rules.clause_of(Step.OPEN_LOOK))
        return idling.due(state, opening, rules) if opening.is_idle else first
    changed = idling.after_look(state, opening, rules) if opening.is_idle else None
    if changed is not None:
        return changed
    wash = rules.clause_of(Step.IDLE_WASH) if opening.is_idle else ""
    if Handling.TURNED not in opening.done:
        return Due(c.TurnCardsDown(), wash or rules.clause_of(Step.OPEN_TURN))
    if Handling.WASHED not in opening.done:
        return Due(c.WashCards(), wash or rules.clause_of(Step.OPEN_WASH))
    return Due(c.StackCards(), wash or rules.clause_of(Step.OPEN_STACK))


def _looker(state: TableState) -> Iterator[Ask]:
    """The first player to have come to the table."""
    for player in (*state.racks, *state.seats.values()):
        yield Ask(player=player, box=idling.seat(state, player), question=Question.LOOK)
        return


# --- checklist and reader --------------------------------------------------------------------------------------


def needed(rules: TableRules) -> Iterator[CheckItem]:
    """The items that matter at this table, those that may stand for another left out."""
    for item in rules.checklist:
        if not item.instead_of and (not item.needs or any(getattr(rules, name) for name in item.needs)):
            yield item


def unsigned(opening: Opening, rules: TableRules) -> Iterator[CheckItem]:
    """The items that nobody has signed for, themselves or by what may stand for them.

    Clauses: MD-2.D, MD-2.G.2, MDD-2.D, MDD-2.G.2.
    """
    stand_ins = {item.instead_of for item in rules.checklist if item.name in opening.signed}
    return (item for item in needed(rules) if item.name not in opening.signed | stand_ins)


def is_reader_due(opening: Opening, rules: TableRules) -> bool:
    """Whether the card reader must be inspected: once in every gaming day, where the rule set orders it."""
    if not rules.clause_of(Step.INSPECT_READER) or rules.hole_card_procedure is not HoleCardProcedure.HOLE_READER:
        return False
    return opening.reader_at is None or _gaming_day(opening.reader_at, rules) < _gaming_day(opening.now, rules)


def _gaming_day(at: int, rules: TableRules) -> int:
    hours, minutes = map(int, rules.gaming_day_start.split(":"))
    return (at - hours * HOUR - minutes) // DAY


# --- the floor -------------------------------------------------------------------------------------------------


def refuse_order(state: TableState, rules: TableRules, command: c.FloorCommand, due: Next) -> Refusal | None:
    """Why a floorperson may not sign, approve or order this now."""
    opening = state.opening
    if isinstance(command, c.PrepareTable):
        return _refuse_preparation(opening, rules, command)
    if isinstance(command, c.CloseTable):
        return _refuse_close(state, rules)
    if opening is None or opening.is_closed:
        return Refusal(
            "command/not-prepared", "The table has not been prepared.", clause=rules.clause_of(Step.OPEN_TABLE)
        )
    if isinstance(command, c.SignItem):
        return _refuse_item(rules, command)
    if isinstance(command, c.InspectReader):
        return None
    if isinstance(command, c.ReturnCards):
        return _refuse_return(opening, rules)
    if isinstance(command, c.OpenTable):
        for item in unsigned(opening, rules):
            return Refusal("command/not-signed", f"Nobody has signed: {item.sentence}", clause=item.clause)
    if isinstance(due, Approval) and type(due.command) is type(command):
        return None
    sentence = f"It is not time to {step_in_words(command)}."
    clause = due.clause if due is not None else rules.clause_of(Step.OPEN_TABLE)
    return Refusal("command/not-this-step", sentence, clause=clause)


def _refuse_preparation(opening: Opening | None, rules: TableRules, command: c.PrepareTable) -> Refusal | None:
    """Why the table is not to be prepared: it is, or time would run back."""
    if opening is not None and not opening.is_closed:
        return Refusal("command/prepared", "The table has been prepared.", clause=rules.clause_of(Step.OPEN_TABLE))
    if opening is not None and command.at < opening.now:
        return Refusal("command/time-runs-back", _now(opening), clause=rules.clause_of(Step.OPEN_TABLE))
    return None


def _refuse_close(state: TableState, rules: TableRules) -> Refusal | None:
    """Why the table cannot be closed: it is not open, or somebody is still at it. Decision: 0111."""
    clause = rules.clause_of(Step.OPEN_TABLE)
    if state.opening is None or not state.opening.is_open:
        return Refusal("command/not-open", "The table is not open.", clause=clause)
    if state.racks:
        return Refusal("command/players-there", f"{', '.join(state.racks)} must leave first.", clause=clause)
    return None


def _refuse_item(rules: TableRules, command: c.SignItem) -> Refusal | None:
    if any(item.name == command.item for item in rules.checklist):
        return None
    sentence = f"The checklist has no item {command.item[:40]!r}."
    return Refusal("command/no-such-item", sentence, clause=rules.clause_of(Step.OPEN_TABLE))


def _refuse_return(opening: Opening, rules: TableRules) -> Refusal | None:
    if opening.cards is not None and Handling.SPREAD not in opening.done:
        return None
    sentence = "There are no cards to send back."
    return Refusal("command/no-cards", sentence, clause=rules.clause_of(Step.OPEN_INSPECT))


def order(state: TableState, rules: TableRules, command: c.FloorCommand) -> Iterator[e.Event]:
    """What a floorperson's signature, approval or order brings about."""
    opening = state.opening
    match command:
        case c.PrepareTable(at=at, by=by):
            yield e.TablePrepared(at=at, by=by)
        case c.SignItem(item=name, by=by):
            clause = next(item.clause for item in rules.checklist if item.name == name)
            yield e.ItemSigned(item=name, by=by, clause=clause)
        case c.InspectReader(by=by):
            yield e.ReaderInspected(by=by, clause=rules.clause_of(Step.INSPECT_READER))
        case c.OpenTable(by=by):
            yield e.TableOpenedForPlay(by=by, clause=rules.clause_of(Step.OPEN_TABLE))
            if rules.preshuffled_cards and opening is not None and opening.cards is not None:
                yield from _ready(opening, opening.cards, rules, is_preshuffled=True)
        case c.CloseTable(by=by):
            yield e.TableClosed(by=by, count=_at_table(state), clause=rules.clause_of(Step.OPEN_TABLE))
        case c.VerifyCards(by=by):
            yield e.CardsVerified(by=by, clause=rules.clause_of(Step.OPEN_VERIFY))
        case c.DisposeTens(by=by):
            assert opening is not None, "a refusal would have been given"
            how = rules.ten_spot_disposal.value
            yield e.TensDisposed(cards=opening.tens, how=how, by=by, clause=rules.clause_of(Step.OPEN_DISPOSE))
        case c.ReturnCards(by=by):
            assert opening is not None and opening.cards is not None, "a refusal would have been given"
            count = len(opening.cards) + len(opening.tens)
            yield e.CardsReturned(count=count, by=by, clause=rules.clause_of(Step.OPEN_INSPECT))


# --- the dealer ------------------------------------------------------------------------------------------------


def receive(state: TableState, rules: TableRules, command: c.ReceiveCards, clause: str) -> Iterator[e.Event]:
    """Decks come to the table."""
    assert state.opening is not None, "a due step follows the preparation"
    if command.cards is None:
        raise Refusal("command/cards-missing", "No cards have been brought.", clause=clause)
    if rules.preshuffled_cards:
        _check(command.cards, rules)
    yield e.CardsReceived(cards=command.cards, clause=clause)
    if rules.preshuffled_cards and state.opening.is_open and state.pack is None:
        yield from _ready(state.opening, command.cards, rules, is_preshuffled=True)


def inspect(state: TableState, rules: TableRules, command: c.InspectCards, clause: str) -> Iterator[e.Event]:
    """The dealer looks for defects; cards that make no full decks cannot be used, 10-spots aside."""
    _check(tuple(card for card in _cards(state) if card.rank is not Rank.TEN), rules)
    yield e.CardsInspected(by=state.dealer, clause=clause)


def _cards(state: TableState) -> tuple[Card, ...]:
    assert state.opening is not None and state.opening.cards is not None, "a due step follows the receipt"
    return state.opening.cards


def _check(cards: tuple[Card, ...], rules: TableRules) -> None:
    """Refuse cards that are not the table's decks."""
    if Counter(cards) != Counter(SPANISH_DECK * rules.decks):
        sentence = f"These are not {rules.decks} whole decks of {rules.cards_per_deck} cards."
        raise Refusal("command/wrong-cards", sentence, clause=rules.clause("cards_per_deck"))


def remove_tens(state: TableState, rules: TableRules, command: c.RemoveTens, clause: str) -> Iterator[e.Event]:
    """The 10-spots come out."""
    tens = tuple(card for card in _cards(state) if card.rank is Rank.TEN)
    yield e.TensRemoved(cards=tens, clause=clause)


def spread(state: TableState, rules: TableRules, command: c.SpreadCards, clause: str) -> Iterator[e.Event]:
    """Every deck face up in a column of its own, suit by suit and in sequence."""
    yield e.CardsSpread(columns=(SPANISH_DECK,) * rules.decks, clause=clause)


def look_over(state: TableState, rules: TableRules, command: c.LookOver) -> Iterator[e.Event]:
    """The first player has had a chance to look."""
    is_idle = state.opening is not None and state.opening.is_idle
    clause = rules.clause_of(Step.IDLE_LOOK) if is_idle else rules.clause_of(Step.OPEN_LOOK)
    yield e.CardsLookedOver(player=command.player, clause=clause)


def turn_down(state: TableState, rules: TableRules, command: c.TurnCardsDown, clause: str) -> Iterator[e.Event]:
    """The cards go face down."""
    yield e.CardsTurnedDown(clause=clause)


def wash(state: TableState, rules: TableRules, command: c.WashCards, clause: str) -> Iterator[e.Event]:
    """The cards are mixed."""
    yield e.CardsWashed(clause=clause)
    yield from _remix(rules, is_exposed=command.is_exposed)


def stack(state: TableState, rules: TableRules, command: c.StackCards, clause: str) -> Iterator[e.Event]:
    """The cards form a stack, ready to be shuffled; one that showed its face sends them back to be mixed."""
    remix = tuple(_remix(rules, is_exposed=command.is_exposed))
    assert state.opening is not None, "a due step follows the preparation"
    yield from remix or _ready(state.opening, _cards(state), rules)


def _remix(rules: TableRules, *, is_exposed: bool) -> Iterator[e.Event]:
    """A card has turned over: the cards are mixed again, where the rule set says so."""
    if is_exposed and rules.clause_of(Step.OPEN_REMIX):
        yield e.CardExposed(clause=rules.clause_of(Step.OPEN_REMIX))


def _ready(
    opening: Opening, cards: tuple[Card, ...], rules: TableRules, *, is_preshuffled: bool = False
) -> Iterator[e.Event]:
    clause = rules.clause_of(Step.IDLE_WASH) if opening.is_idle else rules.clause_of(Step.OPEN_SHUFFLE)
    clause = rules.clause("preshuffled_cards") if is_preshuffled else clause
    yield e.CardsReady(cards=cards, is_preshuffled=is_preshuffled, first=opening.looker, clause=clause)


def retire(state: TableState, rules: TableRules, command: c.RetireCards, clause: str) -> Iterator[e.Event]:
    """The cards have been in use for long enough and leave the table, those in the shuffler with them.

    Clauses: MD-3.C, MDD-3.C, S13-c.4.
    """
    yield e.CardsRetired(count=_at_table(state), clause=clause)


def _at_table(state: TableState) -> int:
    """How many cards are at the table between rounds, in the shuffler too."""
    assert state.opening is not None, "cards come to a prepared table"
    rest = state.shoe[state.dealt :] if state.shoe is not None else ()
    count = len(state.discards) + len(rest) + len(state.opening.cards or ()) + len(state.opening.batch or ())
    if state.pack is not None:
        count += len(state.pack.pile) + len(state.pack.order or ())
    return count


# --- time ------------------------------------------------------------------------------------------------------


def _now(opening: Opening) -> str:
    return f"It is minute {opening.now} already. Give a later time."


def refuse_time(state: TableState, rules: TableRules, command: c.TellTime) -> Refusal | None:
    """Why this cannot be the time."""
    if state.opening is None:
        return Refusal(
            "command/not-prepared", "The table has not been prepared.", clause=rules.clause_of(Step.OPEN_TABLE)
        )
    if command.at < state.opening.now:
        return Refusal("command/time-runs-back", _now(state.opening), clause=rules.clause_of(Step.OPEN_TABLE))
    return None


def tell_time(state: TableState, rules: TableRules, command: c.TellTime) -> Iterator[e.Event]:
    """Time has passed."""
    yield e.TimeTold(at=command.at)


STEPS = dict(
    (
        handlers.step(c.ReceiveCards, receive),
        handlers.step(c.InspectCards, inspect),
        handlers.step(c.RemoveTens, remove_tens),
        handlers.step(c.SpreadCards, spread),
        handlers.step(c.TurnCardsDown, turn_down),
        handlers.step(c.WashCards, wash),
        handlers.step(c.StackCards, stack),
        handlers.step(c.RetireCards, retire),
        handlers.step(c.SpreadIdleCards, idling.spread),
        handlers.step(c.ChangeBatch, idling.change_batch),
    )
)
