"""Who is offered the cut, how deep it goes, where the cover card goes, and when a cut is made again."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from siete.rules.options import Authority
from siete.rules.steps import Step
from siete.table import commands as c
from siete.table import events as e
from siete.table.due import Question
from siete.table.legal import legal
from siete.table.stages.shuffling import cut_limits
from tests.table.procedure.tables import TEN, Table, each, maryland, refused

MANUAL: dict[str, Any] = {"shuffle_method": "manual"}


def offers(table: Table) -> list[str]:
    """The players to whom the cut is offered, one after another, while all refuse."""
    found: list[str] = []
    table.until_asked(Question.CUT)
    while (ask := table.asked()) is not None:
        found.append(ask.player)
        table.pass_by(ask)
    return found


@each(
    *maryland("MD-5.B", "MD-5.C", "MD-5.D.1"),
    ("ma", ("MA-4.c.1", "MA-4.c.2", "MA-4.d.1")),
    ("s13", ("S13-d.3-1", "S13-d.3-2", "S13-d.4.i")),
)
def test_the_first_player_is_offered_the_cut_first_and_the_dealer_cuts_last(rules: str) -> None:
    """Ben came first; from him on it goes counterclockwise: box 3, 1, 7, 5."""
    table = Table(rules, {3: "ben", 1: "ana", 7: "dora", 5: "cleo"}, **MANUAL)
    assert offers(table) == ["ben", "ana", "dora", "cleo"]
    assert table.due() == c.CutForHouse()
    table.step()
    assert table.happened(e.CardsCut)[0].cutter == table.state.dealer


@each(*maryland("MD-5.B"), ("ma", ("MA-4.c.1",)), ("s13", ("S13-d.3-1",)))
def test_only_who_is_offered_the_cut_may_cut_and_nothing_goes_on_before(rules: str) -> None:
    table = Table(rules, **MANUAL)
    assert table.until_asked(Question.CUT).player == "ana"
    assert refused(table, c.CutCards(player="ben", box=3, at=100)) == ("command/not-your-cut", table.clause())
    assert refused(table, c.LoadShoe())[0] == "command/players-first"
    assert refused(table, c.CutForHouse(at=100))[0] == "command/players-first"
    table.do(c.CutCards(player="ana", box=1, at=100))
    assert table.happened(e.CardsCut)[0].cutter == "ana"
    table.until(c.PlaceCoverCard)


def test_nobody_at_the_table_leaves_the_cut_to_the_dealer() -> None:
    table = Table("md", {}, **MANUAL)
    table.until(c.CutForHouse)


@each(*maryland("MD-5.D.2"))
def test_after_a_shoe_the_player_of_the_cover_card_is_offered_the_cut(rules: str) -> None:
    table = Table(rules)
    seen = set()
    for _ in range(12):
        table.play_shoe()
        came = table.happened(e.CoverCardReached)[-1].box
        order = offers(table)
        if came:
            assert order[0] == table.state.seats[came]
            seen.add(came)
        else:
            assert order[0] == "cleo"
    assert len(seen) > 1, "the cover card came to several boxes"


def covered(rules: str, box: int, seats: dict[int, str] | None = None) -> Table:
    """A table whose cover card came at a box (0: the dealer's hand) in the last round."""
    table = Table(rules, seats, **MANUAL)
    table.play_round()
    table.until(c.StartRound)
    table.take(e.CoverCardReached(box=box))
    table.until(c.ShuffleCards)
    return table


@each(*maryland("MD-5.D.2"))
def test_a_refusal_by_the_player_of_the_cover_card_passes_on_counterclockwise(rules: str) -> None:
    assert offers(covered(rules, 3)) == ["ben", "ana", "cleo"]
    assert offers(covered(rules, 1)) == ["ana", "cleo", "ben"]


@each(*maryland("MD-5.D.3", "MD-5.D.4"))
def test_a_cover_card_on_the_dealers_hand_means_the_far_right_then_counterclockwise(rules: str) -> None:
    assert offers(covered(rules, 0)) == ["cleo", "ben", "ana"]


@each(*maryland("MD-5.D.5", "MD-5.D.6"))
def test_an_ordered_reshuffle_means_the_far_right_then_counterclockwise(rules: str) -> None:
    table = Table(rules)
    table.play_round()
    table.do(c.OrderReshuffle(by="fay"))
    assert offers(table) == ["cleo", "ben", "ana"]


def test_the_cut_belongs_to_whoever_played_the_box_of_the_cover_card() -> None:
    """Cleo sits at 5 and also plays 4; the card that followed the cover card went to 4."""
    table = Table("md", {1: "ana", 3: "ben", 5: "cleo"})
    table.until(c.StartRound)
    table.step()
    for box in (5, 4):
        table.do(c.PlaceWager(player="cleo", box=box, amount=TEN))
    table.until(c.Deal)
    table.take(e.CoverCardReached(box=4))
    table.until(c.ShuffleCards)
    assert offers(table)[0] == "cleo"


def test_an_absent_player_of_the_cover_card_is_passed_by() -> None:
    """Nobody sits at box 4; counterclockwise from there comes box 3."""
    assert offers(covered("md", 4)) == ["ben", "ana", "cleo"]


@each(("ma", ("MA-4.d.2",)), ("s13", ("S13-d.4.ii",)))
def test_the_offer_rotates_counterclockwise_from_the_far_right(rules: str) -> None:
    table, first = Table(rules, **MANUAL), []
    for _ in range(5):
        first.append(offers(table)[0])
        table.until(c.StartRound)
        table.play_round()
        table.do(c.OrderReshuffle(by="fay"))
    assert first == ["ana", "cleo", "ben", "ana", "cleo"]
    assert offers(table) == ["ben", "ana", "cleo"]


@each(*maryland("MD-5.E"), ("ma", ("MA-4.e.1",)), ("s13", ("S13-d.5-1",)))
def test_a_cut_keeps_away_from_either_end(rules: str) -> None:
    least = 48 if rules == "ma" else 10
    table = Table(rules, **MANUAL)
    table.until_asked(Question.CUT)
    for at in (0, least - 1, 288 - least + 1, 288):
        code, clause = refused(table, c.CutCards(player="ana", box=1, at=at))
        assert (code, clause) == ("command/cut-depth", table.rules.clause("cut_min_cards_from_end"))
    template = legal(table.state, table.rules, "ana")[0]
    assert (template.least, template.most) == (least, 288 - least)
    for at in (least, 288 - least):
        other = Table(rules, **MANUAL)
        other.until_asked(Question.CUT)
        other.do(c.CutCards(player="ana", box=1, at=at))


@each(*maryland("MD-5.E"), ("ma", ("MA-4.e.1",)), ("s13", ("S13-d.5-1",)))
def test_a_stack_too_small_for_that_is_cut_in_the_middle(rules: str) -> None:
    table = Table(rules)
    least = table.rules.cut_min_cards_from_end
    assert cut_limits(table.rules, 2 * least) == (least, least)
    assert cut_limits(table.rules, 2 * least + 1) == (least, least + 1)
    assert cut_limits(table.rules, 2 * least - 1) == (least - 1, least - 1)
    assert cut_limits(table.rules, 8) == (4, 4)


@each(*maryland("MD-5.C", "MD-5.E"), ("ma", ("MA-4.c.2", "MA-4.e.1")), ("s13", ("S13-d.3-2", "S13-d.5-1")))
def test_the_dealers_cut_keeps_away_from_either_end_too(rules: str) -> None:
    least = 48 if rules == "ma" else 10
    table = Table(rules, **MANUAL)
    table.until(c.CutForHouse)
    for at in (least - 1, 288 - least + 1, None):
        assert refused(table, c.CutForHouse(at=at))[0] == "command/cut-depth"
    table.do(c.CutForHouse(at=least))
    assert table.happened(e.CardsCut)[0].at == least


@each(*maryland("MD-5.E.1"), ("ma", ("MA-4.e.2",)), ("s13", ("S13-d.5-2",)))
def test_the_cards_above_the_cut_go_under_the_rest(rules: str) -> None:
    table = Table(rules, **MANUAL)
    table.until_asked(Question.CUT)
    assert table.pack.order is not None
    order = table.pack.order
    table.do(c.CutCards(player="ana", box=1, at=60))
    table.until(c.BurnCard)
    assert table.shoe == (*order[60:], *order[:60])


@each(("ma", ("MA-4.e.3",)), ("s13", ("S13-d.5-3",)))
def test_a_cut_stack_is_laid_along_the_shoe_before_the_cover_card_goes_in(rules: str) -> None:
    table = Table(rules, **MANUAL)
    table.until(c.CutForHouse)
    table.step()
    assert refused(table, c.PlaceCoverCard()) == ("command/not-this-step", table.rules.clause_of(Step.ALIGN))
    assert table.step() == c.AlignStack()
    assert len(table.happened(e.StackAligned)) == 1
    assert table.step() == c.PlaceCoverCard()
    recut(table)
    table.until(c.AlignStack)


@each(*maryland("MD-5.E.2"), ("ma", ("MA-4.e.4",)), ("s13", ("S13-d.5-4",)))
@pytest.mark.parametrize(("decks", "least"), [(6, 72), (8, 96)])
def test_a_quarter_of_the_stack_lies_behind_the_cover_card(rules: str, decks: int, least: int) -> None:
    table = Table(rules, decks=decks, **MANUAL)
    table.until(c.PlaceCoverCard)
    assert refused(table, c.LoadShoe())[0] == "command/not-this-step"
    for behind in (0, least - 1, 24 * decks + 1):
        code, clause = refused(table, c.PlaceCoverCard(behind=behind))
        assert (code, clause) == ("command/cover-depth", table.rules.clause("cover_card_depth"))
    table.do(c.PlaceCoverCard())
    assert table.happened(e.CoverCardPlaced)[0].behind == least


def test_the_cover_card_may_go_in_deeper() -> None:
    table = Table("md")
    table.until(c.PlaceCoverCard)
    table.do(c.PlaceCoverCard(behind=144))
    table.until(c.StartRound)
    table.play_shoe()
    at = table.events.index(table.happened(e.CoverCardReached)[0])
    assert sum(isinstance(x, e.CardDealt | e.CardBurned) for x in table.events[:at]) == 144


@each(*maryland("MD-5.E.3"), ("ma", ("MA-4.e.5",)), ("s13", ("S13-d.5-5",)))
def test_the_stack_goes_into_the_shoe_once_it_is_cut_and_covered(rules: str) -> None:
    table = Table(rules, **MANUAL)
    table.until(c.LoadShoe)
    assert table.clause() == table.rules.clause_of(Step.LOAD)
    assert table.state.shoe is None
    assert refused(table, c.StartRound())[0] == "command/not-this-step"
    table.step()
    assert len(table.shoe) == 288


# --- recut -----------------------------------------------------------------------------------------------------


def cut_by(rules: str, player: str, **choices: Any) -> Table:
    """A table whose cards this player has cut."""
    table = Table(rules, shuffle_method="manual", **choices)
    while (ask := table.until_asked(Question.CUT)).player != player:
        table.pass_by(ask)
    table.do(c.CutCards(player=player, box=ask.box, at=100))
    return table


def recut(table: Table, rank: Authority = Authority.SUPERVISOR) -> None:
    table.do(c.OrderRecut(by="fay", rank=rank))


@each(*maryland("MD-5.F", "MD-5.F.2"))
def test_a_floorperson_may_order_a_recut_until_the_cards_are_in_the_shoe(rules: str) -> None:
    table = Table(rules)
    table.until_asked(Question.CUT)
    late = ("command/too-late-to-recut", table.rules.clause("recut_until"))
    assert refused(table, c.OrderRecut(by="fay")) == late, "nothing has been cut"
    table.do(c.CutCards(player="ana", box=1, at=100))
    cut = table.pack.order
    table.until(c.LoadShoe)
    recut(table, Authority.FLOORPERSON)
    ask = table.asked()
    assert ask is not None
    assert ask.question is Question.CUT
    assert refused(table, c.LoadShoe())[0] == "command/players-first"
    table.do(c.CutCards(player=ask.player, box=ask.box, at=50))
    table.until(c.LoadShoe)
    table.step()
    assert cut is not None
    assert table.shoe == (*cut[50:], *cut[:50])
    assert refused(table, c.OrderRecut(by="fay")) == late, "the cards are in the shoe"


@each(*maryland("MD-5.F.1"), ("ma", ("MA-4.f.2",)), ("s13", ("S13-d.6-2",)))
@pytest.mark.parametrize(
    ("person", "order"), [("last_cutter", ["ben", "ana", "cleo"]), ("next_entitled", ["ana", "cleo", "ben"])]
)
def test_a_recut_is_for_the_last_cutter_or_the_next_entitled(rules: str, person: str, order: list[str]) -> None:
    table = cut_by(rules, "ben", recut_person=person)
    recut(table)
    assert offers(table) == order
    assert table.due() == c.CutForHouse()


@pytest.mark.clause("MD-5.F.1")
@pytest.mark.parametrize(("person", "is_offered"), [("last_cutter", False), ("next_entitled", True)])
def test_a_recut_after_the_dealers_own_cut(person: str, is_offered: bool) -> None:
    table = Table("md", recut_person=person)
    table.until(c.CutForHouse)
    table.step()
    recut(table)
    assert (table.asked() is not None) is is_offered


@each(("ma", ("MA-4.f.1",)), ("s13", ("S13-d.6-1",)))
def test_a_supervisor_may_order_a_recut_until_a_card_is_dealt(rules: str) -> None:
    table = cut_by(rules, "ana")
    table.until(c.StartRound)
    assert len(table.state.discards) == 1, "the burn card lies in the rack"
    shoe = table.shoe
    assert refused(table, c.OrderRecut(by="fay")) == ("command/approval-required", table.rules.clause("recut_until"))
    recut(table)
    assert table.cards() == Counter(table.full), "the burn card is back in the stack"
    table.until(c.CutForHouse)
    table.step()
    table.until(c.StartRound)
    assert shoe is not None
    assert table.shoe == (*shoe[100:], *shoe[:100])
    assert len(table.state.discards) == 1
    table.step()
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    recut(table)
    table.until(c.Deal)
    assert len(table.happened(e.CardBurned)) == 3
    late = ("command/too-late-to-recut", table.rules.clause("recut_until"))
    assert refused(table, c.OrderRecut(by="fay", rank=Authority.SUPERVISOR)) == late
    table.until(c.StartRound)
    assert refused(table, c.OrderRecut(by="fay", rank=Authority.SUPERVISOR)) == late
