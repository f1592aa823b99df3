"""A shuffler out of order at any time: it is out of the way before cards are shuffled by hand, and is not used."""

from __future__ import annotations

from collections import Counter

from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import Approval
from tests.table.procedure.closed import MORNING, Closed
from tests.table.procedure.tables import Table, each, maryland, refused

FIRST_STEP = c.DoShuffleStep(step="plug")


@each(*maryland("MD-13.S"), ("ma", ("MA-15.k",)), ("s13", ("S13-o.11",)))
def test_a_shuffler_that_fails_while_its_cards_are_dealt_is_out_of_the_way_before_the_next_shuffle(rules: str) -> None:
    table = Table(rules, shuffle_method="automated_batch")
    table.until(c.StartRound)
    table.do(c.FailShuffler(by="dan"))
    table.play_round()
    assert table.due() == c.StartRound(), "the shoe is dealt to its end"
    table.do(c.OrderReshuffle(by="fay"))
    table.until(c.CollectShoe)
    table.step()
    clause = table.rules.clause_of(Step.SHUFFLER_OUT)
    for step in (FIRST_STEP, c.ShuffleCards(order=table.full)):
        assert refused(table, step) == ("command/approval-required", clause)
    due = next_due(table.state, table.rules)
    assert isinstance(due, Approval)
    assert isinstance(due.command, c.SetShufflerAside)
    table.do(due.command)
    assert table.step() == FIRST_STEP
    table.until(c.StartRound)
    assert len(table.happened(e.ShuffleStepDone)) == 7
    table.play_round()
    assert table.due() == c.StartRound(), "shuffled by hand, and dealt like any other shoe"


@each(*maryland("MD-13.S"), ("ma", ("MA-15.k",)), ("s13", ("S13-o.11",)))
def test_nothing_is_shuffled_by_hand_beside_a_shuffler_nobody_covered(rules: str) -> None:
    table = Table(rules, shuffle_method="direct_load")
    table.do(c.FailShuffler(by="dan"))
    assert not table.state.is_shuffler_aside
    for step in (FIRST_STEP, c.ShuffleCards(order=table.full)):
        assert refused(table, step) == ("command/approval-required", table.rules.clause_of(Step.SHUFFLER_OUT))
    table.do(c.RepairShuffler(by="fay"))
    assert table.due() == c.ShuffleCards(), "one that was mended is used again"


@each(*maryland("MD-13.S", "MD-5.I.2"))
def test_idle_cards_do_not_go_into_an_unusable_shuffler(rules: str) -> None:
    table = Closed(rules, shuffle_method="automated_batch")
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.FailShuffler(by="dan"))
    table.do(c.TellTime(at=MORNING + 15))
    assert table.step() == c.SpreadIdleCards()
    table.do(c.ReturnToTable(player="ana", box=1))
    table.do(c.LookOver(player="ana", box=1))
    assert table.step() == c.WashCards(), "without a shuffler in use they are washed"
    assert table.step() == c.StackCards()
    assert refused(table, FIRST_STEP)[0] == "command/approval-required"
    table.go_to(c.DoShuffleStep)
    table.go_to(c.StartRound)
    assert table.cards() == Counter(table.full)


@each(*maryland("MD-5.K", "MD-13.S"))
def test_cards_shuffled_by_hand_beside_a_continuous_device_are_cut_and_covered_and_spread_when_idle(rules: str) -> None:
    table = Closed(rules, shuffle_method="continuous", continuous_device_approved=True)
    table.comes("ana", 1)
    table.go_to(c.ShuffleCards)
    table.do(c.FailShuffler(by="dan"))
    table.go_to(c.CutForHouse)
    table.go_to(c.PlaceCoverCard)
    table.do(c.OrderRecut(by="fay"))
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=MORNING + 15))
    assert table.due() == c.SpreadIdleCards()


@each(*maryland("MD-5.K"))
def test_a_continuous_device_spreads_nothing_however_long_nobody_plays(rules: str) -> None:
    table = Closed(rules, shuffle_method="continuous", continuous_device_approved=True)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=MORNING + 600))
    assert table.step() == c.StartRound()
    table.do(c.TellTime(at=MORNING + 900))
    assert next_due(table.state, table.rules) is None, "it waits for a wager"


@each(*maryland("MD-5.K"))
def test_no_recut_is_ordered_before_a_continuous_device_is_loaded(rules: str) -> None:
    for is_preshuffled in (False, True):
        table = Table(
            rules, shuffle_method="continuous", continuous_device_approved=True, preshuffled_cards=is_preshuffled
        )
        table.step()
        assert table.due() == c.LoadShoe(), "no cut is offered, and no cover card goes in"
        assert refused(table, c.OrderRecut(by="fay"))[0] == "command/too-late-to-recut"
