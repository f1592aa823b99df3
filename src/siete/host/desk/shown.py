"""What the person who deals has before them beside the view: the due step and its payment, the tray, the cover card.

Nothing here is a card. In an exam it says only what anybody at the table can see.
"""

from __future__ import annotations

from siete.cards import Rank
from siete.host.desk.run import HelpLevel
from siete.plain import Plain
from siete.rules.options import TenSpotDisposal
from siete.rules.table_rules import TableRules
from siete.table.automatic import next_due
from siete.table.desk.payment import Payment, Place, payments_from
from siete.table.desk.procedure import TablePhase, phase_of
from siete.table.desk.tray import tray
from siete.table.due import Approval, Due, Next, Waiting
from siete.table.money.table_meters import Meters
from siete.table.state.opening import Handling
from siete.table.state.table import TableState
from siete.table.words import question_in_words, step_in_words


def desk_shown(state: TableState, rules: TableRules, meters: Meters, *, level: HelpLevel, point: str) -> Plain:
    """The desk as it goes over the wire."""
    phase = phase_of(state)
    shown: Plain = {
        "help": level.value,
        "point": point,
        "phase": phase.value,
        "tray": [list(pair) for pair in tray(state.inventory, rules.chip_denominations)],
        "pile": _pile(state),
        "lie": _lie(state),
    }
    cover = _to_cover_card(state)
    if cover is not None:
        shown["cover"] = cover
    if phase is TablePhase.OPENING and (tens := _tens(state, rules)):
        shown["tens"] = tens
    if level is HelpLevel.EXAM:
        return shown
    due = next_due(state, rules)
    return {**shown, **_next(due), **_payment(state, rules, meters, due), **_place(phase, state, rules, due)}


def _pile(state: TableState) -> int:
    """Cards out of the shoe: in the stack, or waiting to be shuffled."""
    if state.opening is not None and state.opening.cards is not None:
        return len(state.opening.cards)
    return len(state.pack.pile) + len(state.pack.order or ()) if state.pack is not None else 0


def _lie(state: TableState) -> str:
    """How the cards lie, as anybody can see."""
    opening, pack = state.opening, state.pack
    if opening is not None and opening.cards is not None:
        for handling, word in _HANDLED:
            if handling in opening.done:
                return word
        return "decks" if any(card.rank is Rank.TEN for card in opening.cards) else "sorted"
    if pack is None:
        return "shoe" if state.shoe is not None else "none"
    if pack.is_loaded:
        return "shoe"
    if pack.order is None:
        return "pile"
    return "stack" if pack.behind is None else "covered"


def _tens(state: TableState, rules: TableRules) -> Plain:
    """The 10-spots out of the decks, and what has become of them; empty while there are none."""
    opening = state.opening
    if opening is None:
        return {}
    if opening.tens:
        return {"count": len(opening.tens), "words": "10s out"}
    gone = sum(card.rank is Rank.TEN for card in opening.disposed)
    return {"count": gone, "words": _DISPOSED[rules.ten_spot_disposal]} if gone else {}


_DISPOSED = {
    TenSpotDisposal.TORN: "10s torn",
    TenSpotDisposal.APPROVED_MANNER: "10s disposed of",
    TenSpotDisposal.DESTROYED: "10s destroyed",
}

_HANDLED = ((Handling.WASHED, "washed"), (Handling.TURNED, "down"), (Handling.SPREAD, "spread"))


def _to_cover_card(state: TableState) -> int | None:
    """Cards in the shoe in front of the cover card, which everybody can see in it; None once it is out."""
    pack = state.pack
    if pack is None or pack.behind is None or not pack.is_loaded or pack.cover_came_at is not None:
        return None
    return max(0, len(state.shoe) - pack.behind - state.dealt) if state.shoe is not None else None


def _next(due: Next) -> Plain:
    """What is due, in words: the dealer's step, the floor's, or players' answers."""
    match due:
        case Due(command=command, clause=clause):
            return {"who": "dealer", "words": step_in_words(command), "clause": clause}
        case Approval(command=command, clause=clause):
            return {"who": "floor", "words": step_in_words(command), "clause": clause}
        case Waiting(asks=asks, clause=clause):
            words = ", ".join(map(question_in_words, asks)) or "a player to come"
            return {"who": "players", "words": words, "clause": clause}
    return {"who": "players", "words": "the first wager", "clause": ""}


def _payment(state: TableState, rules: TableRules, meters: Meters, due: Next) -> Plain:
    """What the due step pays or collects, and the next ones in their order."""
    found = [_paid(place, payment) for place, payment in payments_from(state, rules, meters, due, 1 + MOST_NEXT)]
    if not found:
        return {}
    following = [{name: each[name] for name in _NEXT} for each in found[1:]]
    return {"payment": found[0], **({"following": following} if following else {})}


MOST_NEXT = 6
"""Payments behind the one that is due that a desk is told of."""
_NEXT = ("box", "hand", "wager", "owed", "handed_over", "collected")


def _paid(place: Place, payment: Payment) -> Plain:
    box, hand, wager = place
    return {
        "box": box,
        "hand": hand,
        "wager": wager.value,
        "owed": payment.owed,
        "handed_over": payment.handed_over,
        "collected": payment.collected,
        "line": payment.line,
        "clause": payment.clause,
    }


def _place(phase: TablePhase, state: TableState, rules: TableRules, due: Next) -> Plain:
    """How far the opening or the shuffle is."""
    at = phase.place(state, rules, due)
    return {"at": at} if at is not None else {}
