"""The hand that is to act in a position, and what its actions are worth."""

from __future__ import annotations

import pytest

from siete.cards import cards_from_text
from siete.errors import ParseError, SieteError
from siete.lab.positions import hand_to_act
from siete.odds.base.hand import hand_values
from siete.odds.base.shoe import Shoe
from siete.rules.submission import table_rules
from siete.table.position.line import position_from_text, position_to_text
from siete.table.practice import PracticeTable

MD = table_rules("md")


def _table(*decisions: str, shoe: str) -> PracticeTable:
    table = PracticeTable(MD, shoe=shoe, chips={"ana": 500, "ben": 500})
    table.wager("ana", 1, 25)
    table.wager("ben", 2, 10)
    table.deal()
    for decision in decisions:
        table.decide(1, decision)
    return table


def test_other_open_cards_are_gone() -> None:
    table = _table(shoe="7s 8h 7h 5d 7d Kd 9c 6c")
    hand = hand_to_act(position_from_text(position_to_text(table.state, MD), MD), MD)
    assert (hand.box, hand.hand, hand.player, str(hand.up)) == (1, 1, cards_from_text("7s 5d"), "7h")
    assert sorted(map(str, hand.others)) == ["7d", "8h"]
    found = hand.values(MD, Shoe.full(MD.decks))
    gone = Shoe.full(MD.decks).without(cards_from_text("8h 7d"))
    assert found == hand_values(MD, cards_from_text("7s 5d"), hand.up, shoe=gone)
    assert found != hand_values(MD, cards_from_text("7s 5d"), hand.up)


def test_a_hidden_card_that_the_position_names_changes_nothing() -> None:
    table = _table(shoe="7s 8h 7h 5d 7d Kd 9c 6c")
    public, whole = (position_to_text(table.state, MD, shows_hidden=known) for known in (False, True))
    assert "(Kd)" in whole
    assert hand_to_act(position_from_text(public, MD), MD) == hand_to_act(position_from_text(whole, MD), MD)


def test_a_split_hand_leaves_its_pair_card_to_the_valuation() -> None:
    table = _table("split", shoe="8s 9h 7h 8d 9d Kd 3c 2c 5c")
    hand = hand_to_act(table.state, MD)
    assert hand.is_split
    assert hand.player == cards_from_text("8s 3c")
    assert sorted(map(str, hand.others)) == ["9d", "9h"]


def test_a_doubled_hand_may_still_be_rescued() -> None:
    table = _table(shoe="6s 9h 7h 5d 9d Kd 3c 2c")
    table.decide(1, "double", 25)
    hand = hand_to_act(table.state, MD)
    assert (hand.doublings, hand.player) == (1, cards_from_text("6s 5d 3c"))
    assert {name for name, _ in hand.values(MD, Shoe.full(MD.decks)).actions} == {"stand", "rescue"}


def test_where_nobody_plays_a_hand() -> None:
    table = PracticeTable(MD, shoe="7s 8h", chips={"ana": 500})
    table.wager("ana", 1, 25)
    with pytest.raises(SieteError) as refused:
        hand_to_act(table.state, MD)
    assert refused.value.code == "position/no-hand-to-act"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation/not-a-position"),
        ("s21/1", "notation/not-a-position"),
        ("s21/2 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:- ana=475 -", "notation/not-a-position"),
        ("s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:- ana=475 no-such-note", "notation/unreadable-position"),
        ("s21/1 #1 base 2.1:play 7h? 1:>ana=25:7s5d=a25:- ana=475 peek-no", "notation/wrong-turn"),
        ("s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s7s7s7s7s7s7s=a25:- ana=475 -", "notation/too-many-cards"),
        ("s21/1 #0 ready - - - - -", "notation/between-rounds"),
    ],
)
def test_what_is_no_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(ParseError) as refused:
        position_from_text(text, MD)
    assert refused.value.code == code
