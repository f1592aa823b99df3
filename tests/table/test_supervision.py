"""What two people sign and a table carries out: other rules between rounds, and corrections of payouts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from siete.cards import cards_from_text
from siete.errors import SieteError
from siete.money import Cents
from siete.rules.choices.open_table import may_change, why_closed
from siete.rules.submission import table_rules
from siete.rules.table_rules import TableRules, parameters
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.decide import decide
from siete.table.money.ledger import INVENTORY, Move, moves
from siete.table.money.table_meters import meters_of
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from siete.table.stepping import take
from siete.table.supervision import changed_values, differing, rules_from

MD = table_rules("md")


def _change(rules: TableRules) -> c.ChangeRules:
    return c.ChangeRules(rules=rules.canonical_json, change=7, by="ana", second="ben", reason="busy night")


def _refused(state: TableState, rules: TableRules, command: c.Command) -> str:
    with pytest.raises(SieteError) as refusal:
        decide(state, rules, command)
    return refusal.value.code


def test_rules_change_between_rounds_and_the_event_holds_them_whole() -> None:
    after = replace(MD, table_min=Cents(2_500), dealer_soft17=MD.dealer_soft17)
    (event,) = decide(TableState(), MD, _change(after))
    assert isinstance(event, e.RulesChanged)
    assert (event.rules_hash, event.change, event.by, event.second) == (after.rules_hash, 7, "ana", "ben")
    assert apply(TableState(), event).rules_hash == after.rules_hash
    read = rules_from(MD, event.rules)
    assert (read, read.rules_hash, read.clauses) == (after, after.rules_hash, MD.clauses)
    assert differing(MD, read) == ("table_min",)
    (told,) = changed_values(MD, event.rules)
    assert (told["now"], told["then"]) == ("$5", "$25")


def test_rules_do_not_change_while_a_wager_lies_on_the_layout() -> None:
    table = PracticeTable("md", shoe=cards_from_text("9s 7h 9d 8c 2c 5d"), chips={"ana": 500})
    other = replace(table.rules, table_max=Cents(90_000))
    assert decide(table.state, table.rules, _change(other)), "nobody has wagered yet"
    table.wager("ana", 1, 25)
    assert _refused(table.state, table.rules, _change(other)) == "command/round-on"


@pytest.mark.parametrize("name", ["decks", "positions", "burn_on_load", "spin_offered", "gaming_day_start"])
def test_what_cards_devices_meters_and_the_layout_depend_on_needs_a_closed_table(name: str) -> None:
    values: dict[str, Any] = {
        "decks": 8,
        "positions": 6,
        "burn_on_load": 2,
        "spin_offered": False,
        "gaming_day_start": "05:00",
    }
    assert _refused(TableState(), MD, _change(replace(MD, **{name: values[name]}))) == "command/needs-closing"


def _terms(before: TableRules, **values: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """What other rules do to a table's meters: the events by meter, and what each shows from then on."""
    now = meters_of(before)
    step = take(TableState(), before, now, _change(replace(before, **values)))
    return dict(step.meter_events), {name: meter.amount for name, meter in step.meters.items()}


@pytest.mark.clause("MD-12.D.6.a", "MD-12.E.3.a")
def test_the_rate_of_a_meter_changes_between_rounds_and_its_amount_does_not() -> None:
    made, shown = _terms(MD, meter_increment=Fraction(1, 10))
    assert set(made) == {"spin"}
    assert (made["spin"].rate, made["spin"].difference, made["spin"].second) == (Fraction(1, 10), 0, "ben")
    assert shown == {name: meter.amount for name, meter in meters_of(MD).items()}
    rates = (Fraction(2, 10), Fraction(1, 10))
    made, _ = _terms(MD, xtreme_meter_increment=rates)
    assert [made[name].rate for name in ("xtreme-primary", "xtreme-secondary")] == list(rates)


