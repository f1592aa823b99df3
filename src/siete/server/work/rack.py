"""A round's discard rack dealt again, computed by a worker."""

from __future__ import annotations

from siete.cards import cards_to_text
from siete.errors import SieteError
from siete.host.history.recalled import Recalled
from siete.plain import Plain
from siete.table.disputes.log import LoggedRound
from siete.table.disputes.record import record_of
from siete.table.disputes.verdict import judged


def dealt_again(recalled: Recalled) -> Plain:
    """What the rack can mean with these wagers, and whether that agrees with the record."""
    events = tuple(event for _, event in recalled.events)
    logged = LoggedRound(number=recalled.place.number, rules=recalled.rules, before=recalled.before, events=events)
    head: Plain = {"table": recalled.table, "round": recalled.place.number, "rack": cards_to_text(logged.rack)}
    try:
        record = record_of(recalled.before, events, recalled.rules)
        found = judged(record.rack, logged.written, recalled.rules, record)
    except SieteError as error:
        return {**head, "is_settled": False, "agrees": None, "why": error.sentence, "readings": 0, "hands": []}
    hands = found.readings[0].parting.boxes() if found.readings else {}
    return {
        **head,
        "is_settled": True,
        "agrees": found.agrees,
        "why": "; ".join(map(str, found.findings)),
        "readings": len(found.readings),
        "paying": len(found.paying),
        "dealer": cards_to_text(found.readings[0].parting.dealer) if found.readings else "",
        "hands": [{"box": box, "hands": [cards_to_text(cards) for cards in told]} for box, told in hands.items()],
    }
