"""How cards are dealt, announced, looked at and picked up: no hole card, a hole card, a hole card and a reader."""

from __future__ import annotations

from dataclasses import replace

import pytest

from siete.cards import cards_from_text
from siete.table import commands as c
from siete.table import events as e
from siete.table.apply import apply
from siete.table.state.table import TableState
from siete.table.view import DEALER, FLOORPERSON, PUBLIC, Role, event_view
from tests.table.cases import answer, asked, happened, is_allowed, is_over, place, play, refused, seat, step_to
from tests.table.massachusetts.common import (
    NO_HOLE,
    NO_PEEK,
    RANKS,
    READER,
    both,
    by,
    every_procedure,
    stack,
    without_reader,
)


@pytest.mark.clause("MA-7.d", "S13-g.4", "MA-7.d.1", "S13-g.4.i", "MA-7.d.2", "S13-g.4.ii", "MA-7.d.3", "S13-g.4.iii")
@both
def test_the_deal_goes_round_from_the_left_with_one_card_for_the_dealer(rules: str) -> None:
    table = play(rules, "2s 3s 4s 5s 6s", wagers={5: 10, 2: 10}, hole_card_procedure=NO_HOLE)
    dealt = happened(table, e.CardDealt)
    assert [event.box for event in dealt] == [2, 5, 0, 2, 5]
    assert [str(event.card) for event in dealt] == ["2s", "3s", "4s", "5s", "6s"]
    assert all(event.is_face_up for event in dealt)
    first, up, second = (
        by(rules, "MA-7.d.1", "S13-g.4.i"),
        by(rules, "MA-7.d.2", "S13-g.4.ii"),
        by(rules, "MA-7.d.3", "S13-g.4.iii"),
    )
    assert [event.clause for event in dealt] == [first, first, up, second, second]


@pytest.mark.clause("MA-7.d", "S13-g.4", "MA-7.d.1", "S13-g.4.i", "MA-7.d.2", "S13-g.4.ii", "MA-7.d.3", "S13-g.4.iii")
@both
def test_a_card_dealt_out_of_order_is_refused(rules: str) -> None:
    table = seat(rules, "2s 3s 4s 5s 6s", {2: 10, 5: 10})
    table.do(c.CloseWagers())
    not_first = ("command/not-this-step", by(rules, "MA-7.d.1", "S13-g.4.i"))
    assert refused(table, c.Deal(box=5)) == not_first
    assert refused(table, c.Deal(box=0)) == not_first
    assert refused(table, c.Deal(box=3)) == not_first
    for box in (2, 5):
        table.do(c.Deal(box=box))
    assert refused(table, c.Deal(box=2)) == ("command/not-this-step", by(rules, "MA-7.d.2", "S13-g.4.ii"))
    table.do(c.Deal(box=0))
    assert refused(table, c.Deal(box=0)) == ("command/not-this-step", by(rules, "MA-7.d.3", "S13-g.4.iii"))


@pytest.mark.clause("MA-7.i.1", "S13-g.9-1")
@both
@pytest.mark.parametrize("procedure", [NO_PEEK, READER])
def test_a_hole_card_comes_face_down_after_the_second_cards(rules: str, procedure: str) -> None:
    table = play(rules, "2s 3s 4s 5s 6s 7s", wagers={1: 10, 2: 10}, hole_card_procedure=procedure)
    dealt = happened(table, e.CardDealt)
    assert [(event.box, event.is_face_up) for event in dealt][-1] == (0, False)
    assert [event.box for event in dealt] == [1, 2, 0, 1, 2, 0]
    assert dealt[-1].total == 0
    assert dealt[-1].clause == by(rules, "MA-7.i.1", "S13-g.9-1")


@pytest.mark.clause("MA-7.i.1", "S13-g.9-1")
@both
@pytest.mark.parametrize("up", ["As", "Ks"])
def test_without_a_reader_nobody_looks_at_the_hole_card_before_the_end(rules: str, up: str) -> None:
    table = play(rules, f"9s {up} 9h Kd", hole_card_procedure=NO_PEEK)
    if up == "As":
        answer(table, "decline")
    assert asked(table) == [(1, 0, "play")]
    assert refused(table, c.Peek())[0] == "command/players-first"
    assert refused(table, c.TurnHoleCard())[0] == "command/players-first"
    answer(table, "stand")
    assert not happened(table, e.HoleCardChecked)
    assert place(table, e.CardsTurned, is_hole=True) > place(table, e.HandStood, box=1)


@pytest.mark.clause("MA-7.i.2", "S13-g.9-2")
@both
@pytest.mark.parametrize("up", RANKS)
def test_the_reader_is_used_under_an_ace_or_a_face_card_before_any_further_card(rules: str, up: str) -> None:
    table = play(rules, f"9s {up}s 9h 5d 2c", hole_card_procedure=READER)
    if up == "A":
        assert not happened(table, e.HoleCardChecked)
        answer(table, "decline")
    looks = happened(table, e.HoleCardChecked)
    assert len(looks) == (up in "AKQJ")
    assert len(happened(table, e.CardDealt)) == 4
    assert asked(table) == [(1, 0, "play")]
    if looks:
        assert looks[0].clause == by(rules, "MA-7.i.2", "S13-g.9-2")


