"""The coach: values at this wager with all it can win, why in words, and a list of mistakes."""

from __future__ import annotations

from playwright.sync_api import expect

from siete.cards import Card, cards_from_text
from siete.money import Cents
from siete.odds.base.hand import hand_values
from siete.rules.submission import table_rules
from tests.page.eyes import blemishes
from tests.page.visitor import Visitor, stacked

_OVERLAPS = """() => [...document.querySelectorAll('.act:has(.ev)')].filter((each) => {
  const [note, worth] = ['small', '.ev'].map((part) => each.querySelector(part).getBoundingClientRect());
  return note.right > worth.left && note.bottom > worth.top + 1;
}).map((each) => each.textContent)"""
"""Buttons whose note lies under the action's value, where that stands beside or below it."""

_DRILLS = "() => (document.querySelector('siete-table').trainer.isDrilling = true)"


def test_the_super_bonus_is_part_of_the_values_and_of_the_verdict(ana: Visitor) -> None:
    """Two sevens of spades against a seven: at $25 hitting for the super bonus is best, whatever the base game says."""
    ana.at_table("md")
    ana.stack(stacked("md", "7s", "7s", "7h", "Kc", "2d 9d"))
    ana.press("3", "+")
    ana.deal()
    ana.press("a")
    coach = ana.page.locator(".trainer")
    best = coach.locator(".prices .best")
    expect(best).to_contain_text("hit")
    expect(coach.locator(".small-chart .here")).to_have_text("P$")
    expect(coach.locator(".small-chart tbody tr")).to_have_count(7)
    found = hand_values(table_rules("md"), cards_from_text("7s 7s"), Card.from_text("7h"), wager=Cents(2500))
    assert found.best == "hit"
    expect(best).to_contain_text(f"+${dict(found.actions)['hit'] * 25:.2f}")
    expect(coach.locator(".reason")).to_contain_text("super bonus of $5,000")
    expect(coach.locator(".sure")).to_contain_text("envy")
    assert blemishes(ana) == []
    ana.picture("coach")
    ana.page.set_viewport_size({"width": 390, "height": 844})
    expect(ana.page.locator(".act .ev").first).to_be_visible()
    assert ana.page.evaluate(_OVERLAPS) == []
    ana.page.set_viewport_size({"width": 1440, "height": 900})
    ana.decide("Hit")
    expect(coach).to_contain_text("Right: hit")
    ana.finish()


def test_insurance_has_a_value_and_mistakes_are_listed(ana: Visitor) -> None:
    ana.at_table("md")
    ana.stack(stacked("md", "Ks", "9d", "Ah", "7c"))
    ana.press("3", "+")
    ana.deal()
    ana.press("a")
    coach = ana.page.locator(".trainer")
    expect(coach.locator(".prices .best")).to_contain_text("no insurance")
    ana.decide("TakeInsurance")
    expect(coach).to_contain_text("insure cost $")
    expect(coach.locator(".verdict tr.best")).to_contain_text("no insurance")
    mistake = coach.locator(".mistakes li")
    expect(mistake).to_have_count(1)
    expect(mistake).to_contain_text("insure, best no insurance")
    ana.finish()
    ana.page.evaluate("() => localStorage.removeItem('siete-trainer')")
    ana.page.reload()
    expect(mistake).to_have_count(1)
    ana.settle()
    mistake.get_by_role("button", name="Drill").click()
    expect(coach).to_contain_text("The next round deals insurance")
    ana.deal()
    assert ana.question() == "insurance", "the dealer shows an ace again"
    assert ana.hands()[0]["cards"] == ["Ks", "9d"]
    ana.finish()
    ana.go("/trainer")
    expect(ana.page.locator(".progress tbody tr")).to_contain_text(["Insurance"])
    assert blemishes(ana) == []
    ana.picture("progress")
    ana.page.get_by_role("button", name="Drill").click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    ana.settle()
    ana.deal()
    assert ana.hands()[0]["cards"] == ["Ks", "9d"]
    ana.finish()


def test_an_exam_hides_the_values_and_gives_a_score(ana: Visitor) -> None:
    ana.at_table("md")
    ana.press("a")
    ana.page.evaluate("() => { document.querySelector('siete-table').trainer.examine(); }")
    ana.page.evaluate(
        "() => { const { trainer } = document.querySelector('siete-table'); trainer.exam.left = 1; "
        "trainer.isDrilling = false; }"
    )
    ana.stack(stacked("md", "9s", "8d", "7h", "Kc"))
    ana.deal()
    coach = ana.page.locator(".trainer")
    ana.page.wait_for_function("() => document.querySelector('siete-table').trainer.hint()")
    expect(coach).to_contain_text("Exam: 19 of 20 decided")
    expect(coach.locator(".prices")).to_have_count(0)
    expect(coach.locator(".ops button")).to_have_text(["End the exam"])
    expect(coach).not_to_contain_text("right")
    for key in "az":  # values, and what was decided before
        ana.press(key)
    expect(ana.page.locator(".toast", has_text="An exam is without help")).not_to_have_count(0)
    expect(coach.locator(".prices")).to_have_count(0)
    assert ana.page.evaluate(_DRILLS)  # as an exam does until its last decision
    ana.decide("Stand")
    expect(coach.locator(".score")).to_contain_text("1 of 20")
    assert ana.settled("trainer.isDrilling") is False
