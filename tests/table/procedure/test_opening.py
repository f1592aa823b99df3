"""Opening a table: checklist, reader, and cards from their receipt to the shuffle; and cards changed in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from siete.cards import SPANISH_DECK, Suit, cards_from_text
from siete.rules.names import NAMES
from siete.rules.steps import Step
from siete.rules.submission import table_rules
from siete.table import commands as c
from siete.table import events as e
from siete.table.automatic import next_due
from siete.table.due import HOUSE, Question, Waiting
from siete.table.legal import legal
from siete.table.stages.opening import needed
from siete.table.state.opening import DAY, HOUR
from siete.table.view import PUBLIC, event_view
from tests.table.maryland.both import unseen
from tests.table.next_commands import next_approval
from tests.table.procedure.closed import MORNING, TENS, Closed
from tests.table.procedure.tables import TEN, each, maryland, refused

# --- the checklist ---------------------------------------------------------------------------------------------

ELSEWHERE = {
    # proved by what the engine or the signs do
    *("MD-2.A", "MD-2.B.1", "MD-2.B.2", "MD-2.B.3.a", "MD-2.B.3.b", "MD-2.B.5", "MD-2.B.6.a", "MD-2.B.7.b"),
    *("MDD-2.A", "MDD-2.B.1", "MDD-2.B.2", "MDD-2.B.3.a", "MDD-2.B.3.b", "MDD-2.B.5", "MDD-2.B.6.a"),
    *("MD-3.A.1", "MD-3.A.2", "MDD-3.A.1", "MDD-3.A.2", "MA-2.a.1", "MA-2.a.2", "S13-b.1-1", "S13-b.1-2"),
    *("MD-7.S.a", "MDD-7.S.a", "WA3-P3"),
    *("MD-7.S.b", "MDD-7.S.b", "MD-10.D", "MDD-10.D", "MA-7.b.2", "MA-7.l", "S13-g.12"),
    *("WA3-G1.a", "WA3-G1.b", "WA2-G1.a", "WA2-G1.b"),
}


def items() -> Iterator[Any]:
    """Every item of every rule set, marked with its clause where nothing else can prove it."""
    for name in NAMES:
        for item in table_rules(name).checklist:
            marks = () if item.clause in ELSEWHERE else pytest.mark.checklist(item.clause)
            yield pytest.param(name, item, marks=marks, id=f"{name} {item.name}")


@pytest.mark.parametrize(("rules", "item"), list(items()))
def test_a_table_opens_only_when_the_item_is_signed(rules: str, item: Any) -> None:
    choices: dict[str, Any] = {"mtd_configuration": 3, "mtd_bonus_cards": 2} if item.name == "bonus_card_spaces" else {}
    table = Closed(rules, **choices)
    own = item.instead_of or item.name
    assert own in [each.name for each in needed(table.rules)]
    for other in table.rules.checklist:
        if own not in (other.name, other.instead_of):
            table.do(c.SignItem(by="fay", item=other.name))
    clause = next(each.clause for each in table.rules.checklist if each.name == own)
    assert refused(table, c.OpenTable(by="fay")) == ("command/not-signed", clause)
    assert refused(table, c.ReceiveCards(cards=table.full)) == ("command/approval-required", clause)
    assert table.do(c.SignItem(by="fay", item=item.name)) == (
        e.ItemSigned(item=item.name, by="fay", clause=item.clause),
    )
    table.go_to(c.OpenTable)
    table.do(c.OpenTable(by="fay"))


def test_what_is_not_offered_needs_no_place_on_the_layout() -> None:
    rules = table_rules("md", {"mtd_offered": False, "spin_offered": False, "xtreme_offered": False})
    names = {item.name for item in needed(rules)}
    assert not names & {"match_areas", "spin_areas", "wagering_devices", "lock_out", "progressive_system"}
    assert "wagering_devices" in {item.name for item in needed(table_rules("md", {"spin_offered": False}))}


def test_only_items_of_the_list_can_be_signed_and_only_at_a_table_that_is_prepared() -> None:
    assert refused(Closed("md"), c.SignItem(by="fay", item="carpet"))[0] == "command/no-such-item"
    table = Closed("md", is_prepared=False)
    assert refused(table, c.SignItem(by="fay", item="card_reader"))[0] == "command/not-prepared"
    assert refused(table, c.TellTime(at=0))[0] == "command/not-prepared"
    assert refused(Closed("md"), c.PrepareTable(by="fay", at=0))[0] == "command/prepared"


def test_an_automatic_floorperson_signs_as_the_house() -> None:
    table = Closed("md")
    signature = next_approval(table.state, table.rules)
    assert signature is not None
    assert signature.by == HOUSE == "house (automatic)"


# --- the reader ------------------------------------------------------------------------------------------------


@each(*maryland("MD-2.F"))
def test_a_floorperson_inspects_the_card_reader_each_gaming_day(rules: str) -> None:
    table = Closed(rules, idle_timeout=1440)
    table.go_to(c.InspectReader)
    clause = table.rules.clause_of(Step.INSPECT_READER)
    assert refused(table, c.ReceiveCards(cards=table.full)) == ("command/approval-required", clause)
    table.do(c.InspectReader(by="fay"))
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=101 * DAY + 6 * HOUR - 1))
    assert table.due() == c.StartRound(), "the gaming day has not ended"
    table.do(c.TellTime(at=101 * DAY + 6 * HOUR))
    assert refused(table, c.StartRound()) == ("command/approval-required", clause)
    table.do(c.InspectReader(by="fay"))
    table.step()
    table.do(c.TellTime(at=102 * DAY + 5 * HOUR))
    table.go_to(c.RetireCards)


@each(*maryland("MD-2.F"))
def test_a_table_without_a_card_reader_has_none_to_inspect(rules: str) -> None:
    table = Closed(unseen(rules))
    table.go_to(c.OpenTable)
    assert not table.happened(e.ReaderInspected)


@pytest.mark.parametrize("rules", ["ma", "s13", "wa"])
def test_other_documents_order_no_inspection_of_the_reader(rules: str) -> None:
    table = Closed(rules)
    table.go_to(c.OpenTable)
    assert not table.happened(e.ReaderInspected)


# --- the cards -------------------------------------------------------------------------------------------------


@each(
    *maryland("MD-4.A.1", "MD-4.A.2"),
    ("ma", ("MA-3.a", "MA-3.b.2")),
    ("s13", ("S13-c.1-1", "S13-c.1-3")),
)
def test_the_dealer_inspects_the_cards_and_a_floorperson_verifies_it(rules: str) -> None:
    table = Closed(rules)
    table.go_to(c.ReceiveCards)
    assert refused(table, c.ReceiveCards())[0] == "command/cards-missing"
    table.step()
    assert refused(table, c.VerifyCards(by="fay"))[0] == "command/not-this-step", "nobody has inspected them"
    assert table.step() == c.InspectCards()
    assert table.happened(e.CardsInspected)[0].by == table.state.dealer
    assert refused(table, c.VerifyCards(by="fay"))[0] == "command/not-this-step", "10-spots are in them"
    assert table.step() == c.RemoveTens()
    assert refused(table, c.SpreadCards()) == ("command/approval-required", table.rules.clause_of(Step.OPEN_VERIFY))
    table.do(c.VerifyCards(by="fay"))
    table.go_to(c.SpreadCards)


@each(
    *maryland("MD-3.B", "MD-4.A.1"),
    ("ma", ("MA-2.a.3", "MA-3.a")),
    ("s13", ("S13-b.1-3", "S13-c.1-1")),
    ("wa", ("WA3-G2.c", "WA3-D1")),
    ("wa-v002", ("WA2-G2.c", "WA2-D1")),
)
@pytest.mark.parametrize("fault", ["one short", "one too many", "one twice"])
def test_cards_that_are_no_whole_decks_are_found_and_sent_back(rules: str, fault: str) -> None:
    table = Closed(rules)
    table.go_to(c.ReceiveCards)
    full = table.full
    assert len(full) == table.rules.decks * table.rules.cards_per_deck
    cards = {"one short": full[1:], "one too many": (*full, full[0]), "one twice": (full[1], *full[1:])}[fault]
    table.do(c.ReceiveCards(cards=(*cards, *TENS)))
    assert refused(table, c.InspectCards()) == ("command/wrong-cards", table.rules.clause("cards_per_deck"))
    (back,) = table.do(c.ReturnCards(by="fay"))
    assert isinstance(back, e.CardsReturned)
    assert back.count == len(cards) + 4
    assert refused(table, c.ReturnCards(by="fay"))[0] == "command/no-cards"
    table.go_to(c.SpreadCards)


@each(*maryland("MD-4.B"), ("ma", ("MA-3.b.1",)), ("s13", ("S13-c.1-2", "S13-c.1-4")))
def test_ten_spots_are_taken_out_and_disposed_of_and_none_is_lost(rules: str) -> None:
    table = Closed(rules)
    table.go_to(c.RemoveTens)
    table.step()
    assert table.happened(e.TensRemoved)[0].cards == TENS * 6
    table.do(c.VerifyCards(by="fay"))
    assert refused(table, c.SpreadCards()) == ("command/approval-required", table.rules.clause_of(Step.OPEN_DISPOSE))
    (gone,) = table.do(c.DisposeTens(by="fay"))
    how = {"ma": "approved_manner", "s13": "destroyed"}.get(rules, "torn")
    assert gone == e.TensDisposed(cards=TENS * 6, how=how, by="fay", clause=table.rules.clause_of(Step.OPEN_DISPOSE))
    assert table.state.opening is not None
    assert table.state.opening.disposed == TENS * 6
    assert table.state.opening.cards is not None
    assert Counter(table.state.opening.cards) == Counter(table.full)


@each(
    *maryland("MD-4.A.2", "MD-4.B"), ("ma", ("MA-3.b.1", "MA-3.b.2")), ("s13", ("S13-c.1-2", "S13-c.1-3", "S13-c.1-4"))
)
def test_decks_without_ten_spots_need_no_disposal_but_are_verified(rules: str) -> None:
    table = Closed(rules)
    table.go_to(c.ReceiveCards)
    table.do(c.ReceiveCards(cards=table.full))
    table.step()
    assert refused(table, c.SpreadCards()) == ("command/approval-required", table.rules.clause_of(Step.OPEN_VERIFY))
    assert refused(table, c.DisposeTens(by="fay"))[0] == "command/not-this-step"
    table.do(c.VerifyCards(by="fay"))
    assert table.due() == c.SpreadCards()


@each(*maryland("MD-4.B"), ("ma", ("MA-3.b.1",)), ("s13", ("S13-c.1-2", "S13-c.1-4")))
def test_one_ten_spot_of_any_suit_is_taken_out_first_and_then_disposed_of(rules: str) -> None:
    for ten in TENS:
        table = Closed(rules)
        table.go_to(c.ReceiveCards)
        table.do(c.ReceiveCards(cards=(*table.full[:20], ten, *table.full[20:])))
        for early in (c.DisposeTens(by="fay"), c.VerifyCards(by="fay")):
            assert refused(table, early)[0] == "command/not-this-step", "it is in the decks"
        table.step()
        assert refused(table, c.DisposeTens(by="fay"))[0] == "command/not-this-step", "it is in the decks"
        assert table.step() == c.RemoveTens()
        table.do(c.VerifyCards(by="fay"))
        table.do(c.DisposeTens(by="fay"))
        assert table.state.opening is not None
        assert table.state.opening.disposed == (ten,)
        assert refused(table, c.DisposeTens(by="fay"))[0] == "command/not-this-step", "once"
        assert table.due() == c.SpreadCards()


@each(
    *maryland("MD-4.A.1", "MD-4.A.2", "MD-4.C"),
    ("s13", ("S13-c.1-1", "S13-c.1-3", "S13-c.2-1")),
)
def test_whatever_cards_come_later_are_inspected_verified_and_spread_anew(rules: str) -> None:
    table = Closed(rules, idle_timeout=1440)
    table.comes("ana", 1)
    table.go_to(c.VerifyCards)
    table.do(c.ReturnCards(by="fay"))
    for number in (1, 2):
        table.go_to(c.ReceiveCards)
        table.step()
        for step in (c.SpreadCards(), c.TurnCardsDown()):
            assert refused(table, step)[0] == "command/not-this-step", "nobody has inspected them"
        assert table.step() == c.InspectCards()
        assert table.step() == c.RemoveTens()
        clause = table.rules.clause_of(Step.OPEN_VERIFY)
        assert refused(table, c.SpreadCards()) == ("command/approval-required", clause)
        table.go_to(c.SpreadCards)
        table.go_to(c.StartRound)
        assert len(table.happened(e.CardsVerified)) == len(table.happened(e.CardsLookedOver)) == number
        table.do(c.TellTime(at=MORNING + number * DAY))
        table.go_to(c.RetireCards)
        table.step()


@each(*maryland("MD-4.A.1", "MD-4.A.2", "MD-4.B", "MD-5.I.2"))
def test_the_decks_of_a_second_batch_are_inspected_and_verified_before_they_go_into_the_shuffler(rules: str) -> None:
    table = Closed(rules, shuffler_batches=2)
    table.comes("ana", 1)
    batch = table.shuffled(table.full)
    missing = ("command/not-inspected", table.rules.clause_of(Step.OPEN_VERIFY))
    table.go_to(c.LoadShoe)
    assert refused(table, c.StoreBatch(order=batch)) == missing
    table.go_to(c.ReceiveCards)
    table.step()
    assert refused(table, c.StoreBatch(order=batch)) == missing
    assert table.step() == c.InspectCards()
    assert table.step() == c.RemoveTens()
    assert refused(table, c.StartRound()) == ("command/approval-required", table.rules.clause_of(Step.OPEN_VERIFY))
    table.do(c.VerifyCards(by="fay"))
    assert refused(table, c.StoreBatch(order=batch)) == missing, "10-spots lie beside them"
    table.do(c.DisposeTens(by="fay"))
    assert refused(table, c.StoreBatch(order=batch[1:]))[0] == "command/wrong-cards"
    assert table.cards() == Counter(table.full * 2), "they lie beside the shoe"
    table.do(c.StoreBatch(order=batch))
    assert table.due() == c.StartRound()
    assert table.cards() == Counter(table.full * 2)
    assert table.replayed() == table.state
    table.do(c.TellTime(at=MORNING + DAY))
    table.go_to(c.RetireCards)
    assert table.state.opening is not None
    assert table.state.opening.batch == batch, "both are changed a day after the first came"


@each(*maryland("MD-4.A.1", "MD-4.G"))
def test_bad_decks_of_a_second_batch_go_back_and_preinspected_ones_need_no_inspection(rules: str) -> None:
    table = Closed(rules, shuffler_batches=2)
    table.comes("ana", 1)
    table.go_to(c.BurnCard)
    table.go_to(c.ReceiveCards)
    table.do(c.ReceiveCards(cards=table.full[1:]))
    assert refused(table, c.InspectCards())[0] == "command/wrong-cards"
    table.do(c.TellTime(at=MORNING + 60))
    assert table.due() == c.InspectCards(), "idle or not, the decks come first"
    table.do(c.ReturnCards(by="fay"))
    assert table.state.opening is not None
    assert table.state.opening.cards_at == MORNING, "the first batch's age is its own"
    ready = Closed(rules, shuffler_batches=2, preshuffled_cards=True)
    ready.comes("ana", 1)
    ready.go_to(c.BurnCard)
    ready.go_to(c.ReceiveCards)
    ready.step()
    ready.do(c.StoreBatch(order=ready.shuffled(ready.full)))
    assert ready.due() == c.StartRound()
    assert not ready.happened(e.CardsInspected)


@each(
    *maryland("MD-4.C", "MD-4.D"),
    ("ma", ("MA-3.b.3", "MA-3.b.4")),
    ("s13", ("S13-c.2-1", "S13-c.2-2")),
)
def test_cards_are_spread_face_up_by_deck_suit_and_sequence_for_the_first_player(rules: str) -> None:
    table = Closed(rules)
    table.go_to(c.SpreadCards)
    assert refused(table, c.OpenTable(by="fay"))[0] == "command/not-this-step"
    (spread,) = table.do(c.SpreadCards())
    assert isinstance(spread, e.CardsSpread)
    assert len(spread.columns) == 6
    for column in spread.columns:
        assert column[:12] == cards_from_text("Ac 2c 3c 4c 5c 6c 7c 8c 9c Jc Qc Kc")
        assert [card.suit for card in column] == [suit for suit in Suit for _ in range(12)]
        assert Counter(column) == Counter(SPANISH_DECK)
    columns = (event_view(spread, PUBLIC) or {})["columns"]
    assert isinstance(columns, list)
    assert columns[0][0] == "Ac", "anybody may see them"
    table.do(c.OpenTable(by="fay"))
    assert refused(table, c.TurnCardsDown())[0] == "command/players-first", "nobody has come"
    table.comes("ben", 3)
    table.comes("ana", 1)
    ask = table.asked()
    assert ask is not None
    assert (ask.player, ask.question) == ("ben", Question.LOOK)
    assert refused(table, c.TurnCardsDown())[0] == "command/players-first"
    assert [template.command for template in legal(table.state, table.rules, "ben")] == [
        c.LookOver(player="ben", box=3)
    ]
    assert refused(table, c.LookOver(player="ana", box=1))[0] == "command/no-turn"


@each(
    *maryland("MD-4.E", "MD-4.F"),
    ("ma", ("MA-3.c.1", "MA-3.c.3")),
    ("s13", ("S13-c.3-1", "S13-c.3-3")),
)
def test_after_the_look_cards_are_turned_washed_stacked_and_shuffled(rules: str) -> None:
    table = Closed(rules)
    table.comes("ana", 1)
    table.go_to(c.TurnCardsDown)
    done = []
    while not isinstance(step := table.due(), c.ShuffleCards | c.DoShuffleStep):
        for other in (c.TurnCardsDown(), c.WashCards(), c.StackCards(), c.ShuffleCards(order=table.full)):
            if type(other) is not type(step):
                assert refused(table, other)[0] == "command/not-this-step"
        done.append(type(step))
        table.step()
    assert done == [c.TurnCardsDown, c.WashCards, c.StackCards]
    assert table.happened(e.CardsReady)[0].clause == table.rules.clause_of(Step.OPEN_SHUFFLE)
    assert Counter(table.pack.pile) == Counter(table.full)
    table.go_to(c.StartRound)


@each(("ma", ("MA-3.c.2",)), ("s13", ("S13-c.3-2",)))
def test_a_card_that_shows_its_face_means_mixing_again(rules: str) -> None:
    table = Closed(rules)
    table.comes("ana", 1)
    table.go_to(c.WashCards)
    table.do(c.WashCards(is_exposed=True))
    assert table.happened(e.CardExposed)[0].clause == table.rules.clause_of(Step.OPEN_REMIX)
    assert table.due() == c.WashCards()
    table.step()
    assert table.due() == c.StackCards()
    table.do(c.StackCards(is_exposed=True))
    assert table.state.pack is None
    assert table.due() == c.WashCards()
    table.go_to(c.StartRound)


def test_maryland_says_nothing_of_cards_that_show_while_being_mixed() -> None:
    table = Closed("md")
    table.comes("ana", 1)
    table.go_to(c.WashCards)
    table.do(c.WashCards(is_exposed=True))
    assert table.due() == c.StackCards()


@each(*maryland("MD-4.G"), ("ma", ("MA-3.a",)))
def test_preshuffled_cards_skip_inspection_spread_and_wash(rules: str) -> None:
    table = Closed(rules, preshuffled_cards=True)
    table.go_to(c.ReceiveCards)
    assert refused(table, c.ReceiveCards(cards=table.full[1:]))[0] == "command/wrong-cards"
    table.step()
    assert refused(table, c.InspectCards())[0] == "command/approval-required", "only the opening is left"
    table.do(c.OpenTable(by="fay"))
    assert table.due() == c.StackPreshuffled()
    table.go_to(c.StartRound)
    kinds = {type(event) for event in table.events}
    assert not kinds & {e.CardsInspected, e.CardsSpread, e.CardsWashed, e.CardsShuffled}


@each(*maryland("MD-4.G", "MD-4.A.1"), ("ma", ("MA-3.a",)))
def test_preshuffled_cards_that_come_to_an_open_table_are_not_shuffled_either(rules: str) -> None:
    table = Closed(rules, preshuffled_cards=True, idle_timeout=1440)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=MORNING + DAY))
    table.go_to(c.RetireCards)
    table.go_to(c.ReceiveCards)
    table.step()
    assert table.due() == c.StackPreshuffled()


# --- the 24 hours ----------------------------------------------------------------------------------------------


@each(*maryland("MD-3.C"), ("s13", ("S13-c.4",)))
@pytest.mark.parametrize("hours", [24, 8])
def test_cards_are_changed_when_they_have_been_in_use_for_long_enough(rules: str, hours: int) -> None:
    table = Closed(rules, card_change_interval_h=hours, idle_timeout=1440)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.TellTime(at=MORNING + hours * HOUR - 1))
    table.go_to(c.StartRound)
    table.step()
    table.do(c.PlaceWager(player="ana", box=1, amount=TEN))
    table.do(c.TellTime(at=MORNING + hours * HOUR))
    assert table.due() == c.CloseWagers(), "a round with wagers is played first"
    while table.state.round is not None:
        found = next_due(table.state, table.rules)
        if isinstance(found, Waiting):
            table.pass_by(found.asks[0])
        else:
            table.step()
    table.go_to(c.RetireCards)
    assert table.clause() == table.rules.clause("card_change_interval_h")
    assert refused(table, c.StartRound())[0] == "command/not-this-step"
    (retired,) = table.do(c.RetireCards())
    assert retired == e.CardsRetired(count=288, clause=table.rules.clause("card_change_interval_h"))
    assert sum(table.cards().values()) == 0
    assert table.due() == c.ReceiveCards()
    table.go_to(c.StartRound)
    assert len(table.happened(e.CardsSpread)) == 2, "new cards are inspected and spread like the first"
    assert Counter(table.cards()) == Counter(table.full)
    assert table.replayed() == table.state


@pytest.mark.clause("MD-3.C")
def test_old_cards_leave_the_shuffler_too() -> None:
    table = Closed("md", shuffler_batches=2)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.do(c.StoreBatch(order=table.shuffled(table.full)))
    table.do(c.TellTime(at=MORNING + DAY))
    table.go_to(c.RetireCards)
    (retired,) = table.do(c.RetireCards())
    assert isinstance(retired, e.CardsRetired)
    assert retired.count == 2 * len(table.full)
    assert sum(table.cards().values()) == 0
    table.go_to(c.StartRound)
    table.do(c.StoreBatch(order=table.shuffled(table.full)))
    assert table.replayed() == table.state


def test_an_empty_round_does_not_keep_old_cards_on_the_table() -> None:
    table = Closed("md")
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    table.step()
    table.do(c.TellTime(at=MORNING + DAY))
    table.go_to(c.RetireCards)


@pytest.mark.parametrize("rules", NAMES)
def test_every_rule_set_opens_by_itself_and_replays(rules: str) -> None:
    table = Closed(rules)
    table.comes("ana", 1)
    table.go_to(c.StartRound)
    assert table.replayed() == table.state
    assert refused(table, c.TellTime(at=0))[0] == "command/time-runs-back"
