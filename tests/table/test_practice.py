"""The practice table's own door: what it says when nobody is asked, what it fills in, and what it tells of a round."""

from __future__ import annotations

import pytest

from siete.errors import ParseError, SieteError
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Refusal
from siete.table.practice import PracticeTable
from tests.table.cases import asked, seat

EIGHTS = "8s 6h 8d 9c 3s Kd 2h 9d"
"""A pair of eights against a six."""


def test_a_round_that_is_over_is_told_from_one_that_waits_for_a_floorperson() -> None:
    over = seat("md", "Kh 9d 9c Ks", {1: 10})
    over.deal()
    assert over.decide(1, "stand") == ()
    assert over.is_over
    assert over.approval is None
    blocked = seat("md", "Kh 9d 9c Ks 9h", {1: 10})
    blocked.deal()
    blocked.do(c.FailReader(by="dana"))
    assert blocked.deal() == ()
    assert not blocked.is_over
    assert blocked.approval is not None
    assert blocked.approval.clause == "MD-13.Q"
    assert asked_after(blocked.approve("fay")) == [(1, "play")]
    assert [event.by for event in blocked.events if isinstance(event, e.ReaderRepaired)] == ["fay"]
    with pytest.raises(ParseError) as nothing:
        blocked.approve()
    assert nothing.value.code == "practice/no-approval"


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("md", "MD-13.C", marks=pytest.mark.clause("MD-13.C")),
        pytest.param("md-draft", "MDD-13.C", marks=pytest.mark.clause("MDD-13.C")),
        pytest.param("ma", "MA-15.b.1", marks=pytest.mark.clause("MA-15.b.1")),
        pytest.param("s13", "S13-o.2-1", marks=pytest.mark.clause("S13-o.2-1")),
        ("wa", "WA3-P1"),
        ("wa-v002", "WA2-P1"),
    ],
)
def test_a_10_spot_in_a_stacked_shoe_is_never_dealt(rules: str, clause: str) -> None:
    table = seat(rules, "9s 9d Td 9c Ks", {1: 10})
    assert table.deal() == ()
    waiting = table.approval
    assert waiting is not None
    assert (type(waiting.command), waiting.clause) == (c.DisposeTen, clause)
    assert asked_after(table.approve("fay")) == [(1, "play")]
    assert table.state.round is not None
    assert [str(card) for card in table.state.round.boxes[0].first_cards] == ["9s", "9c"]
    assert [str(card) for card in table.state.removed] == ["Td"]


@pytest.mark.clause("MD-13.D")
def test_a_second_10_spot_in_a_stacked_shoe_voids_the_round() -> None:
    table = seat("md", "9s 9d Td 9c Th Ks", {1: 10})
    table.deal()
    table.approve("fay")
    assert table.approve("fay") == ()
    assert table.is_over
    assert [str(result) for result in table.results()] == ["p1 box 1 base: void, returned $10 [MD-13.D]"]


def asked_after(asks: tuple[object, ...]) -> list[tuple[int, str]]:
    """Boxes and questions."""
    return [(getattr(ask, "box", 0), getattr(ask, "question", "")) for ask in asks]


def test_a_double_and_insurance_without_an_amount_take_the_most_that_is_allowed() -> None:
    table = seat("md", "5s Ah 6d 9c 8s Kd", {1: 25})
    table.deal()
    table.decide(1, "insure")
    assert table.state.racks["p1"] == (20_000 - 25) * 100 - 1250
    table.decide(1, "double")
    assert [event.amount for event in table.events if isinstance(event, e.WagerDoubled)] == [2500]


def test_a_double_that_is_not_allowed_is_refused_without_an_amount_too() -> None:
    table = seat("md", "Ks 6h 5d 9c 6s Kd", {1: 10})
    table.deal()
    table.decide(1, "double")
    with pytest.raises(Refusal) as twice:
        table.decide(1, "double")
    assert twice.value.code == "command/may-not-double"


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        pytest.param("md", "MD-11.A.b", marks=pytest.mark.clause("MD-11.A.b")),
        pytest.param("md-draft", "MDD-11.A.b", marks=pytest.mark.clause("MDD-11.A.b")),
        pytest.param("ma", "MA-10.a.2", marks=pytest.mark.clause("MA-10.a.2")),
        pytest.param("s13", "S13-j.1-2", marks=pytest.mark.clause("S13-j.1-2")),
        pytest.param("wa", "WA3-D4.a", marks=pytest.mark.clause("WA3-D4.a")),
        pytest.param("wa-v002", "WA2-D4.a", marks=pytest.mark.clause("WA2-D4.a")),
    ],
)
def test_a_split_for_less_or_more_is_refused_and_for_as_much_allowed(rules: str, clause: str) -> None:
    table = seat(rules, EIGHTS, {1: 10})
    table.deal()
    for dollars in (5, 15):
        with pytest.raises(Refusal) as refused:
            table.decide(1, "split", dollars)
        assert (refused.value.code, refused.value.clause) == ("command/split-amount", clause)
    table.decide(1, "split", 10)
    assert table.state.round is not None
    assert len(table.state.round.boxes[0].hands) == 2


