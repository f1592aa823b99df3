"""The ledger: every event's money leaves one account and reaches another, and the state says the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from siete.cards import cards_from_text
from siete.money import Cents
from siete.rules.names import NAMES
from siete.table import events as e
from siete.table.apply import apply
from siete.table.money import ledger
from siete.table.money.ledger import Move, moves
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from siete.table.state.wager import Wager
from tests.table.generated.random_play import RandomTable, play_round, random_rules
from tests.table.money.accounts import SPOKEN, accounts_of, balances


def _known(accounts: dict[str, Cents]) -> dict[str, Cents]:
    """The ledger's accounts as the state has them: one for all meters, none for wallets, no empty ones."""
    found: Counter[str] = Counter()
    for name, cents in accounts.items():
        if not name.startswith("wallet:"):
            found["meters" if name.startswith("meter:") else name] += cents
    return {name: Cents(cents) for name, cents in found.items() if cents}


def _agree(events: list[e.Event]) -> None:
    """Fold the events beside their moves: after each one both must say the same, and the sum must stand still."""
    state, accounts = TableState(), Counter[str]()
    for event in events:
        state = apply(state, event)
        for move in moves(event):
            accounts[move.source] -= move.amount
            accounts[move.target] += move.amount
        assert sum(accounts.values()) == 0, event
        expected = {name: cents for name, cents in accounts_of(state).items() if cents}
        assert _known({name: Cents(cents) for name, cents in accounts.items()}) == expected, event


@settings(deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_ledger_and_state_agree_after_every_event(name: str, seed: int) -> None:
    rng = Random(seed)
    table = RandomTable(random_rules(rng, name), rng)
    for _ in range(3):
        if table.state.round is None:
            list(play_round(table, rng))
    _agree(table.events)
    assert balances(table.events)["rack:ana"] == table.state.racks["ana"]


def test_a_move_that_is_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PracticeTable("md", shoe=cards_from_text("9s 7h 9d 8c 2c 5d"), chips={"ana": 500})
    table.wager("ana", 1, 25)
    table.deal()
    table.decide(1, "stand")
    _agree(table.events)
    monkeypatch.delitem(ledger._WAYS, e.WagerPaid)
    with pytest.raises(AssertionError):
        _agree(table.events)


def test_every_event_with_an_amount_says_where_it_goes() -> None:
    kinds = [kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, e.Event)]
    with_amount = {kind for kind in kinds if any(field.name == "amount" for field in fields(kind))}
    assert with_amount == ledger._WAYS.keys() | SPOKEN
    assert not ledger._WAYS.keys() & SPOKEN


def test_accounts_have_names_people_can_read() -> None:
    paid = e.AwardPaid(
        player="ana", box=1, wager=Wager.SPIN, line="jackpot", meter="spin", before=Cents(9), amount=Cents(9)
    )
    assert moves(paid) == (Move("meter:spin", "rack:ana", Cents(9)),)
    assert moves(e.ChipsBrought(player="ana", amount=Cents(5))) == (Move("wallet:ana", "rack:ana", Cents(5)),)
    assert moves(e.WagersClosed()) == ()
