"""A table where nobody plays: how its cards lie, what the next player sees, and the way back to the shuffle."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from siete.errors import FaultyDocumentError
from siete.host.chance.shuffling import Chance
from siete.host.memory_table import MemoryTable
from siete.money import whole_cents
from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question, Waiting
from siete.table.legal import legal
from siete.table.state.opening import DAY
from tests.table.procedure.closed import MORNING, Closed
from tests.table.procedure.tables import TEN, each, maryland, refused


def quiet(rules: str, minutes: int = 15, **choices: Any) -> Closed:
    """A table with two players and a loaded shoe, so many minutes after it opened."""
    table = Closed(rules, **choices)
    table.comes("ana", 1)
    table.comes("ben", 3)
    table.go_to(c.StartRound)
    table.step()
    table.do(c.TellTime(at=MORNING + minutes))
    return table


def idle(rules: str, **choices: Any) -> Closed:
    """A table whose cards have been spread since nobody plays."""
    table = quiet(rules, **choices)
    table.step()
    return table


@each(*maryland("MD-5.H"), ("ma", ("MA-4.i.1",)), ("s13", ("S13-d.8-1",)))
def test_all_cards_are_spread_when_nobody_has_wagered_for_long_enough(rules: str) -> None:
    table = quiet(rules, 14)
    assert table.asked() is None
    table.do(c.TellTime(at=MORNING + 15))
    assert table.due() == c.SpreadIdleCards()
    (spread,) = table.do(c.SpreadIdleCards())
    is_face_up = rules in ("ma", "s13")
    assert spread == e.IdleCardsSpread(is_face_up=is_face_up, clause=table.rules.clause_of(Step.IDLE_SPREAD))
    assert (table.state.shoe, table.state.discards) == (None, ())
    assert table.state.opening is not None
    assert Counter(table.state.opening.cards) == Counter(table.full), "shoe and discard rack"
    assert refused(table, c.StackCards())[0] == "command/players-first"


@each(("ma", ("MA-4.i.1",)), ("s13", ("S13-d.8-1",)))
def test_the_house_may_spread_face_down_in_massachusetts_and_section_13(rules: str) -> None:
    table = idle(rules, idle_spread="face_down")
    assert table.happened(e.IdleCardsSpread)[0].is_face_up is False


@each(*maryland("MD-5.H"), ("ma", ("MA-4.i.1",)), ("s13", ("S13-d.8-1",)))
def test_cards_that_are_being_shuffled_are_not_spread(rules: str) -> None:
    table = Closed(rules)
    table.comes("ana", 1)
    table.go_to(c.ShuffleCards)
    table.do(c.TellTime(at=MORNING + 60))
    assert table.due() == c.ShuffleCards()


def test_a_wager_keeps_a_table_busy() -> None:
    table = quiet("md", 14)
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    table.do(c.TellTime(at=MORNING + 40))
    assert table.due() == c.CloseWagers()
    while table.state.round is not None:
        ask = table.asked()
        if ask is not None:
            table.pass_by(ask)
        else:
            table.step()
    table.do(c.TellTime(at=MORNING + 50))
    assert table.due() == c.StartRound(), "a round has been played since the time was told"
    table.do(c.TellTime(at=MORNING + 65))
    assert table.due() == c.SpreadIdleCards()


@each(*maryland("MD-5.K"))
def test_a_continuous_device_has_no_cards_to_spread(rules: str) -> None:
    table = quiet(rules, 60, shuffle_method="continuous", continuous_device_approved=True)
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    assert table.due() == c.CloseWagers()


@each(*maryland("MD-5.H"))
def test_a_player_may_have_the_cards_turned_face_up(rules: str) -> None:
    table = idle(rules)
    (turned,) = table.do(c.AskFaceUp(player="ben", box=3))
    assert turned == e.CardsTurnedUp(player="ben", clause=table.rules.clause_of(Step.IDLE_SPREAD))
    assert refused(table, c.AskFaceUp(player="ben", box=3))[0] == "command/face-up"
    table.do(c.ReturnToTable(player="ana", box=1))
    table = idle(rules)
    table.do(c.ReturnToTable(player="ana", box=1))
    assert not table.happened(e.CardsTurnedUp), "nobody asked"
    assert c.AskFaceUp(player="ana", box=1) in [t.command for t in legal(table.state, table.rules, "ana")]
    table.do(c.AskFaceUp(player="ana", box=1))


@each(("ma", ("MA-4.i.2",)), ("s13", ("S13-d.8-2",)))
def test_face_down_cards_are_turned_up_when_a_player_comes(rules: str) -> None:
    table = idle(rules, idle_spread="face_down")
    table.do(c.ReturnToTable(player="ben", box=3))
    assert table.happened(e.CardsTurnedUp)[0].clause == table.rules.clause_of(Step.IDLE_TURN_UP)
    assert table.state.opening is not None
    assert table.state.opening.is_face_up
    table = idle(rules)
    table.do(c.ReturnToTable(player="ben", box=3))
    assert not table.happened(e.CardsTurnedUp), "they lie face up"


@each(*maryland("MD-5.I"), ("ma", ("MA-4.i.3",)), ("s13", ("S13-d.8-3",)))
def test_the_first_player_looks_before_the_cards_are_used_again(rules: str) -> None:
    table = idle(rules)
    assert legal(table.state, table.rules, "ben")[0].command == c.ReturnToTable(player="ben", box=3)
    table.comes("cleo", 5)
    table.do(c.ReturnToTable(player="cleo", box=5))
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question) == ("cleo", Question.LOOK)
    for early in (c.TurnCardsDown(), c.WashCards(), c.StackCards()):
        assert refused(table, early) == ("command/players-first", table.rules.clause_of(Step.IDLE_LOOK))
    assert refused(table, c.LookOver(player="ana", box=1))[0] == "command/no-turn"
    table.do(c.LookOver(player="cleo", box=5))
    assert table.asked() is None


@each(*maryland("MD-5.I.1"), ("ma", ("MA-4.i.3",)), ("s13", ("S13-d.8-3",)))
def test_without_a_shuffler_idle_cards_are_washed_stacked_shuffled_and_cut(rules: str) -> None:
    table = idle(rules, shuffle_method="manual")
    table.do(c.ReturnToTable(player="ben", box=3))
    table.do(c.LookOver(player="ben", box=3))
    steps = []
    while table.state.pack is None:
        assert table.clause() == table.rules.clause_of(Step.IDLE_WASH)
        steps.append(type(table.step()))
    assert steps == [*([c.TurnCardsDown] if rules in ("ma", "s13") else []), c.WashCards, c.StackCards]
    assert isinstance(table.due(), c.DoShuffleStep)
    while table.asked() is None:
        table.step()
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question) == ("ben", Question.CUT), "the game begins anew with the first player"
    table.go_to(c.BurnCard)
    table.step()
    assert table.cards() == Counter(table.full)


@each(("ma", ("MA-4.i.3",)), ("s13", ("S13-d.8-3",)))
def test_with_a_shuffler_massachusetts_and_section_13_wash_too(rules: str) -> None:
    table = idle(rules)
    table.do(c.ReturnToTable(player="ben", box=3))
    table.go_to(c.WashCards)
    table.do(c.WashCards(is_exposed=True))
    assert table.due() == c.WashCards()
    table.go_to(c.ShuffleCards)


@each(*maryland("MD-5.I.2"))
def test_with_a_shuffler_idle_cards_are_stacked_into_it(rules: str) -> None:
    table = idle(rules)
    table.do(c.ReturnToTable(player="ben", box=3))
    table.do(c.LookOver(player="ben", box=3))
    assert table.due() == c.StackCards()
    assert table.clause() == table.rules.clause_of(Step.IDLE_SHUFFLER)
    table.step()
    assert table.due() == c.ShuffleCards()
    assert not [event for event in table.events[-3:] if isinstance(event, e.CardsWashed)]


@each(*maryland("MD-5.I.2"))
@pytest.mark.parametrize(
    ("method", "is_stacked"), [("manual", False), ("automated_batch", True), ("direct_load", True)]
)
def test_idle_cards_are_stacked_unwashed_with_a_shuffler_only(rules: str, method: str, is_stacked: bool) -> None:
    table = idle(rules, shuffle_method=method)
    table.do(c.ReturnToTable(player="ben", box=3))
    table.do(c.LookOver(player="ben", box=3))
    assert isinstance(table.due(), c.StackCards) is is_stacked


def with_batch(rules: str) -> tuple[Closed, tuple[Any, ...]]:
    """An idle table whose shuffler holds a second batch; that batch."""
    table = quiet(rules, 0, shuffler_batches=2)
    batch = table.shuffled(table.full)
    assert refused(table, c.StoreBatch(order=batch[1:]))[0] == "command/wrong-cards"
    table.do(c.StoreBatch(order=batch))
    assert refused(table, c.StoreBatch(order=batch))[0] == "command/no-place-for-batch"
    table.do(c.TellTime(at=MORNING + 15))
    table.step()
    table.do(c.ReturnToTable(player="ben", box=3))
    return table, batch


@each(*maryland("MD-5.I.2", "MD-5.I.2.a", "MD-5.I.2.b"))
def test_the_batch_in_the_shuffler_comes_out_and_is_dealt_unspread(rules: str) -> None:
    table, batch = with_batch(rules)
    table.do(c.LookOver(player="ben", box=3))
    assert table.due() == c.ChangeBatch()
    assert refused(table, c.ChangeBatch())[0] == "command/order-missing"
    assert refused(table, c.ChangeBatch(order=table.full[1:]))[0] == "command/wrong-cards"
    table.step()
    assert table.pack.order == batch
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question) == ("ben", Question.CUT)
    table.go_to(c.BurnCard)
    table.step()
    assert Counter(table.shoe) == Counter(batch)
    assert table.cards() == Counter(table.full * 2), "both batches are there"
    assert len(table.happened(e.CardsShuffled)) == 1


@each(*maryland("MD-5.I.2.b"))
def test_a_player_may_have_the_batch_spread_and_shuffled(rules: str) -> None:
    table, batch = with_batch(rules)
    table.do(c.AskBatchSpread(player="ben", box=3))
    table.do(c.LookOver(player="ben", box=3))
    table.step()
    assert table.state.opening is not None
    assert table.state.opening.cards == batch
    ask = table.asked()
    assert ask is not None
    assert ask.question is Question.LOOK
    table.do(c.LookOver(player="ben", box=3))
    assert table.step() == c.StackCards()
    assert table.step() == c.ShuffleCards()
    table.go_to(c.BurnCard)
    table.step()
    assert table.cards() == Counter(table.full * 2)


@each(*maryland("MD-5.I.2.b"))
def test_who_asks_twice_is_told_once_and_a_shuffler_out_of_order_spreads_no_batch(rules: str) -> None:
    table, batch = with_batch(rules)
    (asked_for,) = table.do(c.AskBatchSpread(player="ben", box=3))
    assert asked_for == e.BatchSpreadAsked(player="ben", clause=table.rules.clause_of(Step.IDLE_BATCH_SPREAD))
    table.do(c.FailShuffler(by="dan"))
    table.do(c.LookOver(player="ben", box=3))
    table.go_to(c.BurnCard)
    table.step()
    table.do(c.PlaceWager(player="ben", box=3, amount=whole_cents(10)))
    table.until(c.PickUp)
    table.step()
    table.do(c.RepairShuffler(by="fay"))
    table.do(c.OrderReshuffle(by="fay"))
    table.go_to(c.ChangeBatch)
    table.step()
    assert table.pack.order == batch, "the spent shoe went in, and nothing was spread"
    table.go_to(c.BurnCard)
    table.step()
    assert table.cards() == Counter(table.full * 2)


@each(*maryland("MD-5.H"))
def test_idle_cards_that_came_preshuffled_are_looked_over_and_shuffled_like_others(rules: str) -> None:
    table = idle(rules, preshuffled_cards=True)
    assert table.asked() is not None, "it is not as if they had just come"
    table.do(c.ReturnToTable(player="ben", box=3))
    table.do(c.LookOver(player="ben", box=3))
    table.go_to(c.ShuffleCards)
    table.go_to(c.BurnCard)
    table.step()
    assert table.cards() == Counter(table.full)


@each(*maryland("MD-5.I.2", "MD-5.I.2.a"))
def test_a_running_table_keeps_a_second_batch_and_changes_it_when_it_was_idle(rules: str) -> None:
    table = MemoryTable(table_rules(rules, {"shuffler_batches": 2}), Chance(7))
    table.comes("ana", whole_cents(500), box=1)
    _to_betting(table)
    assert table.state.opening is not None
    batch = table.state.opening.batch
    assert batch is not None
    table.wait(table.rules.idle_timeout)
    _to_betting(table)
    assert [event.order for event in table.events if isinstance(event, e.BatchChanged)] == [batch]
    assert table.state.shoe is not None
    assert Counter(table.state.shoe) == Counter(batch)
    assert table.state.opening.batch != batch


_ANSWERS: dict[Question, type[c.PlayerCommand]] = {
    Question.RETURN: c.ReturnToTable,
    Question.LOOK: c.LookOver,
    Question.CUT: c.RefuseCut,
}


def _to_betting(table: MemoryTable) -> None:
    """Answer what is asked until betting is open."""
    while isinstance(due := table.go_on(), Waiting):
        ask = due.asks[0]
        table.do(_ANSWERS[ask.question](player=ask.player, box=ask.box))
    assert due is None


@pytest.mark.parametrize(
    ("method", "is_allowed"), [("automated_batch", True), ("direct_load", True), ("manual", False)]
)
def test_only_a_batch_shuffler_takes_a_second_batch(method: str, is_allowed: bool) -> None:
    if is_allowed:
        assert table_rules("md", {"shuffler_batches": 2, "shuffle_method": method}).shuffler_batches == 2
        return
    with pytest.raises(FaultyDocumentError) as refused:
        table_rules("md", {"shuffler_batches": 2, "shuffle_method": method})
    assert refused.value.code == "submission/no-batch-shuffler"


def test_a_shuffler_without_a_batch_has_none_to_spread() -> None:
    table = idle("md")
    table.do(c.ReturnToTable(player="ben", box=3))
    assert refused(table, c.AskBatchSpread(player="ben", box=3))[0] == "command/no-batch"
    assert refused(quiet("md", shuffle_method="manual"), c.StoreBatch(order=table.full))[0] == (
        "command/no-place-for-batch"
    )


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load"])
def test_days_of_play_and_idleness_lose_no_card_and_replay(rules: str, method: str) -> None:
    table = Closed(rules, shuffle_method=method)
    table.comes("ana", 1)
    table.take(e.ChipsBrought(player="ana", amount=TEN * 1000))  # type: ignore[arg-type]  # still cents
    minute = MORNING
    for number in range(30):
        table.go_to(c.StartRound)
        table.play_round()
        assert table.cards() == Counter(table.full)
        table.do(c.TellTime(at=minute))
        minute += (7, 20, DAY // 2)[number % 3]
        table.do(c.TellTime(at=minute))
    assert len(table.happened(e.IdleCardsSpread)) > 5
    assert len(table.happened(e.CardsRetired)) > 2
    assert table.replayed() == table.state


def test_a_dealer_may_be_relieved_while_idle_cards_lie_on_the_table() -> None:
    table = idle("md")
    table.do(c.RelieveDealer(by="fay", dealer="dan"))
    assert table.state.dealer == "dan"
    assert refused(table, c.OrderReshuffle(by="fay"))[0] == "command/no-procedure"


@each(*maryland("MD-3.C"), ("s13", ("S13-c.4",)))
def test_cards_of_an_idle_table_are_changed_in_time_too(rules: str) -> None:
    table = idle(rules)
    table.do(c.TellTime(at=MORNING + DAY))
    table.go_to(c.RetireCards)
    (retired,) = table.do(c.RetireCards())
    assert isinstance(retired, e.CardsRetired)
    assert retired.count == 288
    table.go_to(c.BurnCard)


def test_a_wager_on_an_idle_table_waits_for_the_cards() -> None:
    table = idle("md")
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    assert refused(table, c.CloseWagers())[0] == "command/players-first"
    table.go_to(c.CloseWagers)
