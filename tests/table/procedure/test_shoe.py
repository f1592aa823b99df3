"""The shoe from its first burn card to the round of its cover card, and what is left of it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.view import Role, event_view
from tests.table.procedure.tables import TEN, Table, each, maryland, refused

FIRST_BURN = (("ma", ("MA-7.c.1",)), ("s13", ("S13-g.3-1",)))


@each(*maryland("MD-7.B.3"), *FIRST_BURN)
def test_the_first_card_of_a_loaded_shoe_is_burned_face_down(rules: str) -> None:
    table = Table(rules)
    table.until(c.BurnCard)
    assert refused(table, c.StartRound())[0] == "command/not-this-step"
    (burned,) = table.do(c.BurnCard())
    assert table.state.discards == (table.shoe[0],)
    assert burned.clause == table.rules.clause("burn_on_load")
    assert table.due() == c.StartRound()
    assert "card" not in (event_view(burned, Role.player("ana")) or {})
    table.play_shoe()
    table.until(c.StartRound)
    assert len(table.happened(e.CardBurned)) == 2, "one for each load"


@each(*maryland("MD-7.B.4"), ("ma", ("MA-7.c.3",)), ("s13", ("S13-g.3-3",)))
def test_each_new_dealer_burns_a_card_before_dealing(rules: str) -> None:
    table = Table(rules)
    table.play_round()
    table.until(c.StartRound)
    (came,) = table.do(c.RelieveDealer(by="fay", dealer="dan"))
    assert came == e.DealerCame(dealer="dan", burns=1, clause=table.rules.clause("burn_new_dealer"))
    assert table.state.dealer == "dan"
    assert refused(table, c.StartRound()) == ("command/not-this-step", table.rules.clause("burn_new_dealer"))
    table.step()
    assert len(table.happened(e.CardBurned)) == 2
    assert table.due() == c.StartRound()
    table.step()
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    table.do(c.RelieveDealer(by="fay", dealer="eve"))
    assert refused(table, c.CloseWagers())[0] == "command/not-this-step"
    assert table.step() == c.BurnCard()
    table.until(c.Deal)
    deal = table.due()
    table.do(c.RelieveDealer(by="fay", dealer="gus"))
    assert refused(table, deal) == ("command/not-this-step", table.rules.clause("burn_new_dealer"))
    assert table.step() == c.BurnCard()
    assert table.due() == deal, "a dealer who comes in mid-round goes on where the other one stopped"


def test_a_dealer_who_comes_before_the_shoe_is_loaded_burns_its_first_card_only() -> None:
    table = Table("md")
    table.do(c.RelieveDealer(by="fay", dealer="dan"))
    table.until(c.StartRound)
    assert len(table.happened(e.CardBurned)) == 1


def test_a_new_dealer_burns_a_card_of_a_continuous_device_too() -> None:
    table = Table("md", shuffle_method="continuous", continuous_device_approved=True)
    table.play_round()
    assert table.due() == c.CollectShoe()
    table.do(c.RelieveDealer(by="fay", dealer="dan"))
    table.until(c.StartRound)
    assert len(table.happened(e.CardBurned)) == 2
    table.play_round()
    table.until(c.StartRound)
    assert len(table.happened(e.CardBurned)) == 2


@each(("ma", ("MA-7.c.4",)), ("s13", ("S13-g.3-4",)))
def test_a_burn_card_is_shown_when_a_player_asks(rules: str) -> None:
    table = Table(rules)
    clause = table.rules.clause("burn_disclose_on_request")
    ask = c.AskBurnCard(player="ben", box=3)
    assert refused(table, ask) == ("command/no-burn-card", clause)
    table.until(c.StartRound)
    assert refused(table, c.AskBurnCard(player="zoe", box=0)) == ("command/unknown-player", clause)
    (shown,) = table.do(ask)
    assert shown == e.BurnCardShown(player="ben", card=table.state.discards[0], clause=clause)
    assert (event_view(shown, Role.player("ana")) or {})["card"] == str(table.state.discards[0])
    table.do(c.RelieveDealer(by="fay", dealer="dan"))
    table.step()
    (shown,) = table.do(ask)
    assert isinstance(shown, e.BurnCardShown)
    assert shown.card == table.state.discards[1]


@pytest.mark.parametrize("rules", ["md", "md-draft", "wa", "wa-v002"])
def test_elsewhere_a_burn_card_is_shown_only_if_the_operator_says_so(rules: str) -> None:
    table = Table(rules)
    table.until(c.StartRound)
    assert refused(table, c.AskBurnCard(player="ben", box=3))[0] == "command/burn-card-hidden"
    table = Table(rules, burn_disclose_on_request=True)
    table.until(c.StartRound)
    table.do(c.AskBurnCard(player="ben", box=3))


def near_the_cover_card(rules: str, cards: int) -> Table:
    """A table before a round, with so many cards before the cover card: many dealers have come and gone."""
    table = Table(rules)
    table.until(c.StartRound)
    while len(table.shoe) - 72 - table.state.dealt > cards:
        table.do(c.RelieveDealer(by="fay", dealer="dan"))
        table.step()
    return table


COMPLETED = (*maryland("MD-7.C"), ("ma", ("MA-7.j",)), ("s13", ("S13-g.10",)))


@each(*COMPLETED)
@pytest.mark.parametrize("cards", [0, 1, 4, 6, 7])
def test_the_round_of_the_cover_card_is_completed(rules: str, cards: int) -> None:
    """Three boxes: the cover card lies before the card of box 1, box 3, box 1 again, box 5, the hole card."""
    table = near_the_cover_card(rules, cards)
    order = (1, 3, 5, 0, 1, 3, 5, 0)
    table.play_round()
    (came,) = table.happened(e.CoverCardReached)
    assert (came.box, came.clause) == (order[cards], table.rules.clause_of(Step.COVER_REACHED))
    at = table.events.index(came)
    dealt = sum(isinstance(event, e.CardDealt) for event in table.events[:at])
    assert dealt == cards, "the cover card came before that card"
    assert any(isinstance(event, e.CardDealt) for event in table.events[at:])
    assert any(isinstance(event, e.RoundEnded) for event in table.events[at:])
    assert table.due() == c.CollectShoe()


@each(*COMPLETED)
def test_a_cover_card_just_behind_a_round_leaves_one_more_round(rules: str) -> None:
    table = near_the_cover_card(rules, 60)
    table.play_round()
    assert not table.happened(e.CoverCardReached)
    assert table.due() == c.StartRound()


@each(*maryland("MD-7.D"), ("ma", ("MA-7.j.1", "MA-7.j.2")), ("s13", ("S13-g.10.i", "S13-g.10.ii")))
def test_after_the_last_round_all_cards_come_together_and_none_is_missing(rules: str) -> None:
    table = Table(rules)
    table.play_shoe()
    picked = table.events.index(table.happened(e.CardsPickedUp)[-1])
    assert table.due() == c.CollectShoe()
    assert table.clause() == table.rules.clause_of(Step.COLLECT_SHOE)
    assert len(table.state.discards) < 288
    table.step()
    (collected,) = table.happened(e.ShoeCollected)
    assert table.events.index(collected) > picked
    assert collected.count == 288
    assert Counter(table.pack.pile) == Counter(table.full)
    assert table.state.shoe is None
    assert table.state.discards == ()


@pytest.mark.parametrize("rules", NAMES)
@pytest.mark.parametrize("method", ["manual", "automated_batch", "direct_load", "continuous"])
def test_cards_are_conserved_over_many_shoes_and_the_story_replays(rules: str, method: str) -> None:
    choices: dict[str, Any] = {}
    if method == "continuous":
        if rules == "s13":
            pytest.skip("Section 13 does not provide for a continuous device")
        choices["own_shuffle_approved" if rules == "ma" else "continuous_device_approved"] = True
    table = Table(rules, shuffle_method=method, **choices)
    everything = Counter(table.full)
    for number in range(60):
        table.play_round()
        assert table.cards() == everything
        if number % 7 == 0:
            table.do(c.RelieveDealer(by="fay", dealer=f"dealer {number}"))
    assert table.replayed() == table.state


@each(*maryland("MD-7.S.a"))
def test_a_losing_wager_goes_straight_into_the_table_inventory(rules: str) -> None:
    table = Table(rules)
    for _ in range(6):
        table.until(c.StartRound)
        table.step()
        table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
        while table.state.round is not None:
            before = table.state.inventory
            ask = table.asked()
            if ask is not None:
                table.pass_by(ask)
                continue
            made = table.do(table.with_outside(table.due()))
            lost = sum(event.amount for event in made if isinstance(event, e.WagerCollected))
            paid = sum(event.amount for event in made if isinstance(event, e.WagerPaid))
            assert table.state.inventory == before + lost - paid
    assert table.happened(e.WagerCollected)


def test_rounds_are_numbered_one_after_the_other() -> None:
    table = Table("md")
    for _ in range(3):
        table.play_round()
    assert [event.number for event in table.happened(e.RoundStarted)] == [1, 2, 3]
