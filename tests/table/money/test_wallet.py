"""The wallet: what the cage issued less what it redeemed is here or at tables, and it is never below zero."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.money import LARGEST_CENTS, Cents
from siete.table.due import Refusal
from siete.table.money.wallet import (
    ChipsCarriedBack,
    ChipsIssued,
    ChipsTaken,
    Wallet,
    WalletEvent,
    apply,
    carry_back,
    issue,
    redeem,
    take,
)


def test_chips_are_issued_and_redeemed() -> None:
    event = issue(Wallet(), Cents(1_000), by="house", reason="first chips")
    assert event == ChipsIssued(amount=Cents(1_000), by="house", reason="first chips")
    wallet = apply(Wallet(), event)
    assert wallet == Wallet(balance=Cents(1_000), issued=Cents(1_000))
    wallet = apply(wallet, redeem(wallet, Cents(400), by="fay"))
    assert wallet == Wallet(balance=Cents(600), issued=Cents(1_000), redeemed=Cents(400))


def test_chips_go_to_a_table_and_come_back() -> None:
    wallet = Wallet(balance=Cents(600), issued=Cents(600))
    wallet = apply(wallet, take(wallet, Cents(600), table="md"))
    assert wallet == Wallet(balance=Cents(0), issued=Cents(600))
    assert apply(wallet, carry_back(wallet, Cents(1), table="md")).balance == 1


@pytest.mark.parametrize("amount", [0, -1, LARGEST_CENTS])
def test_chips_that_are_none_do_not_move(amount: int) -> None:
    wallet = Wallet(balance=Cents(100))
    for attempt in (
        lambda: issue(wallet, Cents(amount), by="house", reason=""),
        lambda: redeem(wallet, Cents(amount), by="fay"),
        lambda: take(wallet, Cents(amount), table="md"),
        lambda: carry_back(wallet, Cents(amount), table="md"),
    ):
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.code == "wallet/no-amount"


def test_a_wallet_gives_no_more_than_it_has() -> None:
    wallet = Wallet(balance=Cents(100))
    for attempt in (lambda: redeem(wallet, Cents(101), by="fay"), lambda: take(wallet, Cents(101), table="md")):
        with pytest.raises(Refusal) as refused:
            attempt()
        assert refused.value.code == "wallet/not-enough-chips"
        assert refused.value.facts == {"balance": 100, "amount": 101}


def test_a_wallet_has_a_limit() -> None:
    with pytest.raises(Refusal) as refused:
        issue(Wallet(issued=Cents(LARGEST_CENTS - 1)), Cents(1), by="house", reason="")
    assert refused.value.code == "wallet/too-much"


AMOUNTS = st.integers(1, 1_000).map(Cents)


@given(st.lists(st.tuples(st.sampled_from(["issue", "redeem", "take", "back"]), AMOUNTS), max_size=30))
def test_nothing_is_lost_between_cage_wallet_and_tables(steps: list[tuple[str, Cents]]) -> None:
    wallet, at_tables = Wallet(), 0
    for step, amount in steps:
        if step == "back" and amount > at_tables:
            continue
        try:
            event = _decided(wallet, step, amount)
        except Refusal:
            continue
        wallet = apply(wallet, event)
        at_tables += {ChipsTaken: amount, ChipsCarriedBack: -amount}.get(type(event), 0)
        assert wallet.balance + at_tables == wallet.issued - wallet.redeemed
        assert wallet.balance >= 0


def _decided(wallet: Wallet, step: str, amount: Cents) -> WalletEvent:
    match step:
        case "issue":
            return issue(wallet, amount, by="house", reason="")
        case "redeem":
            return redeem(wallet, amount, by="fay")
        case "take":
            return take(wallet, amount, table="md")
    return carry_back(wallet, amount, table="md")
