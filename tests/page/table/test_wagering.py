"""Wagering safely: the button and the keys do what they say, and nothing is wagered that does not lie on the layout."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes
from tests.page.visitor import Visitor, stacked

DOCKED = """() => {
  const room = document.querySelector('siete-table');
  window.docked = [];
  const show = room.highlights.show.bind(room.highlights);
  room.highlights.show = (...told) => {
    const dock = room.querySelector('.dock');
    docked.push([told[0].event, dock.querySelectorAll('[data-answer], .story, [data-do=ready]').length]);
    return show(...told);
  };
}"""
"""What the dock offers or tells while each event is shown."""


def placed(ana: Visitor) -> int:
    """Cents on the layout, as the house says."""
    ana.settle()
    found: int = ana.page.evaluate("() => document.querySelector('siete-table').model.onLayout()")
    return found


def test_deal_wagers_only_what_lies_on_the_layout(ana: Visitor) -> None:
    ana.at_table("md")
    deal = ana.page.locator("[data-do=ready]")
    expect(deal).to_have_text("Place a wager")
    expect(deal).to_have_attribute("aria-disabled", "true")
    deal.click(force=True)  # it is marked as disabled, and does nothing
    ana.press("Enter")
    assert placed(ana) == 0
    ana.press("5", "+", "+", "+")  # three chips of $500 where $500 is the most: the first lies there
    expect(ana.page.locator(".toast.refused").first).to_contain_text("The most here is $500")
    expect(deal).to_contain_text("Deal $500")
    ana.press("c")
    expect(deal).to_have_text("Place a wager")
    ana.press("3", "+")
    expect(deal).to_contain_text("Deal $25")
    ana.placed()
    assert placed(ana) == 2500


def test_the_last_wager_lies_there_as_ghosts_until_it_is_cleared(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.press("3", "+")
    ana.deal()
    ana.decide("Stand")
    deal = ana.page.locator("[data-do=ready]")
    expect(deal).to_contain_text("Deal again $25")
    expect(ana.page.locator(".stack.ghost")).to_have_count(1)
    assert placed(ana) == 0
    assert blemishes(ana) == []
    ana.picture("ghosts")
    ana.press("c")
    expect(deal).to_have_text("Place a wager")
    expect(ana.page.locator(".stack.ghost")).to_have_count(0)
    ana.press("Enter")
    assert placed(ana) == 0
    assert ana.rounds() == 1
    ana.press("b")
    expect(deal).to_contain_text("Deal $25")


def test_enter_does_what_the_dock_says_whatever_was_clicked_last(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    more = ana.page.locator("[data-do=more]")
    more.click()
    ana.placed()
    ana.press("Enter")
    ana.page.wait_for_function("() => document.querySelector('siete-table').view.round.are_wagers_closed")
    ana.settle()
    assert [hand["stakes"][0]["amount"] for hand in ana.hands()] == [500]  # dealt, not added to
    ana.decide("Stand")
    ana.page.locator("[data-tab=coach]").click()
    ana.page.locator("[data-do=drill]").click()
    ana.page.locator("[data-do=drill]").click()
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.press("Enter")
    ana.page.wait_for_function("() => document.querySelector('siete-table').model.askKey()")
    assert not ana.page.evaluate("() => document.querySelector('siete-table').trainer.isDrilling")
    more.focus()  # reached by key, a button keeps its Enter
    ana.press("Enter")
    expect(ana.page.locator(".rail h2")).to_contain_text("Next round $5")


def test_without_chips_the_result_is_told_and_the_dock_brings_more(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc"))
    ana.press("5", "+")
    ana.deal()
    ana.decide("Stand")
    dock = ana.page.locator(".dock")
    expect(dock.locator(".story")).to_contain_text("You lost $500.")
    expect(dock).to_contain_text("No chips at the table")
    assert ana.rack() == 0
    assert blemishes(ana) == []
    ana.picture("no-chips")
    bring = dock.locator("[data-do=bring]")
    expect(bring).to_contain_text("Bring $500")
    expect(bring).to_contain_text("of $500 in your wallet")
    bring.click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    assert ana.rack() == 50_000


def test_an_empty_wallet_gets_practice_chips(ana: Visitor) -> None:
    ana.at_table("md", chips=50_000)
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc"))
    ana.press("5", "+")
    ana.deal()
    ana.decide("Stand")
    bring = ana.page.locator("[data-do=bring]")
    expect(bring).to_contain_text("free practice chips")
    bring.click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    assert ana.rack() == 50_000


def test_the_dock_belongs_to_what_is_on_the_layout(visit: Visit) -> None:
    """While cards are dealt, drawn and paid, it neither offers a decision nor tells the result of another round."""
    ana = visit(pace="normal")
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc"))
    ana.deal()
    ana.page.evaluate(DOCKED)
    ana.decide("Stand")
    expect(ana.page.locator(".story")).to_contain_text("You lost $5.")
    ana.stack(stacked("md", "As", "Kd", "7h", "Kc"))
    ana.deal()
    expect(ana.page.locator(".story")).to_contain_text("You won $7.50.")
    seen = ana.page.evaluate("() => docked")
    assert {"DealerStood", "WagerPaid"} <= {event for event, _ in seen}
    closed = [event for event, _ in seen].index("DealerStood")
    assert [each for each in seen[:closed] if each[1]] == []
    dealt = [each for each in seen if each[0] in ("CardDealt", "WagerPaid", "BlackjackAnnounced")]
    assert [each for each in dealt if each[1]] == []
