"""What a round brought: every wager on a line of its own, of the history that counts, with a sum that is true."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes, overflows
from tests.page.visitor import Visitor, stacked


def cents(text: str) -> int:
    """`−$12.50` as cents."""
    found = re.fullmatch(r"([+−]?)\$([\d,]+)(?:\.(\d\d))?", text.strip())
    assert found is not None, text
    sign, whole, rest = found.groups()
    return (-1 if sign == "−" else 1) * (int(whole.replace(",", "")) * 100 + int(rest or 0))


def nets(ledger: Locator) -> list[int]:
    return [cents(text) for text in ledger.locator("tbody tr:not(.why) td:last-child").all_inner_texts()]


def four_wagers(ana: Visitor) -> int:
    """A round with insurance, a match that loses and a spin that is not earned; by how much the rack changed."""
    ana.stack(stacked("md", "9s", "8d", "Ah", "Kc"))
    before = ana.rack()
    ana.press("3", "+", "ArrowRight", "2", "+", "ArrowRight", "+")
    ana.deal()
    ana.decide("TakeInsurance")
    expect(ana.page.locator(".story")).to_be_visible()
    return ana.rack() - before


def test_every_wager_has_a_line_and_the_lines_add_up(ana: Visitor) -> None:
    ana.at_table("md")
    changed = four_wagers(ana)
    ana.page.locator("[data-tab=result]").click()
    ledger = ana.page.locator(".side.result")
    expect(ledger.locator("tbody")).to_have_count(4)
    found = nets(ledger)
    assert sum(found) == changed
    assert 2500 in found  # insurance, which no sentence leaves out
    assert cents(ledger.locator("tfoot td").last.inner_text()) == changed
    expect(ledger.locator(".check")).to_contain_text("Chips $500 before")
    for clause in ledger.locator("[data-clause]").all_inner_texts():
        assert clause.startswith(("MD-", "decision-"))
    assert blemishes(ana) == []
    ana.picture("ledger")
    ledger.locator("[data-clause]").first.click()
    expect(ana.page.locator("dialog")).to_be_visible()
    ana.page.keyboard.press("Escape")
    ledger.locator("[data-clause]", has_text="decision-0004").first.click()
    expect(ana.page.locator("dialog")).to_contain_text("loses")


def test_a_prize_of_the_wheel_is_told_less_its_wager(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "As", "Kd", "7h", "8c"))
    before = ana.rack()
    ana.press("2", "+", "ArrowRight", "ArrowRight", "+")
    ana.wager()
    ana.page.locator("[data-do=ready]").click()
    ana.page.locator("[data-tab=result]").click()
    ledger = ana.page.locator(".side.result")
    expect(ledger.locator("tbody")).to_have_count(2)
    ana.settle()
    won = ana.rack() - before
    assert sum(nets(ledger)) == won
    assert cents(ana.page.locator(".won-counter").inner_text()) == won  # no other sum stands beside it


def test_on_a_phone_the_ledger_is_a_sheet(visit: Visit) -> None:
    ana = visit(width=390, height=844, color_scheme="light")
    ana.at_table("md")
    changed = four_wagers(ana)
    ana.page.locator(".story [data-do=ledger]").click()
    ledger = ana.page.locator("dialog .result")
    assert sum(nets(ledger)) == changed
    assert blemishes(ana) == []
    assert overflows(ana) <= 0
    ana.picture("ledger-390")


def test_what_is_taken_back_is_neither_counted_nor_logged(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "7d", "9h", "8c"))
    ana.press("3", "+")
    ana.deal()
    ana.decide("Surrender")
    expect(ana.page.locator(".story")).to_contain_text("You lost $12.50.")
    ana.press("z")
    ana.page.wait_for_function("() => document.querySelector('siete-table').myAsk()")
    expect(ana.page.locator(".story")).to_have_count(0)
    assert "surrenders" not in ana.log()
    ana.decide("Stand")
    expect(ana.page.locator(".story")).to_contain_text("You lost $25. 16 against the dealer's 17")
    expect(ana.page.locator(".story")).not_to_contain_text("surrender")
    ana.page.locator("[data-tab=rounds]").click()
    expect(ana.page.locator(".my-rounds [data-round]")).to_have_count(1)
    assert ana.rack() == 47_500


def test_my_rounds_are_listed_and_open_their_ledger(ana: Visitor) -> None:
    table = ana.at_table("md")
    for up in ("7h", "8h"):
        ana.stack(stacked("md", "9s", "8d", up, "Kc"))
        ana.deal()
        ana.decide("Stand")
        expect(ana.page.locator(".story")).to_be_visible()
    ana.page.locator("[data-tab=rounds]").click()
    rounds = ana.page.locator(".my-rounds")
    expect(rounds.locator("tbody tr")).to_have_count(2)
    expect(rounds.locator(".figs")).to_contain_text("−$5")
    ana.picture("my-rounds")
    assert blemishes(ana) == []
    ana.go(f"/t/{table}")  # they are with the house, not in the page
    expect(rounds.locator("tbody tr")).to_have_count(2)
    expect(ana.page.locator(".story")).to_contain_text("You lost $5.")
    rounds.locator("[data-round='1']").click()
    expect(ana.page.locator("dialog")).to_contain_text("17 ties 17")


def test_the_cards_stay_until_the_next_deal(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.decide("Stand")
    expect(ana.page.locator(".story")).to_be_visible()
    expect(ana.page.locator(".felt .cards .card")).to_have_count(4)
    expect(ana.page.locator(".badge", has_text="push")).to_have_count(1)
    ana.press("+")
    ana.placed()
    expect(ana.page.locator(".felt .cards .card")).to_have_count(4)
    ana.stack(stacked("md", "5s", "6d", "2h", "3c"))
    ana.deal()
    assert [hand["total"] for hand in ana.hands()] == [11]
    expect(ana.page.locator(".felt .cards .card")).to_have_count(4)
    expect(ana.page.locator(".badge", has_text="push")).to_have_count(0)


def test_a_jackpot_that_is_won_is_not_called_lost(ana: Visitor) -> None:
    """Washington pays parts of the meter after the hands; the $5 it cost are no loss."""
    ana.at_table("wa")
    spots = ana.page.evaluate("() => document.querySelector('siete-table').felt.spots.map((each) => each.wager)")
    ana.stack(stacked("wa", "7d", "7d", "7d", "7d"))
    ana.press("2", "+", *["ArrowRight"] * (1 + spots.index("jackpot-1")), "+")
    ana.deal()
    ana.page.locator("[data-answer=Stand]").click()
    expect(ana.page.locator(".moment.prize")).to_contain_text("meter")  # the award, which is paid after the hands
    ana.settle()
    log = ana.log()
    assert "Jackpot loses" not in log
    assert re.search(r"Jackpot won, .+: paid at the end of the round", log), log
    assert "Jackpot $5 is kept" in log


def test_short_reasons_for_what_is_not_offered(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "5s", "4d", "7h", "Kc", "2c"))
    ana.deal()
    ana.decide("Double")
    hit = ana.page.locator("[data-refused=Hit]")
    expect(hit).to_contain_text("One card only after doubling")
    expect(hit).not_to_contain_text(ana.name)
    expect(ana.page.locator("[data-refused=Split]")).to_contain_text("A doubled hand is not split")
    ana.finish()
