"""The page of my rounds: cards, net, what was expected and what was luck, as a list that opens each ledger."""

from __future__ import annotations

from playwright.sync_api import expect

from siete.money import Cents
from siete.odds.base.solution import best_edge
from siete.rules.submission import table_rules
from tests.page.conftest import Visit
from tests.page.eyes import blemishes_in_both_themes, overflows
from tests.page.table.test_results import cents
from tests.page.visitor import Visitor, stacked


def figure(ana: Visitor, name: str) -> str:
    return ana.page.locator(".sums div", has_text=name).locator("dd").inner_text()


def test_my_rounds_have_a_page_with_what_was_expected_of_them(ana: Visitor, visit: Visit) -> None:
    table = ana.at_table("md")
    for cards in (("9s", "8d", "7h", "Kc"), ("6h", "7h", "9c", "8d", "8h")):
        ana.stack(stacked("md", *cards))
        ana.deal()
        if ana.question():
            ana.decide("Stand")
        ana.finish()
    changed = ana.rack() - 50_000
    ana.page.locator("[data-tab=rounds]").click()
    ana.page.get_by_role("link", name="All my rounds").click()
    expect(ana.page.locator(".sums div", has_text="Luck").locator("dd:not(.wait)")).to_be_visible()
    rules, wager = table_rules("md"), -cents(ana.page.locator(".played .staked").first.inner_text())
    due = round(2 * wager * best_edge(rules, Cents(-wager)))
    assert figure(ana, "Rounds") == "2"
    assert cents(figure(ana, "Net")) == changed
    assert cents(figure(ana, "Expected")) == due
    assert cents(figure(ana, "Luck")) == changed - due
    nets = [cents(text) for text in ana.page.locator(".played td.net").all_inner_texts()]
    assert sum(nets) == changed
    expect(ana.page.locator(".plot .band")).to_have_count(1)
    assert blemishes_in_both_themes(ana) == []
    ana.picture("my-rounds-page")
    ana.page.locator("[data-filter=lost]").click()
    expect(ana.page.locator(".played tbody tr")).to_have_count(sum(net < 0 for net in nets))
    ana.page.locator("[data-filter=all]").click()
    ana.page.get_by_role("button", name="Ledger of round 1").focus()
    ana.press("Enter")
    expect(ana.page.locator("dialog")).to_contain_text("Together")
    ana.press("Escape")
    for width in (768, 390):
        ana.page.set_viewport_size({"width": width, "height": 844})
        assert overflows(ana) <= 0
    ben = visit(width=390, height=844)
    ben.enter()
    ben.go(f"/t/{table}/rounds")
    expect(ben.page.get_by_role("heading", name="No round yet")).to_be_visible()  # somebody else's are not listed
