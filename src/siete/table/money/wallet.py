"""A wallet: one person's chips away from the tables. An aggregate of its own, with the cage on its other side.

Chips enter the house's books when the cage issues them and leave when it redeems them. A buy-in and leaving a table
touch two streams: what the wallet loses here, the table's own event gains there, in one transaction.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from siete.money import LARGEST_CENTS, Cents, cents_to_text
from siete.table.due import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Wallet:
    """What a person has now, and what the cage has ever issued to them and redeemed."""

    balance: Cents = Cents(0)
    issued: Cents = Cents(0)
    redeemed: Cents = Cents(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WalletEvent:
    """Something that happened to a wallet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsIssued(WalletEvent):
    """The cage gave out chips; `by` answers for it, `reason` says why."""

    amount: Cents
    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsRedeemed(WalletEvent):
    """The cage took chips back for good."""

    amount: Cents
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsTaken(WalletEvent):
    """Chips went to a table."""

    table: str
    amount: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsCarriedBack(WalletEvent):
    """Chips came back from a table."""

    table: str
    amount: Cents


def issue(wallet: Wallet, amount: Cents, *, by: str, reason: str) -> ChipsIssued:
    """Chips from the cage."""
    _check_amount(amount)
    if wallet.issued + amount >= LARGEST_CENTS:
        raise Refusal("wallet/too-much", f"A wallet cannot hold {cents_to_text(amount)} more.")
    return ChipsIssued(amount=amount, by=by, reason=reason)


def redeem(wallet: Wallet, amount: Cents, *, by: str) -> ChipsRedeemed:
    """Chips back to the cage, as far as the wallet has them."""
    _check_covered(wallet, amount)
    return ChipsRedeemed(amount=amount, by=by)


def take(wallet: Wallet, amount: Cents, *, table: str) -> ChipsTaken:
    """Chips to a table, as far as the wallet has them."""
    _check_covered(wallet, amount)
    return ChipsTaken(table=table, amount=amount)


def carry_back(wallet: Wallet, amount: Cents, *, table: str) -> ChipsCarriedBack:
    """Chips home from a table; that they were there is the table's own affair."""
    _check_amount(amount)
    return ChipsCarriedBack(table=table, amount=amount)


def apply(wallet: Wallet, event: WalletEvent) -> Wallet:
    """The wallet after an event."""
    match event:
        case ChipsIssued(amount=amount):
            issued = Cents(wallet.issued + amount)
            return replace(wallet, balance=Cents(wallet.balance + amount), issued=issued)
        case ChipsRedeemed(amount=amount):
            redeemed = Cents(wallet.redeemed + amount)
            return replace(wallet, balance=Cents(wallet.balance - amount), redeemed=redeemed)
        case ChipsTaken(amount=amount):
            return replace(wallet, balance=Cents(wallet.balance - amount))
        case ChipsCarriedBack(amount=amount):
            return replace(wallet, balance=Cents(wallet.balance + amount))
    raise AssertionError(f"unknown event {event}")


def _check_amount(amount: Cents) -> None:
    if not 0 < amount < LARGEST_CENTS:
        raise Refusal("wallet/no-amount", "Move more than $0 and no more than a wallet can hold.")


def _check_covered(wallet: Wallet, amount: Cents) -> None:
    _check_amount(amount)
    if amount > wallet.balance:
        held, asked = cents_to_text(wallet.balance), cents_to_text(amount)
        facts = {"balance": wallet.balance, "amount": amount}
        raise Refusal("wallet/not-enough-chips", f"The wallet holds {held}, not {asked}.", facts=facts)
