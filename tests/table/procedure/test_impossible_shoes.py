"""Shoes that cannot be, as after a mistake with the decks: the engine deals them without falling over."""

from __future__ import annotations

from siete.table import events as e
from siete.table.practice import PracticeTable
from siete.table.state.wager import Wager


def test_three_of_one_card_have_no_line_in_a_jackpot_of_two_decks() -> None:
    table = PracticeTable("wa", shoe="7s 7s 7s Kh", chips={"ana": 500}, decks=2, jackpot_paytable="4a/1")
    table.wager("ana", 1, 25)
    table.wager("ana", 1, 5, "jackpot-1")
    table.deal()
    table.decide(1, "stand")
    settled = [x for x in table.events if isinstance(x, e.WagerPaid | e.WagerCollected) and x.wager is Wager.JACKPOT_1]
    assert [type(event) for event in settled] == [e.WagerCollected]
