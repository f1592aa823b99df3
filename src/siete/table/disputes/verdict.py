"""A discard rack against the record of its round: what the rack can mean, whether the record is that, and where not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from siete.rules.steps import Step
from siete.rules.table_rules import TableRules
from siete.table.disputes.rack import Cards
from siete.table.disputes.reconstruction import Rebuilt, rebuilt
from siete.table.disputes.record import Hands, Record, record_of
from siete.table.notation.model import WrittenResult, WrittenRound
from siete.table.notation.replay import Parting, ReplayTable, compared
from siete.table.state.table import TableState


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a rack says about a recorded round."""

    recorded_rack: Cards
    readings: tuple[Rebuilt, ...]
    """Every round that the wagers and the rack can mean, the nearest to the record first."""
    paying: tuple[Rebuilt, ...]
    """Those of them that pay what was paid."""
    findings: tuple[Parting, ...]
    """Where rack and record differ; none when they agree."""

    @property
    def agrees(self) -> bool:
        """Whether the recorded round is one that leaves this rack."""
        return not self.findings


def judged(rack: Cards, written: WrittenRound, rules: TableRules, record: Record | None = None) -> Judgement:
    """The rack compared with the record, or with what the written round plays out to where nothing went wrong in it."""
    record = record or _played_out(written, rules)
    hands, dealer = record.hands, record.dealer
    readings = sorted(rebuilt(rack, written, rules, record.known), key=lambda each: -_likeness(each, hands, dealer))
    results = written.results or ()
    paying = tuple(each for each in readings if not results or not any(compared(results, each.written.results or ())))
    is_among = (hands, dealer) in [(each.parting.boxes(), each.parting.dealer) for each in readings]
    findings = () if is_among else tuple(_findings(rack, record, readings, results, rules))
    return Judgement(recorded_rack=record.rack, readings=tuple(readings), paying=paying, findings=findings)


def _played_out(written: WrittenRound, rules: TableRules) -> Record:
    table = ReplayTable(written, rules)
    table.play_out()
    return record_of(TableState(), table.events, rules)


def _likeness(reading: Rebuilt, hands: Hands, dealer: Cards) -> int:
    told = reading.parting.boxes()
    same = sum(mine == theirs for box in hands for mine, theirs in zip(hands[box], told.get(box, ()), strict=False))
    return same + (reading.parting.dealer == dealer)


def _findings(
    rack: Cards, record: Record, readings: list[Rebuilt], results: tuple[WrittenResult, ...], rules: TableRules
) -> Iterator[Parting]:
    clause = rules.clause_of(Step.PICK_UP)
    yield from _card_by_card(rack, record.rack, clause)
    if not readings:
        told = {"expected": "a round with these wagers", "got": "leaves this rack", "other": "none"}
        yield Parting(step="rack", **told, code="rack/no-such-round", clause=clause)
        return
    nearest = readings[0].parting
    for box, cards in record.hands.items():
        for place, (mine, theirs) in enumerate(zip(cards, nearest.boxes()[box], strict=False), start=1):
            if mine != theirs:
                step = f"box {box}" + (f" hand {place}" if len(cards) > 1 else "")
                yield _parting(step, mine, theirs, "rack/other-hand", clause)
    if record.dealer != nearest.dealer:
        yield _parting("dealer", record.dealer, nearest.dealer, "rack/other-hand", clause)
    if results:
        yield from compared(results, readings[0].written.results or ())


def _card_by_card(rack: Cards, recorded: Cards, clause: str) -> Iterator[Parting]:
    missing, besides = Counter(recorded) - Counter(rack), Counter(rack) - Counter(recorded)
    if missing or besides:
        left, right = tuple(missing.elements()), tuple(besides.elements())
        yield _parting("cards that only one of them has", left, right, "rack/other-cards", clause)
    for place in range(max(len(rack), len(recorded))):
        mine, theirs = recorded[place : place + 1], rack[place : place + 1]
        if mine != theirs:
            yield _parting(f"card {place + 1} of the rack", mine, theirs, "rack/other-order", clause)
            return


def _parting(step: str, recorded: Cards, told: Cards, code: str, clause: str) -> Parting:
    expected, got = (" ".join(map(str, cards)) or "nothing" for cards in (recorded, told))
    return Parting(step=step, expected=expected, got=got, code=code, clause=clause, other="the rack")
