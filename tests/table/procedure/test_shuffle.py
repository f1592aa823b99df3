"""When and how cards are shuffled: by hand step by step, by a batch device, straight into the shoe, continuously."""

from __future__ import annotations

from collections import Counter

import pytest

from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question
from tests.table.procedure.tables import TEN, Table, each, maryland, refused

SHUFFLED = (("ma", ("MA-4.a.1", "MA-4.a.2")), ("s13", ("S13-d.1-1", "S13-d.1-2")))


@each(*maryland("MD-5.A.a", "MD-5.A.b", "MD-5.A.1"), *SHUFFLED)
@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load"])
def test_play_begins_with_a_shuffle_into_one_stack_of_all_decks(rules: str, method: str) -> None:
    table = Table(rules, shuffle_method=method)
    for early in (c.StartRound(), c.LoadShoe(), c.PlaceCoverCard()):
        assert refused(table, early)[0] == "command/not-this-step"
    table.until(c.ShuffleCards)
    order = table.shuffled(table.full)
    assert refused(table, c.ShuffleCards()) == ("command/order-missing", table.rules.clause_of(Step.SHUFFLE))
    for wrong in (order[1:], (*order, order[0]), (order[1], *order[1:])):
        assert refused(table, c.ShuffleCards(order=wrong)) == (
            "command/wrong-cards",
            table.rules.clause_of(Step.SHUFFLE),
        )
    table.do(c.ShuffleCards(order=order))
    assert table.pack.order == order
    assert table.pack.pile == ()
    table.until(c.StartRound)
    assert Counter(table.shoe) == Counter(table.full)


@each(
    *maryland("MD-5.A.a", "MD-5.G.a", "MD-7.D"),
    ("ma", ("MA-4.a.1", "MA-4.g.1", "MA-7.j.3")),
    ("s13", ("S13-d.1-1", "S13-d.7-1", "S13-g.10.iii")),
)
def test_a_shoe_is_shuffled_after_the_round_of_its_cover_card_and_not_before(rules: str) -> None:
    table = Table(rules)
    table.play_shoe()
    assert len(table.happened(e.CardsShuffled)) == 1
    assert table.state.round is None
    assert refused(table, c.StartRound())[0] == "command/not-this-step"
    table.until(c.ShuffleCards)
    table.step()
    assert len(table.happened(e.CardsShuffled)) == 2
    assert table.happened(e.CardsShuffled)[0].order != table.happened(e.CardsShuffled)[1].order


@each(
    *maryland("MD-5.A.a", "MD-5.G.b"),
    ("ma", ("MA-4.g.2",)),
    ("s13", ("S13-d.7-2",)),
)
def test_a_reshuffle_may_be_ordered_after_any_round(rules: str) -> None:
    table = Table(rules)
    table.until(c.StartRound)
    table.step()
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    table.until(c.Deal)
    (ordered,) = table.do(c.OrderReshuffle(by="fay"))
    assert ordered.clause == table.rules.clause("reshuffle_any_round")
    table.until(c.PickUp)
    table.step()
    assert table.due() == c.CollectShoe()
    table.until(c.ShuffleCards)
    table.until(c.StartRound)
    table.play_round()
    assert table.due() == c.StartRound(), "one order, one shuffle"


def test_a_reshuffle_ordered_before_any_wager_is_done_at_once() -> None:
    table = Table("md")
    table.until(c.StartRound)
    table.step()
    table.do(c.OrderReshuffle(by="fay"))
    assert table.due() == c.CollectShoe()
    table.until(c.BurnCard)
    table.step()
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    assert table.due() == c.CloseWagers()


def test_a_house_that_does_not_reshuffle_at_will_refuses_the_order() -> None:
    table = Table("wa", reshuffle_any_round=False)
    assert refused(table, c.OrderReshuffle(by="fay"))[0] == "command/no-reshuffle"


@each(*maryland("MD-5.A.b"))
def test_a_table_with_a_given_shoe_takes_no_orders_about_its_cards(rules: str) -> None:
    table = Table(rules, is_ready=False)
    clause = {"md": "MD-5.A.b", "md-draft": "MDD-5.A.b"}[rules]
    for order in (c.OrderReshuffle(by="fay"), c.OrderRecut(by="fay"), c.RelieveDealer(by="fay", dealer="dan")):
        assert refused(table, order) == ("command/no-procedure", clause)


# --- by hand ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("MA-4.j", "MA-4.j.1", "MA-4.j.2", "MA-4.j.3", "MA-4.j.4", "MA-4.j.5")
def test_a_manual_shuffle_goes_step_by_step_and_ends_with_the_cut() -> None:
    table = Table("ma", shuffle_method="manual")
    done: list[tuple[str, str]] = []
    while isinstance(step := table.due(), c.DoShuffleStep):
        assert refused(table, c.ShuffleCards(order=table.shuffled(table.full)))[0] == "command/not-this-step"
        other = "strip" if step.step != "strip" else "riffle"
        assert refused(table, c.DoShuffleStep(step=other))[0] == "command/not-this-step"
        done.append((step.step, table.clause()))
        table.step()
    assert done == [
        ("plug", "MA-4.j.1"),
        ("riffle", "MA-4.j.2"),
        ("riffle", "MA-4.j.2"),
        ("strip", "MA-4.j.4"),
        ("riffle", "MA-4.j.2"),
        ("turn", "MA-4.j.3"),
        ("riffle", "MA-4.j.2"),
    ]
    assert table.step() == c.ShuffleCards()
    assert table.asked() is not None, "the cut is the last step"
    table.until(c.AlignStack)
    assert [type(event) for event in table.events[-2:]] == [e.CutRefused, e.CardsCut]