@pytest.mark.clause("MA-7.i.2", "S13-g.9-2")
@both
def test_the_reader_may_be_neither_left_out_nor_used_under_another_card(rules: str) -> None:
    table = seat(rules, "9s Ks 9h 5d 2c", {1: 10}, hole_card_procedure=READER)
    step_to(table, c.Peek)
    peek = by(rules, "MA-7.i.2", "S13-g.9-2")
    assert refused(table, c.Deal(box=1)) == ("command/not-this-step", peek)
    assert refused(table, c.Hit(player="p1", box=1))[0] == "command/not-your-turn"
    assert is_allowed(table, c.Peek())
    assert refused(play(rules, "9s 9s 9h 5d 2c", hole_card_procedure=READER), c.Peek())[0] == "command/players-first"


@pytest.mark.clause("MA-7.i.3", "S13-g.9-3")
@both
def test_the_reader_shows_the_hole_card_to_nobody(rules: str) -> None:
    table = play(rules, "9s Ks 9h 5d 2c", hole_card_procedure=READER)
    looks = happened(table, e.HoleCardChecked)
    assert [look.is_blackjack for look in looks] == [False]
    assert table.state.round is not None
    assert table.state.round.is_hole_hidden
    assert not happened(table, e.CardsTurned)
    answer(table, "stand")
    assert len(happened(table, e.CardsTurned)) == 1


@pytest.mark.clause("MA-7.i.4", "S13-g.9-4")
@both
def test_a_blackjack_in_the_reader_ends_the_deal_and_settles_everything(rules: str) -> None:
    wagers = {1: 10, 2: 10}
    table = play(rules, "9s As Ks 9h Ks Ad", wagers=wagers, hole_card_procedure=READER)
    assert is_over(table)
    assert len(happened(table, e.CardDealt)) == 6
    assert not happened(table, e.HandStood)
    lines = {result.box: (result.line, result.payout, result.collected) for result in table.results()}
    assert lines == {1: ("dealer blackjack", 0, 1000), 2: ("blackjack", 1500, 0)}


@pytest.mark.clause("MA-7.e", "S13-g.5")
@both
@every_procedure
def test_totals_are_announced_and_decisions_made_from_the_left(rules: str, procedure: str) -> None:
    table = play(rules, "9s 8s 5h 7h 9d Kd", wagers={2: 10, 6: 10}, hole_card_procedure=procedure)
    totals = [(event.box, event.total) for event in happened(table, e.CardDealt) if event.box and event.total]
    assert totals == [(2, 16), (6, 17)]
    assert asked(table) == [(2, 0, "play")]
    turn = by(rules, "MA-7.e", "S13-g.5")
    assert refused(table, c.Stand(player="p6", box=6)) == ("command/not-your-turn", turn)
    decides = by(rules, "MA-13.b.1", "S13-m.2-1")
    assert refused(table, c.Stand(player="p6", box=2)) == ("command/not-your-box", decides)
    answer(table, "2: stand")
    assert asked(table) == [(6, 0, "play")]
    assert refused(table, c.Stand(player="p2", box=2)) == ("command/not-your-turn", turn)


@pytest.mark.clause("MA-7.e", "S13-g.5")
@both
def test_a_pair_may_surrender_double_split_stand_or_draw(rules: str) -> None:
    table = play(rules, "8s 5h 8h Kd")
    kinds = {type(template.command) for template in table.legal("p1")}
    assert kinds == {c.Surrender, c.Double, c.Split, c.Stand, c.Hit}


@pytest.mark.clause("MA-7.f", "S13-g.6")
@both
@every_procedure
def test_cards_asked_for_come_face_up_with_the_new_total(rules: str, procedure: str) -> None:
    shoe = stack(procedure, hand="2s 3s", dealer="5h Kd", draws="As 4c 7d")
    table = play(rules, shoe, "hit", "hit", "hit", hole_card_procedure=procedure)
    hits = [event for event in happened(table, e.CardDealt) if event.clause == by(rules, "MA-7.f", "S13-g.6")]
    assert [(str(event.card), event.box, event.total) for event in hits] == [
        ("As", 1, 16),
        ("4c", 1, 20),
        ("7d", 1, 17),
    ]
    assert all(event.is_face_up for event in hits)


@pytest.mark.clause("MA-7.f", "S13-g.6")
@both
def test_no_card_is_dealt_that_nobody_asked_for(rules: str) -> None:
    table = play(rules, "2s 5h 3s Kd As")
    assert refused(table, c.Deal(box=1)) == ("command/players-first", by(rules, "MA-7.e", "S13-g.5"))