def test_cards_that_were_seen_too_early_are_accepted_and_refused_by_name() -> None:
    for word, event in (("accept", e.SeenCardAccepted), ("refuse", e.SeenCardRefused)):
        table = seat("md", "Kh 9d 2c Ks 5h 5d 5s", {1: 10})
        table.deal()
        table.do(c.Hit(player="p1", box=1))
        table.do(c.ExposeCard(by="dana"))
        assert asked(table) == [(1, 0, "seen-card")]
        table.decide(1, word)
        assert [each for each in table.events if isinstance(each, event)]


def test_a_meter_is_set_to_what_the_case_needs() -> None:
    table = seat("wa", "As As As 9c", {1: 10})
    table.set_meter("jackpot-1", 12_345)
    table.wager("p1", 1, 5, "jackpot-1")
    table.deal()
    table.decide(1, "decline")
    table.decide(1, "stand")
    (paid,) = [event for event in table.events if isinstance(event, e.AwardPaid)]
    assert 1_234_500 < paid.amount < 1_235_000
    with pytest.raises(ParseError) as unknown:
        table.set_meter("bonus-spin", 5)
    assert unknown.value.code == "practice/no-meter"


def test_people_come_later_and_facts_are_told() -> None:
    table = PracticeTable("md", shoe="Kh 9d 9c Ks", chips={"ana": 100})
    table.bring("bea", 50)
    table.tell(e.PlayerSeated(player="bea", box=2))
    assert table.state.racks["bea"] == 5_000
    assert table.state.seats[2] == "bea"


def test_two_matches_of_one_kind_are_told_as_two() -> None:
    table = seat("md", "9h 9d 9c Ks", {1: {"base": 10, "match-up": 5}})
    table.deal()
    (result,) = [each for each in table.results() if each.wager == "match-up"]
    assert result.lines == ("unsuited", "unsuited")
    assert "match-up: 2 x unsuited, paid $40" in str(result)
    assert result.line == "unsuited"  # as rounds are written down


def test_a_wager_that_is_refused_opens_no_round() -> None:
    """The docstring promised that a refused command changes nothing."""
    table = PracticeTable("md", shoe="Kh 9d 9c Ks", chips={"ana": 100})
    before, events = table.state, list(table.events)
    for dollars in (1, 1_000, 2.505):
        with pytest.raises(SieteError):
            table.wager("ana", 1, dollars)  # type: ignore[arg-type]  # as people type it
    with pytest.raises(SieteError):
        table.wager("ana", "1", 10)  # type: ignore[arg-type]
    assert (table.state, table.events) == (before, events)
    assert table.is_over


def test_a_meter_below_nothing_is_refused() -> None:
    table = seat("wa", "As As As 9c", {1: 10})
    with pytest.raises(ParseError) as refused:
        table.set_meter("jackpot-1", -5)
    assert refused.value.code == "practice/no-amount"
    assert table.meters["jackpot-1"].amount == 500_000


def test_shoes_and_wheels_are_given_as_text_at_any_time() -> None:
    """Text was taken letter by letter for cards, and a symbol alone for no symbol."""
    table = PracticeTable("md", shoe="9s", chips={"ana": 100})
    table.load("As 9d Ks 6s")
    table.spin_next("$250")
    table.wager("ana", 1, 10)
    table.wager("ana", 1, 5, "bonus-spin")
    assert table.deal() == ()
    assert "ana box 1 bonus-spin: $250, paid $250, collected $5 [MD-12.D.4.e]" in map(str, table.results())


def test_one_stop_of_a_wheel_is_text_and_anything_else_is_refused() -> None:
    """`wheels=5` raised a bare TypeError, and text was taken letter by letter."""
    table = PracticeTable("md", shoe="As 9d Ks 6s", chips={"ana": 100}, wheels="$250")
    table.wager("ana", 1, 10)
    table.wager("ana", 1, 5, "bonus-spin")
    table.deal()
    assert "ana box 1 bonus-spin: $250, paid $250, collected $5 [MD-12.D.4.e]" in map(str, table.results())
    for wheels in (5, [5], [("1", 2)], [None]):
        with pytest.raises(ParseError) as refused:
            PracticeTable("md", shoe="9s", chips={}, wheels=wheels)  # type: ignore[arg-type]  # as people type it
        assert refused.value.code == "practice/no-symbol"


def test_a_shoe_is_loaded_between_rounds() -> None:
    table = seat("md", "9s 6h 9d 9c Kd", {1: 10})
    table.load("8s 6h 9d 9c Kd")
    table.deal()
    before, events = table.state, list(table.events)
    with pytest.raises(ParseError) as refused:
        table.load("Ks Kh")
    assert refused.value.code == "practice/round-in-play"
    assert (table.state, table.events) == (before, events)
    table.decide(1, "stand")
    table.load("Ks 9h Kd 9c")
    table.wager("p1", 1, 10)
    assert asked_after(table.deal()) == [(1, "play")]
