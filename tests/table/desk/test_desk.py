"""The dealer's side in pure functions: what a step pays, which motion is right, the tray, and the steps in order."""

from __future__ import annotations

import pytest

from siete.money import Cents
from siete.rules.names import NAMES
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.desk.motions import CollectWager, LeaveWager, Motion, PayOut, step_for
from siete.table.desk.payment import SETTLING, payment_of, payments_from, place_of
from siete.table.desk.procedure import TablePhase
from siete.table.desk.tray import tray
from siete.table.due import Due, Refusal, Waiting
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager
from tests.table.cases import seat

LINES = {
    "six cards": ("2c 9h 3d Kd 2h 4s Ac 9d", c.Hit, 3_500, 7_000),
    "win": ("Ks 9h 9s 8d", c.Stand, 3_500, 3_500),
    "loss": ("Ks 9h 6s 9d", c.Stand, 3_500, 0),
    "push": ("Ks 9h 8s 9c", c.Stand, 3_500, 0),
}
"""Cards of one box and the dealer, the decision, the wager and what is paid for it."""


def settling(name: str) -> tuple[PracticeTable, Due]:
    """A round, dealt step by step, of which the settlement is next."""
    cards, decision, wager, _ = LINES[name]
    table = seat("md", cards, {1: wager // 100})
    while True:
        due = next_due(table.state, table.rules)
        if isinstance(due, Due) and isinstance(due.command, SETTLING):
            return table, due
        if isinstance(due, Due):
            table.step(due.command)
        else:
            table.do(decision(player="p1", box=1))


@pytest.mark.parametrize("name", LINES)
def test_a_step_pays_what_the_round_then_pays(name: str) -> None:
    table, due = settling(name)
    found = payment_of(table.state, table.rules, table.meters, due.command)
    assert found is not None
    assert found.owed == LINES[name][3]
    assert found.is_lost is (name == "loss")
    assert found.clause
    assert payment_of(table.state, table.rules, table.meters, c.Deal(box=1)) is None
    paid = sum(event.amount for event in table.step(due.command) if isinstance(event, e.WagerPaid))
    assert paid == found.owed


def test_what_follows_a_payment_is_what_the_round_then_pays_in_its_order() -> None:
    table = seat("md", "Ks 9d 7h Qs 9h Tc 8c 5s Kc 9s".replace("Tc ", ""), {1: 35, 3: 20})
    while not isinstance(due := next_due(table.state, table.rules), Due) or not isinstance(due.command, SETTLING):
        if isinstance(due, Due):
            table.step(due.command)
        else:
            assert isinstance(due, Waiting)
            table.do(c.Stand(player=due.asks[0].player, box=due.asks[0].box))
    told = list(payments_from(table.state, table.rules, table.meters, due, 7))
    assert [place[0] for place, _ in told] == [3, 1], "from the dealer's far right"
    assert list(payments_from(table.state, table.rules, table.meters, due, 1)) == told[:1]
    for place, payment in told:
        due = next_due(table.state, table.rules)
        assert isinstance(due, Due)
        assert place_of(table.state, due.command) == place
        assert payment_of(table.state, table.rules, table.meters, due.command) == payment
        table.step(due.command)
    due = next_due(table.state, table.rules)
    assert isinstance(due, Due)
    assert not isinstance(due.command, SETTLING)
    assert list(payments_from(table.state, table.rules, table.meters, due, 7)) == []


@pytest.mark.parametrize(
    ("name", "motion", "code"),
    [
        ("six cards", PayOut(box=1, chips=(Cents(2500), Cents(2500), Cents(1000 + 1000))), "desk/no-such-chip"),
        ("six cards", PayOut(box=1, chips=(Cents(2500),) * 2), "desk/wrong-chips"),
        ("six cards", PayOut(box=1, chips=(Cents(500),) * 14), ""),
        ("six cards", PayOut(box=1, chips=(Cents(2500), Cents(2500), *(Cents(500),) * 4)), ""),
        ("six cards", PayOut(box=2, chips=(Cents(500),) * 14), "command/not-this-step"),
        ("six cards", CollectWager(box=1), "desk/pay"),
        ("loss", CollectWager(box=1), ""),
        ("loss", LeaveWager(box=1), "desk/collect"),
        ("loss", PayOut(box=1, chips=(Cents(500),)), "desk/collect"),
        ("push", LeaveWager(box=1), ""),
        ("push", CollectWager(box=1), "desk/leave"),
        ("push", PayOut(box=1), "desk/leave"),
        ("win", CollectWager(box=1, wager=Wager.INSURANCE), "command/not-this-step"),
        ("win", PayOut(box=1, hand=1, chips=(Cents(3500),)), "command/not-this-step"),
    ],
)
def test_the_right_motion_is_the_step_and_any_other_is_refused_with_a_clause(
    name: str, motion: Motion, code: str
) -> None:
    table, due = settling(name)
    if not code:
        assert step_for(table.state, table.rules, table.meters, motion) == due.command
        return
    with pytest.raises(Refusal) as caught:
        step_for(table.state, table.rules, table.meters, motion)
    assert caught.value.code == code
    assert caught.value.clause


@pytest.mark.parametrize("inventory", [0, 1, -1, 50, -99_950, 1_234_550, -98_765_400])
@pytest.mark.parametrize("name", NAMES)
def test_a_tray_moves_with_the_inventory_to_the_cent(name: str, inventory: int) -> None:
    chips = table_rules(name).chip_denominations
    amount = Cents(inventory - inventory % chips.unit)
    lying, later = tray(amount, chips), tray(Cents(amount + chips.smallest), chips)
    assert [chip for chip, _ in lying] == sorted(chips.denominations, reverse=True)
    assert min(count for _, count in lying) >= 0
    assert sum(chip * count for chip, count in later) - sum(chip * count for chip, count in lying) == chips.smallest


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_before_a_round_stand_in_order_and_each_has_its_clause(name: str) -> None:
    rules = table_rules(name, {"shuffle_method": "manual"})
    opening = [type(each.command) for each in TablePhase.OPENING.steps(rules)]
    assert opening.index(c.ReceiveCards) < opening.index(c.WashCards) < opening.index(c.ShuffleCards)
    assert opening[-2:] == [c.LoadShoe, c.BurnCard]
    shuffle = TablePhase.SHUFFLE.steps(rules)
    assert isinstance(shuffle[0].command, c.CollectShoe)
    assert isinstance(shuffle[-1].command, c.BurnCard)
    own = {each.words for each in (*TablePhase.OPENING.steps(rules), *shuffle) if not each.clause}
    assert own <= {"Plug the cards", "Riffle the cards", "Strip the cards", "Turn a part of the cards", "Cut the cards"}
