"""The discard rack tells every hand: rounds dealt again from it agree with their record, and other orders do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

import pytest

from siete.cards import SPANISH_DECK, Card, cards_from_text
from siete.errors import SieteError
from siete.rules.names import NAMES
from siete.table import events as e
from siete.table.apply import apply
from siete.table.disputes.rack import partings
from siete.table.disputes.reconstruction import rebuilt, spans_of
from siete.table.disputes.verdict import judged
from siete.table.notation.model import WrittenRound
from siete.table.notation.record import recorded
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from tests.table.cases import play
from tests.table.generated.random_play import RandomTable, play_round, random_rules
from tests.table.procedure.tables import each, maryland

Cards = tuple[Card, ...]


def record(table: PracticeTable) -> WrittenRound:
    """The last round of a table in notation."""
    start = max(i for i, event in enumerate(table.events) if isinstance(event, e.RoundStarted))
    state = TableState()
    for event in table.events[:start]:
        state = apply(state, event)
    return recorded(state, table.events[start:], table.rules, results=table.results())


def play_three(rules: str) -> PracticeTable:
    choices = {"hole_card_procedure": "no_hole"} if rules in ("ma", "s13") else {}
    shoe = "9s 8s Ks 6h 8h 4d 9c 5c 5d 7d" if choices else "9s 8s Ks 6h 8h 4d 9c 5d 5c 7d"
    decisions = ("1: stand", "3: hit", "3: stand", "5: stand")
    return play(rules, shoe, *decisions, wagers={1: 10, 3: 10, 5: 10}, **choices)


EXPECTED = {1: ("9s 8h",), 3: ("8s 4d 5c",), 5: ("Ks 9c",)}
"""The hands of that round."""


def hands_of(cards: Mapping[int, tuple[str, ...]]) -> dict[int, tuple[Cards, ...]]:
    return {box: tuple(cards_from_text(hand) for hand in hands) for box, hands in cards.items()}


@each(
    *maryland("MD-7.T"),
    ("ma", ("MA-7.h.1", "MA-7.h.2")),
    ("s13", ("S13-g.8-1", "S13-g.8-2")),
)
def test_every_hand_of_a_round_is_rebuilt_from_the_rack(rules: str) -> None:
    table = play_three(rules)
    rack = table.state.discards
    judgement = judged(rack, record(table), table.rules)
    found = [reading.parting.boxes() for reading in judgement.paying]
    assert judgement.agrees
    assert found == [hands_of(EXPECTED)]
    assert [str(card) for card in rack] == ["Ks", "9c", "8s", "4d", "5c", "9s", "8h"] + [str(card) for card in rack[7:]]


def far_left_first(rack: Cards) -> Cards:
    return (*rack[5:7], *rack[2:5], *rack[:2], *rack[7:])


def dealer_first(rack: Cards) -> Cards:
    return (*rack[7:], *rack[:7])


def hands_turned(rack: Cards) -> Cards:
    return (*rack[1::-1], *rack[4:1:-1], *rack[6:4:-1], *rack[7:])


@pytest.mark.parametrize("broken", [far_left_first, dealer_first, hands_turned])
@each(
    *maryland("MD-7.T"),
    ("ma", ("MA-7.h.1", "MA-7.h.2")),
    ("s13", ("S13-g.8-1", "S13-g.8-2")),
)
def test_a_rack_picked_up_in_another_order_does_not_tell_the_round(
    rules: str, broken: Callable[[Cards], Cards]
) -> None:
    table = play_three(rules)
    judgement = judged(broken(table.state.discards), record(table), table.rules)
    assert not judgement.agrees
    assert {"rack/other-order"} <= {finding.code for finding in judgement.findings}
    assert all(finding.clause or finding.code == "replay/result-differs" for finding in judgement.findings)


def test_a_card_that_was_changed_is_found() -> None:
    table = play_three("md")
    rack = (*table.state.discards[:3], Card.from_text("Qd"), *table.state.discards[4:])
    findings = {finding.code: str(finding) for finding in judged(rack, record(table), table.rules).findings}
    assert findings["rack/other-cards"] == "cards that only one of them has: written 4d, the rack Qd [MD-7.T]"
    assert findings["rack/other-order"] == "card 4 of the rack: written 4d, the rack Qd [MD-7.T]"


def test_a_card_too_many_is_found() -> None:
    table = play_three("md")
    rack = (*table.state.discards, Card.from_text("2c"))
    assert not judged(rack, record(table), table.rules).agrees
    assert not judged(rack[:-2], record(table), table.rules).agrees


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", NAMES)
def test_random_rounds_are_rebuilt(name: str, seed: int) -> None:
    """Splits, doubles, rescues, shared boxes and early payments, under any submission."""
    rng = Random(f"discards {name} {seed}")
    shoe = list(SPANISH_DECK * 12)
    rng.shuffle(shoe)
    table = RandomTable(random_rules(rng, name), rng, shoe=tuple(shoe), dollars=5000)
    tried = 0
    for _ in range(6):
        before = len(table.state.discards)
        for _ in play_round(table, rng):
            pass
        if table.state.round is not None or len(table.state.discards) < before:
            break
        rack = table.state.discards[before:]
        if len(rack) > 16:
            continue  # a crowd of split hands can mean too many rounds; that is told, and not tried here
        judgement = judged(rack, record(table), table.rules)
        assert judgement.agrees, [str(finding) for finding in judgement.findings]
        assert all(Counter(reading.written.cards) == Counter(rack) for reading in judgement.readings)
        tried += 1
    assert tried or seed


@pytest.mark.parametrize(("hands", "ways"), [(1, 1), (2, 1), (3, 2), (4, 5), (5, 14)])
def test_ways_to_split(hands: int, ways: int) -> None:
    assert len(list(spans_of(0, hands))) == ways


def test_partings_take_up_the_far_right_first_and_the_dealer_last() -> None:
    table = play_three("md")
    for parting in partings(table.state.discards, ((1, 0), (3, 0), (5, 0)), table.rules):
        laid = [card for box in (5, 3, 1) for card in parting.hands[box, 0]]
        assert (*laid, *parting.dealer) == table.state.discards


def test_a_hand_paid_early_lies_below_the_others() -> None:
    """In Washington a 21 is paid at once, and its cards go into the rack before those of the far right."""
    table = play("wa", "9s 8s 6h 8h 4d 5d 4c 5c 7d", "1: hit", "2: stand", wagers={1: 10, 2: 10})
    assert [str(card) for card in table.state.discards[:3]] == ["9s", "8h", "4c"]
    judgement = judged(table.state.discards, record(table), table.rules)
    assert judgement.agrees
    assert judgement.readings[0].parting.boxes() == hands_of({1: ("9s 8h 4c",), 2: ("8s 4d",)})


def test_a_rack_that_can_mean_too_much_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("siete.table.disputes.reconstruction.MOST_TRIALS", 3)
    table = play_three("md")
    with pytest.raises(SieteError) as refused:
        list(rebuilt(table.state.discards, record(table), table.rules))
    assert refused.value.code == "rack/too-many-rounds"
