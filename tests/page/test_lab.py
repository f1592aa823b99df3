"""The lab in a browser: a choice is turned, and the figures follow."""

from __future__ import annotations

from playwright.sync_api import expect

from siete.odds.base.solution import figure
from siete.rules.submission import table_rules
from tests.page.eyes import blemishes, overflows
from tests.page.visitor import Visitor

SOLVING = 180_000
"""A busy machine solves new rules slowly."""


def percent(part: object) -> str:
    return f"{float(str(part)) * 100:.3f} %"


def test_figures_follow_the_choices_and_stay_while_these_are_faulty(ana: Visitor) -> None:
    ana.go("/lab?rules=wa")
    edge = ana.page.locator(".lab-edge")
    expect(edge).to_have_text(percent(figure(table_rules("wa")).house_edge), timeout=SOLVING)
    expect(ana.page.locator("[data-costs]")).to_contain_text("Best play both times", timeout=SOLVING)
    expect(ana.page.locator(".lab-meter")).to_be_visible(timeout=SOLVING)
    for width, height in ((1440, 900), (390, 844)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.picture(f"lab-{width}")
        assert overflows(ana) <= 0, width
        assert blemishes(ana) == [], width
    text = ana.page.locator("[data-toml]")
    text.fill('rule_set = "wa"\ndecks = 3\n')
    expect(ana.page.locator("[data-faults]")).to_contain_text("3 is not among")
    expect(ana.page.locator("siete-lab")).to_have_class("stale")
    expect(edge).to_have_text(percent(figure(table_rules("wa")).house_edge))
    text.fill('rule_set = "wa"\ndealer_soft17 = "stand"\n')
    expect(ana.page.locator(".lab-change")).to_contain_text("−", timeout=SOLVING)
    expect(edge).to_have_text(percent(figure(table_rules("wa", {"dealer_soft17": "stand"})).house_edge))
    expect(ana.page.locator("[data-command]")).to_have_text("siete odds wa --wager base --set dealer_soft17=stand")
