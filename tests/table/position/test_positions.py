"""Positions on one line: written at every step of random rounds, read back, and played on from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from siete.cards import Card
from siete.errors import ParseError
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table.apply import apply
from siete.table.automatic import next_due
from siete.table.decide import decide
from siete.table.due import Refusal
from siete.table.notation.model import Decision
from siete.table.position.line import position_from_text, position_to_text
from siete.table.practice import PracticeTable
from siete.table.state.table import TableState
from tests.few import first_few
from tests.table.generated.random_play import RandomTable, play_round, random_rules

MD = table_rules("md")


def positions(seed: int) -> tuple[RandomTable, list[TableState]]:
    """A random table, and every state of one round at it."""
    rng = Random(seed)
    table = RandomTable(random_rules(rng), rng)
    states = [table.state for _ in play_round(table, rng)]
    return table, [state for state in states if state.round is not None]


def has_possible_cards(state: TableState, decks: int) -> bool:
    assert state.round is not None
    cards = [card for box in state.round.boxes for hand in box.hands for card in hand.cards]
    cards += [*state.round.dealer, *state.round.bonus_cards]
    return all(cards.count(card) <= decks for card in cards)


@pytest.mark.parametrize("seed", first_few(range(20), range(60)))
def test_every_state_of_a_round_reads_back(seed: int) -> None:
    table, states = positions(seed)
    for state in states:
        text = position_to_text(state, table.rules, shows_hidden=True)
        assert "\n" not in text
        if not has_possible_cards(state, table.rules.decks):
            continue
        read = position_from_text(text, table.rules)
        assert read.round == state.round
        assert (read.racks, dict(read.seats), read.shoe) == (state.racks, dict(state.seats), None)
        assert next_due(read, table.rules) == next_due(state, table.rules)
        assert position_to_text(read, table.rules, shows_hidden=True) == text


@pytest.mark.parametrize("seed", first_few(range(10), range(30)))
def test_a_hidden_card_is_a_question_mark(seed: int) -> None:
    """What the public sees is the same whatever lies below, and can be read back unless the up card is hidden too."""
    table, states = positions(seed)
    for state in states:
        current = state.round
        assert current is not None
        if not current.is_hole_hidden or current.is_up_hidden or not has_possible_cards(state, table.rules.decks):
            continue
        text = position_to_text(state, table.rules)
        other = replace(current, dealer=(current.up, Card.from_text("2c")))
        assert text == position_to_text(replace(state, round=other), table.rules)
        assert "?" in text.split()[4]
        read = position_from_text(text, table.rules)
        assert read.round == replace(current, dealer=current.dealer[:1])
        assert position_to_text(read, table.rules) == text


def test_what_a_position_looks_like() -> None:
    table = PracticeTable("md", shoe="7s 7h 5d Kd 9c", chips={"ana": 500})
    table.wager("ana", 1, 25)
    table.wager("ana", 1, 5, "match-up")
    table.deal()
    expected = "s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:a.match-up=5x ana=495 -"
    assert position_to_text(table.state, table.rules) == expected
    shown = position_to_text(table.state, table.rules, shows_hidden=True)
    assert shown == expected.replace("7h?", "7h(Kd)")


def test_a_round_can_be_played_on_from_a_position() -> None:
    """The hole card was never seen: the dealer names it when it is turned."""
    state = position_from_text("s21/1 #1 base 1.1:play 7h? 1:>ana=25:9s9d=a25:- ana=475 -", MD)

    def done(state: TableState, command: c.Command) -> TableState:
        for event in decide(state, MD, command):
            state = apply(state, event)
        return state

    state = done(state, Decision.from_text("1 stand").command("ana", MD.table_max))
    with pytest.raises(Refusal) as refused:
        decide(state, MD, c.TurnHoleCard())
    assert refused.value.code == "command/card-missing"
    state = done(state, c.TurnHoleCard(card=Card.from_text("Kd")))
    for step in (c.StandDealer(), c.SettleHand(box=1), c.PickUp()):
        state = done(state, step)
    assert state.racks == {"ana": 52500}


def test_the_look_is_asked_for_where_the_hole_card_is_not_known() -> None:
    state = position_from_text("s21/1 #1 base - Kh? 1:>ana=25:9s9d=a25:- ana=475 -", MD)
    with pytest.raises(Refusal) as refused:
        decide(state, MD, c.Peek())
    assert refused.value.code == "command/card-missing"
    for event in decide(state, MD, c.Peek(is_blackjack=False)):
        state = apply(state, event)
    assert position_to_text(state, MD) == "s21/1 #1 base 1.1:play Kh? 1:>ana=25:9s9d=a25:- ana=475 peek-no"


GOOD = "s21/1 #1 base 1.1:play 7h? 1:>ana=25:7s5d=a25:a.match-up=5x ana=495 -"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("s21/1", "s21/2", "notation/not-a-position"),
        (" -", "", "notation/not-a-position"),
        (" -", " - -", "notation/not-a-position"),
        ("#1", "#x", "notation/unreadable-position"),
        ("base", "bass", "notation/unreadable-position"),
        ("1.1:play", "-", "notation/wrong-turn"),
        ("1.1:play", "2.1:play", "notation/wrong-turn"),
        ("7h?", "?", "notation/unreadable-position"),
        ("7h?", "??", "notation/unreadable-position"),
        ("7h?", "7h?9c", "notation/unreadable-position"),
        ("7h?", "7h(9c)5d", "notation/unreadable-position"),
        ("7h?", "7h(?)", "notation/unreadable-position"),
        ("7h?", "(7h", "notation/unreadable-position"),
        ("7h?", "-", "notation/impossible-position"),
        ("7s5d", "7s7s7s7s7s7s7s", "notation/too-many-cards"),
        ("7s5d", "7s5", "notation/unreadable-position"),
        ("7s5d", "-", "notation/impossible-position"),
        ("a25", "b25", "notation/unreadable-position"),
        ("a25", "a-25", "notation/unreadable-position"),
        ("a25", "a25!flying", "notation/unreadable-position"),
        ("a.match-up", "a.match-point", "notation/unreadable-position"),
        (">ana", "ana", "notation/unreadable-position"),
        ("1:>", "0:>", "notation/unreadable-position"),
        ("1:>ana=25", "1:>ana=25,ana=5", "notation/unreadable-position"),
        ("ana=495", "ana", "notation/unreadable-position"),
        ("=5x ", "=5x:first=9 ", "notation/unreadable-position"),
        ("=5x ", "=5x:odd ", "notation/unreadable-position"),
        (" -", " unknown", "notation/unreadable-position"),
        (" -", " awards=1@ana@spun@x", "notation/unreadable-position"),
        (" -", " seats=x@ana", "notation/unreadable-position"),
    ],
)
def test_a_damaged_position_is_refused(old: str, new: str, code: str) -> None:
    assert position_from_text(GOOD, MD).round is not None
    place = GOOD.rindex(old) if old == " -" else GOOD.index(old)
    with pytest.raises(ParseError) as refused:
        position_from_text(GOOD[:place] + new + GOOD[place + len(old) :], MD)
    assert refused.value.code == code


@given(st.data())
def test_any_scribble_is_read_or_refused(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(GOOD)))
    end = data.draw(st.integers(start, min(len(GOOD), start + 6)))
    text = GOOD[:start] + data.draw(st.text(alphabet=" :=/|,>!+@?()-a1b7hs", max_size=4)) + GOOD[end:]
    try:
        read = position_from_text(text, MD)
    except ParseError:
        return
    assert position_from_text(position_to_text(read, MD, shows_hidden=True), MD) == read


def test_a_table_that_waits_for_its_next_round_has_a_position_too() -> None:
    table = PracticeTable("md", shoe="7s 7h 5d Kd 9c", chips={"ana": 500})
    text = position_to_text(table.state, table.rules)
    assert text == "s21/1 #0 ready - - - ana=500 left=288,discards=0"
    with pytest.raises(ParseError) as refused:
        position_from_text(text, table.rules)
    assert refused.value.code == "notation/between-rounds"


def test_names_may_be_anything() -> None:
    name = "Åsa = 5, box/2|>+@:% !"
    table = PracticeTable("md", shoe="7s 7h 5d Kd 9c", chips={name: 500})
    table.wager(name, 1, 25)
    table.deal()
    text = position_to_text(table.state, table.rules)
    assert position_from_text(text, MD).racks == table.state.racks


def test_a_wager_made_aloud_is_kept() -> None:
    """With whoever has confirmed it."""
    state = position_from_text("s21/1 #1 wagers - - - ana=495 calls=1@ana@base@25.50@the%20dealer", MD)
    assert state.round is not None
    (call,) = state.round.calls
    assert (call.player, call.box, call.amount, call.confirmed) == ("ana", 1, 2550, ("the dealer",))
    assert position_from_text(position_to_text(state, MD), MD) == state
    with pytest.raises(ParseError):
        position_from_text("s21/1 #1 wagers - - - ana=495 calls=1@ana@bass@25", MD)