@pytest.mark.clause("MD-12.D.6.b", "MD-12.E.3.b")
def test_a_meter_below_its_new_start_is_filled_up_and_one_above_keeps_what_it_shows() -> None:
    made, shown = _terms(MD, meter_seed=Cents(600_000), meter_reset=Cents(600_000))
    assert (made["spin"].difference, shown["spin"]) == (100_000, 600_000)
    made, shown = _terms(MD, xtreme_meter_seed=(1_100_000, 500_000), xtreme_meter_reset=(1_100_000, 500_000))
    assert ({name: each.difference for name, each in made.items()}, shown["xtreme-primary"]) == (
        {"xtreme-primary": 100_000},
        1_100_000,
    )
    meter = replace(meters_of(MD)["spin"], amount=Cents(700_000))
    meters = {**meters_of(MD), "spin": meter}
    step = take(TableState(), MD, meters, _change(replace(MD, meter_reset=Cents(600_000))))
    assert (step.meters["spin"].amount, step.meters["spin"].reset) == (700_000, 600_000)


@pytest.mark.clause("WA3-J11.a")
def test_a_posted_prize_becomes_the_new_one_also_a_lower_one() -> None:
    house = table_rules("wa", {"jackpot_type": "house", "live": True})
    made, shown = _terms(house, meter_seed=Cents(300_000), meter_reset=Cents(300_000))
    assert (made["jackpot-1"].difference, shown["jackpot-1"]) == (-200_000, 300_000)


@pytest.mark.parametrize("rule_set", ["md", "md-draft", "ma", "s13", "wa", "wa-v002"])
def test_every_choice_either_changes_between_rounds_or_says_why_not(rule_set: str) -> None:
    rules = table_rules(rule_set)
    names = [name for name in parameters() if rules.origins.get(name) == "default"]
    assert {bool(why_closed(name)) for name in names} == {True, False}
    assert all(bool(why_closed(name)) is not may_change(name) for name in names)


def test_the_same_rules_and_unreadable_ones_are_refused() -> None:
    assert _refused(TableState(), MD, _change(MD)) == "command/same-rules"
    broken = replace(_change(MD), rules="{")
    assert _refused(TableState(), MD, broken) == "command/bad-rules"


def _played() -> PracticeTable:
    table = PracticeTable("md", shoe=cards_from_text("9s 7h 9d 8c 2c 5d"), chips={"ana": 500})
    table.wager("ana", 1, 25)
    table.deal()
    table.decide(1, "stand")
    return table


def _correction(kind: type[c.PayCorrection] | type[c.TakeCorrection], **values: object) -> c.Command:
    usual = {"player": "ana", "amount": Cents(4_000), "round": 1, "change": 3, "by": "fay", "second": "gus"}
    return kind(**{**usual, "reason": "suited sevens", **values})  # type: ignore[arg-type]


def test_a_correction_moves_chips_between_tray_and_rack() -> None:
    table = _played()
    for kind, way in ((c.PayCorrection, (INVENTORY, "rack:ana")), (c.TakeCorrection, ("rack:ana", INVENTORY))):
        (event,) = decide(table.state, table.rules, _correction(kind))
        assert moves(event) == (Move(*way, Cents(4_000)),)
        after = apply(table.state, event)
        sign = 1 if kind is c.PayCorrection else -1
        assert after.racks["ana"] == table.state.racks["ana"] + sign * 4_000
        assert after.inventory == table.state.inventory - sign * 4_000


def test_what_cannot_be_corrected() -> None:
    table = _played()
    state, rules = table.state, table.rules
    assert _refused(state, rules, _correction(c.PayCorrection, round=99)) == "command/no-such-round"
    assert _refused(state, rules, _correction(c.PayCorrection, amount=Cents(0))) == "command/amount-not-positive"
    assert _refused(state, rules, _correction(c.PayCorrection, amount=Cents(7))) == "command/not-in-chips"
    assert _refused(state, rules, _correction(c.PayCorrection, player="")) == "command/unknown-player"
    much = Cents(state.racks["ana"] + 100)
    assert _refused(state, rules, _correction(c.TakeCorrection, amount=much)) == "command/too-few-chips"
    assert _refused(state, rules, _correction(c.TakeCorrection, player="zoe")) == "command/too-few-chips"
