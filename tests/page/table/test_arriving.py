"""Coming for the first time: what the game is, a guided first round, and what each table costs and is like."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from siete.rules.submission import table_rules
from siete.server.describe.lessons import lessons
from tests.page.conftest import Visit
from tests.page.eyes import blemishes, overflows
from tests.page.visitor import Visitor


def test_a_newcomer_is_led_to_the_first_card_and_through_every_lesson(ana: Visitor) -> None:
    """Open, learn, show me: two presses to the first card; each lesson is played as it is taught."""
    ana.go("/lobby")
    page = ana.page
    expect(page.locator(".balance .given")).to_have_count(5)
    expect(page.locator(".balance .whole")).to_contain_text("0.39 %")
    expect(page.locator("h1")).to_contain_text("blackjack without the tens")
    page.get_by_role("button", name="Learn in two minutes").click()
    guide = page.locator(".guide")
    taught = list(lessons(table_rules("md")))
    for number, lesson in enumerate(taught):
        expect(guide.locator("h2")).to_have_text(lesson.title)
        for moment in lesson.moments:
            expect(guide.locator("h3")).to_have_text(moment.title)
            if moment.phase == "play" and number == 0:
                expect(page.locator(".act.taught")).to_have_count(1)
                expect(guide.locator(".worth")).to_contain_text("hit")
                assert blemishes(ana) == []
                ana.picture("lesson")
            if moment.phase != "result":  # at once: a press while the page still shows what came before is kept
                guide.get_by_role("button", name="Show me").click()
        if number + 1 < len(taught):
            guide.get_by_role("button", name=re.compile("^Next")).click()
    guide.get_by_role("button", name="Play without help").click()
    expect(guide).to_have_count(0)


def test_a_lesson_goes_on_when_one_decides_otherwise_and_can_be_left(visit: Visit) -> None:
    ana = visit(width=390, height=844)
    ana.go("/lobby")
    expect(ana.page.locator(".tcard").first.get_by_role("link", name="Sit down")).to_be_in_viewport()
    assert overflows(ana) <= 0
    ana.page.get_by_role("button", name="Learn in two minutes").click()
    guide = ana.page.locator(".guide")
    guide.get_by_role("button", name="Show me").click()
    expect(guide.locator("h3")).to_have_text("13 against a 5: hit")
    ana.settle()
    ana.picture("lesson-phone")
    assert overflows(ana) <= 0
    ana.decide("Stand")
    expect(guide.locator("h3")).to_have_text("21 always wins")
    guide.get_by_role("button", name="I know the game").or_(guide.get_by_role("button", name="End")).first.click()
    expect(guide).to_have_count(0)


def test_every_card_tells_what_the_house_keeps_and_what_is_special(ana: Visitor) -> None:
    ana.go("/lobby")
    cards = ana.page.locator(".tcard")
    expect(cards.first.locator(".price")).to_contain_text("House edge 0.364 %")
    expect(cards.first.locator(".price")).to_contain_text("$5.47 an hour at $25 a round")
    expect(ana.page.locator(".price em").first).to_have_text("lowest")
    edges = [float(text.split()[2]) for text in cards.locator(".price span:first-child").all_inner_texts()[:6]]
    assert edges == sorted(edges)
    cards.first.locator(".facts .clause").first.click()
    expect(ana.page.locator("dialog .lead")).to_be_visible()
    ana.page.keyboard.press("Escape")
    gap = ana.page.evaluate(
        "() => { const [a, b] = ['in', 'btn'].map((q) => document.querySelector(`.who .${q}`).getBoundingClientRect());"
        " return b.left - a.right; }"
    )
    assert gap >= 8, "the name's field stands apart from its button"
    ana.picture("lobby")


def test_whoever_reads_nothing_has_a_card_after_five_clicks(ana: Visitor) -> None:
    """The brightest button in the lobby, the box that is lit, the brightest button again: a card."""
    ana.go("/")
    page, clicks = ana.page, 0

    def press(selector: str) -> None:
        nonlocal clicks
        page.locator(selector).first.click()
        clicks += 1

    press(".tcard .btn.primary")
    ready, skip = page.locator("[data-do=ready]"), page.locator("[data-do=skip]")
    expect(ready.or_(skip).first).to_be_visible()
    if skip.count():
        press("[data-do=skip]")
    expect(ready).to_contain_text("Place a wager")
    press(".felt .area.mine[data-wager=base]")
    expect(ready).to_contain_text("Deal $5")
    press("[data-do=ready]")
    expect(page.locator(".felt .cards .card").first).to_be_visible()
    assert clicks <= 5


def test_at_an_opening_table_one_skips_to_the_first_wager(ana: Visitor) -> None:
    """Looking the cards over and cutting them are passed by one press, and are not asked about again."""
    ana.enter()
    ana.context.add_init_script(
        "localStorage.setItem('siete-prefs', JSON.stringify({ entered: true, ceremony: true, name: '' }))"
    )
    ana.open_table("md")
    ana.page.get_by_role("button", name="Sit down").click()
    skip = ana.page.get_by_role("button", name="Skip to the first wager")
    expect(skip).to_be_visible()
    assert ana.question() in ("look", "cut")
    skip.click()
    expect(ana.page.locator("[data-do=ready]")).to_be_visible()
    expect(skip).to_have_count(0)
    assert ana.question() == ""
