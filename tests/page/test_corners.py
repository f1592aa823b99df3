"""Details that were wrong: contrast in a replay, focus after the theme switch, cards over the meter, a selector."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.eyes import blemishes
from tests.page.visitor import Visitor, stacked

COVERED = """() => {
  const meter = document.querySelector('.tiny-meter').getBoundingClientRect();
  const cards = [...document.querySelectorAll('.felt .cards .card')].map((card) => card.getBoundingClientRect());
  return cards.filter((card) => card.left < meter.right && card.top < meter.bottom).length;
}"""
UNDER = """() => {
  const cards = [...document.querySelectorAll('.felt .cards .card')].map((card) => card.getBoundingClientRect());
  const over = [...document.querySelectorAll('.felt .badge, .toast')].map((node) => node.getBoundingClientRect());
  return over.flatMap((each) => cards.filter((card) => card.left < each.right - 1 && card.right > each.left + 1
    && card.top < each.bottom - 1 && card.bottom > each.top + 1)).length;
}"""
"""How many cards lie under a total or a note."""


def test_a_replay_is_readable_in_the_light_theme(visit: Visit) -> None:
    ana = visit(color_scheme="light")
    table = ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.decide("Stand")
    ana.finish()
    ana.go(f"/replay?table={table}&round=1")
    line = ana.page.locator(".stepline")
    expect(line).not_to_be_empty()
    for _ in range(9):
        ana.press("ArrowRight")
    assert blemishes(ana) == []
    ana.picture("replay-light")
    ana.press("End")
    expect(ana.page.locator(".felt .cards .card")).to_have_count(4)  # and what they brought
    expect(ana.page.locator(".felt .badge", has_text="push")).to_be_visible()


def test_the_theme_switch_keeps_the_focus(ana: Visitor) -> None:
    ana.go("/lobby")
    switch = ana.page.locator("[data-switch=theme]").first
    switch.focus()
    ana.press("Enter")
    expect(ana.page.locator("html")).to_have_attribute("data-theme", "light")
    expect(switch).to_be_focused()


def test_nothing_lies_over_the_cards_when_a_round_is_over(visit: Visit) -> None:
    """Neither a total nor the note of what was paid covers one; a long hand of the dealer is read whole."""
    ana = visit(width=390, height=844)
    ana.at_table(submission='rule_set = "md"\nspin_offered = false\nxtreme_offered = false\n')
    ana.stack(stacked("md", "9s", "8d", "2h", "3c", "4d 5s Kh"))
    ana.press("+", "ArrowRight", "+")
    ana.deal()
    ana.decide("Stand")
    expect(ana.page.locator(".badge", has_text="bust")).to_be_visible()
    expect(ana.page.locator(".toast")).to_be_visible()
    ana.settle()
    assert ana.page.locator(".area.spot").count() == 0, "a side wager that is lost leaves no circle"
    for width in (390, 768, 1440):
        ana.page.set_viewport_size({"width": width, "height": 844})
        ana.page.wait_for_function(f"() => ({UNDER})() === 0")


def test_on_a_phone_the_dealers_cards_leave_the_meter_free(visit: Visit) -> None:
    ana = visit(width=390, height=844)
    ana.at_table(submission='rule_set = "md"\nxtreme_offered = false\n')
    ana.stack(stacked("md", "9s", "8d", "2h", "3c", "4d 5s 6h"))
    ana.deal()
    ana.decide("Stand")
    ana.settle()
    assert ana.page.evaluate("() => document.querySelector('siete-table').drawing.shownStage().dealer.length") >= 4
    expect(ana.page.locator(".tiny-meter")).to_contain_text("$")
    assert ana.page.evaluate(COVERED) == 0
    ana.picture("four-dealer-cards-390")


def test_the_selector_of_rules_follows_what_is_written(ana: Visitor) -> None:
    ana.enter()
    ana.go("/lobby")
    ana.page.locator("[data-do=open]").click()
    form = ana.page.locator("[data-open-form]")
    expect(form.locator("[data-toml]")).to_have_value('rule_set = "md"\n')
    form.locator("[data-toml]").fill('rule_set = "wa"\n')
    expect(form.locator("[name=rules]")).to_have_value("wa")