@each(("md", ("MD-5.A.b",)), ("md-draft", ("MDD-5.A.b",)), ("s13", ("S13-d.1-1",)))
def test_the_house_may_choose_its_own_steps_where_none_are_prescribed(rules: str) -> None:
    table = Table(rules, shuffle_method="manual", manual_shuffle_script=["riffle", "cut"])
    assert table.step() == c.DoShuffleStep(step="riffle")
    assert table.step() == c.ShuffleCards()


# --- devices ---------------------------------------------------------------------------------------------------


@each(("ma", ("MA-4.b.1", "MA-4.b.1x")), ("s13", ("S13-d.2.i-1", "S13-d.2.i-2")))
@pytest.mark.parametrize("method", ["automated_batch", "direct_load"])
def test_cards_from_a_device_go_into_the_shoe_uncut(rules: str, method: str) -> None:
    table = Table(rules, shuffle_method=method)
    assert table.due() == c.ShuffleCards(), "no step is made by hand"
    table.step()
    assert table.step() == c.PlaceCoverCard()
    assert table.happened(e.CoverCardPlaced)[0].behind == 72
    assert table.step() == c.LoadShoe()
    assert table.shoe == table.happened(e.CardsShuffled)[0].order
    assert not table.happened(e.CardsCut)


@each(("ma", ("MA-4.b.2",)), ("s13", ("S13-d.2.ii",)))
def test_cards_shuffled_by_hand_are_cut(rules: str) -> None:
    table = Table(rules, shuffle_method="manual")
    table.until(c.LoadShoe)
    assert len(table.happened(e.CardsCut)) == 1


@each(*maryland("MD-5.B"))
def test_marylands_cards_are_cut_after_a_batch_device_too(rules: str) -> None:
    table = Table(rules, shuffle_method="automated_batch")
    table.step()
    assert table.asked() is not None


@each(*maryland("MD-5.A.2"))
def test_a_device_that_loads_the_shoe_leaves_no_stack_to_cut(rules: str) -> None:
    table = Table(rules, shuffle_method="direct_load")
    table.step()
    assert table.due() == c.PlaceCoverCard()


@each(*maryland("MD-5.J", "MD-5.K"))
def test_a_continuous_device_knows_no_cut_recut_cover_card_or_idle_cards(rules: str) -> None:
    table = Table(rules, shuffle_method="continuous", continuous_device_approved=True)
    table.step()
    assert table.due() == c.LoadShoe()
    table.step()
    assert refused(table, c.OrderRecut(by="fay"))[0] == "command/too-late-to-recut"
    for _ in range(40):
        table.play_round()
    assert not table.happened(e.CardsCut)
    assert not table.happened(e.CoverCardPlaced)
    assert not table.happened(e.CoverCardReached)


@each(*maryland("MD-5.J", "MD-7.B.3"))
def test_a_continuous_device_gets_each_rounds_cards_back_and_a_new_order(rules: str) -> None:
    table = Table(rules, shuffle_method="continuous", continuous_device_approved=True)
    for number in range(1, 6):
        table.play_round()
        assert len(table.happened(e.CardsShuffled)) == number
        assert table.due() == c.CollectShoe()
        table.step()
        order = table.shuffled(table.full)
        assert refused(table, c.ShuffleCards(order=order[1:]))[0] == "command/wrong-cards"
        table.do(c.ShuffleCards(order=order))
        table.step()
        assert table.shoe == order
    assert len(table.happened(e.CardBurned)) == 1, "a full batch went in once"


# --- preshuffled -----------------------------------------------------------------------------------------------


@each(
    ("md", ("MD-4.G", "MD-5.A.a")),
    ("md-draft", ("MDD-4.G", "MDD-5.A.a")),
    ("ma", ("MA-3.a", "MA-4.a.1", "MA-4.b.2")),
)
@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load"])
def test_preshuffled_cards_are_not_shuffled_but_cut(rules: str, method: str) -> None:
    table = Table(rules, preshuffled_cards=True, shuffle_method=method)
    assert table.due() == c.StackPreshuffled()
    assert table.clause() == {"md": "MD-4.G", "md-draft": "MDD-4.G", "ma": "MA-3.a"}[rules]
    order = table.shuffled(table.full)
    assert refused(table, c.StackPreshuffled(order=order[1:]))[0] == "command/wrong-cards"
    table.do(c.StackPreshuffled(order=order))
    assert table.until_asked(Question.CUT).player == "ana"
    table.until(c.StartRound)
    assert not table.happened(e.CardsShuffled)
    assert not table.happened(e.ShuffleStepDone)
    table.play_shoe()
    table.until(c.StartRound)
    assert len(table.happened(e.CardsShuffled)) == 1, "the next shoe is shuffled"
    assert (len(table.happened(e.CardsCut)) == 2) is ((rules != "ma" and method != "direct_load") or method == "manual")