@pytest.mark.clause("MA-7.g.1", "S13-g.7-1")
@both
def test_the_dealers_second_card_is_announced_after_all_decisions_and_dealt_face_up(rules: str) -> None:
    table = play(rules, "9s 8s 5h 9d 9h Kd 9c", wagers={1: 10, 2: 10}, hole_card_procedure=NO_HOLE)
    answer(table, "1: stand")
    assert refused(table, c.Deal(box=0))[0] == "command/players-first"
    assert not happened(table, e.Announced)
    answer(table, "2: stand")
    said = place(table, e.Announced, words="Dealer's Card")
    assert said > place(table, e.HandStood, box=2)
    second = table.events[said + 1]
    assert isinstance(second, e.CardDealt)
    assert (second.box, str(second.card), second.is_face_up) == (0, "Kd", True)
    assert table.events[said].clause == second.clause == by(rules, "MA-7.g.1", "S13-g.7-1")


@pytest.mark.clause("MA-7.g.1", "S13-g.7-1")
@both
@pytest.mark.parametrize("procedure", [NO_PEEK, READER])
def test_nothing_is_announced_over_a_hole_card(rules: str, procedure: str) -> None:
    table = play(rules, "9s 5h 9d Kd 9c", "stand", hole_card_procedure=procedure)
    assert is_over(table)
    assert not happened(table, e.Announced)


@pytest.mark.clause("MA-7.g.2", "S13-g.7-2")
@both
def test_the_dealers_further_cards_come_face_up_and_the_total_is_announced(rules: str) -> None:
    table = play(rules, "9s 5h 9d 2d 3c 8c", "stand", hole_card_procedure=NO_HOLE)
    own = [event for event in happened(table, e.CardDealt) if event.box == 0]
    assert [(str(event.card), event.is_face_up, event.total) for event in own] == [
        ("5h", True, 0),
        ("2d", True, 7),
        ("3c", True, 10),
        ("8c", True, 18),
    ]
    assert [event.total for event in happened(table, e.DealerStood)] == [18]
    assert place(table, e.DealerStood) < place(table, e.WagerReturned, box=1)


@pytest.mark.clause("MA-7.h.1", "S13-g.8-1", "MA-7.h.2", "S13-g.8-2")
@both
def test_cards_are_picked_up_from_the_far_right_and_the_dealers_last(rules: str) -> None:
    shoe = "8s 2c 5h 8h 3c Kd 9s 9h 4c"
    table = play(rules, shoe, "1: split", "1: stand", "1: stand", "4: hit", "4: stand", wagers={1: 10, 4: 10})
    right, left_of_it, left, dealer = "2c 3c 4c", "8h 9h", "8s 9s", "5h Kd"
    (picked_up,) = happened(table, e.CardsPickedUp)
    cards = cards_from_text(f"{right} {left_of_it} {left} {dealer}")
    assert picked_up.cards[: len(cards)] == cards
    assert table.state.discards == picked_up.cards
    assert picked_up.cards[len(cards) :] == tuple(event.card for event in happened(table, e.CardDealt))[9:]
    assert picked_up.clause == by(rules, "MA-7.h.1", "S13-g.8-1")


@pytest.mark.clause("MA-2.b.1", "S13-b.2.i", "MA-2.b.2", "S13-b.2.ii", "MA-2.b.3", "S13-b.2.iii")
@both
@without_reader
@pytest.mark.parametrize("rank", RANKS)
def test_cards_count_face_value_ten_or_an_ace_that_bends(rules: str, procedure: str, rank: str) -> None:
    shoe = stack(procedure, hand=f"2s {rank}h", dealer="6d Kc", draws="9c")
    table = play(rules, shoe, "hit", hole_card_procedure=procedure)
    value = {"J": 10, "Q": 10, "K": 10, "A": 11}.get(rank) or int(rank)
    totals = [event.total for event in happened(table, e.CardDealt) if event.box == 1]
    assert totals == [0, 2 + value, 11 + (1 if rank == "A" else value)]


@pytest.mark.clause("MA-7.b.2")
@pytest.mark.parametrize("procedure", [READER, NO_PEEK])
def test_nobody_sees_a_card_that_is_dealt_face_down(procedure: str) -> None:
    table = play("ma", "9c 6s 8d Kh", hole_card_procedure=procedure)
    (hole,) = [event for event in happened(table, e.CardDealt) if not event.is_face_up]
    for role in (PUBLIC, Role.player("p1"), DEALER, FLOORPERSON):
        told = event_view(hole, role)
        assert told is not None
        assert "Kh" not in str(told)


@pytest.mark.clause("MA-7.l", "S13-g.12")
@both
def test_cards_count_and_not_the_totals_that_the_dealer_announces(rules: str) -> None:
    table = play(rules, "9c 6s 8d Kh 3c 9h", "hit", "stand")
    assert 20 in [event.total for event in happened(table, e.CardDealt)], "said one too high, it would be 21"
    state = right = TableState()
    for event in table.events:
        wrong = replace(event, total=event.total + 1) if isinstance(event, e.CardDealt) else event
        state, right = apply(state, wrong), apply(right, event)
        assert state == right
    assert state == table.state
