"""Whole rounds in the browser, by mouse and by keyboard, for every rule set."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from siete.rules.names import NAMES
from tests.page.conftest import Visit
from tests.page.visitor import Visitor, deal_together, first_few, stacked

BADGES = """() => {
  window.saw = new Set();
  const felt = document.querySelector('.labels');
  const look = () => felt.querySelectorAll('.badge').forEach((badge) => saw.add(badge.textContent));
  new MutationObserver(look).observe(felt, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("name", first_few(["md"], NAMES))
def test_a_round_by_mouse_and_one_by_keyboard(visit: Visit, name: str) -> None:
    ana = visit(pace="normal" if name == NAMES[0] else "instant")
    ana.at_table(name)
    by_mouse(ana, name)
    by_keyboard(ana, name)
    surrendered(ana, name)


def by_mouse(ana: Visitor, name: str) -> None:
    ana.stack(stacked(name, "9s", "8d", "7h", "Kc"))
    before = ana.rack()
    box = next(iter(ana.view()["seats"]))
    area = ana.page.locator(f".area[data-box='{box}'][data-wager=base] circle")
    area.click()
    area.click()
    expect(ana.page.locator(".rail")).to_contain_text("$10")
    area.click(button="right")
    expect(ana.page.locator(".rail")).not_to_contain_text("$10")
    ana.deal()
    assert [hand["total"] for hand in ana.hands()] == [17]
    ana.picture(f"round-{name}")
    ana.decide("Stand")
    ana.finish()
    assert "Push" in ana.log()
    assert ana.rack() == before


def by_keyboard(ana: Visitor, name: str) -> None:
    ana.page.evaluate("() => document.activeElement?.blur()")
    ana.stack(stacked(name, "5s", "6d", "7h", "Kc", "9c"))
    before = ana.rack()
    ana.press("2", "+", "Enter")
    ana.decide_by_key("d")
    if ana.question() == "doubled":
        ana.decide_by_key("s")
    ana.finish()
    assert "1 to 1: $10" in ana.log()
    assert ana.rack() == before + 1000


def surrendered(ana: Visitor, name: str) -> None:
    ana.stack(stacked(name, "9s", "7d", "9h", "Kc"))
    before = ana.rack()
    ana.press("2", "+", "+")
    ana.deal()
    ana.decide_by_key("r")
    ana.finish()
    assert "surrenders" in ana.log()
    assert ana.rack() == before - 500


def test_refused_actions_say_why(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    split = ana.page.locator("[data-refused=Split]")
    expect(split).to_have_attribute("aria-disabled", "true")
    expect(split).to_contain_text("MD-11.A.a")
    split.click(force=True)  # it is marked as disabled, and still answers
    expect(ana.page.locator(".toast.refused")).to_contain_text("equal value")
    ana.finish()


def test_payouts_say_line_odds_and_amount_with_the_clause(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "6s", "7s", "9h", "Kc") + " 8s")
    ana.press("3", "+")
    ana.deal()
    ana.press("h")
    toast = ana.page.locator(".toast", has_text="6-7-8 spades, 3 to 1: $75")
    expect(toast).to_be_visible()
    toast.locator("[data-clause]").click()
    expect(ana.page.locator("dialog")).to_contain_text("MD-12.B.3")
    ana.picture("clause")
    ana.press("Escape")
    ana.finish()
    story = ana.page.locator(".story")
    expect(story).to_have_text("You won $75. 6-7-8 spades, 3 to 1 MD-12.B.3")


def test_a_loss_says_why(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc") + " 9s 7d Kc 9h 8s")
    ana.deal()
    ana.decide("Stand")
    ana.finish()
    story = ana.page.locator(".story")
    expect(story).to_contain_text("You lost $5. 16 against the dealer's 17")
    ana.stack(stacked("md", "9s", "7d", "7h", "Kc", "8s"))
    ana.deal()
    expect(story).to_have_count(0)
    ana.decide("Hit")
    ana.finish()
    expect(story).to_contain_text("You lost $5. 24 is more than 21")


def test_a_blackjack_is_called_so_by_the_house(ana: Visitor) -> None:
    """Two cards that make 21 after a split are no blackjack; the page shows what events and view say."""
    ana.at_table("md")
    ana.page.evaluate(BADGES)
    ana.stack(stacked("md", "As", "Ad", "7h", "Kc", "Ks Qd"))
    ana.deal()
    ana.decide("Split")
    ana.finish()
    seen = ana.page.evaluate("() => [...saw]")
    assert any(each.startswith("21") for each in seen)
    assert not any(each.startswith("Blackjack") for each in seen)
    before = ana.rack()
    ana.stack(stacked("md", "As", "Kd", "7h", "Kc"))
    ana.page.locator("[data-do=ready]").click()
    ana.page.wait_for_function("() => document.querySelector('siete-table').view.rounds === 2")
    ana.page.wait_for_function("() => [...saw].some((each) => each.startsWith('Blackjack'))")
    expect(ana.page.locator(".story")).to_contain_text("You won $7.50. Blackjack, 3 to 2")
    ana.settle()
    expect(ana.page.locator(".rail h2")).to_contain_text(
        "none yet"
    )  # over at once, and nothing is wagered again unasked
    assert ana.rack() == before + 750


def test_rebet_twice_and_clear(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.press("2", "+", "+")
    ana.deal()
    ana.finish()
    rail = ana.page.locator(".rail h2")
    ana.press("b")
    expect(rail).to_contain_text("$10")
    ana.press("t")
    expect(rail).to_contain_text("$20")
    ana.press("c")
    expect(rail).to_contain_text("none yet")


def test_the_next_wager_waits_on_the_rail_while_cards_are_out(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    ana.page.locator("[data-do=more]").click()
    expect(ana.page.locator(".rail h2")).to_contain_text("Next round $5")
    ana.finish()
    ana.placed()
    assert ana.view()["round"]["boxes"][0]["bettors"][0]["amount"] == 500


def test_two_people_at_one_table(visit: Visit) -> None:
    ana, ben = visit(), visit()
    table = ana.open_table("ma")
    ana.sit()
    ben.join(table)
    ana.press("2", "+")
    expect(ben.page.locator(".chips .stack")).to_have_count(1)
    ben.press("2", "+", "+")
    expect(ana.page.locator(".chips .stack")).to_have_count(2)
    ana.stack("9s 9d 7h 8s 8d Kc")
    deal_together(ana, ben)
    assert ana.view()["round"]["boxes"] == ben.view()["round"]["boxes"]
    ana.picture("two-people")
    first, second = (ana, ben) if ana.question() else (ben, ana)
    first.decide("Stand")
    second.decide("Stand")
    for who in (ana, ben):
        expect(who.page.locator(".story")).to_contain_text("You broke even")
        assert who.rounds() == 1


def test_a_round_that_is_over_at_once_for_two_people(visit: Visit) -> None:
    """A dealer's Blackjack ends it within one message: nobody is asked anything, and both see how it went."""
    ana, ben = visit(), visit()
    ben.join(ana.at_table("ma"))
    for who in (ana, ben):
        who.press("2", "+")
        who.placed()
    ana.stack("9s 9d Kh 8s 8d Ac")
    deal_together(ana, ben)
    for who in (ana, ben):
        expect(who.page.locator(".story")).to_contain_text("You lost $5.")
        assert (who.question(), who.rounds()) == ("", 1)
