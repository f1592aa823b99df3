"""The initial deal, and every card that leaves the shoe."""

from __future__ import annotations

from collections.abc import Iterator

from siete.cards import Card
from siete.rules.options import DealOrder, HoleCardProcedure, RevealOrder
from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Ask, Due, Next, Question, Refusal, Waiting, card_due, step_due
from siete.table.hand import HandTotal
from siete.table.state.round import Round
from siete.table.state.table import TableState


def due(current: Round, state: TableState, rules: TableRules) -> Next:
    """The next card of the initial deal.

    Clauses: MD-7.E, MDD-7.E, MA-7.d, MA-7.i.1, S13-g.4, S13-g.9-1, WA3-D12.b, WA3-D12.c, WA3-J4.b, WA2-D12.b, WA2-J4.b,
    MD-13.J, MDD-13.J, MA-15.f, S13-o.6. Decision: 0016.
    """
    is_alternate = rules.deal_order is DealOrder.ALTERNATE and not current.faults.is_dealer_missed
    steps = _ALTERNATE if is_alternate else _PLAYERS_FIRST
    for step in steps:
        found = step(current, rules)
        if found is not None:
            return found
    return None


def _first(current: Round, rules: TableRules) -> Due | None:
    return _to_boxes(current, 0, Step.DEAL_FIRST, rules)


def _second(current: Round, rules: TableRules) -> Next:
    """The second cards; a box dealt past is asked once all others have theirs."""
    found = _to_boxes(current, 1, Step.DEAL_SECOND, rules)
    if found is not None or not current.faults.one_card:
        return found
    box = current.box(current.faults.one_card[0])
    assert box is not None, "a box dealt past is in play until it is dead"
    ask = Ask(player=box.decider, box=box.number, hand=0, question=Question.SECOND_CARD)
    return Waiting((ask,), rules.clause_of(Step.ONE_CARD))


def _up(current: Round, rules: TableRules) -> Due | None:
    return None if current.dealer else card_due(e.DEALER, 0, rules.clause_of(Step.DEAL_UP))


def _hole(current: Round, rules: TableRules) -> Due | None:
    is_there = len(current.dealer) != 1 or current.is_hole_hidden
    if is_there or rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
        return None
    return card_due(e.DEALER, 0, rules.clause_of(Step.DEAL_HOLE))


def _turn(current: Round, rules: TableRules) -> Due | None:
    return step_due(c.TurnUpCards, rules.clause_of(Step.TURN_UP)) if current.is_up_hidden else None


def _to_boxes(current: Round, cards: int, step: Step, rules: TableRules) -> Due | None:
    for box in current.boxes:
        if len(box.first_cards) == cards and box.number not in current.faults.one_card:
            return card_due(box.number, 0, rules.clause_of(step))
    return None


def _to_bonus(current: Round, rules: TableRules) -> Due | None:
    if len(current.bonus_cards) >= rules.mtd_bonus_cards:
        return None
    return Due(c.Deal(is_bonus=True), rules.clause_of(Step.DEAL_BONUS))


_ALTERNATE = (_first, _up, _second, _hole, _to_bonus, _turn)
_PLAYERS_FIRST = (_first, _second, _up, _hole, _to_bonus, _turn)


def card_for(state: TableState, command: c.Deal, clause: str) -> Card:
    """The card that leaves the shoe next; where the order is not known, the host names it."""
    if state.round is not None and state.round.faults.seen is not None:
        return state.round.faults.seen
    if state.shoe is None:
        if command.card is None:
            raise Refusal("command/card-missing", "The shoe's order is not known; name the card.", clause=clause)
        return command.card
    if state.dealt >= len(state.shoe):
        raise Refusal("command/shoe-empty", "There is no card left in the shoe.", clause=clause)
    return state.shoe[state.dealt]


def is_cover_card_out(state: TableState) -> bool:
    """Whether the cover card lies before the next card; the round it comes out in is the shoe's last.

    Clauses: MD-7.C, MDD-7.C, MA-7.j, S13-g.10. Decision: 0073.
    """
    pack = state.pack
    if pack is None or pack.behind is None or state.shoe is None or pack.cover_came_at is not None:
        return False
    return state.dealt >= len(state.shoe) - pack.behind


def is_face_up(current: Round, command: c.Deal, rules: TableRules) -> bool:
    """Whether the card is dealt face up: all are but a hole card, and up and bonus cards that are turned later."""
    if command.box != e.DEALER:
        return True
    if len(current.dealer) == 0 or command.is_bonus:
        return _is_shown_at_once(rules)
    is_hole = len(current.dealer) == 1 and rules.hole_card_procedure is not HoleCardProcedure.NO_HOLE
    return not is_hole


def _is_shown_at_once(rules: TableRules) -> bool:
    """Whether up and bonus cards are dealt face up."""
    return rules.reveal_order is RevealOrder.AS_DEALT


def announced_total(current: Round, command: c.Deal, card: Card) -> int:
    """What the dealer says a hand counts with the card it is dealt; nothing before its second card.

    Clauses: MD-7.L.3, MDD-7.L.3, MA-7.e, MA-7.f, MA-7.g.2, MA-10.c.1, S13-g.5, S13-g.6, S13-g.7-2, S13-j.3-1.
    """
    held: tuple[Card, ...] = ()
    if command.box != e.DEALER:
        box = current.box(command.box)
        assert box is not None, "a due step names a box in play"
        held = box.hands[command.hand].cards
    elif not command.is_bonus:
        held = current.dealer
    return HandTotal.of((*held, card)).total if held else 0


def announce(current: Round, command: c.Deal, rules: TableRules, clause: str) -> Iterator[e.Event]:
    """The words that must be heard before the dealer's second card leaves the shoe."""
    is_second = not command.is_bonus and len(current.dealer) == 1
    if is_second and rules.hole_card_procedure is HoleCardProcedure.NO_HOLE:
        yield e.Announced(words="Dealer's Card", clause=clause)


def turn_up(state: TableState, rules: TableRules, command: c.TurnUpCards, clause: str) -> Iterator[e.Event]:
    """The up card is turned face up, and the bonus cards with it."""
    assert state.round is not None, "an up card is turned within a round"
    yield e.CardsTurned(is_hole=False, card=state.round.up, clause=clause)
    if state.round.are_bonus_cards_hidden:
        yield e.BonusCardsTurned(cards=state.round.bonus_cards, clause=clause)
